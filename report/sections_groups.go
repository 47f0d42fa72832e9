package report

import (
	"fmt"
	"strings"
)

// breakdowns are tables of executions by name.
func (r *Report) breakdowns() []section {
	var list []section
	for _, x := range []struct {
		title, name string
		b           *Breakdown
		least       int // names from which on it is worth showing
	}{
		{"by type", "type", &r.Types, 1}, {"by table", "table", &r.Tables, 1}, {"by method", "method", &r.Methods, 1},
		{"by system", "system", &r.Systems, 1}, {"by host", "host", &r.Hosts, 2},
		{"by connection", "connection", &r.Connections, 2}, {"by thread", "thread", &r.Threads, 2}, {"by file", "file", &r.Files, 2},
	} {
		s := section{name: "breakdowns", title: x.title}
		if x.b.Names >= int64(x.least) {
			s.show(r.breakdown(x.name, x.b))
		}
		list = append(list, s)
	}
	return list
}

func (r *Report) breakdown(name string, b *Breakdown) *table {
	t := columns("share", "time", "calls", "mean", "max", "rows", "failed", "transactions", "rollbacks", "<"+name)
	all := r.Overview.RuntimeUS
	add := func(g *Group, name string) {
		var share *float64
		if g.RuntimeUS != nil && all != nil {
			share = ratio(float64(*g.RuntimeUS), float64(*all))
		}
		tx, rollbacks := "", ""
		if g.Transactions != nil {
			tx, rollbacks = zeroless(*g.Transactions), zeroless(*g.Rollbacks)
		}
		t.add(percent(share), duration(g.RuntimeUS), grouped(g.Calls), duration(g.MeanUS), duration(g.MaxUS), number(g.Rows), zeroless(g.Failed), tx, rollbacks, name)
	}
	for i := range b.Groups {
		add(&b.Groups[i], b.Groups[i].Name)
	}
	if b.Other != nil {
		add(b.Other, fmt.Sprintf("(%s more)", grouped(b.Names-int64(len(b.Groups)))))
	}
	return t.prune("", unknown)
}

// errors is a section of classes, and what was said of each.
func (r *Report) errors() []section {
	s := section{name: "errors", title: "failures"}
	if len(r.Errors) == 0 {
		return nil
	}
	t := columns("calls", "time", "statements", "<class", "<message")
	for _, x := range r.Errors {
		t.add(grouped(x.Calls), microseconds(x.RuntimeUS), grouped(int64(len(x.Digests))), orUnknown(x.Class), x.Message)
	}
	s.show(t.prune("", unknown))
	list := []section{s}
	for _, x := range r.Errors {
		d := section{name: "errors", deeper: true, title: orUnknown(x.Class)}
		if x.Message != "" {
			d.title += ": " + x.Message
		}
		for i, e := range x.Samples {
			d.say(sampleLine(e))
			if i == 0 {
				d.quote(e.SQL)
			}
		}
		list = append(list, d)
	}
	return list
}

func (r *Report) batches() section {
	s := section{name: "batches", title: "batches"}
	b := r.Batches
	if b == nil {
		return s
	}
	line := plural(b.Calls, "batch")
	if b.Sized > 0 {
		line += fmt.Sprintf(", %s of them of known size with %s executions: %s to %s, mean %.1f, p50 %s, p95 %s",
			grouped(b.Sized), grouped(b.Executions), number(b.MinSize), number(b.MaxSize), *b.MeanSize, number(b.P50Size), number(b.P95Size))
	}
	s.say(line)
	if b.RuntimeUS != nil {
		line := duration(b.RuntimeUS) + " of runtime"
		if b.PerSecond != nil {
			line += fmt.Sprintf(", %s executions in a second of it", rate(b.PerSecond))
		}
		s.say(line)
	}
	return s
}

func (r *Report) transactions() []section {
	x := r.Transactions
	if x == nil {
		return nil
	}
	s := section{name: "transactions", title: "transactions"}
	s.say(fmt.Sprintf("%s and %s, %s of nothing; on %s the log ends with statements that may be of an unfinished one. Whether autocommit was on no log tells.",
		plural(x.Commits, "commit"), plural(x.Rollbacks, "rollback"), grouped(x.Empty), plural(x.Open, "connection")))
	if x.MaxStatements != nil {
		s.say(fmt.Sprintf("statements in one: p50 %s, p95 %s, max %s", number(x.P50Statements), number(x.P95Statements), number(x.MaxStatements)))
	}
	if x.MaxUS != nil {
		line := fmt.Sprintf("length: mean %s, p50 %s, p95 %s, max %s", duration(x.MeanUS), duration(x.P50US), duration(x.P95US), duration(x.MaxUS))
		if x.Busy != nil {
			line += fmt.Sprintf("; a statement ran in %s of it, the longest pause was %s", percent(x.Busy), duration(x.LongestIdleUS))
		}
		s.say(line)
	}
	list := []section{s}
	for _, y := range []struct {
		title string
		list  []TxExample
	}{{"longest transactions", x.Longest}, {"transactions of most statements", x.MostStatements}} {
		d := section{name: "transactions", deeper: true, title: y.title}
		t := columns("length", "busy", "pause", "statements", "failed", "<end", "<start", "<connection", "<where")
		for _, e := range y.list {
			end := "commit"
			if e.Rollback {
				end = "rollback"
			}
			who := e.Connection
			if who == nil {
				who = e.Thread
			}
			t.add(duration(e.LengthUS), microseconds(e.BusyUS), microseconds(e.IdleUS), grouped(e.Statements), zeroless(e.Failed), end, stamp(e.Start, toMilli), orUnknown(who), at(e.File, e.Line, e.EndLine))
		}
		if len(t.rows) > 0 {
			d.show(t.prune("", unknown))
		}
		list = append(list, d)
	}
	return list
}

// candidateTitle says what a kind is.
func candidateTitle(kind string) string {
	switch kind {
	case NPlusOne:
		return "N+1: one statement many times"
	case Chatty:
		return "chatty transactions"
	case LargeRead:
		return "selects without limit with very many rows"
	case InList:
		return "IN lists of changing length"
	}
	return "the same again at once"
}

// candidates are what may be faults, with what speaks for it.
func (r *Report) candidates() []section {
	if len(r.Candidates) == 0 {
		return nil
	}
	s := section{name: "candidates", title: "candidates"}
	s.say("What may be faults of the application, with what speaks for it.")
	list := []section{s}
	shown := map[string]int{}
	for _, c := range r.Candidates {
		if shown[c.Kind]++; shown[c.Kind] == 1 {
			list = append(list, section{name: "candidates", deeper: true, title: candidateTitle(c.Kind)})
		}
		const most = 5 // of a kind: JSON has all of them
		d := &list[len(list)-1]
		if shown[c.Kind] > most {
			if shown[c.Kind] == most+1 {
				d.say(fmt.Sprintf("and %d more", howMany(r.Candidates, c.Kind)-most))
			}
			continue
		}
		if shown[c.Kind] > 1 {
			d.part()
		}
		line := c.Evidence
		if c.Digest != nil {
			line = short(*c.Digest) + " " + line
		}
		d.say(fmt.Sprintf("%s; %s of runtime", line, microseconds(c.RuntimeUS)))
		if c.Normalized != nil {
			d.quote(clip(oneLine(*c.Normalized), 300))
		}
		for _, e := range c.Examples {
			d.say(exampleLine(e))
		}
	}
	return list
}

// exampleLine says where a candidate was found.
func exampleLine(e Example) string {
	parts := []string{at(e.File, e.Line, e.EndLine), plural(e.Calls, "call"), microseconds(e.RuntimeUS)}
	if !e.Time.IsZero() {
		parts = append(parts, stamp(e.Time, toMilli))
	}
	if e.Connection != nil {
		parts = append(parts, "connection "+*e.Connection)
	} else if e.Thread != nil {
		parts = append(parts, *e.Thread)
	}
	if e.Before != nil {
		parts = append(parts, "after "+short(*e.Before))
	}
	return strings.Join(parts, ", ")
}

func howMany(list []Candidate, kind string) (n int) {
	for _, c := range list {
		if c.Kind == kind {
			n++
		}
	}
	return n
}

// changes is what has changed since the baseline.
func (r *Report) changes() []section {
	b := r.Baseline
	if b == nil {
		return nil
	}
	s := section{name: "baseline", title: "since the baseline"}
	s.say(fmt.Sprintf("Compared with %s: %s new (%s of them slow, with a p95 of %s or more), %s gone, %s slower, %s faster.",
		b.Name, plural(int64(len(b.New)), "statement"), grouped(b.NewSlow), microseconds(b.SlowUS), grouped(int64(len(b.Gone))), grouped(int64(len(b.Slower))), grouped(int64(len(b.Faster)))))
	list := []section{s}
	for _, x := range []struct {
		title string
		list  []Change
	}{{"new", b.New}, {"gone", b.Gone}, {"slower", b.Slower}, {"faster", b.Faster}} {
		d := section{name: "baseline", deeper: true, title: x.title}
		t := columns("calls then", "calls", "mean then", "mean", "ratio", "p95 then", "p95", "<digest", "<`statement")
		const most = 20 // JSON has all of them
		for _, c := range x.list[:min(most, len(x.list))] {
			ratio := unknown
			if c.Ratio != nil {
				ratio = fmt.Sprintf("%.1f×", *c.Ratio)
			}
			t.add(number(c.CallsThen), number(c.Calls), duration(c.MeanThenUS), duration(c.MeanUS), ratio, duration(c.P95ThenUS), duration(c.P95US), short(c.Digest), c.Normalized)
		}
		if len(t.rows) > 0 {
			d.show(t.prune("", unknown))
		}
		if n := len(x.list) - most; n > 0 {
			d.say(fmt.Sprintf("and %d more", n))
		}
		list = append(list, d)
	}
	return list
}
