package generate

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// random is the one source of chance of a stream.
type random struct{ pcg *rand.PCG }

// newRandom seeds a source. Neighbouring seeds and files are mixed apart first: PCG's first numbers show how near its seeds are.
func newRandom(seed uint64, file int) random {
	a := mix(seed)
	return random{rand.NewPCG(a, mix(a+uint64(file)))}
}

// mix is the finaliser of SplitMix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below returns a number in 0..n-1.
func (r random) below(n int) int {
	hi, _ := bits.Mul64(r.pcg.Uint64(), uint64(n))
	return int(hi)
}

// below64 is below for long stretches of time.
func (r random) below64(n int64) int64 {
	hi, _ := bits.Mul64(r.pcg.Uint64(), uint64(n))
	return int64(hi)
}

// one tells whether the one case in n came up.
func (r random) one(n int) bool { return r.below(n) == 0 }

// spread is the quantile function of a log-normal distribution with median 1, in 1/1024: drawing one of its numbers is drawing
// from the distribution. Its numbers are rounded to integers, so that the last bit of a float, which may differ from one
// processor to the next, does not get into a log.
type spread [4096]int64

func newSpread(sigma float64) *spread {
	s := new(spread)
	for i := range s {
		p := (float64(i) + 0.5) / float64(len(s))
		s[i] = int64(math.Round(1024 * math.Exp(sigma*math.Sqrt2*math.Erfinv(2*p-1))))
	}
	return s
}

// around returns a number whose median is m. The last cell of the table, which ends at 3.7 sigma, is drawn out to 32 times
// its value: the statement that met a lock.
func (s *spread) around(r random, m int64) int64 {
	i := r.below(len(s))
	n := m * s[i] / 1024
	if i == len(s)-1 {
		n *= int64(1) << r.below(6)
	}
	return n
}

// zipf returns a table to draw from: the i-th of n has about size/(i+1)^s/sum of its cells, at least one.
func zipf(n int, s float64, size int) []uint16 {
	sum := 0.0
	for i := range n {
		sum += math.Pow(float64(i+1), -s)
	}
	cells := make([]uint16, 0, size+n)
	for i := range n {
		for range max(1, int(math.Round(float64(size)*math.Pow(float64(i+1), -s)/sum))) {
			cells = append(cells, uint16(i))
		}
	}
	return cells
}
