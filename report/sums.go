package report

import (
	"math"
	"math/big"
	"math/bits"

	"jdbclog/parse"
)

// Larger values than these are taken for these, so that sums cannot overflow.
const (
	maxRuntime = 1 << 44 // µs: half a year
	maxRows    = 1 << 40
)

// sums are what executions add up to.
type sums struct {
	Calls  int64 `json:"calls"`
	Failed int64 `json:"failed,omitempty"`
	Timed  int64 `json:"timed,omitempty"` // calls whose runtime is known
	Time   int64 `json:"time,omitempty"`  // their runtimes, µs
	Max    int64 `json:"max,omitempty"`
	Told   int64 `json:"told,omitempty"` // calls whose rows are known
	Rows   int64 `json:"rows,omitempty"` // read, or changed where the log tells no rows
}

// execution is what is added up of a record. Negative figures are not known.
type execution struct {
	runtime, rows int64
	failed        bool
}

func executionOf(r *parse.Record) execution {
	x := execution{runtime: r.Runtime, rows: r.Rows, failed: r.Failed}
	if x.rows < 0 {
		x.rows = r.UpdateCount
	}
	x.runtime, x.rows = min(x.runtime, maxRuntime), min(x.rows, maxRows)
	return x
}

func (s *sums) add(x execution) {
	s.Calls++
	if x.failed {
		s.Failed++
	}
	if x.runtime >= 0 {
		s.Timed++
		s.Time += x.runtime
		s.Max = max(s.Max, x.runtime)
	}
	if x.rows >= 0 {
		s.Told++
		s.Rows += x.rows
	}
}

func (s *sums) merge(o sums) {
	s.Calls += o.Calls
	s.Failed += o.Failed
	s.Timed += o.Timed
	s.Time += o.Time
	s.Max = max(s.Max, o.Max)
	s.Told += o.Told
	s.Rows += o.Rows
}

// mean is the mean runtime in µs, nil if none is known.
func (s *sums) mean() *int64 {
	if s.Timed == 0 {
		return nil
	}
	return known((s.Time + s.Timed/2) / s.Timed)
}

func known(n int64) *int64 { return &n }

// wide is an unsigned integer of 128 bits: the sum of squares of runtimes.
type wide struct {
	High uint64 `json:"h,omitempty"`
	Low  uint64 `json:"l,omitempty"`
}

func (w *wide) addSquare(n int64) {
	h, l := bits.Mul64(uint64(n), uint64(n))
	w.add(wide{h, l})
}

func (w *wide) add(o wide) {
	var carry uint64
	w.Low, carry = bits.Add64(w.Low, o.Low, 0)
	w.High, _ = bits.Add64(w.High, o.High, carry)
}

// deviation is the standard deviation of n values, given their sum and that of
// their squares. It is exact to the last digit of a float64.
func deviation(n, sum int64, squares wide) float64 {
	if n < 2 {
		return 0
	}
	sq := new(big.Int).SetUint64(squares.High)
	sq.Lsh(sq, 64).Or(sq, new(big.Int).SetUint64(squares.Low))
	sq.Mul(sq, big.NewInt(n))
	s := big.NewInt(sum)
	sq.Sub(sq, s.Mul(s, s))
	f, _ := new(big.Float).SetInt(sq).Float64()
	return math.Sqrt(max(f, 0)) / float64(n)
}
