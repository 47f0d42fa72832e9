package sink

import (
	"context"

	"jdbclog/parse"
	"jdbclog/schema"
)

// single sends one prepared INSERT a row, and waits for it.
type single struct {
	*writer
	params params
}

func openSingle(ctx context.Context, w *writer) (inserter, error) {
	for _, t := range w.tables() {
		if err := w.prepare(ctx, t.Name, t.Insert(w.schema, 1), t, 1); err != nil {
			return nil, err
		}
	}
	return &single{writer: w}, nil
}

func (m *single) insert(ctx context.Context, records []*parse.Record) error {
	if err := m.flush(ctx); err != nil {
		return err
	}
	for i, r := range records {
		m.enc.Set(r)
		for _, t := range m.tables() {
			if err := m.one(ctx, t); err != nil {
				return m.refused("insert into", t, records[i:i+1], err)
			}
		}
	}
	return nil
}

func (m *single) one(ctx context.Context, t *schema.Table) error {
	m.params.reset()
	m.params.row(m.enc, t)
	m.sent += int64(len(m.params.buf))
	return m.pg.ExecPrepared(ctx, t.Name, m.params.values(), binaryFormat, nil).Read().Err
}
