package compare

import (
	"math"
	"math/rand/v2"
	"slices"
)

// median of v, which is not changed; NaN of nothing.
func median(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	s := slices.Sorted(slices.Values(v))
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}

// resamples of a bootstrap: enough that the ends of a 95 % interval do not move
// in the third digit.
const resamples = 10_000

// interval is the 95 % confidence interval of the median of v by the percentile
// bootstrap (Efron and Tibshirani, An Introduction to the Bootstrap, ch. 13):
// medians of samples drawn from v with replacement, the 2.5th to the 97.5th
// percentile of them. The same v and seed give the same interval.
func interval(v []float64, seed uint64) [2]float64 {
	if len(v) == 0 {
		return [2]float64{math.NaN(), math.NaN()}
	}
	rnd := rand.New(rand.NewPCG(seed, uint64(len(v))))
	medians := make([]float64, resamples)
	sample := make([]float64, len(v))
	for i := range medians {
		for j := range sample {
			sample[j] = v[rnd.IntN(len(v))]
		}
		medians[i] = median(sample)
	}
	slices.Sort(medians)
	return [2]float64{percentile(medians, 2.5), percentile(medians, 97.5)}
}

// percentile of sorted values by linear interpolation between ranks.
func percentile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := p / 100 * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// ratios divides what two schemes took, round by round: what made a round slow
// for both drops out. Rounds that either lacks are left out.
func ratios(a, b map[int]float64) []float64 {
	var v []float64
	for _, round := range sortedKeys(a) {
		if d, both := b[round]; both && d > 0 {
			v = append(v, a[round]/d)
		}
	}
	return v
}

func sortedKeys(m map[int]float64) []int {
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// latencies sums up how long transactions took, in milliseconds.
func latencies(ms []float64) Latency {
	if len(ms) == 0 {
		return Latency{}
	}
	slices.Sort(ms)
	sum := 0.0
	for _, v := range ms {
		sum += v
	}
	return Latency{int64(len(ms)), sum / float64(len(ms)), percentile(ms, 50), percentile(ms, 95), percentile(ms, 99), ms[len(ms)-1]}
}
