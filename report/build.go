package report

import (
	"cmp"
	"time"

	"jdbclog/parse"
)

// View says what of a State is shown, and how.
type View struct {
	Order    Order          // "" is by time
	Top      int            // statements, groups of a kind, executions ...; 0 for all that is kept
	Zone     *time.Location // of times; nil is UTC
	Source   string         // where the state comes from: files, database, state
	Baseline *Baseline      // to compare with; may be nil
	Slow     int64          // µs from which on a statement is slow, by its p95
}

// Report makes the report of s.
func (s *State) Report(v View) *Report {
	b := builder{State: s, View: v, r: &Report{Order: cmp.Or(v.Order, "time"), Gates: []GateResult{}}}
	if b.Zone == nil {
		b.Zone = time.UTC
	}
	s.Statements.trim()
	b.statements()
	b.overview()
	b.breakdowns()
	b.r.FiveMinutes = b.slots(&s.Series)
	b.heatmap()
	b.histogram()
	b.r.Slowest = b.executions(s.Slowest[:b.top(len(s.Slowest))])
	b.errors()
	b.batches()
	b.transactions()
	b.candidates()
	if v.Baseline != nil {
		b.r.Baseline = v.Baseline.compare(b.all, v.Slow)
	}
	return b.r
}

// builder is a Report in the making.
type builder struct {
	*State
	View
	r   *Report
	all []*shown // statements, ranked
}

// top is how many of n are shown.
func (b *builder) top(n int) int {
	if b.Top > 0 {
		return min(n, b.Top)
	}
	return n
}

func (b *builder) time(t int64) Time {
	if t == parse.NoTime {
		return Time{}
	}
	return Time{time.UnixMicro(t).In(b.Zone)}
}

// told is n if it is told of at least one execution.
func told(n, executions int64) *int64 {
	if executions == 0 {
		return nil
	}
	return &n
}

// some is n unless it stands for what is not known.
func some(n int64) *int64 {
	if n < 0 {
		return nil
	}
	return &n
}

func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func ratio(part, whole float64) *float64 {
	if whole <= 0 {
		return nil
	}
	r := part / whole
	return &r
}

// distribution is that of the runtimes of s.
func distribution(s *sums, least int64, squares wide, q *quantiles) Distribution {
	if s.Timed == 0 {
		return Distribution{}
	}
	stddev := deviation(s.Timed, s.Time, squares)
	d := Distribution{Sum: known(s.Time), Min: known(least), Mean: s.mean(), Max: known(s.Max), Stddev: &stddev}
	at := q.at(least, s.Max, 0.5, 0.95, 0.99)
	d.P50, d.P95, d.P99 = &at[0], &at[1], &at[2]
	return d
}

// statements ranks the statements and fills in those that are shown.
func (b *builder) statements() {
	for _, d := range b.Statements.sorted() {
		b.all = append(b.all, &shown{d, distribution(&d.sums, d.Least, d.Squares, &d.Runtimes)})
	}
	b.r.Order.sort(b.all)
	top := b.top(len(b.all))
	b.r.Statements = make([]Statement, top)
	for i, d := range b.all[:top] {
		b.r.Statements[i] = b.statement(i+1, d)
	}
	if top < len(b.all) {
		more := newRest()
		for _, d := range b.all[top:] {
			more.take(d.statement)
		}
		b.r.More = b.rest(&more)
	}
	if b.State.Statements.Rest.Statements > 0 {
		b.r.Other = b.rest(&b.State.Statements.Rest)
	}
}

func (b *builder) statement(rank int, d *shown) Statement {
	s := Statement{
		Rank: rank, Digest: d.Digest, Normalized: d.Text, Cut: d.Cut, Type: d.Type.String(), Tables: append([]string{}, d.Tables...),
		Calls: d.Calls, Failed: d.Failed, Rows: told(d.Rows, d.Told), Share: b.share(&d.sums), Runtime: d.runtime,
		Batches: d.Batches, Executions: d.Executions, First: b.time(d.Span.First), Last: b.time(d.Span.Last),
		SlotWidth: d.Course.Width, Course: b.slots(&d.Course), Samples: b.executions(d.Samples),
		Methods: b.named(&d.Callers), Files: b.named(&d.Files),
	}
	return s
}

func (b *builder) rest(r *rest) *Rest {
	return &Rest{
		Digests: r.Statements, Calls: r.Calls, Failed: r.Failed, Rows: told(r.Rows, r.Told), Share: b.share(&r.sums),
		Runtime: distribution(&r.sums, r.Least, r.Squares, &r.Runtimes), Batches: r.Batches, Executions: r.Executions,
	}
}

// share is what s took of the runtime of all records.
func (b *builder) share(s *sums) *float64 {
	if s.Timed == 0 {
		return nil
	}
	return ratio(float64(s.Time), float64(b.Overview.Time))
}

func (b *builder) named(c *counter) []Named {
	c.compact()
	list := make([]Named, 0, len(c.Counts)+1)
	for _, x := range c.Counts {
		list = append(list, Named{x.Name, x.Calls, b.timed(x.Time)})
	}
	if c.Gone > 0 {
		list = append(list, Named{"", c.Rest.Calls, b.timed(c.Rest.Time)})
	}
	return list
}

// timed is a sum of runtimes, nil if the logs tell none.
func (b *builder) timed(t int64) *int64 { return told(t, b.Overview.Timed) }

func (b *builder) slots(s *series) []Slot {
	list := make([]Slot, len(s.Slots))
	for i, x := range s.Slots {
		list[i] = Slot{b.time(x.Index * s.Width * second), x.Calls, b.timed(x.Time), x.Failed}
	}
	return list
}

func (b *builder) executions(list samples) []Execution {
	out := make([]Execution, len(list))
	for i, x := range list {
		out[i] = Execution{
			File: x.File, Line: x.Line, EndLine: x.EndLine, Time: b.time(x.Time), RuntimeUS: some(x.Runtime), Rows: some(x.Rows), BatchSize: x.Size,
			Failed: x.Failed, Error: text(x.Error), Connection: text(x.Conn), Thread: text(x.Thread), Method: text(x.Method),
			Digest: x.Digest, SQL: x.SQL, Cut: x.Cut, Unbound: x.Unbound,
		}
	}
	return out
}
