package sink

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"jdbclog/schema"
)

// Checksum tells two loads of the same logs apart if they differ in anything
// but the runs' ids. The order of rows does not matter.
type Checksum struct {
	Contents, Records int64  // rows
	Sum               string // of all columns
}

// VerifyChecksum makes the checksum of the tables in a schema of the database.
func VerifyChecksum(ctx context.Context, db interface {
	Begin(context.Context) (pgx.Tx, error)
}, schemaName string) (Checksum, error) {
	var c Checksum
	tx, err := db.Begin(ctx)
	if err != nil {
		return c, said("checksum", err)
	}
	defer tx.Rollback(ctx)
	// Rows are hashed as text, which must not depend on the session.
	if _, err := tx.Exec(ctx, "set local datestyle to 'ISO'"); err != nil {
		return c, said("checksum", err)
	}
	sums := [2]string{}
	content, record := schema.Tables(schema.Study)
	for i, t := range []*schema.Table{content, record} {
		rows, _ := tx.Query(ctx, `select quote_ident(attname) from pg_attribute where attrelid = ($1::text)::regclass and attnum > 0 and not attisdropped
			and attname not in ('c_bh_parse', 'c_bh_group') order by attname`, t.In(schemaName))
		names, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return c, said("checksum", err)
		}
		sql := "select count(*), coalesce(sum(hashtextextended(row(" + strings.Join(names, ", ") + ")::text, 0)::numeric), 0)::text from " + t.In(schemaName)
		if err := tx.QueryRow(ctx, sql).Scan([]*int64{&c.Contents, &c.Records}[i], &sums[i]); err != nil {
			return c, said("checksum", err)
		}
	}
	c.Sum = fmt.Sprintf("%s/%s", sums[0], sums[1])
	return c, nil
}
