package report

import (
	"context"
	"time"
	"unsafe"

	"jdbclog/parse"
	"jdbclog/parse/sqltext"
	"jdbclog/pipeline"
	"jdbclog/schema"
)

// Options say what a Collector keeps and leaves out.
type Options struct {
	Limits
	Zone   *time.Location           // of the wall clock; nil is UTC
	Filter *Filter                  // nil keeps all
	System func(path string) string // the system that a file is of, "" if not known; may be nil
	Host   func(path string) string // the same for ip:port, which the JDBC url tells otherwise
}

// Collector adds up the records of a pipeline. It is the sink of a job with one
// loader: order counts within a file, and files may be read side by side.
type Collector struct {
	opt   Options
	state *State
	zone  parse.Zone

	recent [1 << 12]recentStatement // by the Stmt, which records with the same text share
	slot   struct {                 // the five minutes seen last
		from int64 // µs; NoTime if there are none
		heat *bucket
	}
	urls   map[string]string // JDBC url to host:port
	format formatCount
	open   map[*source]struct{}
}

type recentStatement struct {
	stmt *sqltext.Stmt
	of   *statement
}

type formatCount struct {
	format parse.Format
	calls  int64
	time   int64
}

// NewCollector makes one that has seen nothing.
func NewCollector(opt Options) *Collector {
	c := &Collector{opt: opt, state: NewState(opt.Limits), urls: map[string]string{}, open: map[*source]struct{}{}}
	c.zone.Use(opt.Zone)
	c.slot.from = parse.NoTime
	return c
}

// Plan reads all of every file.
func (c *Collector) Plan(_ context.Context, f *pipeline.File) (pipeline.Plan, error) {
	return pipeline.Whole(newSource(f.Path, &c.opt)), nil
}

// Open returns the only loader.
func (c *Collector) Open(context.Context) (pipeline.Loader, error) { return c, nil }

// Close does nothing: State ends the work.
func (c *Collector) Close(context.Context) error { return nil }

// Load adds up b.
func (c *Collector) Load(_ context.Context, b *parse.Batch) (pipeline.Loaded, error) {
	f := b.Tag.(*source)
	if !f.seen {
		f.seen = true
		c.open[f] = struct{}{}
		c.state.Overview.Files++
	}
	filtered := b.Filtered
	for i := range b.Records {
		r := &b.Records[i]
		if c.opt.Filter != nil && !c.opt.Filter.keeps(r, f) {
			filtered++
			continue
		}
		c.add(r, f)
	}
	o := &c.state.Overview
	o.Bytes += int64(len(b.Data)) + b.Skip
	o.Lines += b.Lines
	o.Rejected += int64(len(b.Rejects))
	o.Filtered += filtered
	if b.EOF {
		c.closeSource(f)
	}
	return pipeline.Loaded{Loaded: int64(len(b.Records)) - (filtered - b.Filtered), Rejected: int64(len(b.Rejects)), Filtered: filtered}, nil
}

// State ends the collection and returns what was collected. partial tells that
// the input was not read to its end.
func (c *Collector) State(partial bool) *State {
	for f := range c.open {
		c.closeSource(f)
	}
	c.formats(nil, 0)
	c.state.Overview.Partial = c.state.Overview.Partial || partial
	return c.state
}

// The times that are believed: in the years 1 to 9999.
const earliest, latest = -62135596800*second + 1, 253402300800 * second

// add counts one record.
func (c *Collector) add(r *parse.Record, f *source) {
	if r.Time < earliest || r.Time >= latest {
		r.Time = parse.NoTime
	}
	x := executionOf(r)
	s := c.state
	s.Overview.add(r, x)
	c.formats(r.Format, max(x.runtime, 0))
	s.Histogram.add(x.runtime)
	if r.Time != parse.NoTime {
		c.course(r.Time, x)
	}

	d := c.statement(r.Stmt)
	size := d.size
	d.add(r, x)
	d.sample(r, f.name, x)
	d.Files.add(f.name, 1, max(x.runtime, 0))
	if d.unlimited && x.rows >= manyRows {
		d.Large.add(x.rows, func() sample { return sampleOf(r, f.name, x) })
		d.measure()
	}
	if d.hasList && r.Kind == parse.Statement {
		d.Lists.add(listLength(r.Text()))
	}
	c.grow(d.size - size)
	if r.Method != nil {
		m := s.Methods.of(r.Method)
		m.add(x)
		d.Callers.add(m.Name, 1, max(x.runtime, 0))
	}
	if s.Slowest.slowerWanted(slowestOf, x.runtime, r.Time) && x.runtime >= 0 {
		s.Slowest.keep(sampleOf(r, f.name, x), slowestOf, slower)
	}
	if r.Kind == parse.BatchKind {
		s.Batches.add(x, int64(r.BatchSize))
	}
	if r.Failed {
		c.failed(r, f, x)
	}
	c.named(r, f, x)
	t := f.stream(r, c)
	if g := c.connection(t); g != nil {
		g.add(x)
	}
	st := stepOf(d, r, x)
	c.next(t, &st)
}

func (v *totals) add(r *parse.Record, x execution) {
	v.Records++
	v.Kinds[r.Kind&3]++
	v.sums.add(x)
	if r.Time == parse.NoTime {
		v.Timeless++
		return
	}
	v.Span.add(r.Time)
}

// statement is that of a Stmt. Records with one text share a Stmt mostly, so
// that its address tells.
func (c *Collector) statement(s *sqltext.Stmt) *statement {
	n := uintptr(unsafe.Pointer(s)) >> 5
	at := &c.recent[(n^n>>12)%uintptr(len(c.recent))]
	if at.stmt != s || at.of.gone {
		*at = recentStatement{s, c.state.Statements.of(s)}
	}
	return at.of
}

// course counts into the series of all records and the heat map.
func (c *Collector) course(t int64, x execution) {
	at, _ := c.state.Series.at(t, seriesLimit)
	at.count(x)
	if from := c.slot.from; from == parse.NoTime || t < from || t >= from+fiveMinutes*second {
		c.slot.from = t - t%(fiveMinutes*second)
		if t < 0 {
			c.slot.from = floorDiv(t, fiveMinutes*second) * fiveMinutes * second
		}
		c.slot.heat = c.state.Heat.cell(c.zone.Wall(t))
	}
	c.slot.heat.Calls++
	c.slot.heat.Time += max(x.runtime, 0)
}

// failed counts a failure.
func (c *Collector) failed(r *parse.Record, f *source, x execution) {
	e := c.state.Failures.of(r.Error)
	e.Calls++
	e.Time += max(x.runtime, 0)
	e.Digests.add(r.Stmt.Digest, 1, max(x.runtime, 0))
	if n := len(e.Samples); n < failuresOf || r.Time <= e.Samples[n-1].Time {
		e.Samples.keep(sampleOf(r, f.name, x), failuresOf, earlier)
	}
}

// named counts what has a name: thread, file, system, host.
func (c *Collector) named(r *parse.Record, f *source, x execution) {
	s := c.state
	if r.Thread != nil {
		s.Threads.of(r.Thread).add(x)
	}
	if f.group == nil || f.group.gone {
		f.group = s.Files.named(f.name)
	}
	f.group.add(x)
	if f.system != "" {
		s.Systems.named(f.system).add(x)
	}
	host := f.host
	if host == "" && r.URL != nil {
		host = c.host(r.URL)
	}
	if host != "" {
		s.Hosts.named(host).add(x)
	}
}

// host is host:port of a JDBC url. A log has few urls.
func (c *Collector) host(url []byte) string {
	h, ok := c.urls[string(url)]
	if !ok {
		host, port := schema.HostPort(url)
		h = string(host)
		if port != nil {
			h += ":" + string(port)
		}
		if len(c.urls) < groupLimit {
			c.urls[string(url)] = h
		}
	}
	return h
}

// formats counts the records of a format; it looks up names only where they change.
func (c *Collector) formats(f parse.Format, time int64) {
	n := &c.format
	if n.calls > 0 && f != n.format {
		c.state.Overview.Formats.add(n.format.Name(), n.calls, n.time)
		*n = formatCount{}
	}
	n.format = f
	n.calls++
	n.time += time
}

// grow tells the statements that one of them has grown.
func (c *Collector) grow(bytes int) {
	s := &c.state.Statements
	if s.size += bytes; s.size > s.bytes {
		s.compact(s.limit, s.bytes/2)
	}
}

// measure brings the size of d up to date.
func (c *Collector) measure(d *statement) {
	before := d.size
	d.measure()
	c.state.Statements.size += d.size - before
}

// connection is the group of t's connection, nil if the log has none.
func (c *Collector) connection(t *stream) *group {
	if t.group != nil && t.group.gone {
		t.group = c.state.Connections.named(t.conn)
	}
	return t.group
}
