package report

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"

	"jdbclog/internal/generate"
)

// several are logs of several formats, with batches, transactions and failures.
func several(t *testing.T) []string {
	t.Helper()
	r, err := generate.Run(t.Context(), generate.Options{Format: "p6spy", Records: 12_000, Files: 3, Seed: 5, Dir: t.TempDir()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return append(r.Files, corpus+"mybatis/slf4j-debug.log.zst", "../testdata/report/pool.log", "../testdata/report/shop.log")
}

// TestMergingIsReadingAtOnce parts logs in every way.
func TestMergingIsReadingAtOnce(t *testing.T) {
	files := several(t)
	want := shownAll(t, read(t, Options{}, files...))
	for part := 1; part < 1<<(len(files)-1); part += 3 {
		var a, b []string
		for i, f := range files {
			if part>>i&1 == 0 {
				a = append(a, f)
			} else {
				b = append(b, f)
			}
		}
		one, other := reread(t, read(t, Options{}, a...)), reread(t, read(t, Options{}, b...))
		if part%2 == 0 {
			one, other = other, one
		}
		one.Merge(other)
		if got := shownAll(t, reread(t, one)); got != want {
			t.Fatalf("part %b: %s", part, difference(got, want))
		}
	}
}

// reread writes a state and reads it back.
func reread(t *testing.T, s *State) *State {
	t.Helper()
	before := shownAll(t, s)
	var b bytes.Buffer
	if err := s.Save(&b); err != nil {
		t.Fatal(err)
	}
	if after := shownAll(t, s); after != before {
		t.Fatalf("saving has changed the state: %s", difference(after, before))
	}
	if !IsState(b.Bytes()) {
		t.Fatal("a state file is not known for one")
	}
	back, err := ReadState(&b, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if after := shownAll(t, back); after != before {
		t.Fatalf("reading has changed the state: %s", difference(after, before))
	}
	return back
}

// difference shows where two texts part.
func difference(got, want string) string {
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	from := max(0, i-100)
	return fmt.Sprintf("got …%.200s… want …%.200s…", got[from:], want[from:])
}

// TestDamagedStatesAreErrors cuts and bends state files.
func TestDamagedStatesAreErrors(t *testing.T) {
	var b bytes.Buffer
	if err := read(t, Options{}, "../testdata/report/shop.log").Save(&b); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < b.Len(); n += 97 {
		if _, err := ReadState(bytes.NewReader(b.Bytes()[:n]), Limits{}); err == nil {
			t.Errorf("%d of %d bytes are taken for a state", n, b.Len())
		}
	}
	f := func(text, want string) {
		t.Helper()
		_, err := ReadState(strings.NewReader(packed(t, text)), Limits{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	f(`{"jdbclog_state":2,"normalizer":1,"state":{}}`, "is of version 2")
	f(`{"jdbclog_state":1,"normalizer":0,"state":{}}`, "digests of rules 0")
	f(`{"jdbclog_state":1,"normalizer":1,"state":null}`, "is empty")
	f(`{"jdbclog_state":1,"normalizer":1,"state":{"statements":{"list":[{"runtimes":[1,2]}]}}}`, "damaged")
	f(`{"jdbclog_state":1,"normalizer":1,"state":{"statements":{"list":[{"runtimes":[1,99999999,5]}]}}}`, "damaged")
	f(`{"jdbclog_state":1,"normalizer":1,"state":{"series":{"width":-1,"slots":[{"i":1}]}}}`, "a course that no state has")
	f(`{"jdbclog_state":1,"normalizer":1,"state":{"statements":{"list":[{"course":{"width":300,"slots":[{"i":1},{"i":1}]}}]}}}`, "out of order")
	f(`{"jdbclog_state":1,"normalizer":1,"state":{"statements":{"list":[null]}}}`, "a statement is missing")
	f(`{"jdbclog_state":1,"normalizer":1,"state":{"series":7}}`, "a value of the wrong kind")
}

func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
