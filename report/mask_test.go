package report

import (
	"bytes"
	"strings"
	"testing"
)

// TestMaskedReportsHoldNoValues looks for values of the logs in every rendering, and in what is saved.
func TestMaskedReportsHoldNoValues(t *testing.T) {
	values := []string{"ann", "O''Neil", "Neil", "币种", "茶", "2026-03-04'", "customer_pkey", "K-1"}
	open := readIn(t, Options{}, "UTC", false, "../testdata/report/shop.log", "../testdata/report/pool.log")
	masked := readIn(t, Options{}, "UTC", true, "../testdata/report/shop.log", "../testdata/report/pool.log")
	found := 0
	for i, s := range []*State{open, masked} {
		r := s.Report(View{})
		var out bytes.Buffer
		for _, write := range []func() error{
			func() error { return r.WriteJSON(&out) },
			func() error { return r.WriteText(&out, TextOptions{}) },
			func() error { return r.WriteMarkdown(&out, nil) },
			func() error { return r.WriteCSV(&out) },
		} {
			if err := write(); err != nil {
				t.Fatal(err)
			}
		}
		for _, v := range values {
			switch {
			case !strings.Contains(out.String(), v):
			case i == 0:
				found++
			default:
				t.Errorf("%s is shown", v)
			}
		}
		if n := len(of(r, Duplicate)); n != 1-i {
			t.Errorf("%d repeated texts, whose values are known: %t", n, i == 0)
		}
	}
	if found < 5 {
		t.Errorf("only %d of the values are in the open report", found)
	}
}
