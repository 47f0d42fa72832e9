package sink

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"jdbclog/parse"
	"jdbclog/pipeline"
	"jdbclog/schema"
)

// loader moves batches over one connection.
type loader struct {
	s      *Sink
	conn   *pgx.Conn
	w      *writer
	method inserter

	*part         // the batch at hand
	parts []*part // used again and again
}

// Open makes a loader with a connection of its own.
func (s *Sink) Open(ctx context.Context) (pipeline.Loader, error) {
	if s.scheme.Whole {
		return s.openWhole(ctx)
	}
	conn, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	l, err := s.loader(ctx, conn)
	if err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	return l, nil
}

func (s *Sink) loader(ctx context.Context, conn *pgx.Conn) (*loader, error) {
	m, err := methodNamed(s.scheme.Insert)
	if err != nil {
		return nil, err
	}
	w := &writer{conn: conn, pg: conn.PgConn(), enc: schema.NewEncoder(&s.run), schema: s.schema, content: s.content, record: s.record}
	w.batchRows = m.rows
	if s.scheme.BatchRows > 0 {
		w.batchRows = s.scheme.BatchRows
	}
	if err := s.ledger.prepare(ctx, w); err != nil {
		return nil, err
	}
	if s.autocommit() {
		for _, setting := range s.settings {
			if err := w.exec(ctx, "set "+setting); err != nil {
				return nil, said("database", err)
			}
		}
	}
	l := &loader{s: s, conn: conn, w: w}
	l.method, err = m.open(ctx, w)
	return l, err
}

// Close closes the connection.
func (l *loader) Close(ctx context.Context) error { return l.conn.Close(ctx) }

// Errors that say that a chunk is not to be loaded.
var (
	errTaken = errors.New("another run has loaded it")
	errTorn  = errors.New("another run has loaded parts of it")
)

// Load writes b's records and the chunk's row of the ledger.
func (l *loader) Load(ctx context.Context, b *parse.Batch) (pipeline.Loaded, error) {
	return l.LoadGroup(ctx, []*parse.Batch{b})
}

// accept makes b a part, and finds out which of its records are to be written.
func (l *loader) accept(p *part, b *parse.Batch) error {
	*p = part{batch: b, tag: b.Tag.(*tag), rows: p.rows[:0], n: pipeline.Loaded{Filtered: b.Filtered, Rejected: int64(len(b.Rejects))}}
	l.turn(p)
	refused, err := l.take(b)
	p.n.Rejected += refused
	return err
}

// turn makes p the batch at hand.
func (l *loader) turn(p *part) {
	l.part = p
	l.w.enc.File(p.tag.file)
	l.w.path = p.batch.Source.Path
}

// alone loads a batch in a transaction of its own, or in several if the scheme
// commits in between.
func (l *loader) alone(ctx context.Context, p *part) (pipeline.Loaded, error) {
	l.turn(p)
	b, n := p.batch, p.n
	if p.nothing() {
		return n, l.seen(ctx, b)
	}
	sent := l.w.sent
	l.w.enc.Counts = schema.Counts{}
	err := l.chunk(ctx, b, l.s.chunkOf(b, int64(len(l.rows)), n.Rejected))
	if taken := errors.Is(err, errTaken); taken || errors.Is(err, errTorn) {
		if !taken {
			l.s.tear(b.Source.Path)
		}
		return pipeline.Loaded{Filtered: b.Filtered, Duplicate: int64(len(b.Records) + len(b.Rejects))}, nil
	}
	if err != nil {
		return n, err
	}
	n.Loaded = int64(len(l.rows))
	n.Rows, n.Bytes = 2*n.Loaded, l.w.sent-sent
	l.s.count(l.w.enc.Counts)
	return n, nil
}

// take lists the records of b that are to be written, and reports those that
// are not.
func (l *loader) take(b *parse.Batch) (refused int64, err error) {
	l.rows = l.rows[:0]
	for i := range b.Records {
		r := &b.Records[i]
		if l.s.opt.RejectLong {
			l.w.enc.Set(r)
			if column := l.w.enc.TooLong(l.w.record); column != "" {
				refused++
				if l.s.opt.OnReject != nil {
					err = l.s.opt.OnReject(b.Source.Path, &parse.Reject{StartLine: r.StartLine, EndLine: r.EndLine, Lines: int64(r.Lines),
						Line: r.StartLine, Offset: r.Offset, Reason: column + ": the value is too long for the column"})
				}
				if err != nil {
					return refused, err
				}
				continue
			}
		}
		l.rows = append(l.rows, r)
	}
	return refused, nil
}

// attempts is how often a transaction that met a deadlock is tried.
const attempts = 5

// chunk loads the rows and the ledger's row of b: in one transaction, or, by a
// scheme that commits in between, as a claim, its rows, and the confirmation.
func (l *loader) chunk(ctx context.Context, b *parse.Batch, k *chunk) error {
	if n := l.s.scheme.CommitRows; n > 0 && (n < len(l.rows) || l.s.autocommit()) && k.start < k.end {
		return l.piecemeal(ctx, b, k, n)
	}
	if l.s.scheme.Whole {
		// Nothing can be undone, but no other run sees the tables either.
		return l.timed(func() error {
			if err := l.clear(ctx, b); err != nil {
				return err
			}
			if err := l.enter(ctx, entry{l.part, k}); err != nil {
				return err
			}
			return l.insert(ctx, l.rows)
		})
	}
	return l.contested(ctx, k, func() error {
		if err := l.clear(ctx, b); err != nil {
			return err
		}
		if err := l.insert(ctx, l.rows); err != nil {
			return err
		}
		return l.enter(ctx, entry{l.part, k})
	})
}

// insert writes rows in the open transaction, as many at once as they are sent.
func (l *loader) insert(ctx context.Context, rows []*parse.Record) error {
	if len(rows) == 0 {
		return nil
	}
	for group := range slices.Chunk(rows, cmp.Or(l.w.batchRows, len(rows))) {
		if err := l.method.insert(ctx, group); err != nil {
			return err
		}
	}
	return nil
}

// transaction runs f between begin and commit, or rolls back. What f does first
// takes the begin with it.
func (l *loader) transaction(ctx context.Context, f func() error) error {
	return l.timed(func() error {
		l.w.pending = l.s.begin
		err := f()
		if err == nil {
			err = l.w.exec(ctx, "commit")
		}
		if err != nil && !l.conn.IsClosed() {
			err = errors.Join(err, l.w.exec(context.WithoutCancel(ctx), "rollback"))
		}
		l.w.pending = ""
		return err
	})
}

func (l *loader) timed(f func() error) error {
	start := time.Now()
	err := f()
	if err == nil && l.s.opt.OnCommit != nil {
		l.s.opt.OnCommit(time.Since(start))
	}
	return err
}

// contested is a transaction for which another run may be doing the same. It
// finds out what an error then means.
func (l *loader) contested(ctx context.Context, k *chunk, f func() error) error {
	for n := 1; ; n++ {
		l.w.enc.Counts = schema.Counts{}
		err := l.transaction(ctx, f)
		deadlock := slices.Contains([]string{"40P01", "40001"}, code(err))
		if err == nil || !errors.Is(err, errTaken) && !deadlock && code(err) != "23505" {
			return err
		}
		if verdict := l.verdict(ctx, k); verdict != nil {
			return verdict
		}
		if !deadlock || n == attempts {
			return err
		}
	}
}

// verdict tells whether others have loaded the chunk, all or some of it; nil if
// nothing of it.
func (l *loader) verdict(ctx context.Context, k *chunk) error {
	have, err := l.s.ledger.chunks(ctx, l.conn, l.tag.id)
	if err != nil {
		return said("ledger", err)
	}
	at, touched := k.start, false
	for i := range have {
		c := &have[i]
		if c.loading && c.run == k.run {
			continue
		}
		if c.start == k.start && c.end == k.end && c.hash != k.hash && c.hash != "" {
			return fmt.Errorf("%s: another run loads a file that begins with the same bytes; run again when it has ended", l.tag.in.Path)
		}
		touched = touched || c.start < k.end && c.end > k.start || c.end == k.start && c.seam() || c.start == k.end
		if c.start <= at && c.end > at {
			at = c.end
		}
	}
	switch {
	case !touched:
		return nil
	case at >= k.end && k.start < k.end:
		return errTaken
	}
	return errTorn
}
