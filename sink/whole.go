package sink

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"jdbclog/pipeline"
	"jdbclog/schema"
)

// Under wal_level = minimal the server does not log what goes into a table that
// was made or emptied in the same transaction. So a scheme that is Whole has one
// transaction, which begins with the first loader and ends with the indexes.

// everything returns the loader that has the transaction.
func (s *Sink) everything(ctx context.Context) (*loader, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.whole != nil {
		return s.whole, nil
	}
	conn, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	l, err := s.beginWhole(ctx, conn)
	if err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	s.whole = l
	return l, nil
}

func (s *Sink) beginWhole(ctx context.Context, conn *pgx.Conn) (*loader, error) {
	sql := s.begin
	for _, t := range []*schema.Table{s.content, s.record} {
		if s.missing {
			sql += "; " + t.Create(s.schema, false)
		} else {
			sql += "; truncate " + t.In(s.schema)
		}
	}
	if s.missing {
		for _, v := range schema.Views(s.opt.Variant, s.schema) {
			sql += "; " + v.Create(s.schema)
		}
	}
	if _, err := conn.PgConn().Exec(ctx, sql).ReadAll(); err != nil {
		return nil, said("schema", err)
	}
	return s.loader(ctx, conn)
}

// wholeLoader is the loader of the transaction in the hands of the pipeline,
// whose end is not the transaction's.
type wholeLoader struct{ *loader }

func (wholeLoader) Close(context.Context) error { return nil }

func (s *Sink) openWhole(ctx context.Context) (pipeline.Loader, error) {
	l, err := s.everything(ctx)
	if err != nil {
		return nil, err
	}
	return wholeLoader{l}, nil
}

// endWhole builds the indexes and commits.
func (s *Sink) endWhole(ctx context.Context) error {
	l, err := s.everything(ctx)
	if err != nil {
		return err
	}
	for _, t := range l.w.tables() {
		for _, x := range t.Indexes {
			built, err := s.buildIn(ctx, l.conn, t, x)
			if err != nil {
				return said("index "+x.Name, err)
			}
			if built && s.opt.OnIndex != nil {
				s.opt.OnIndex(IndexProgress{Index: x.Name, Built: true})
			}
		}
	}
	if err := l.w.exec(ctx, "commit"); err != nil {
		return said("commit", err)
	}
	s.whole = nil
	return l.conn.Close(ctx)
}
