package report

import (
	"strings"
	"testing"
)

func TestGatesFire(t *testing.T) {
	state := read(t, Options{}, "../testdata/report/pool.log", "../testdata/report/shop.log")
	before := read(t, Options{}, "../testdata/report/shop.log")
	r := state.Report(View{Slow: second, Baseline: before.Baseline("shop")})
	f := func(condition string, want bool) {
		t.Helper()
		g, err := ParseGate(condition)
		if err != nil {
			t.Fatalf("%s: %v", condition, err)
		}
		if got := g.Judge(r); got.Fired != want {
			t.Errorf("%s: fired %t", got, got.Fired)
		}
	}
	f("records = 70", true)
	f("records==70", true)
	f("records<70", false)
	f("records<=70", true)
	f("records != 70 or failed > 2", true)
	f("records <> 70 || failed > 3", false)
	f("failed > 2 and records > 100", false)
	f("failed > 2 and (records > 100 or max_ms >= 30001)", true)
	f("records > 100 and failed > 2 or failed > 2", true)
	f("failed > 2 or failed > 2 and records > 100", true)
	f("failed_percent > 4.2 && failed_percent < 4.3", true)
	f("new_slow > 0", true)
	f("new = 3 and gone = 0 and slower = 0", true)
	f("n_plus_one = 1 and chatty = 1 and duplicates = 1 and in_lists = 1 and large_results = 0 and candidates = 4", true)
	f("longest_pause_ms = 4495", true)
	if len(r.Gates) != 15 {
		t.Errorf("%d results", len(r.Gates))
	}
	// What is not known holds in no comparison.
	r = NewState(Limits{}).Report(View{})
	f("p95_ms > 0 or p95_ms <= 0 or longest_transaction_ms != 1 or new_slow = 0", false)
}

func TestGatesSayWhatIsWrong(t *testing.T) {
	for _, x := range [][2]string{
		{"", "a comparison like p95_ms > 200 is missing"},
		{"p95 > 2", `"p95" is not one of records, `},
		{"p95_ms", `behind p95_ms stands ""`},
		{"p95_ms ~ 2", `behind p95_ms stands "~"`},
		{"p95_ms > 200ms", `"200ms" is not a number`},
		{"p95_ms > 2 failed > 1", `"failed" stands where 'and' or 'or' is expected`},
		{"(p95_ms > 2", "a parenthesis is not closed"},
		{"p95_ms > 2)", `")" stands where`},
		{"p95_ms > 2 and", "a comparison like"},
		{strings.Repeat("(", 60), "too many parentheses"},
	} {
		if _, err := ParseGate(x[0]); err == nil || !strings.Contains(err.Error(), x[1]) {
			t.Errorf("%.20s: got %v, want %s", x[0], err, x[1])
		}
	}
	for condition, want := range map[string]bool{"new > 0": true, "failed > 0 and (gone > 1 or failed < 2)": true, "failed > 0": false} {
		g, err := ParseGate(condition)
		if err != nil || g.NeedsBaseline() != want {
			t.Errorf("%s: %v, needs a baseline %t", condition, err, !want)
		}
	}
}

func FuzzGate(f *testing.F) {
	for _, s := range []string{"p95_ms > 2", "(failed>1 or new = 0)and records<=3", "&&|| ( ) <>"} {
		f.Add(s)
	}
	r := NewState(Limits{}).Report(View{})
	f.Fuzz(func(t *testing.T, s string) {
		g, err := ParseGate(s)
		if (g == nil) == (err == nil) {
			t.Fatalf("%v and %v", g, err)
		}
		if g != nil {
			g.Judge(r)
		}
	})
}
