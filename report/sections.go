package report

import (
	"fmt"
	"strings"
)

// SectionNames are the sections of text and Markdown, in their order.
func SectionNames() []string {
	return []string{
		"overview", "statements", "details", "breakdowns", "time", "histogram", "slowest", "errors", "batches", "transactions", "candidates", "baseline", "plans",
	}
}

// sections is r as people read it. Those that there is nothing to say of are empty.
func (r *Report) sections() []section {
	list := []section{r.overview(), r.ranking()}
	list = append(list, r.details()...)
	list = append(list, r.breakdowns()...)
	list = append(list, r.course(), r.heatmap(), r.histogram(), r.slowest())
	list = append(list, r.errors()...)
	list = append(list, r.batches())
	list = append(list, r.transactions()...)
	list = append(list, r.candidates()...)
	list = append(list, r.changes()...)
	return append(list, r.plans()...)
}

func (r *Report) overview() section {
	o, s := &r.Overview, section{name: "overview"}
	if o.Partial {
		s.say("PARTIAL: reading was broken off, what follows is of what was read until then.")
	}
	line := plural(o.Records, "record") + " of " + plural(o.Digests, "statement")
	if o.Files > 0 {
		line += " in " + plural(o.Files, "file")
	}
	if o.Bytes != nil {
		line += fmt.Sprintf(" (%s, %s)", bytesText(*o.Bytes), plural(*o.Lines, "line"))
	}
	k := o.Kinds
	line += ": " + plural(k.Statement, "single execution")
	for _, x := range []struct {
		n    int64
		word string
	}{{k.Batch, "batch"}, {k.Commit, "commit"}, {k.Rollback, "rollback"}} {
		if x.n > 0 {
			line += ", " + plural(x.n, x.word)
		}
	}
	if o.Failed > 0 {
		line += fmt.Sprintf("; %s failed", grouped(o.Failed))
	}
	s.say(line)
	if o.Seconds != nil {
		line := fmt.Sprintf("%s to %s (%s)", stamp(o.First, toSecond), stamp(o.Last, toSecond+" -07:00"), microseconds(int64(*o.Seconds*1e6)))
		if o.PerSecond != nil {
			line += fmt.Sprintf(", %s a second", rate(o.PerSecond))
		}
		if p := o.Peak; p != nil {
			line += fmt.Sprintf(", %s at the peak at %s", rate(&p.PerSecond), stamp(p.Start, "2006-01-02 15:04"))
		}
		s.say(line)
	}
	if o.RuntimeUS != nil {
		d := o.Runtime
		line := fmt.Sprintf("%s of runtime: mean %s, p50 %s, p95 %s, p99 %s, max %s", duration(d.Sum), duration(d.Mean), duration(d.P50), duration(d.P95), duration(d.P99), duration(d.Max))
		if o.Concurrency != nil {
			line += fmt.Sprintf("; %s at a time on average", rate(o.Concurrency))
			if p := o.Peak; p != nil && p.Concurrency != nil {
				line += fmt.Sprintf(", %s at the peak", rate(p.Concurrency))
			}
		}
		s.say(line)
	} else {
		s.say("The logs tell no runtimes.")
	}
	if o.Rejected != nil && *o.Rejected > 0 {
		s.say(plural(*o.Rejected, "stretch") + " of log could not be read as records.")
	}
	if o.Filtered != nil && *o.Filtered > 0 {
		s.say(grouped(*o.Filtered) + " records were left out by the filters.")
	}
	if o.Timeless > 0 {
		s.say(grouped(o.Timeless) + " records have no time.")
	}
	if r.Other != nil {
		s.say(fmt.Sprintf("There were too many statements to keep apart (--max-digests): %s of the lightest, %s calls, are summed up as other, and may have come back.", grouped(r.Other.Digests), grouped(r.Other.Calls)))
	}
	return s
}

func (r *Report) ranking() section {
	s := section{name: "statements", title: fmt.Sprintf("statements by %s", orderWords(r.Order))}
	if len(r.Statements) == 0 {
		return s
	}
	t := columns("#", "share", "time", "calls", "mean", "p95", "max", "rows", "failed", "<digest", "<`statement")
	for _, x := range r.Statements {
		d := x.Runtime
		t.add(grouped(int64(x.Rank)), percent(x.Share), duration(d.Sum), grouped(x.Calls), duration(d.Mean), duration(d.P95), duration(d.Max), number(x.Rows), zeroless(x.Failed), short(x.Digest), x.Normalized)
	}
	for _, x := range []struct {
		rest *Rest
		word string
	}{{r.More, "more"}, {r.Other, "other"}} {
		if x.rest != nil {
			d := x.rest.Runtime
			t.add("", percent(x.rest.Share), duration(d.Sum), grouped(x.rest.Calls), duration(d.Mean), duration(d.P95), duration(d.Max), number(x.rest.Rows), zeroless(x.rest.Failed), "", fmt.Sprintf("(%s %s)", grouped(x.rest.Digests), x.word))
		}
	}
	s.show(t.prune("", unknown))
	return s
}

// orderWords says what an order is by.
func orderWords(o Order) string {
	switch o {
	case "time":
		return "total time"
	case "mean", "p95":
		return string(o) + " runtime"
	case "max":
		return "longest runtime"
	case "failed":
		return "failures"
	}
	return string(o)
}

// details is a section for each statement that is shown.
func (r *Report) details() []section {
	var list []section
	for i, x := range r.Statements {
		s := section{name: "details", deeper: true, title: fmt.Sprintf("#%d %s", x.Rank, x.Digest)}
		d := x.Runtime
		line := fmt.Sprintf("%s on %s: %s", x.Type, orNone(strings.Join(x.Tables, ", ")), plural(x.Calls, "call"))
		if x.Batches > 0 {
			line += fmt.Sprintf(", of which batches %s with %s executions", grouped(x.Batches), grouped(x.Executions))
		}
		if x.Failed > 0 {
			line += fmt.Sprintf(", %s failed", grouped(x.Failed))
		}
		if x.Rows != nil {
			line += fmt.Sprintf(", %s", plural(*x.Rows, "row"))
		}
		s.say(line)
		if d.Sum != nil {
			s.say(fmt.Sprintf("runtime %s (%s): min %s, mean %s, p50 %s, p95 %s, p99 %s, max %s, standard deviation %s",
				duration(d.Sum), percent(x.Share), duration(d.Min), duration(d.Mean), duration(d.P50), duration(d.P95), duration(d.P99), duration(d.Max), microseconds(int64(*d.Stddev+0.5))))
		}
		if !x.First.IsZero() {
			s.say(fmt.Sprintf("%s to %s%s", stamp(x.First, toMilli), stamp(x.Last, toMilli), coursed(x.Course, x.SlotWidth)))
		}
		if names := nameList(x.Methods, 5); names != "" {
			s.say("called by " + names)
		}
		if len(x.Files) > 1 {
			s.say("in " + nameList(x.Files, 5))
		}
		s.quote(x.Normalized)
		for j, e := range x.Samples {
			s.say(sampleLine(e))
			if j == 0 || len(r.Statements) == 1 {
				s.quote(e.SQL)
			}
		}
		if i == 0 {
			list = append(list, section{name: "details", title: "the statements one by one", blocks: []block{{text: "With the slowest execution of each."}}})
		}
		list = append(list, s)
	}
	return list
}

func orNone(s string) string {
	if s == "" {
		return "no table"
	}
	return s
}

// coursed is a course as a line of bars.
func coursed(list []Slot, width int64) string {
	if len(list) < 2 {
		return ""
	}
	first, last := list[0].Start.Unix(), list[len(list)-1].Start.Unix()
	values := make([]int64, (last-first)/width+1)
	if len(values) > 1<<16 {
		return ""
	}
	for _, x := range list {
		values[(x.Start.Unix()-first)/width] += x.Calls
	}
	return " ▕" + spark(values, 48) + "▏"
}

// nameList is the first n names, each with its calls.
func nameList(list []Named, n int) string {
	var parts []string
	for i, x := range list {
		if i == n {
			parts = append(parts, fmt.Sprintf("%d more", len(list)-n))
			break
		}
		if x.Name == "" {
			x.Name = "(other)"
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", x.Name, grouped(x.Calls)))
	}
	return strings.Join(parts, ", ")
}

// sampleLine says where and how an execution ran.
func sampleLine(e Execution) string {
	parts := []string{at(e.File, e.Line, e.EndLine), duration(e.RuntimeUS)}
	if !e.Time.IsZero() {
		parts = append(parts, stamp(e.Time, toMilli))
	}
	if e.Connection != nil {
		parts = append(parts, "connection "+*e.Connection)
	}
	if e.Thread != nil {
		parts = append(parts, *e.Thread)
	}
	if e.Rows != nil {
		parts = append(parts, plural(*e.Rows, "row"))
	}
	if e.Failed {
		parts = append(parts, "failed")
	}
	if e.Error != nil {
		parts = append(parts, *e.Error)
	}
	if e.Cut {
		parts = append(parts, "SQL cut")
	}
	return strings.Join(parts, ", ")
}
