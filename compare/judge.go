package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// The study's six comparisons and its figures: mean seconds of its table
// (PostgreSQL 9.5.4, 6 million records).
var study = []struct {
	name  string
	a, b  string
	ratio float64
	says  string
}{
	{"II/I", "batch", "single", 2096.0 / 3859, "batching saves 46 %"},
	{"III/II", "batch-async", "batch", 1275.0 / 2096, "asynchronous commits save 39 %"},
	{"V/II", "batch-unlogged", "batch", 536.0 / 2096, "unlogged tables save 74 %"},
	{"VII/II", "batch-index-after", "batch", 1222.0 / 2096, "indexing afterwards saves 42 % with synchronous commits"},
	{"IV/III", "batch-async-index-after", "batch-async", 826.0 / 1275, "indexing afterwards saves 35 % with asynchronous commits"},
	{"VI/V", "batch-unlogged-index-after", "batch-unlogged", 531.0 / 536, "indexing afterwards saves hardly anything with unlogged tables"},
}

// judge fills in everything that follows from the rounds.
func judge(r *Result) {
	fastest := math.Inf(1)
	for i := range r.Schemes {
		s := &r.Schemes[i]
		walls := values(s.walls())
		s.Median, s.Min, s.Max, s.CI95 = 0, 0, 0, [2]float64{}
		if len(walls) == 0 {
			continue
		}
		s.Median, s.Min, s.Max, s.CI95 = median(walls), slices.Min(walls), slices.Max(walls), interval(walls, r.Options.Seed)
		fastest = min(fastest, s.Median)
	}
	for i := range r.Schemes {
		s := &r.Schemes[i]
		s.RatioToTwo, s.RatioToFastest, s.RatioToCeiling = 0, 0, 0
		if s.Median == 0 {
			continue
		}
		s.RatioToFastest = s.Median / fastest
		if two := r.scheme("batch", s.WALLevel); two != nil && two.Median > 0 {
			s.RatioToTwo = median(ratios(s.walls(), two.walls()))
			if math.IsNaN(s.RatioToTwo) {
				s.RatioToTwo = s.Median / two.Median
			}
		}
		if c := r.Ceiling; c != nil && c.Load+c.Index > 0 {
			s.RatioToCeiling = s.Median / (c.Load + c.Index)
		}
	}
	r.Claims = []Claim{}
	for _, level := range r.levels() {
		r.Claims = append(r.Claims, claims(r, level)...)
	}
	r.Recommendation = recommend(r)
	r.Limits = limits(r)
}

// levels are those that something was measured at, in order.
func (r *Result) levels() (levels []string) {
	for _, s := range r.Schemes {
		if s.Median > 0 && !slices.Contains(levels, s.WALLevel) {
			levels = append(levels, s.WALLevel)
		}
	}
	return levels
}

// scheme finds a scheme's result, nil if it was not asked for.
func (r *Result) scheme(name, level string) *SchemeResult {
	for i := range r.Schemes {
		if s := &r.Schemes[i]; s.Name == name && s.WALLevel == level {
			return s
		}
	}
	return nil
}

// walls are the wall times of the rounds that count, by round.
func (s *SchemeResult) walls() map[int]float64 {
	m := map[int]float64{}
	for _, r := range s.Rounds {
		if r.Failure == nil && (r.Verified || r.Extrapolated) {
			m[r.Round] = r.Wall
		}
	}
	return m
}

func values(m map[int]float64) (v []float64) {
	for _, k := range sortedKeys(m) {
		v = append(v, m[k])
	}
	return v
}

// claims holds the study's comparisons against the rounds at one level:
// confirmed when the interval of the ratio lies on the published side of 1.
func claims(r *Result, level string) (all []Claim) {
	for _, x := range study {
		c := Claim{Name: x.name, WALLevel: level, Says: x.says, Published: round3(x.ratio), Verdict: "not measured"}
		a, b := r.scheme(x.a, level), r.scheme(x.b, level)
		if a != nil && b != nil {
			if q := ratios(a.walls(), b.walls()); len(q) > 0 {
				c.Measured, c.CI95 = median(q), interval(q, r.Options.Seed)
				c.Verdict = verdict(x.ratio, c.CI95)
			}
		}
		all = append(all, c)
	}
	return all
}

// verdict of an interval beside a published ratio.
func verdict(published float64, ci [2]float64) string {
	switch {
	case ci[1] < 1 && published < 1, ci[0] > 1 && published > 1:
		return "confirmed"
	case ci[0] > 1, ci[1] < 1:
		return "contradicted"
	}
	return "not decided"
}

func round3(v float64) float64 { return math.Round(v*1000) / 1000 }

// recommend names a scheme for each need, by its rules:
//
//	nothing may be lost        the fastest whose rows survive a crash
//	a rerun is acceptable      the fastest of all, SET LOGGED counted where the table is to stay
//	the table holds many rows  the fastest with indexes before and nothing lost: building
//	                           the indexes anew costs as much as the table is large
func recommend(r *Result) []Recommendation {
	levels := r.levels()
	if len(levels) == 0 {
		return []Recommendation{}
	}
	level := levels[0]
	pick := func(fits func(*SchemeResult) bool) *SchemeResult {
		var best *SchemeResult
		for i := range r.Schemes {
			s := &r.Schemes[i]
			if s.Median > 0 && s.WALLevel == level && fits(s) && (best == nil || s.Median < best.Median) {
				best = s
			}
		}
		return best
	}
	safe := func(s *SchemeResult) bool { return s.Durability == "nothing lost" }
	all := []Recommendation{}
	add := func(need string, s *SchemeResult, why string) {
		if s != nil {
			all = append(all, Recommendation{need, s.Name, fmt.Sprintf("%.2f s (%.2f to %.2f)", s.Median, s.Min, s.Max) + why})
		}
	}
	a := pick(safe)
	why := ", the fastest of which a crash takes nothing"
	if b := r.scheme("batch", level); a != nil && b != nil && b.Median > 0 && b != a {
		why += fmt.Sprintf("; batches with synchronous commits take %.1f times as long", b.Median/a.Median)
	}
	add("nothing may be lost", a, why)

	b := pick(func(*SchemeResult) bool { return true })
	why = ", the fastest of all"
	if b != nil {
		if b.Tables == "unlogged" {
			why += "; a crash empties the tables, and the rerun fills them again"
			if price := b.setLogged(); price > 0 {
				why += fmt.Sprintf("; making them safe afterwards takes %.2f s more", price)
			}
		} else if b.Durability != "nothing lost" {
			why += "; a crash takes the last moments of commits, which the rerun loads again"
		}
		if a != nil && a != b {
			why += fmt.Sprintf("; %.2f times the time of %s", b.Median/a.Median, a.Name)
		}
	}
	add("a rerun is acceptable", b, why)

	c := pick(func(s *SchemeResult) bool { return safe(s) && s.Indexes == "before" })
	why = ", the fastest that keeps the indexes up and loses nothing: building them again would read all rows that are there"
	add("the table already holds many rows", c, why)
	return all
}

// setLogged is the median price of making the tables safe, 0 if it was not measured.
func (s *SchemeResult) setLogged() float64 {
	var v []float64
	for _, r := range s.Rounds {
		if r.Phases.SetLogged != nil && r.Failure == nil {
			v = append(v, *r.Phases.SetLogged)
		}
	}
	if len(v) == 0 {
		return 0
	}
	return median(v)
}

// limits says where the time of each scheme goes, by its waits, its CPU and its
// disk: hence why the disk is not the limit, where it is not.
func limits(r *Result) (all []Limit) {
	all = []Limit{}
	for i := range r.Schemes {
		s := &r.Schemes[i]
		used := s.typical()
		if used == nil || used.Wall == 0 {
			continue
		}
		var parts []string
		sum := 0.0
		for _, w := range used.Waits {
			sum += w.AAS
		}
		for _, w := range used.Waits {
			if share := w.AAS / sum; share >= 0.08 && len(parts) < 4 {
				parts = append(parts, fmt.Sprintf("%.0f %% %s", 100*share, describeWait(w)))
			}
		}
		text := "sessions spend " + strings.Join(parts, ", ")
		if len(parts) == 0 {
			text = "no waits were sampled"
		}
		text += fmt.Sprintf("; CPU: server %.1f, client %.1f of %d cores", used.ServerCPU/used.Wall, used.ClientCPU/used.Wall, r.Machine.CPUs)
		if d := used.Disk; d != nil {
			text += fmt.Sprintf("; disk: %.0f MB/s written, %.0f %% busy", d.WriteRate, 100*d.Busy)
		}
		text += fmt.Sprintf("; WAL: %.0f MB/s", float64(used.WALBytes)/1e6/used.Wall)
		all = append(all, Limit{s.Name, text})
	}
	return all
}

// describeWait puts a wait event in words that need no manual.
func describeWait(w Wait) string {
	switch w.Type + ":" + w.Event {
	case "CPU:CPU":
		return "on the CPU"
	case "Client:ClientRead":
		return "waiting for the client"
	case "IO:WALSync", "IO:WalSync":
		return "waiting for the WAL to reach the disk (IO:WALSync)"
	case "IO:WALWrite", "IO:WalWrite", "LWLock:WALWrite":
		return "writing WAL (" + w.Type + ":" + w.Event + ")"
	case "Lock:extend", "IO:DataFileExtend":
		return "extending tables (" + w.Type + ":" + w.Event + ")"
	}
	return "in " + w.Type + ":" + w.Event
}
