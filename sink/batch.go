package sink

import (
	"context"

	"github.com/jackc/pgx/v5/pgconn"

	"jdbclog/parse"
)

// batch sends the INSERTs of many rows without waiting in between.
type batch struct {
	*writer
	params params
}

func openBatch(ctx context.Context, w *writer) (inserter, error) {
	m, err := openSingle(ctx, w) // the same prepared statements
	if err != nil {
		return nil, err
	}
	return &batch{writer: m.(*single).writer}, nil
}

func (m *batch) insert(ctx context.Context, records []*parse.Record) error {
	if err := m.flush(ctx); err != nil {
		return err
	}
	var b pgconn.Batch
	for _, t := range m.tables() {
		for _, r := range records {
			m.enc.Set(r)
			m.params.reset()
			m.params.row(m.enc, t)
			m.sent += int64(len(m.params.buf))
			b.ExecPrepared(t.Name, m.params.values(), binaryFormat, nil)
		}
	}
	results := m.pg.ExecBatch(ctx, &b)
	done := 0
	for results.NextResult() {
		if _, err := results.ResultReader().Close(); err != nil {
			break
		}
		done++
	}
	if err := results.Close(); err != nil {
		t := m.tables()[min(1, done/len(records))]
		at := done % len(records)
		return m.refused("insert into", t, records[at:at+1], err)
	}
	return nil
}
