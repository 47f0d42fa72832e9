package compare

import (
	"math"
	"strings"
	"testing"

	"jdbclog/sink"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestMedianAndPercentilesOfKnownSamples(t *testing.T) {
	f := func(v []float64, want float64) {
		t.Helper()
		if got := median(v); !near(got, want) {
			t.Errorf("median %v: %v, want %v", v, got, want)
		}
	}
	f([]float64{3}, 3)
	f([]float64{3, 1}, 2)
	f([]float64{5, 1, 3}, 3)
	f([]float64{4, 1, 3, 2}, 2.5)
	if !math.IsNaN(median(nil)) {
		t.Error("the median of nothing is a number")
	}
	sorted := []float64{10, 20, 30, 40, 50}
	for p, want := range map[float64]float64{0: 10, 25: 20, 50: 30, 62.5: 35, 100: 50} {
		if got := percentile(sorted, p); !near(got, want) {
			t.Errorf("percentile %v: %v, want %v", p, got, want)
		}
	}
	l := latencies([]float64{4, 2, 1, 3})
	if l.Count != 4 || !near(l.Mean, 2.5) || !near(l.P50, 2.5) || l.Max != 4 {
		t.Errorf("latencies %+v", l)
	}
}

func TestIntervalsOfKnownSamples(t *testing.T) {
	if got := interval([]float64{7, 7, 7}, 1); got != [2]float64{7, 7} {
		t.Errorf("of equal values: %v", got)
	}
	// Of three values, the median of a resample is the least with probability 7/27,
	// far above 2.5 %: the interval is the whole range.
	if got := interval([]float64{1, 2, 9}, 1); got != [2]float64{1, 9} {
		t.Errorf("of three values: %v", got)
	}
	// Of 41 values 0…40 the order statistics that bound the median at 95 % are, by
	// the binomial, about the 14th and 28th; the bootstrap comes near to them.
	v := make([]float64, 41)
	for i := range v {
		v[i] = float64(i)
	}
	got := interval(v, 1)
	if got[0] < 11 || got[0] > 15 || got[1] < 25 || got[1] > 29 {
		t.Errorf("of 0…40: %v", got)
	}
	if again := interval(v, 1); again != got {
		t.Errorf("the same seed gives %v and %v", got, again)
	}
}

func TestRatiosAreTakenWithinRounds(t *testing.T) {
	// The second round was slow for both; the third was measured for one only.
	got := ratios(map[int]float64{1: 2, 2: 20, 3: 5}, map[int]float64{1: 4, 2: 40})
	if len(got) != 2 || !near(got[0], 0.5) || !near(got[1], 0.5) {
		t.Errorf("got %v", got)
	}
}

func TestVerdicts(t *testing.T) {
	f := func(published, low, high float64, want string) {
		t.Helper()
		if got := verdict(published, [2]float64{low, high}); got != want {
			t.Errorf("published %v, interval %v to %v: %s, want %s", published, low, high, got, want)
		}
	}
	f(0.54, 0.1, 0.2, "confirmed")
	f(0.54, 0.9, 0.99, "confirmed")
	f(0.54, 0.9, 1.1, "not decided")
	f(0.54, 1.0, 1.2, "not decided")
	f(0.54, 1.01, 1.2, "contradicted")
	f(1.3, 1.1, 1.2, "confirmed")
	f(1.3, 0.8, 0.9, "contradicted")
}

// made makes a result of schemes that took so long, in three rounds that vary a little.
func made(t *testing.T, seconds map[string]float64) *Result {
	t.Helper()
	r := &Result{Options: Settings{Seed: 1}, Machine: Machine{CPUs: 2}}
	for _, s := range sink.Schemes() {
		took, is := seconds[s.Name]
		if !is {
			continue
		}
		x := SchemeResult{ID: s.ID, Name: s.Name, WALLevel: "replica", Tables: s.Tables, Indexes: s.Indexes, Durability: durability(s)}
		for i := range 3 {
			v := Round{Round: i + 1, Wall: took * (1 + 0.01*float64(i)), Verified: true}
			if s.Tables == "unlogged" {
				price := took / 2
				v.Phases.SetLogged = &price
			}
			x.Rounds = append(x.Rounds, v)
		}
		r.Schemes = append(r.Schemes, x)
	}
	judge(r)
	return r
}

func TestClaimsOfMadeUpResults(t *testing.T) {
	r := made(t, map[string]float64{"single": 10, "batch": 5, "batch-async": 6, "batch-unlogged": 2, "batch-unlogged-index-after": 2.5})
	want := map[string]string{"II/I": "confirmed", "III/II": "contradicted", "V/II": "confirmed", "VII/II": "not measured", "IV/III": "not measured", "VI/V": "contradicted"}
	for _, c := range r.Claims {
		if c.Verdict != want[c.Name] {
			t.Errorf("%s: %s, want %s", c.Name, c.Verdict, want[c.Name])
		}
	}
	if c := r.Claims[0]; !near(c.Published, 0.543) || !near(c.Measured, 0.5) {
		t.Errorf("II/I: %+v", c)
	}
	if s := r.scheme("batch-unlogged", "replica"); !near(s.RatioToTwo, 0.4) || !near(s.RatioToFastest, 1) {
		t.Errorf("ratios %+v", s)
	}
}

func TestRecommendationsFollowTheirRules(t *testing.T) {
	f := func(seconds map[string]float64, want ...string) {
		t.Helper()
		var got []string
		for _, x := range made(t, seconds).Recommendation {
			got = append(got, x.Scheme)
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%v: got %v, want %v", seconds, got, want)
		}
	}
	f(map[string]float64{"batch": 9, "copy": 5, "copy-index-after": 3, "copy-unlogged-index-after": 2}, "copy-index-after", "copy-unlogged-index-after", "copy")
	f(map[string]float64{"batch": 9, "copy": 2, "copy-index-after": 3, "copy-unlogged-index-after": 4}, "copy", "copy", "copy")
	f(map[string]float64{"batch-async": 3, "batch-unlogged": 4}, "batch-async")
	f(nil)
	r := made(t, map[string]float64{"batch": 10, "copy-unlogged-index-after": 2})
	if why := r.Recommendation[1].Why; !strings.Contains(why, "2.02 s (2.00 to 2.04)") || !strings.Contains(why, "making them safe afterwards takes 1.00 s more") {
		t.Errorf("the reason lacks its figures: %s", why)
	}
}

func TestFailedRunsAreNeverFast(t *testing.T) {
	r := made(t, map[string]float64{"batch": 10, "copy": 5})
	text := "verify: rows are missing"
	for i := range r.Schemes[1].Rounds {
		r.Schemes[1].Rounds[i].Failure, r.Schemes[1].Rounds[i].Wall = &text, 0.1
	}
	judge(r)
	if s := r.Schemes[1]; s.Median != 0 || s.RatioToFastest != 0 {
		t.Errorf("a scheme all of whose runs failed has figures: %+v", s)
	}
	for _, x := range r.Recommendation {
		if x.Scheme != "batch" {
			t.Errorf("recommended: %+v", x)
		}
	}
}
