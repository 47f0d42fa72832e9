package sink

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"jdbclog/schema"
)

// checkOwner refuses data tables whose rows another ledger of the schema knows,
// and this one does not: what is loaded would be loaded again. Rows that no
// ledger knows come from elsewhere and bother nobody.
func (s *Sink) checkOwner(ctx context.Context, tx pgx.Tx, f found) error {
	if !f.rows {
		return nil
	}
	if _, there := f.unlogged[s.ledger.chunkName]; there {
		if known, err := knowsRows(ctx, tx, s.ledger.chunk); known || err != nil {
			return err
		}
	}
	rows, _ := tx.Query(ctx, `select relname::text from pg_class c where relnamespace = (select oid from pg_namespace where nspname = $1) and relkind in ('r', 'p')
		and right(relname, length($2)) = $2 and relname <> $3
		and (select array_agg(attname::text) from pg_attribute where attrelid = c.oid) @> $4 order by relname`,
		s.schema, chunkTable, s.ledger.chunkName, []string{"file_id", "start_offset", "end_offset", "fold_from", "run_id", "state", "records"})
	others, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, name := range others {
		known, err := knowsRows(ctx, tx, schema.Quote(s.schema)+"."+schema.Quote(name))
		if err != nil {
			return err
		}
		if known {
			return fmt.Errorf("%s.%s holds rows that were loaded with ledger_prefix %q, and now it is %q: they would be loaded again; set it to %[3]q, or load into another schema",
				s.schema, s.record.Name, strings.TrimSuffix(name, chunkTable), s.opt.LedgerPrefix)
		}
	}
	return nil
}

// knowsRows tells whether a ledger's chunks, by its quoted name, have records.
func knowsRows(ctx context.Context, tx pgx.Tx, chunk string) (known bool, err error) {
	err = tx.QueryRow(ctx, "select exists (select from "+chunk+" where records > 0 or state = 'loading')").Scan(&known)
	return known, err
}
