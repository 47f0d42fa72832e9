package report

import "strings"

// manyRows is how many rows of a select without limit are very many.
const manyRows = 1000

// large is how often a select without limit returned very many rows.
type large struct {
	Calls  int64   `json:"calls,omitempty"`
	Rows   int64   `json:"rows,omitempty"` // of those calls
	Max    int64   `json:"max,omitempty"`
	Sample samples `json:"sample,omitempty"` // the one with most
}

// more prefers the sample with more rows.
func more(a, b *sample) int {
	if a.Rows != b.Rows {
		if a.Rows > b.Rows {
			return -1
		}
		return 1
	}
	return a.place().compare(b.place())
}

func (l *large) add(rows int64, sample func() sample) {
	l.Calls++
	l.Rows += rows
	if len(l.Sample) == 0 || rows >= l.Max {
		l.Sample.keep(sample(), 1, more)
	}
	l.Max = max(l.Max, rows)
}

func (l *large) merge(o *large) {
	l.Calls += o.Calls
	l.Rows += o.Rows
	l.Max = max(l.Max, o.Max)
	l.Sample.merge(o.Sample, 1, more)
}

// limited reports whether a normalised select says how many rows it wants.
func limited(normalized string) bool {
	for _, word := range []string{" limit ", " fetch first ", " fetch next ", "select top ", "rownum", "row_number("} {
		if strings.Contains(normalized, word) {
			return true
		}
	}
	return false
}
