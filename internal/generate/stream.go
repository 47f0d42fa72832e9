package generate

import (
	"bytes"
	"context"
	"io"
	"math"
)

// source is what a stream's bytes depend on, beside its layout.
type source struct {
	seed        uint64
	file, files int // this stream's number, from 0, of how many
	records     int64
}

// stream is one log: workers (threads of the application) that execute statements side by side, and the log in which their
// events stand in order of time.
type stream struct {
	book    *book
	shows   features
	writer  writer
	random  random
	workers []worker
	due     []int64 // workers' at, or never; apart from the workers because each event looks at all of them
	now     int64   // of the event
	seq     int64
	buf     []byte
	value   value
	tally   tally
	workload
}

// never is the due time of a worker that is done.
const never = math.MaxInt64

// flushBytes is how much a stream gathers before it writes.
const flushBytes = 1 << 20

// worker is one thread of the application.
type worker struct {
	number int
	at     int64 // when its next event is due
	step   int   // events of the execution so far
	run    execution
	script
	memory // of the layout, between events
}

// memory is what a layout remembers of an execution from one event to the next.
type memory struct {
	row                    []byte // the last one of a batch
	started, startedNested int64  // ms of the first event, as logged
}

func newStream(l layout, b *book, src source) *stream {
	s := &stream{
		book:   b,
		shows:  l.shows(),
		random: newRandom(src.seed, src.file),
		seq:    int64(src.file) * 1_000_000_000,
		buf:    make([]byte, 0, flushBytes+flushBytes/4),
		tally:  newTally(len(b.statements)),
	}
	s.workers = make([]worker, 8+s.random.below(33))
	s.due = make([]int64, len(s.workers))
	s.workload = newWorkload(src, len(s.workers))
	for i := range s.workers {
		s.workers[i].number = i + 1
	}
	s.writer = l.open(s)
	return s
}

// run writes the whole log to w. progress is told the bytes and records of each write.
func (s *stream) run(ctx context.Context, w io.Writer, progress func(bytes, records int64)) error {
	live := len(s.workers)
	start := s.resume
	for i := range s.workers {
		s.now = start + int64(s.random.below(100*usMilli))
		if !s.next(&s.workers[i]) {
			live--
		}
	}
	written := int64(0)
	for live > 0 {
		worker := s.earliest()
		s.now = worker.at
		if s.writer.event(s, worker) {
			s.finish(worker)
			if !s.next(worker) {
				live--
			}
		} else {
			worker.step++
			s.due[worker.number-1] = worker.at
		}
		if len(s.buf) >= flushBytes || live == 0 {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			if _, err := w.Write(s.buf); err != nil {
				return err
			}
			s.tally.bytes += int64(len(s.buf))
			s.tally.lines += int64(bytes.Count(s.buf, []byte{'\n'}))
			progress(int64(len(s.buf)), s.tally.records-written)
			written = s.tally.records
			s.buf = s.buf[:0]
		}
	}
	return nil
}

// next plans w's next execution and returns false if there is none.
func (s *stream) next(w *worker) bool {
	if !s.plan(w) {
		s.due[w.number-1] = never
		return false
	}
	w.step = 0
	s.writer.begin(w)
	s.due[w.number-1] = w.at
	return true
}

// earliest returns the worker whose event is due first: the lowest number of equals.
func (s *stream) earliest() *worker {
	first, at := 0, s.due[0]
	for i, d := range s.due {
		if d < at {
			first, at = i, d
		}
	}
	return &s.workers[first]
}

// draw returns a value of the kind, which is valid until the next one.
func (s *stream) draw(k *kind) *value {
	s.value.class = k.class
	k.draw(s, &s.value)
	return &s.value
}
