package report

import (
	"encoding/json"
	"errors"
	"math"

	"github.com/DataDog/sketches-go/ddsketch/mapping"
	"github.com/DataDog/sketches-go/ddsketch/store"
)

// accuracy is the relative error of a quantile.
const accuracy = 0.01

// bins says which bin a value belongs to; it is that of every state file.
var bins = func() *mapping.LogarithmicMapping {
	m, err := mapping.NewLogarithmicMapping(accuracy)
	if err != nil {
		panic(err) // accuracy is a constant
	}
	return m
}()

// quantiles is a sketch of the distribution of values from 0 up (DDSketch, VLDB
// 2019): bins that grow by 2 %, so that what it says of a quantile is at most 1 %
// off. Sketches merge without loss.
type quantiles struct {
	zeros int64
	store *store.BufferedPaginatedStore // nil without values above 0
}

func (q *quantiles) add(n int64) {
	if n <= 0 {
		q.zeros++
		return
	}
	if q.store == nil {
		q.store = store.NewBufferedPaginatedStore()
	}
	q.store.Add(bins.Index(float64(n)))
}

// addBin adds count values that belong to the bin.
func (q *quantiles) addBin(bin int, count int64) {
	if q.store == nil {
		q.store = store.NewBufferedPaginatedStore()
	}
	q.store.AddWithCount(bin, float64(count))
}

func (q *quantiles) merge(o *quantiles) {
	q.zeros += o.zeros
	if o.store != nil {
		if q.store == nil {
			q.store = store.NewBufferedPaginatedStore()
		}
		q.store.MergeWith(o.store)
	}
}

// at gives quantiles: the least values that so many of all, as a share between 0
// and 1, do not exceed. The least and the greatest value are known exactly; without
// values it is the least.
func (q *quantiles) at(least, greatest int64, shares ...float64) []int64 {
	n := float64(q.zeros)
	if q.store != nil {
		n += q.store.TotalCount()
	}
	at := make([]int64, len(shares))
	for i, share := range shares {
		if n == 0 {
			at[i] = least
			continue
		}
		// What 0.95*20 lacks to 19 or has more is no rank.
		rank := max(1, math.Ceil(share*n-1e-9)) - float64(q.zeros)
		v := 0.0
		if rank > 0 && q.store != nil {
			v = bins.Value(q.store.KeyAtRank(rank - 1))
		}
		at[i] = min(max(int64(v+0.5), least), greatest)
	}
	return at
}

// sketchJSON is a sketch in a state file: zeros, then bin and count in turn.
type sketchJSON []int64

func (q quantiles) MarshalJSON() ([]byte, error) {
	out := sketchJSON{q.zeros}
	if q.store != nil {
		q.store.ForEach(func(bin int, count float64) bool {
			out = append(out, int64(bin), int64(count))
			return false
		})
	}
	return json.Marshal(out)
}

func (q *quantiles) UnmarshalJSON(b []byte) error {
	var in sketchJSON
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	*q = quantiles{}
	if len(in)%2 == 0 {
		return errors.New("a sketch without its zeros")
	}
	const lastBin = 1 << 12 // beyond every runtime
	q.zeros = in[0]
	for in = in[1:]; len(in) > 0; in = in[2:] {
		if in[0] < 0 || in[0] > lastBin || in[1] < 0 {
			return errors.New("a bin that no sketch has")
		}
		q.addBin(int(in[0]), in[1])
	}
	return nil
}
