package sink

import (
	"context"
	"errors"

	"jdbclog/parse"
	"jdbclog/pipeline"
	"jdbclog/schema"
)

// A COPY costs the server some 2 ms before its rows do: it makes a slot for each
// of up to 1 000 rows, and enters each slot into a table where all of them
// collide (PostgreSQL 15, copyfrom.c and resowner.c). So batches that wait for a
// loader are loaded in one transaction, by one COPY a table. Each keeps its row
// of the ledger.

// part is a batch on its way through a loader.
type part struct {
	batch *parse.Batch
	tag   *tag
	rows  []*parse.Record // those to be written
	n     pipeline.Loaded // what is known of it already
}

// nothing tells whether nothing of the batch is new.
func (p *part) nothing() bool {
	b := p.batch
	return b.Offset == b.End() && (!b.EOF || p.tag.seams[b.Offset]) && len(b.Records) == 0
}

// groupInserter is an insert method that writes several batches at once.
type groupInserter interface {
	insertParts(ctx context.Context, parts []*part) error
}

// LoadGroup loads batches in one transaction, or one by one where that is not
// possible.
func (l *loader) LoadGroup(ctx context.Context, group []*parse.Batch) (total pipeline.Loaded, err error) {
	parts := make([]*part, len(group))
	for i, b := range group {
		if i == len(l.parts) {
			l.parts = append(l.parts, &part{})
		}
		parts[i] = l.parts[i]
		if err := l.accept(parts[i], b); err != nil {
			return total, err
		}
	}
	if m, can := l.method.(groupInserter); can && l.grouping() {
		parts, err = l.together(ctx, m, parts, &total)
	}
	for _, p := range parts {
		if err != nil {
			break
		}
		var n pipeline.Loaded
		if n, err = l.alone(ctx, p); err == nil {
			total.Add(n)
		}
	}
	return total, err
}

// grouping tells whether a transaction may hold several batches.
func (l *loader) grouping() bool {
	return l.s.scheme.CommitRows == 0 && l.w.batchRows == 0 && !l.s.scheme.Whole
}

// together loads those of parts that can be in one transaction, adds to total,
// and returns the others.
func (l *loader) together(ctx context.Context, m groupInserter, parts []*part, total *pipeline.Loaded) (others []*part, err error) {
	var some []*part
	var entries []entry
	for _, p := range parts {
		if p.nothing() {
			others = append(others, p)
		} else {
			some = append(some, p)
			entries = append(entries, entry{p, l.s.chunkOf(p.batch, int64(len(p.rows)), p.n.Rejected)})
		}
	}
	if len(some) < 2 {
		return parts, nil
	}
	sent := l.w.sent
	l.w.enc.Counts = schema.Counts{}
	err = l.transaction(ctx, func() error {
		for _, p := range some {
			l.turn(p)
			if err := l.clear(ctx, p.batch); err != nil {
				return err
			}
		}
		if err := m.insertParts(ctx, some); err != nil {
			return err
		}
		return l.enter(ctx, entries...)
	})
	if errors.Is(err, errTaken) || code(err) != "" && !l.conn.IsClosed() {
		// Some of it is another run's, or the server does not take it. One by one it
		// comes out what, and the rest is loaded.
		return parts, nil
	}
	if err != nil {
		return nil, err
	}
	l.s.count(l.w.enc.Counts)
	for _, p := range some {
		p.n.Loaded = int64(len(p.rows))
		p.n.Rows = 2 * p.n.Loaded
		total.Add(p.n)
	}
	total.Bytes += l.w.sent - sent
	return others, nil
}
