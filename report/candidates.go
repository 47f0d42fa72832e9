package report

import (
	"cmp"
	"fmt"
	"slices"
)

// Candidate is something that may be a fault of the application, with what
// speaks for it. Whether it is one only its developers can tell.
type Candidate struct {
	Kind       string    `json:"kind"`
	Digest     *string   `json:"digest"` // nil for transactions
	Normalized *string   `json:"normalized"`
	Evidence   string    `json:"evidence"` // a sentence of the figures below
	Runs       int64     `json:"runs"`     // how often it was found
	Calls      int64     `json:"calls"`    // executions concerned
	RuntimeUS  int64     `json:"runtime_us"`
	Longest    int64     `json:"longest"` // calls of the longest run, statements, rows or values
	Examples   []Example `json:"examples"`
}

// Example is one place where a candidate was found.
type Example struct {
	File       string  `json:"file"`
	Line       int64   `json:"line"`
	EndLine    int64   `json:"end_line"`
	Time       Time    `json:"time"`
	Calls      int64   `json:"calls"`
	RuntimeUS  int64   `json:"runtime_us"`
	TookUS     *int64  `json:"took_us"` // from the start of the first to the end of the last
	Connection *string `json:"connection"`
	Thread     *string `json:"thread"`
	Before     *string `json:"before"` // digest of what ran before on the connection
}

// The kinds of candidates, in the order in which they are shown.
const (
	NPlusOne  = "n_plus_one"         // one statement many times on one connection in a short time
	Chatty    = "chatty_transaction" // transactions of very many statements
	LargeRead = "large_result"       // a select without limit that returned very many rows
	InList    = "in_list"            // texts that differ only in the length of an IN list
	Duplicate = "duplicate"          // the same text again at once
)

// CandidateKinds are all kinds.
func CandidateKinds() []string { return []string{NPlusOne, Chatty, LargeRead, InList, Duplicate} }

// candidates lists what was found, by kind, then by what it took.
func (b *builder) candidates() {
	b.r.Candidates = []Candidate{}
	for _, d := range b.all {
		b.repeats(NPlusOne, d, &d.Loops, "%s in %s of %d or more on one connection, with at most %d others between two of them and no pause over 1 s; %d in the longest")
		b.repeats(Duplicate, d, &d.Duplicates, "%s of a text that was run just before on the same connection, values and all, no more than 1 s ago; in %s, %d in a row at most")
		b.large(d)
		b.list(d)
	}
	b.chatty()
	kinds := CandidateKinds()
	slices.SortStableFunc(b.r.Candidates, func(x, y Candidate) int {
		return cmp.Or(cmp.Compare(slices.Index(kinds, x.Kind), slices.Index(kinds, y.Kind)), cmp.Compare(y.RuntimeUS, x.RuntimeUS), cmp.Compare(y.Calls, x.Calls))
	})
}

func (b *builder) candidate(kind string, d *shown, evidence string) *Candidate {
	b.r.Candidates = append(b.r.Candidates, Candidate{Kind: kind, Evidence: evidence, Examples: []Example{}})
	c := &b.r.Candidates[len(b.r.Candidates)-1]
	if d != nil {
		c.Digest, c.Normalized = &d.Digest, &d.Text
	}
	return c
}

func (b *builder) repeats(kind string, d *shown, r *repeats, evidence string) {
	if r.Runs == 0 {
		return
	}
	calls := plural(r.Calls, "call")
	if kind == NPlusOne {
		evidence = fmt.Sprintf(evidence, calls, plural(r.Runs, "run"), loopCalls, loopOthers, r.Longest)
	} else {
		evidence = fmt.Sprintf(evidence, calls, plural(r.Runs, "place"), r.Longest)
	}
	c := b.candidate(kind, d, evidence)
	c.Runs, c.Calls, c.RuntimeUS, c.Longest = r.Runs, r.Calls, r.Time, r.Longest
	for _, x := range r.Examples {
		c.Examples = append(c.Examples, Example{
			File: x.File, Line: x.Line, EndLine: x.EndLine, Time: b.time(x.Time), Calls: x.Calls, RuntimeUS: x.Runtime, TookUS: some(x.Took),
			Connection: text(x.Conn), Thread: text(x.Thread), Before: text(x.Before),
		})
	}
}

func (b *builder) large(d *shown) {
	l := &d.Large
	if l.Calls == 0 {
		return
	}
	c := b.candidate(LargeRead, d, fmt.Sprintf("has no limit and returned %d rows or more in %d of %d calls, %d at most", manyRows, l.Calls, d.Calls, l.Max))
	c.Runs, c.Calls, c.Longest = l.Calls, l.Calls, l.Max
	for _, x := range l.Sample {
		c.RuntimeUS = max(x.Runtime, 0)
		c.Examples = append(c.Examples, Example{
			File: x.File, Line: x.Line, EndLine: x.EndLine, Time: b.time(x.Time), Calls: 1, RuntimeUS: max(x.Runtime, 0), TookUS: some(x.Runtime),
			Connection: text(x.Conn), Thread: text(x.Thread),
		})
	}
}

func (b *builder) list(d *shown) {
	l := &d.Lists
	n := int64(len(l.Known))
	if n < 2 {
		return
	}
	many := fmt.Sprint(n)
	if l.More {
		many = fmt.Sprintf("more than %d", n)
	}
	c := b.candidate(InList, d, fmt.Sprintf("came with IN lists of %s lengths, %d to %d values: each is a text of its own to the database", many, l.Known[0], l.Max))
	c.Runs, c.Calls, c.RuntimeUS, c.Longest = n, d.Calls, d.Time, int64(l.Max)
	for _, x := range d.Samples[:min(1, len(d.Samples))] {
		c.Examples = append(c.Examples, Example{
			File: x.File, Line: x.Line, EndLine: x.EndLine, Time: b.time(x.Time), Calls: 1, RuntimeUS: max(x.Runtime, 0), TookUS: some(x.Runtime),
			Connection: text(x.Conn), Thread: text(x.Thread),
		})
	}
}

func (b *builder) chatty() {
	t := &b.State.Transactions
	if t.Chatty == 0 {
		return
	}
	c := b.candidate(Chatty, nil, fmt.Sprintf("%s of %d statements or more, of %d in all; %d in the largest (if autocommit was off: no log tells)", plural(t.Chatty, "transaction"), chattyCalls, t.Commits+t.Rollbacks-t.Empty, t.Most))
	c.Runs, c.Calls, c.RuntimeUS, c.Longest = t.Chatty, t.Chatty, t.ChattyTime, t.Most
	for _, x := range t.Largest[:min(examplesOf, len(t.Largest))] {
		c.Examples = append(c.Examples, Example{
			File: x.File, Line: x.Line, EndLine: x.EndLine, Time: b.time(x.Time), Calls: x.Statements, RuntimeUS: x.Busy, TookUS: some(x.Length),
			Connection: text(x.Conn), Thread: text(x.Thread),
		})
	}
}
