package report

import "cmp"

// Limits bound what a State keeps.
type Limits struct {
	Statements int // digests; the rest is summed up
	Bytes      int // that the statements may take, about
}

const (
	groupLimit   = 1000 // names of a kind: methods, connections, files ...
	seriesLimit  = 4032 // slots of the series of all records: two weeks of five minutes
	defaultLimit = 5000
	defaultBytes = 32 << 20
)

// State is what is kept of any number of records. It is made by a Collector, a
// Database or a state file, and serves one goroutine.
type State struct {
	Overview     totals       `json:"overview"`
	Statements   statements   `json:"statements"`
	Series       series       `json:"series"`
	Heat         heat         `json:"heat"`
	Histogram    histogram    `json:"histogram"`
	Slowest      samples      `json:"slowest"`
	Methods      groups       `json:"methods"`
	Systems      groups       `json:"systems"`
	Hosts        groups       `json:"hosts"`
	Connections  groups       `json:"connections"`
	Threads      groups       `json:"threads"`
	Files        groups       `json:"files"`
	Failures     failures     `json:"failures"`
	Batches      batches      `json:"batches"`
	Transactions transactions `json:"transactions"`
}

// totals are what is known of all records together.
type totals struct {
	Files    int64    `json:"files"` // with at least one line
	Bytes    int64    `json:"bytes"` // of text, decompressed
	Lines    int64    `json:"lines"`
	Records  int64    `json:"records"`
	Rejected int64    `json:"rejected"`
	Filtered int64    `json:"filtered"`
	Kinds    [4]int64 `json:"kinds"` // by parse.Kind
	Timeless int64    `json:"timeless"`
	sums
	Span    span    `json:"span"`
	Partial bool    `json:"partial,omitempty"` // reading was broken off
	Formats counter `json:"formats"`
}

// NewState makes an empty one. Limits that are 0 are the usual ones.
func NewState(l Limits) *State {
	l = l.filled()
	s := &State{Statements: newStatements(l.Statements, l.Bytes), Failures: newFailures()}
	s.Overview.Span = noSpan()
	for _, g := range s.groups() {
		*g = newGroups(groupLimit)
	}
	return s
}

// filled has the usual limits where l has none.
func (l Limits) filled() Limits {
	return Limits{cmp.Or(max(l.Statements, 0), defaultLimit), cmp.Or(max(l.Bytes, 0), defaultBytes)}
}

// groups are all sums by name.
func (s *State) groups() []*groups {
	return []*groups{&s.Methods, &s.Systems, &s.Hosts, &s.Connections, &s.Threads, &s.Files}
}

// Merge adds what o knows. o must not be used any more.
func (s *State) Merge(o *State) {
	s.Overview.merge(&o.Overview)
	s.Statements.merge(&o.Statements)
	s.Series.merge(&o.Series, seriesLimit)
	s.Heat.merge(&o.Heat)
	s.Histogram.merge(&o.Histogram)
	s.Slowest.merge(o.Slowest, slowestOf, slower)
	theirs := o.groups()
	for i, g := range s.groups() {
		g.merge(theirs[i])
	}
	s.Failures.merge(&o.Failures)
	s.Batches.merge(&o.Batches)
	s.Transactions.merge(&o.Transactions)
}

func (v *totals) merge(o *totals) {
	v.Files += o.Files
	v.Bytes += o.Bytes
	v.Lines += o.Lines
	v.Records += o.Records
	v.Rejected += o.Rejected
	v.Filtered += o.Filtered
	for i := range v.Kinds {
		v.Kinds[i] += o.Kinds[i]
	}
	v.Timeless += o.Timeless
	v.sums.merge(o.sums)
	v.Span.merge(o.Span)
	v.Partial = v.Partial || o.Partial
	v.Formats.merge(&o.Formats)
}
