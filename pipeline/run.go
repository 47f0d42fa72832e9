package pipeline

import (
	"context"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"jdbclog/parse"
)

// Job says what to read, how wide, and where it goes.
type Job struct {
	Inputs   []string  // from Expand
	Problems []Problem // of Expand; the report holds them too
	Stdin    io.Reader // what "-" reads

	// Detect sets f.Source, or returns why the file cannot be read as a log; then
	// it is named in the report and the other files go on.
	Detect func(f *File) error
	Sink   Sink

	Readers int // files read at once; 1 keeps the order of files
	Parsers int
	Loaders int // 1, with Readers 1, keeps the order of records

	Chunk   int           // bytes of a chunk
	Group   int           // bytes that a GroupLoader is given at once, if so much is waiting for it; 0 for a batch at a time
	Batches int           // alive at once: the bound on memory
	Cache   int           // bytes of statement texts that a parser remembers
	Settle  time.Duration // a plain file changed within it may still be written to
	Final   bool          // its unfinished end is loaded all the same
	Mask    bool

	Filter   func(*parse.Record) bool                 // keeps a record; nil keeps all
	OnReject func(path string, r *parse.Reject) error // may end the run; nil counts only
	Progress *Progress
	Total    int64 // bytes of the inputs as they lie there, for the progress
}

// Run reads, parses, folds and loads the job's inputs. The report holds as far
// as the run got, even with an error.
func Run(ctx context.Context, j Job) (Report, error) {
	r := &run{Job: j, pool: parse.NewPool(j.Batches, j.Chunk), parse: make(chan *item), load: make(chan *parse.Batch, j.Batches), problems: j.Problems}
	if r.Progress == nil {
		r.Progress = &Progress{}
	}
	r.unread.Store(int64(len(j.Inputs)))
	start := time.Now()
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer close(r.parse)
		defer close(r.load)
		return r.read(ctx)
	})
	for range j.Parsers {
		g.Go(func() error { return r.parsing(ctx) })
	}
	for range j.Loaders {
		g.Go(func() error { return r.loading(ctx) })
	}
	err := g.Wait()
	return r.report(time.Since(start)), err
}

// run is a Job under way.
type run struct {
	Job
	pool  *parse.Pool
	parse chan *item
	load  chan *parse.Batch

	unread atomic.Int64 // inputs that are not read to their end

	mu       sync.Mutex
	problems []Problem
	held     []Held

	counts counts
	stages [4]meter // read, parse, fold, load
}

// item is a batch on its way through the parsers; parsed is closed when it is
// parsed, so that fold takes the batches of a file in order.
type item struct {
	*parse.Batch
	parsed chan struct{}
}

// read goes through the inputs, several at once.
func (r *run) read(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	next := make(chan string)
	g.Go(func() error {
		defer close(next)
		for _, path := range r.Inputs {
			if err := send(ctx, next, path); err != nil {
				return err
			}
		}
		return nil
	})
	for range max(1, r.Readers) {
		g.Go(func() error {
			for path := range next {
				if err := r.file(ctx, path); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// parsing fills batches with records.
func (r *run) parsing(ctx context.Context) error {
	p := parse.NewParser(r.Cache)
	for it := range r.parse {
		start := time.Now()
		p.Parse(it.Batch)
		r.stages[1].add(start)
		close(it.parsed)
	}
	return nil
}

// loading hands batches to a loader of the sink.
func (r *run) loading(ctx context.Context) (err error) {
	l, err := r.Sink.Open(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := l.Close(context.WithoutCancel(ctx)); err == nil {
			err = cerr
		}
	}()
	fin := parse.NewFinisher(r.Cache / 4)
	fin.Mask = r.Mask
	all, together := l.(GroupLoader)
	var group []*parse.Batch
	for b := range r.load {
		start := time.Now()
		group = append(group[:0], b)
		if together {
			group = r.more(group)
		}
		var read int64
		for _, b := range group {
			n, err := r.finish(b, fin)
			if err != nil {
				return err
			}
			read += n
		}
		var n Loaded
		if together {
			n, err = all.LoadGroup(ctx, group)
		} else {
			if n, err = l.Load(ctx, b); err != nil {
				n = Loaded{}
			}
		}
		if err != nil {
			r.counts.addRecords(n.Loaded+n.Duplicate+n.Rejected+n.Filtered, n)
			return err
		}
		r.stages[3].add(start)
		r.counts.add(group, read, n)
		r.Progress.Records.Add(read)
		for _, b := range group {
			b.Release()
		}
	}
	return nil
}

// more adds to a group what else is waiting. Once nothing is left to be read it
// is this loader's share of that: so none has much to do when the others have
// ended.
func (r *run) more(group []*parse.Batch) []*parse.Batch {
	size, n := len(group[0].Data), len(r.load)
	if r.unread.Load() == 0 {
		n /= r.Loaders
	}
	for ; n > 0 && size < r.Group; n-- {
		select {
		case b, open := <-r.load:
			if !open {
				return group
			}
			group = append(group, b)
			size += len(b.Data)
		default:
			return group
		}
	}
	return group
}

// finish makes b's records what they are loaded as, and returns how many records
// and rejects there were.
func (r *run) finish(b *parse.Batch, fin *parse.Finisher) (read int64, err error) {
	fin.Finish(b)
	read = int64(len(b.Records) + len(b.Rejects))
	r.filter(b)
	return read, r.reject(b)
}

// filter takes out of b the records that the job does not want.
func (r *run) filter(b *parse.Batch) {
	if r.Filter == nil {
		return
	}
	kept := b.Records[:0]
	for i := range b.Records {
		if r.Filter(&b.Records[i]) {
			kept = append(kept, b.Records[i])
		} else {
			r.counts.filteredLines.Add(int64(b.Records[i].Lines))
		}
	}
	b.Filtered = int64(len(b.Records) - len(kept))
	b.Records = kept
}

// reject reports the rejects of b.
func (r *run) reject(b *parse.Batch) error {
	if r.OnReject == nil {
		return nil
	}
	for i := range b.Rejects {
		if err := r.OnReject(b.Source.Path, &b.Rejects[i]); err != nil {
			return err
		}
	}
	return nil
}

// send gives v to ch, or returns why the run stopped.
func send[T any](ctx context.Context, ch chan<- T, v T) error {
	select {
	case ch <- v:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
