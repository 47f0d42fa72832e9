package report

import (
	"bytes"

	"github.com/cespare/xxhash/v2"

	"jdbclog/parse"
	"jdbclog/parse/sqltext"
)

// stream is one connection of one file: its executions in the order of the log.
// Where the log tells no connections it is a thread, where it tells neither all
// of the file.
type stream struct {
	file         *source
	conn, thread string
	group        *group // of the connection, nil if the log has none

	before    *statement // the last execution
	hash      uint64     // of its text, 0 if its values are not known
	line, end int64      // where it stands; when it ended, or NoTime
	again     run        // its repetition without a change
	loops     [loopOthers + 1]run
	tx        transaction

	used int64 // when it was used last, in records
}

// run is a stretch in which one statement is repeated.
type run struct {
	of, before    *statement // before: what ran before the first call, nil if it was the same
	others        int        // executions of other statements since the last call
	calls         int64
	runtime       int64 // of the calls, µs
	time          int64 // of the first call, or NoTime
	took          int64 // from the start of the first to the end of the last, µs
	line, endLine int64
	end           int64 // of the last call, or NoTime
}

// When a repetition is a candidate.
const (
	loopCalls  = 10     // calls of one statement, on one connection,
	loopOthers = 3      // with no more than so many others between two of them,
	loopPause  = second // and no longer pause: an N+1
	againPause = second // the same text again within it: a duplicate
)

// step is one execution as its stream sees it.
type step struct {
	of         *statement
	rec        *parse.Record
	hash       uint64 // of the text, 0 if it is to be made of rec
	runtime    int64  // µs, 0 if not known
	start, end int64  // µs since 1970, or NoTime
}

func stepOf(d *statement, r *parse.Record, x execution) step {
	s := step{of: d, rec: r, runtime: max(x.runtime, 0), start: r.Time, end: r.Time}
	switch {
	case r.Time == parse.NoTime:
	case r.Flags&parse.DerivedRuntime != 0: // the stamp is that of the start
		s.end += s.runtime
	default:
		s.start -= s.runtime
	}
	return s
}

// next watches one execution. Found runs are told to the collector.
func (c *Collector) next(t *stream, s *step) {
	t.used = c.state.Overview.Records
	kind := s.boundary()
	if kind != none {
		c.closeRuns(t)
	} else {
		c.loop(t, s)
		c.duplicate(t, s)
	}
	c.transact(t, s, kind)
	t.before, t.line, t.end = s.of, s.rec.StartLine, s.end
}

// loop looks for one statement that is run again and again.
func (c *Collector) loop(t *stream, s *step) {
	repeatable := s.rec.Kind == parse.Statement && s.of.Type == sqltext.Select && len(s.of.Tables) > 0
	var free *run
	for i := range t.loops {
		r := &t.loops[i]
		switch {
		case r.of == nil:
			free = r
		case r.of == s.of && within(r.end, s.start, loopPause):
			r.extend(s)
			repeatable = false
		default:
			if r.others++; r.others > loopOthers || r.of == s.of {
				c.loopEnded(t, r)
				free = r
			}
		}
	}
	if repeatable {
		free.begin(t, s)
	}
}

// duplicate looks for a text that is run again at once.
func (c *Collector) duplicate(t *stream, s *step) {
	if s.rec.Kind != parse.Statement || len(s.of.Tables) == 0 || s.of.Type == sqltext.DDL || s.of.Type == sqltext.Other {
		c.againEnded(t)
		t.hash = 0
		return
	}
	hash := s.hash
	if hash == 0 {
		hash = textHash(s.rec)
	}
	if hash != 0 && hash == t.hash && t.before == s.of && within(t.end, s.start, againPause) && !unknownValues(s.rec) {
		if t.again.of == nil {
			t.again.begin(t, s)
			t.again.line, t.again.calls, t.again.runtime = t.line, 0, 0 // the first call was no repetition
		}
		t.again.extend(s)
	} else {
		c.againEnded(t)
	}
	t.hash = hash
}

// textHash is that of the text with its values, 0 if they are not known.
func textHash(r *parse.Record) uint64 {
	if r.Flags&(parse.Unbound|parse.Truncated) != 0 || len(r.SQL) == 0 {
		return 0
	}
	return xxhash.Sum64(r.SQL)
}

// unknownValues reports whether the text has placeholders for values: the log does
// not tell them, or they are masked.
func unknownValues(r *parse.Record) bool {
	return r.Flags&parse.Unbound != 0 || bytes.IndexByte(r.SQL, '?') >= 0 && len(sqltext.AppendPlaceholders(nil, r.SQL)) > 0
}

// begin makes r a run whose first call is s.
func (r *run) begin(t *stream, s *step) {
	*r = run{of: s.of, end: s.end, calls: 1, runtime: s.runtime, time: s.rec.Time, took: s.end - s.start, line: s.rec.StartLine, endLine: s.rec.EndLine}
	if t.before != s.of {
		r.before = t.before
	}
}

// extend adds a call to r.
func (r *run) extend(s *step) {
	r.others = 0
	r.calls++
	r.runtime += s.runtime
	r.endLine = s.rec.EndLine
	if s.end != parse.NoTime && r.end != parse.NoTime {
		r.took += max(0, s.end-r.end)
	}
	r.end = s.end
}

// within reports whether there is no more than pause between the end of one
// execution and the start of the next, as far as the log tells.
func within(end, start, pause int64) bool {
	return end == parse.NoTime || start == parse.NoTime || start-end <= pause
}

// loopEnded makes room in r.
func (c *Collector) loopEnded(t *stream, r *run) {
	if r.of != nil && r.calls >= loopCalls {
		c.found(t, r, &r.of.Loops)
	}
	r.of = nil
}

func (c *Collector) againEnded(t *stream) {
	if t.again.of != nil {
		c.found(t, &t.again, &t.again.of.Duplicates)
		t.again.of = nil
	}
}

// found counts a run, unless its statement had to go.
func (c *Collector) found(t *stream, r *run, in *repeats) {
	if r.of.gone {
		return
	}
	x := example{File: t.file.name, Line: r.line, EndLine: r.endLine, Time: r.time, Calls: r.calls, Runtime: r.runtime, Took: r.took, Conn: t.conn, Thread: t.thread}
	if r.time == parse.NoTime {
		x.Took = -1
	}
	if r.before != nil {
		x.Before = r.before.Digest
	}
	if in.add(x) {
		c.measure(r.of)
	}
}

func (c *Collector) closeRuns(t *stream) {
	for i := range t.loops {
		c.loopEnded(t, &t.loops[i])
	}
	c.againEnded(t)
	t.hash = 0
}
