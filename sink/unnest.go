package sink

import (
	"context"

	"jdbclog/parse"
	"jdbclog/schema"
)

// unnest sends one statement a table, whose parameters are the columns.
type unnest struct {
	*writer
	arrays [][]byte
}

func openUnnest(ctx context.Context, w *writer) (inserter, error) {
	for _, t := range w.tables() {
		if _, err := w.pg.Prepare(ctx, t.Name, t.Unnest(w.schema), nil); err != nil {
			return nil, said("prepare", err)
		}
	}
	return &unnest{writer: w}, nil
}

func (m *unnest) insert(ctx context.Context, records []*parse.Record) error {
	if err := m.flush(ctx); err != nil {
		return err
	}
	for _, t := range m.tables() {
		if err := m.statement(ctx, t, records); err != nil {
			return m.refused("insert into", t, records, err)
		}
	}
	return nil
}

func (m *unnest) statement(ctx context.Context, t *schema.Table, records []*parse.Record) error {
	for len(m.arrays) < len(t.Columns) {
		m.arrays = append(m.arrays, nil)
	}
	arrays := m.arrays[:len(t.Columns)]
	for i := range t.Columns {
		arrays[i] = t.Columns[i].BeginArray(arrays[i])
	}
	for _, r := range records {
		m.enc.Set(r)
		for i := range t.Columns {
			arrays[i] = m.enc.AppendField(arrays[i], &t.Columns[i])
		}
	}
	for _, a := range arrays {
		schema.EndArray(a, len(records))
		m.sent += int64(len(a))
	}
	return m.pg.ExecPrepared(ctx, t.Name, arrays, binaryFormat, nil).Read().Err
}
