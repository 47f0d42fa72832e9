package sink

import (
	"context"
	"slices"

	"jdbclog/parse"
	"jdbclog/schema"
)

// maxParams is how many parameters a statement takes (the protocol counts them
// in 16 bits).
const maxParams = 65535

// values sends INSERTs of many rows.
type values struct {
	*writer
	params params
	rows   [2]int // of the prepared statements
}

func openValues(ctx context.Context, w *writer) (inserter, error) {
	m := &values{writer: w}
	for i, t := range w.tables() {
		m.rows[i] = w.batchRows
		if limit := maxParams / len(t.Columns); m.rows[i] == 0 || m.rows[i] > limit {
			m.rows[i] = limit
		}
		if err := w.prepare(ctx, t.Name, t.Insert(w.schema, m.rows[i]), t, m.rows[i]); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (m *values) insert(ctx context.Context, records []*parse.Record) error {
	if err := m.flush(ctx); err != nil {
		return err
	}
	for i, t := range m.tables() {
		for part := range slices.Chunk(records, m.rows[i]) {
			if err := m.statement(ctx, t, part, m.rows[i]); err != nil {
				return m.refused("insert into", t, part, err)
			}
		}
	}
	return nil
}

// statement inserts part by the prepared statement if it has as many rows as
// that takes, else by one of its own.
func (m *values) statement(ctx context.Context, t *schema.Table, part []*parse.Record, prepared int) error {
	m.params.reset()
	for _, r := range part {
		m.enc.Set(r)
		m.params.row(m.enc, t)
	}
	m.sent += int64(len(m.params.buf))
	if len(part) == prepared {
		return m.pg.ExecPrepared(ctx, t.Name, m.params.values(), binaryFormat, nil).Read().Err
	}
	return m.pg.ExecParams(ctx, t.Insert(m.schema, len(part)), m.params.values(), types(t, len(part)), binaryFormat, nil).Read().Err
}
