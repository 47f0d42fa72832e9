package config

import (
	"fmt"
	"strconv"
	"strings"
)

// Limit is a number of records or a share of them. The zero value is no limit.
type Limit struct {
	set     bool
	percent bool
	n       float64
}

// leastRecords is how many records must have been read before a share is
// taken seriously: one reject in the first line is no 100 %.
const leastRecords = 1000

// Exceeded tells whether count of total is over the limit. A share counts
// from 1 000 records on, or at the end of the run (ended).
func (l Limit) Exceeded(count, total int64, ended bool) bool {
	switch {
	case !l.set:
		return false
	case l.percent:
		return (ended || total >= leastRecords) && float64(count)*100 > l.n*float64(total)
	}
	return float64(count) > l.n
}

// Set takes "none", a whole number such as 1000, or a share such as 5% or 0.1%.
func (l *Limit) Set(s string) error {
	if s == "none" {
		*l = Limit{}
		return nil
	}
	if share, found := strings.CutSuffix(s, "%"); found {
		n, err := strconv.ParseFloat(strings.TrimSpace(share), 64)
		if err == nil && n >= 0 && n <= 100 {
			*l = Limit{true, true, n}
			return nil
		}
	} else if n, err := strconv.ParseUint(s, 10, 53); err == nil {
		*l = Limit{true, false, float64(n)}
		return nil
	}
	return fmt.Errorf("%s is not a limit like 1000, 5%% or none", quote(s))
}

// String is the limit as Set takes it.
func (l Limit) String() string {
	if !l.set {
		return "none"
	}
	s := strconv.FormatFloat(l.n, 'f', -1, 64)
	if l.percent {
		s += "%"
	}
	return s
}

// Type is "value".
func (l Limit) Type() string { return "value" }
