package report

import "sort"

// bounds are the upper ends, exclusive, of the histogram's buckets, in µs; a
// last bucket has no end.
var bounds = [...]int64{
	1, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000,
	1_000_000, 2_000_000, 5_000_000, 10_000_000, 30_000_000, 60_000_000, 300_000_000,
}

// bucket is one of a histogram.
type bucket struct {
	Calls int64 `json:"calls,omitempty"`
	Time  int64 `json:"time,omitempty"` // µs
}

// histogram counts calls by runtime.
type histogram [len(bounds) + 1]bucket

func (h *histogram) add(runtime int64) {
	if runtime < 0 {
		return
	}
	i := 0
	if runtime > 0 {
		i = sort.Search(len(bounds), func(i int) bool { return runtime < bounds[i] })
	}
	h[i].Calls++
	h[i].Time += runtime
}

func (h *histogram) merge(o *histogram) {
	for i := range h {
		h[i].Calls += o[i].Calls
		h[i].Time += o[i].Time
	}
}

// heat is calls by weekday, Sunday first, and hour of the wall clock.
type heat [7][24]bucket

// cell is that of a wall clock, in microseconds as if it were UTC.
func (h *heat) cell(wall int64) *bucket {
	const hour, day = 3600 * second, 24 * 3600 * second
	days := floorDiv(wall, day)
	return &h[((days+4)%7+7)%7][(wall-days*day)/hour] // 1970 began on a Thursday
}

func (h *heat) merge(o *heat) {
	for d := range h {
		for i := range h[d] {
			h[d][i].Calls += o[d][i].Calls
			h[d][i].Time += o[d][i].Time
		}
	}
}
