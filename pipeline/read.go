package pipeline

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"jdbclog/parse"
)

// Held is a file whose unfinished end was left for the next run.
type Held struct {
	Path    string
	Bytes   int64 // of the event at the end that is not finished
	Records int64 // that may get more lines
}

// file reads one input. What is wrong with the file itself is noted, and the
// run goes on.
func (r *run) file(ctx context.Context, path string) error {
	done := sync.OnceFunc(func() { r.unread.Add(-1) })
	defer done()
	var seen int64
	in, err := open(ctx, path, r.Stdin, func(n int64) { seen += n; r.Progress.Bytes.Add(n) })
	if ctx.Err() != nil { // what it was waiting for did not come
		if err == nil {
			in.close()
		}
		return context.Cause(ctx)
	}
	if err != nil {
		r.problem(path, err)
		return nil
	}
	defer func() {
		r.Progress.Bytes.Add(max(0, in.Size-seen)) // what did not have to be read is done, too
		in.close()
	}()
	in.Hold = !r.Final && in.f != nil && in.Packing == "" && time.Since(in.ModTime) < r.Settle
	if len(in.Head) == 0 {
		r.counts.files.Add(1)
		return nil
	}
	if err := r.Detect(&in.File); err != nil {
		r.problem(path, err)
		if in.Source == nil {
			return nil
		}
	}
	plan, err := r.Sink.Plan(ctx, &in.File)
	if err != nil {
		return err
	}
	r.counts.files.Add(1)
	for i, s := range plan.Segments {
		read := func() {}
		if i == len(plan.Segments)-1 {
			read = done
		}
		if err := r.segment(ctx, in, s, plan.Tag, read); err != nil {
			var stopped early
			if errors.As(err, &stopped) {
				r.problem(path, stopped.error)
				return nil
			}
			return err
		}
	}
	return nil
}

// early is what is wrong with an input that ended early.
type early struct{ error }

// segment reads an interval of a file and sends it down the pipeline. It calls
// read when the interval is read.
func (r *run) segment(ctx context.Context, in *input, seg Segment, tag any, read func()) error {
	if err := in.seek(seg.Offset); err != nil {
		return early{err}
	}
	g, ctx := errgroup.WithContext(ctx)
	order := make(chan *item, r.Batches)
	g.Go(func() error { return r.folding(ctx, in, order, seg) })
	var broken error // what ended the input early, once what came before has gone its way
	g.Go(func() error {
		defer close(order)
		defer read()
		err := r.splitting(ctx, in, seg, order, tag)
		if errors.As(err, new(early)) {
			broken, err = err, nil
		}
		return err
	})
	if err := g.Wait(); err != nil {
		return err
	}
	return broken
}

// splitting cuts the segment into batches: first what is read for the sake of
// the fold, then what is to be loaded.
func (r *run) splitting(ctx context.Context, in *input, seg Segment, order chan<- *item, tag any) error {
	line := seg.Line
	if seg.Start > seg.Offset {
		s := parse.NewSplitter(in.Source, io.LimitReader(in.r, seg.Start-seg.Offset), r.pool, seg.Offset, seg.Line)
		var err error
		if line, err = r.split(ctx, in, s, order, tag, true, line); err != nil {
			return err
		}
	}
	rest := in.r
	if seg.End >= 0 {
		rest = io.LimitReader(in.r, seg.End-seg.Start)
	}
	s := parse.NewSplitter(in.Source, rest, r.pool, seg.Start, line)
	s.HoldTail, s.Final = seg.End < 0 && in.Hold, seg.End < 0 && !in.Hold
	_, err := r.split(ctx, in, s, order, tag, false, line)
	return err
}

// split cuts what s reads into batches and gives them to the parsers and, in
// order, to the fold. It returns the number of the line behind.
func (r *run) split(ctx context.Context, in *input, s *parse.Splitter, order chan<- *item, tag any, replay bool, line int64) (int64, error) {
	give := func(b *parse.Batch) error {
		if ctx.Err() != nil { // what looks like the end of a stream is none
			return context.Cause(ctx)
		}
		b.Tag, b.Replay = tag, replay
		in.pos, line = b.End(), b.Line+b.Lines
		it := &item{b, make(chan struct{})}
		if err := send(ctx, r.parse, it); err != nil {
			return err
		}
		order <- it // has room for every batch there is
		return nil
	}
	ended := false
	for {
		start, waited := time.Now(), s.Waited
		b, err := s.Next(ctx)
		if err == io.EOF {
			break
		}
		if err != nil {
			if ctx.Err() != nil {
				return line, context.Cause(ctx)
			}
			if s.Err() != nil {
				err = early{err}
			}
			return line, err
		}
		r.stages[0].add(start.Add(s.Waited - waited))
		ended = b.EOF
		if err := give(b); err != nil {
			return line, err
		}
	}
	if s.Final && !ended {
		b, err := s.Empty(ctx)
		if err != nil {
			return line, err
		}
		return line, give(b)
	}
	in.held = s.Held
	return line, nil
}

// folding joins the records of one file and sends the batches on to the loaders.
func (r *run) folding(ctx context.Context, in *input, order <-chan *item, seg Segment) error {
	fold := parse.NewFold(in.Source, seg.FoldFrom)
	replaying := false
	for it := range order {
		select {
		case <-it.parsed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		start := time.Now()
		b := it.Batch
		if replaying && !b.Replay {
			r.counts.carried.Add(fold.OpenLines())
		}
		replaying = b.Replay
		fold.Next(b)
		r.stages[2].add(start)
		if b.Replay {
			b.Release()
			continue
		}
		if err := send(ctx, r.load, b); err != nil {
			return err
		}
	}
	if !replaying { // what is open after nothing but a replay was open before
		r.counts.carried.Add(-fold.OpenLines())
	}
	if h := (Held{in.Path, in.held, fold.Open()}); in.Hold && seg.End < 0 && h.Bytes+h.Records > 0 {
		r.mu.Lock()
		r.held = append(r.held, h)
		r.mu.Unlock()
	}
	return nil
}

func (r *run) problem(path string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.problems = append(r.problems, Problem{path, err})
}
