package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestChangesAreFoundAgainstStateAndJSON compares two days.
func TestChangesAreFoundAgainstStateAndJSON(t *testing.T) {
	day := func(same, slower, faster, chance int64, extra string) *State {
		s := newSpy()
		for i := range 20 {
			s.run(1, same, 1, fmt.Sprintf("select a from same where b = %d", i))
			s.run(1, slower+int64(i%3), 1, fmt.Sprintf("select a from slower where b = %d", i))
			s.run(1, faster+int64(i%3), 1, fmt.Sprintf("select a from faster where b = %d", i))
		}
		s.run(1, chance, 1, "select a from chance")
		s.run(1, 3000, 1, "select a from "+extra)
		return read(t, Options{}, log(t, "spy.log", s.String()))
	}
	then, now := day(10, 10, 100, 1, "left"), day(12, 40, 10, 500, "come")
	var js bytes.Buffer
	if err := then.Report(View{}).WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	fromJSON, err := ReadBaseline("then", js.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []*Baseline{then.Baseline("then"), fromJSON} {
		c := now.Report(View{Baseline: b, Slow: second, Top: 1}).Baseline
		got := ""
		for _, list := range [][]Change{c.New, c.Gone, c.Slower, c.Faster} {
			for _, x := range list {
				got += x.Normalized + ";"
			}
			got += "|"
		}
		if want := "select a from come;|select a from left;|select a from slower where b = ?;|select a from faster where b = ?;|"; got != want || c.NewSlow != 1 {
			t.Errorf("got %s, %d new and slow", got, c.NewSlow)
		}
		if x := c.Slower[0]; *x.Calls != 20 || *x.CallsThen != 20 || *x.Ratio < 3.5 || *x.Ratio > 4 {
			t.Errorf("slower: %+v, ratio %f", x, *x.Ratio)
		}
	}
}

func TestBaselinesThatAreNoneAreErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "ends too early",
		"{":                 "ends too early",
		"no":                "no JSON at byte",
		`[]`:                "a value of the wrong kind",
		`{"statements":[]}`: "is not a report of",
		`{"overview":{}}`:   "is not a report of",
		`{"overview":{},"statements":[],"more":{"digests":3}}`: "made with --top",
	} {
		if _, err := ReadBaseline("x", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
