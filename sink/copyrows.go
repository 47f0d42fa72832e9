package sink

import (
	"context"

	"github.com/jackc/pgx/v5"

	"jdbclog/parse"
)

// copyRows hands row values to pgx, which encodes them. It is the plainest of
// the methods, and the oracle of their tests.
type copyRows struct{ *writer }

func openCopyRows(_ context.Context, w *writer) (inserter, error) { return copyRows{w}, nil }

func (m copyRows) insert(ctx context.Context, records []*parse.Record) error {
	if err := m.flush(ctx); err != nil {
		return err
	}
	for _, t := range m.tables() {
		_, err := m.conn.CopyFrom(ctx, pgx.Identifier{m.schema, t.Name}, t.Names(), pgx.CopyFromSlice(len(records), func(i int) ([]any, error) {
			m.enc.Set(records[i])
			return m.enc.AppendValues(nil, t), nil
		}))
		if err != nil {
			return m.refused("copy", t, records, err)
		}
	}
	return nil
}
