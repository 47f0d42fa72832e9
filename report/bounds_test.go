package report

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"jdbclog/parse"
	"jdbclog/parse/sqltext"
)

// hostile adds n records of which each has a digest, thread, method, connection and error of its own.
func hostile(c *Collector, n int, time func(i int) int64) {
	f := newSource("hostile.log", &c.opt)
	c.open[f] = struct{}{}
	long := strings.Repeat("x", 3000)
	var r parse.Record
	for i := range n {
		var id [16]byte
		binary.BigEndian.PutUint64(id[:], uint64(i))
		name := fmt.Sprintf("name %d %s", i, long[:i%700])
		r = parse.Record{
			Format: parse.P6Spy{}, Time: time(i), Runtime: int64(i % 1000), Rows: int64(i % 5000), UpdateCount: parse.Unknown, StartLine: int64(i), EndLine: int64(i),
			SQL: []byte("select * from " + name), Thread: []byte(name), Method: []byte(name), Conn: []byte(name), Error: []byte(name), Failed: i%3 == 0,
			Stmt: &sqltext.Stmt{Normalized: "select * from t where a in (?)" + name + long, Digest: hex.EncodeToString(id[:]), Type: sqltext.Select, Tables: []string{name}},
		}
		c.add(&r, f)
	}
}

func TestMemoryIsBoundedWhateverTheLogHolds(t *testing.T) {
	const n = 60_000
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	c := NewCollector(Options{Limits: Limits{Statements: 500, Bytes: 4 << 20}})
	hostile(c, n, func(i int) int64 { return int64(i) * 3600 * second })
	s := c.State(false)
	if used := heap() - before; used > 32<<20 {
		t.Errorf("%d MB are held", used>>20)
	}
	r := s.Report(View{})
	var calls, time, failed int64
	for _, x := range r.Statements {
		calls, time, failed = calls+x.Calls, time+*x.Runtime.Sum, failed+x.Failed
	}
	calls, time, failed = calls+r.Other.Calls, time+*r.Other.Runtime.Sum, failed+r.Other.Failed
	if calls != n || time != *r.Overview.RuntimeUS || failed != r.Overview.Failed || failed != (n+2)/3 {
		t.Errorf("%d calls, %d µs, %d failed do not add up to %+v", calls, time, failed, r.Overview)
	}
	if len(r.Statements) > 500 || len(r.Statements) < 100 || r.Overview.Digests != n {
		t.Errorf("%d statements of %d are kept", len(r.Statements), r.Overview.Digests)
	}
	for name, b := range map[string]Breakdown{"tables": r.Tables, "methods": r.Methods, "connections": r.Connections, "threads": r.Threads, "types": r.Types} {
		var calls int64
		for _, g := range b.Groups {
			calls += g.Calls
		}
		if b.Other != nil {
			calls += b.Other.Calls
		}
		if calls != n || len(b.Groups) > groupLimit {
			t.Errorf("%s: %d calls in %d groups", name, calls, len(b.Groups))
		}
	}
	if len(r.FiveMinutes) > seriesLimit || r.Overview.SlotSeconds <= fiveMinutes {
		t.Errorf("%d slots of %d s", len(r.FiveMinutes), r.Overview.SlotSeconds)
	}
	reread(t, s)
}

func TestRecordsMayTellNothing(t *testing.T) {
	for _, time := range []int64{parse.NoTime, math.MaxInt64, math.MinInt64 + 1, 0, earliest, latest - 1} {
		c := NewCollector(Options{})
		f := newSource("a.log", &c.opt)
		c.open[f] = struct{}{}
		stmt := &sqltext.Stmt{Normalized: "", Digest: "d41d8cd98f00b204e9800998ecf8427e"}
		for i := range 50 {
			c.add(&parse.Record{Format: parse.P6Spy{}, Time: time, Runtime: parse.Unknown, Rows: parse.Unknown, UpdateCount: parse.Unknown, Stmt: stmt, Kind: parse.Kind(i % 4)}, f)
		}
		r := reread(t, c.State(false)).Report(View{})
		s := r.Statements[0]
		if s.Calls != 50 || s.Rows != nil || s.Runtime != (Distribution{}) || s.Share != nil || r.Overview.RuntimeUS != nil || len(r.Histogram) > 0 {
			t.Errorf("%d: %+v", time, s)
		}
		if known := time >= earliest && time < latest; known == s.First.IsZero() || known != (len(r.FiveMinutes) == 1) {
			t.Errorf("%d: from %v, %d slots", time, s.First, len(r.FiveMinutes))
		}
		for _, name := range []func() error{
			func() error { return r.WriteText(discard{}, TextOptions{}) },
			func() error { return r.WriteMarkdown(discard{}, nil) },
			func() error { return r.WriteCSV(discard{}) },
		} {
			if err := name(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestRuntimesWithoutEndDoNotOverflow(t *testing.T) {
	c := NewCollector(Options{})
	f := newSource("a.log", &c.opt)
	c.open[f] = struct{}{}
	for range 1000 {
		c.add(&parse.Record{Format: parse.P6Spy{}, Time: 0, Runtime: math.MaxInt64, Rows: math.MaxInt64, Stmt: &sqltext.Stmt{Digest: "00"}}, f)
	}
	r := c.State(false).Report(View{})
	if got := *r.Overview.RuntimeUS; got != 1000*maxRuntime {
		t.Errorf("sum %d", got)
	}
	if d := r.Statements[0].Runtime; *d.Stddev != 0 || *d.P99 != maxRuntime {
		t.Errorf("stddev %f, p99 %d", *d.Stddev, *d.P99)
	}
}

// discard takes everything.
type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }
