package report

import (
	"jdbclog/parse"
)

// overview fills in what is true of all records together.
func (b *builder) overview() {
	s := b.Overview
	all := newRest()
	all.merge(&b.State.Statements.Rest)
	for _, d := range b.all {
		all.Runtimes.merge(&d.Runtimes)
		all.Squares.add(d.Squares)
		if d.Timed > 0 && (all.Timed == 0 || d.Least < all.Least) {
			all.Least = d.Least
		}
		all.Timed += d.Timed
	}
	o := &b.r.Overview
	*o = Overview{
		Source: b.Source, Partial: s.Partial, Files: s.Files,
		Records: s.Records, Kinds: Kinds{s.Kinds[parse.Statement], s.Kinds[parse.BatchKind], s.Kinds[parse.Commit], s.Kinds[parse.Rollback]},
		Failed: s.Failed, Digests: int64(len(b.all)) + b.State.Statements.Rest.Statements,
		RuntimeUS: told(s.Time, s.Timed), Runtime: distribution(&s.sums, all.Least, all.Squares, &all.Runtimes), Rows: told(s.Rows, s.Told),
		First: b.time(s.Span.First), Last: b.time(s.Span.Last), SlotSeconds: b.Series.Width, Formats: b.named(&s.Formats), Timeless: s.Timeless,
	}
	o.SlowUS = b.Slow
	for _, d := range b.all {
		if p95 := d.runtime.P95; p95 != nil && *p95 >= b.Slow {
			o.SlowStatements++
		}
	}
	if s.Lines > 0 {
		o.Bytes, o.Lines, o.Rejected = known(s.Bytes), known(s.Lines), known(s.Rejected)
		o.Filtered = known(s.Filtered)
	}
	if s.Span.First == parse.NoTime {
		return
	}
	seconds := float64(s.Span.Last-s.Span.First) / second
	o.Seconds = &seconds
	o.PerSecond = ratio(float64(s.Records-s.Timeless), seconds)
	if s.Timed > 0 {
		o.Concurrency = ratio(float64(s.Time)/second, seconds)
	}
	b.peak()
}

// peak finds the slots in which most was going on. Of the first and the last slot
// only the part counts that the records cover, a second at least where there is one.
func (b *builder) peak() {
	all, width := b.Overview.Span, b.Series.Width*second
	least := min(second, all.Last-all.First)
	if least == 0 {
		return
	}
	var p Peak
	var concurrency float64
	for _, x := range b.Series.Slots {
		from := max(x.Index*width, all.First)
		seconds := float64(max(least, min((x.Index+1)*width, all.Last)-from)) / second
		if n := float64(x.Calls) / seconds; n > p.PerSecond {
			p.Start, p.PerSecond = b.time(x.Index*width), n
		}
		concurrency = max(concurrency, float64(x.Time)/second/seconds)
	}
	if b.Overview.Timed > 0 {
		p.Concurrency = &concurrency
	}
	b.r.Overview.Peak = &p
}

func (b *builder) heatmap() {
	b.r.Heatmap = []HeatCell{}
	for d := range b.Heat {
		for h, x := range b.Heat[d] {
			if x.Calls > 0 {
				b.r.Heatmap = append(b.r.Heatmap, HeatCell{d, h, x.Calls, b.timed(x.Time)})
			}
		}
	}
}

// histogram fills in the buckets from the first to the last that holds something.
func (b *builder) histogram() {
	b.r.Histogram = []Bucket{}
	empty := 0
	for i, x := range b.State.Histogram {
		if x.Calls == 0 && (len(b.r.Histogram) == 0 || i == len(bounds)) {
			continue
		}
		k := Bucket{Calls: x.Calls, RuntimeUS: x.Time}
		if i > 0 {
			k.FromUS = bounds[i-1]
		}
		if i < len(bounds) {
			k.ToUS = known(bounds[i])
		}
		b.r.Histogram = append(b.r.Histogram, k)
		if empty++; x.Calls > 0 {
			empty = 0
		}
	}
	b.r.Histogram = b.r.Histogram[:len(b.r.Histogram)-empty]
}

func (b *builder) errors() {
	f := &b.Failures
	f.compact()
	list := f.sorted()
	b.r.Errors = make([]ErrorClass, 0, len(list))
	for _, x := range list[:b.top(len(list))] {
		b.r.Errors = append(b.r.Errors, ErrorClass{text(x.Class), x.Message, x.Calls, x.Time, b.named(&x.Digests), b.executions(x.Samples)})
	}
	if f.Gone > 0 {
		b.r.Errors = append(b.r.Errors, ErrorClass{Message: "(other)", Calls: f.Rest.Calls, RuntimeUS: f.Rest.Time, Digests: []Named{}, Samples: []Execution{}})
	}
}

func (b *builder) batches() {
	x := &b.State.Batches
	if x.Calls == 0 {
		return
	}
	r := &Batches{Calls: x.Calls, Executions: x.Executions, Sized: x.Sized, RuntimeUS: told(x.Time, x.Timed)}
	if x.Sized > 0 {
		r.MinSize, r.MaxSize = known(x.Least), known(x.Most)
		r.MeanSize = ratio(float64(x.Executions), float64(x.Sized))
		at := x.Sizes.at(x.Least, x.Most, 0.5, 0.95)
		r.P50Size, r.P95Size = &at[0], &at[1]
		r.PerSecond = ratio(float64(x.Executions), float64(x.SizedTime)/second)
	}
	b.r.Batches = r
}

func (b *builder) transactions() {
	x := &b.State.Transactions
	if x.Commits+x.Rollbacks == 0 {
		return
	}
	r := &Transaction{
		Commits: x.Commits, Rollbacks: x.Rollbacks, Empty: x.Empty, Open: x.Open, Statements: x.Statements,
		Longest: b.txExamples(x.Longest), MostStatements: b.txExamples(x.Largest),
	}
	if x.Statements > 0 {
		at := x.Sizes.at(1, x.Most, 0.5, 0.95)
		r.P50Statements, r.P95Statements, r.MaxStatements = &at[0], &at[1], known(x.Most)
	}
	if x.Timed > 0 {
		at := x.Lengths.at(0, x.MaxLength, 0.5, 0.95)
		r.MeanUS, r.P50US, r.P95US, r.MaxUS = known(x.Length/x.Timed), &at[0], &at[1], known(x.MaxLength)
		r.Busy = ratio(float64(x.Busy), float64(x.Length))
		r.LongestIdleUS = known(x.Idle)
	}
	b.r.Transactions = r
}

func (b *builder) txExamples(list []txExample) []TxExample {
	out := make([]TxExample, 0, len(list))
	for _, x := range list[:b.top(len(list))] {
		out = append(out, TxExample{
			File: x.File, Line: x.Line, EndLine: x.EndLine, Start: b.time(x.Time), Connection: text(x.Conn), Thread: text(x.Thread),
			Statements: x.Statements, LengthUS: some(x.Length), BusyUS: x.Busy, IdleUS: x.Idle, Failed: x.Failed, Rollback: x.Rollback,
		})
	}
	return out
}
