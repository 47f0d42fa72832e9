package sink

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"jdbclog/parse"
	"jdbclog/schema"
)

// inserter is an insert method on one connection.
type inserter interface {
	// insert writes records in both tables, content first. It is called in a
	// transaction, or, by a scheme that commits every row, outside of one.
	insert(ctx context.Context, records []*parse.Record) error
}

// method is an insert method. To add one, write its file and add its line.
type method struct {
	name string
	rows int // records sent at once if the user has not said; 0 for a chunk's
	open func(context.Context, *writer) (inserter, error)
	doc  string
}

func methods() []method {
	return []method{
		{"single", 1, openSingle, "one INSERT a row"},
		{"batch", 1000, openBatch, "INSERTs of one row, pipelined in one round trip: what JDBC's executeBatch does"},
		{"values", 1000, openValues, "INSERT of many rows"},
		{"unnest", 1000, openUnnest, "INSERT of arrays, one a column"},
		{"copy", 0, openCopy, "COPY in binary format, encoded here"},
		{"copy-rows", 0, openCopyRows, "COPY in binary format, encoded by the driver: slower, and what the others are compared with"},
	}
}

func methodNamed(name string) (method, error) {
	for _, m := range methods() {
		if m.name == name {
			return m, nil
		}
	}
	return method{}, fmt.Errorf("insert method %q is unknown", name)
}

// writer is what the insert methods share: a connection, an encoder and the tables.
type writer struct {
	conn            *pgx.Conn
	pg              *pgconn.PgConn
	enc             *schema.Encoder
	schema          string
	path            string // of the file whose records are written
	batchRows       int    // records that insert is given at most; 0 for no limit
	content, record *schema.Table
	pending         string // SQL that is to run before the next statement
	sent            int64  // bytes of rows
}

func (w *writer) tables() [2]*schema.Table { return [2]*schema.Table{w.content, w.record} }

// flush runs what is pending.
func (w *writer) flush(ctx context.Context) error {
	if w.pending == "" {
		return nil
	}
	sql := w.pending
	w.pending = ""
	return w.exec(ctx, sql)
}

// exec runs SQL of any number of statements in one exchange.
func (w *writer) exec(ctx context.Context, sql string) error {
	_, err := w.pg.Exec(ctx, sql).ReadAll()
	return err
}

// prepare makes a prepared statement whose parameters are the fields of rows rows.
func (w *writer) prepare(ctx context.Context, name, sql string, t *schema.Table, rows int) error {
	_, err := w.pg.Prepare(ctx, name, sql, types(t, rows))
	return said("prepare", err)
}

// types are those of the parameters that are the fields of rows rows.
func types(t *schema.Table, rows int) []uint32 {
	list := make([]uint32, 0, rows*len(t.Columns))
	for range rows {
		for i := range t.Columns {
			list = append(list, t.Columns[i].OID())
		}
	}
	return list
}
