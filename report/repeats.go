package report

import (
	"cmp"
	"slices"
)

// repeats is how often a statement was repeated in a way that may be a fault.
type repeats struct {
	Runs     int64     `json:"runs,omitempty"`  // stretches of repetition
	Calls    int64     `json:"calls,omitempty"` // in them
	Time     int64     `json:"time,omitempty"`  // of those calls, µs
	Longest  int64     `json:"longest,omitempty"`
	Examples []example `json:"examples,omitempty"` // the longest runs, longest first
}

// example is one run: where it is, and of how many calls.
type example struct {
	File    string `json:"file"`
	Line    int64  `json:"line"`     // of the first call
	EndLine int64  `json:"end_line"` // of the last one
	Time    int64  `json:"time"`     // of the first call, or parse.NoTime
	Calls   int64  `json:"calls"`
	Runtime int64  `json:"runtime"` // of the calls together, µs
	Took    int64  `json:"took"`    // from the start of the first to the end of the last, µs; -1 if not known
	Conn    string `json:"conn,omitempty"`
	Thread  string `json:"thread,omitempty"`
	Before  string `json:"before,omitempty"` // digest of what ran before them on the connection
}

const (
	examplesOf  = 3
	exampleSize = 256
)

// add counts a run. It reports whether its example was kept.
func (r *repeats) add(x example) bool {
	r.Runs++
	r.Calls += x.Calls
	r.Time += x.Runtime
	r.Longest = max(r.Longest, x.Calls)
	return r.keep(x)
}

func (r *repeats) keep(x example) bool {
	i, _ := slices.BinarySearchFunc(r.Examples, x, longer)
	if i >= examplesOf {
		return false
	}
	if len(r.Examples) == examplesOf {
		r.Examples = r.Examples[:examplesOf-1]
	}
	r.Examples = slices.Insert(r.Examples, i, x)
	return true
}

// longer puts the longer run first.
func longer(a, b example) int {
	return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(b.Runtime, a.Runtime),
		place{a.Time, a.File, a.Line}.compare(place{b.Time, b.File, b.Line}))
}

func (r *repeats) merge(o *repeats) {
	r.Runs += o.Runs
	r.Calls += o.Calls
	r.Time += o.Time
	r.Longest = max(r.Longest, o.Longest)
	for _, x := range o.Examples {
		r.keep(x)
	}
}
