package report

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
)

// Baseline is what an earlier report had: statements by digest.
type Baseline struct {
	Name       string // of the file
	Statements map[string]BaselineStatement
}

// BaselineStatement is what a Baseline knows of a statement.
type BaselineStatement struct {
	Normalized string
	Calls      int64
	Mean, P95  *int64 // µs
	RuntimeUS  *int64
}

// Comparison is what has changed since the baseline.
type Comparison struct {
	Name    string   `json:"name"`
	New     []Change `json:"new"`      // statements that were not there
	Gone    []Change `json:"gone"`     // statements that are no more
	Slower  []Change `json:"slower"`   // in the mean, see slowerBy
	Faster  []Change `json:"faster"`   // the same the other way round
	NewSlow int64    `json:"new_slow"` // of New, those whose p95 is over SlowUS
	SlowUS  int64    `json:"slow_us"`
}

// Change is one statement then and now; what there is not is nil.
type Change struct {
	Digest     string   `json:"digest"`
	Normalized string   `json:"normalized"`
	Calls      *int64   `json:"calls"`
	CallsThen  *int64   `json:"calls_then"`
	MeanUS     *int64   `json:"mean_us"`
	MeanThenUS *int64   `json:"mean_then_us"`
	P95US      *int64   `json:"p95_us"`
	P95ThenUS  *int64   `json:"p95_then_us"`
	Ratio      *float64 `json:"ratio"` // of the means
	Slow       bool     `json:"slow"`  // the p95 is over SlowUS
}

// A statement is slower if both its mean and its p95 have grown by half and the
// mean by a millisecond, over as many calls: less is chance.
const (
	slowerBy    = 1.5
	slowerLeast = 1000 // µs
	slowerCalls = 10
)

// Baseline makes one of s.
func (s *State) Baseline(name string) *Baseline {
	b := &Baseline{name, map[string]BaselineStatement{}}
	for _, d := range s.Statements.sorted() {
		r := distribution(&d.sums, d.Least, d.Squares, &d.Runtimes)
		b.Statements[d.Digest] = BaselineStatement{d.Text, d.Calls, r.Mean, r.P95, r.Sum}
	}
	return b
}

// ReadBaseline reads a report that was written as JSON.
func ReadBaseline(name string, data []byte) (*Baseline, error) {
	var r struct {
		Overview   *struct{} `json:"overview"`
		More       *struct{} `json:"more"`
		Statements []struct {
			Digest     string `json:"digest"`
			Normalized string `json:"normalized"`
			Calls      int64  `json:"calls"`
			Runtime    struct {
				Sum  *int64 `json:"sum"`
				Mean *int64 `json:"mean"`
				P95  *int64 `json:"p95"`
			} `json:"runtime_us"`
		} `json:"statements"`
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, errors.New(jsonFault(err))
	}
	if r.Overview == nil || r.Statements == nil {
		return nil, errors.New("is not a report of jdbclog")
	}
	if r.More != nil {
		return nil, errors.New("was made with --top and does not have all statements")
	}
	b := &Baseline{name, map[string]BaselineStatement{}}
	for _, s := range r.Statements {
		b.Statements[s.Digest] = BaselineStatement{s.Normalized, s.Calls, s.Runtime.Mean, s.Runtime.P95, s.Runtime.Sum}
	}
	return b, nil
}

// compare tells what has changed. Statements without calls then or now are new or gone.
func (b *Baseline) compare(all []*shown, slow int64) *Comparison {
	c := &Comparison{Name: b.Name, New: []Change{}, Gone: []Change{}, Slower: []Change{}, Faster: []Change{}, SlowUS: slow}
	now := map[string]bool{}
	for _, d := range all {
		now[d.Digest] = true
		x := Change{Digest: d.Digest, Normalized: d.Text, Calls: known(d.Calls), MeanUS: d.runtime.Mean, P95US: d.runtime.P95}
		x.Slow = x.P95US != nil && *x.P95US >= slow
		then, found := b.Statements[d.Digest]
		if !found {
			if x.Slow {
				c.NewSlow++
			}
			c.New = append(c.New, x)
			continue
		}
		x.CallsThen, x.MeanThenUS, x.P95ThenUS = known(then.Calls), then.Mean, then.P95
		switch x.judge() {
		case 1:
			c.Slower = append(c.Slower, x)
		case -1:
			c.Faster = append(c.Faster, x)
		}
	}
	for digest, then := range b.Statements {
		if !now[digest] {
			c.Gone = append(c.Gone, Change{Digest: digest, Normalized: then.Normalized, CallsThen: known(then.Calls), MeanThenUS: then.Mean, P95ThenUS: then.P95})
		}
	}
	slices.SortFunc(c.Gone, func(x, y Change) int {
		return cmp.Or(cmp.Compare(*y.CallsThen, *x.CallsThen), cmp.Compare(x.Digest, y.Digest))
	})
	slices.SortStableFunc(c.Slower, func(x, y Change) int { return cmp.Compare(*y.Ratio, *x.Ratio) })
	slices.SortStableFunc(c.Faster, func(x, y Change) int { return cmp.Compare(*x.Ratio, *y.Ratio) })
	return c
}

// judge tells whether the statement is slower (1), faster (-1) or neither.
func (x *Change) judge() int {
	if x.MeanUS == nil || x.MeanThenUS == nil || x.P95US == nil || x.P95ThenUS == nil {
		return 0
	}
	mean, then := float64(*x.MeanUS), float64(*x.MeanThenUS)
	x.Ratio = ratio(mean, then)
	p95, p95Then := float64(*x.P95US), float64(*x.P95ThenUS)
	switch {
	case *x.Calls < slowerCalls || *x.CallsThen < slowerCalls:
		return 0
	case mean >= then*slowerBy && mean-then >= slowerLeast && p95 >= p95Then*slowerBy:
		if x.Ratio == nil { // then it took no time at all
			x.Ratio = ratio(mean, slowerLeast)
		}
		return 1
	case then >= mean*slowerBy && then-mean >= slowerLeast && p95Then >= p95*slowerBy:
		return -1
	}
	return 0
}
