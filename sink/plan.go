package sink

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"jdbclog/pipeline"
	"jdbclog/schema"
)

// tag is what the batches of a planned file carry.
type tag struct {
	id    string
	file  *schema.File
	in    *pipeline.File
	seams map[int64]bool // offsets of the seams at which segments start
	dirty []chunk        // what runs that are no more had begun: some of its rows may be there
}

// dirtyIn tells whether some rows of an interval may be there already.
func (t *tag) dirtyIn(start, end int64) bool {
	for _, c := range t.dirty {
		if c.start < end && c.end > start {
			return true
		}
	}
	return false
}

// Plan tells what of f is not loaded yet.
func (s *Sink) Plan(ctx context.Context, f *pipeline.File) (pipeline.Plan, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.plan(ctx, f)
	if err != nil {
		return p, said(f.Path, err)
	}
	return p, nil
}

func (s *Sink) plan(ctx context.Context, f *pipeline.File) (pipeline.Plan, error) {
	var none pipeline.Plan
	k, err := s.identify(ctx, f)
	if err != nil {
		return none, err
	}
	if path, is := s.underway[k.id]; is && path != f.Path && f.Size >= 0 {
		// A copy, or the beginning of one: what to read of it the ledger tells when the
		// other is loaded. A stream cannot wait: it is read once.
		s.tear(f.Path)
		return none, nil
	}
	s.underway[k.id] = f.Path
	first := s.planned[k.id] == nil
	s.planned[k.id] = seen(f)
	if k.optionsHash != s.optionsHash() || s.opt.Reload {
		if len(k.chunks) > 0 && !s.opt.Reload {
			return none, s.otherOptions(ctx, k)
		}
		if first {
			if err := s.startOver(ctx, k); err != nil {
				return none, err
			}
		}
	}
	t := &tag{id: k.id, in: f, seams: map[int64]bool{}, file: &schema.File{ID: k.id, Path: clean(f.Path),
		System: of(s.opt.System, f.Path), IP: of(s.opt.IP, f.Path), Port: of(s.opt.Port, f.Path)}}
	size := sizeOf(f)
	covered, err := s.takeOver(ctx, k, t, size)
	if err != nil {
		return none, err
	}
	if size < 0 && k.sizeSeen >= 0 && f.Size == k.sizeSeen && k.finished() {
		size = covered[len(covered)-1].end
	}
	segments := uncovered(covered, size, f.Hold)
	for _, g := range segments {
		for i := range covered {
			if c := &covered[i]; c.end == g.Start && c.seam() {
				t.seams[g.Start] = true
			}
		}
	}
	if first {
		s.cover(covered, len(segments) == 0)
	}
	return pipeline.Plan{Tag: t, Segments: segments}, nil
}

func of(value func(string) string, path string) string {
	if value == nil {
		return ""
	}
	return clean(value(path))
}

// finished tells whether the file was loaded from its beginning to its end.
func (k *knownFile) finished() bool {
	end := int64(0)
	for i := range k.chunks {
		c := &k.chunks[i]
		if c.start != end || c.loading {
			return false
		}
		end = c.end
	}
	return len(k.chunks) > 0 && k.chunks[len(k.chunks)-1].seam()
}

// uncovered returns what chunks, which are by offset, leave open of a file of
// size bytes, -1 for not known. hold says that the file may still grow.
func uncovered(chunks []chunk, size int64, hold bool) []pipeline.Segment {
	var segments []pipeline.Segment
	gap := func(start, end int64) {
		g := pipeline.Segment{Line: 1, Start: start, End: end}
		for i := range chunks {
			if c := &chunks[i]; c.end == start {
				g.FoldFrom = c.foldFrom
			}
		}
		// Reading begins at the last offset of which the line is known.
		known := func(offset, line int64) {
			if offset <= g.FoldFrom && offset > g.Offset {
				g.Offset, g.Line = offset, line
			}
		}
		for i := range chunks {
			known(chunks[i].start, chunks[i].startLine)
			known(chunks[i].end, chunks[i].endLine+1)
		}
		segments = append(segments, g)
	}
	end, seam := int64(0), false
	for i := range chunks {
		c := &chunks[i]
		if c.start > end {
			gap(end, c.start)
		}
		end, seam = c.end, c.seam()
		if c.loading && seam {
			return segments // whoever loads the end of the file decides what follows
		}
	}
	flush := size == end && !seam && !hold && end > 0
	if size < 0 || size > end || flush {
		gap(end, -1)
	}
	return segments
}

// takeOver returns the chunks of k that are loaded or being loaded. What a run
// that is no more had begun becomes this run's, and dirty in t, unless it lies
// behind the end of the file, which has size bytes or, if size is -1, any number.
func (s *Sink) takeOver(ctx context.Context, k *knownFile, t *tag, size int64) ([]chunk, error) {
	var covered []chunk
	for _, c := range k.chunks {
		if c.loading && (size < 0 || c.start < size) {
			mine := c.run == s.run.ID // it was taken over, and by the path that was under way not loaded
			if !mine {
				var err error
				if mine, err = s.inherit(ctx, k.id, c); err != nil {
					return nil, err
				}
			}
			if mine {
				t.dirty = append(t.dirty, c)
				continue
			}
		}
		covered = append(covered, c)
	}
	return covered, nil
}

// otherOptions is the error for a file that was loaded with other options.
func (s *Sink) otherOptions(ctx context.Context, k *knownFile) error {
	const advice = "; with reload its rows are deleted and it is loaded again"
	var was map[string]string
	err := s.ctl.QueryRow(ctx, "select options->'shape' from "+s.ledger.run+" where run_id = $1", k.firstRun).Scan(&was)
	is := s.shape()
	for _, name := range sortedKeys(was, is) {
		if err == nil && was[name] != is[name] {
			return fmt.Errorf("was loaded with %s %q, and now it is %q%s", name, brief(was[name]), brief(is[name]), advice)
		}
	}
	return fmt.Errorf("was loaded with other options%s", advice)
}

func brief(s string) string {
	if len(s) > 40 {
		return clean(s[:40]) + "…"
	}
	return s
}

// startOver makes k a file of which nothing is loaded, under the options of
// this run.
func (s *Sink) startOver(ctx context.Context, k *knownFile) error {
	for _, c := range k.chunks {
		if c.loading && c.run != s.run.ID {
			if dead, err := s.inherit(ctx, k.id, c); err != nil || !dead {
				return errors.Join(err, fmt.Errorf("is being loaded by run %s", c.run))
			}
		}
	}
	err := pgx.BeginFunc(ctx, s.ctl, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lock, lockKey(k.id)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "update "+s.ledger.file+" set options_hash = $2, first_run = $3, size_seen = null where file_id = $1", k.id, s.optionsHash(), s.run.ID)
		if err != nil || len(k.chunks) == 0 {
			return err
		}
		for _, t := range []*schema.Table{s.content, s.record} {
			if s.scheme.Whole {
				break // it has no rows yet
			}
			// Ids of a file begin with the file's; "g" follows every hex digit.
			if _, err := tx.Exec(ctx, "delete from "+t.In(s.schema)+" where c_bh >= $1 and c_bh < $1 || 'g'", k.id); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, "delete from "+s.ledger.chunk+" where file_id = $1", k.id)
		return err
	})
	k.chunks = nil
	return err
}
