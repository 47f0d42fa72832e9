package report

import (
	"cmp"
	"slices"
)

// Order is what statements are ranked by.
type Order string

// Orders are all there are.
func Orders() []Order { return []Order{"time", "calls", "mean", "p95", "max", "rows", "failed"} }

// sort ranks statements, what matters most first. What the logs do not tell comes last.
func (o Order) sort(list []*shown) {
	slices.SortFunc(list, func(a, b *shown) int {
		return cmp.Or(cmp.Compare(o.figure(b), o.figure(a)), heavier(a.statement, b.statement))
	})
}

// shown is a statement on its way into a Report.
type shown struct {
	*statement
	runtime Distribution
}

func (o Order) figure(s *shown) int64 {
	var n *int64
	switch o {
	case "calls":
		return s.Calls
	case "failed":
		return s.Failed
	case "mean":
		n = s.runtime.Mean
	case "p95":
		n = s.runtime.P95
	case "max":
		n = s.runtime.Max
	case "rows":
		n = told(s.Rows, s.Told)
	default:
		n = s.runtime.Sum
	}
	if n == nil {
		return -1
	}
	return *n
}
