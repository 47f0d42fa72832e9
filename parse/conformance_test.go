package parse

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Every format keeps the laws on every log of its folder in testdata, read as
// detection finds it: cuts do not matter, reading can go on behind any chunk,
// every line is accounted for, and nothing that is cut, doubled or damaged
// makes it panic.
func TestEveryFormatKeepsTheLaws(t *testing.T) {
	folders, err := filepath.Glob("../testdata/*")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, f := range Formats() {
		if _, only := f.(OnlyAsked); !only { // those have tests of their own
			known[f.Name()] = false
		}
	}
	for _, dir := range folders {
		format := filepath.Base(dir)
		if _, is := known[format]; !is {
			continue
		}
		logs, _ := filepath.Glob(filepath.Join(dir, "*.log"))
		for _, path := range logs {
			known[format] = true
			t.Run(format+"/"+strings.TrimSuffix(filepath.Base(path), ".log"), func(t *testing.T) {
				t.Parallel()
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				src := detected(t, data)
				if src == nil {
					return // what needs a template or an option has tests of its own
				}
				checkLaws(t, src, data)
				checkDamaged(t, src, data)
			})
		}
	}
	for name, has := range known {
		if !has {
			t.Errorf("testdata/%s has no log", name)
		}
	}
}

// detected is the source of a file that begins with data, nil if no format is recognised.
func detected(t testing.TB, data []byte) *Source {
	t.Helper()
	d, err := Detect(data[:min(len(data), 1<<20)], DetectOptions{Path: "x.log", Whole: len(data) <= 1<<20})
	if err != nil {
		t.Fatal(err)
	}
	if d.Err() != nil {
		return nil
	}
	return d.Source("x.log", time.UTC, 64<<20)
}

// checkDamaged reads data cut at both ends, doubled, and with bytes gone bad.
func checkDamaged(t *testing.T, src *Source, data []byte) {
	t.Helper()
	small := data[:min(len(data), 20_000)]
	n := len(small)
	bad := bytes.Clone(small)
	for i := 7; i < n; i += 97 {
		bad[i] ^= 0xA5
	}
	for _, d := range [][]byte{small[n/3:], small[:2*n/3], small[:n-n/50], append(bytes.Clone(small), small...), bad, bytes.ReplaceAll(small, newline, []byte("\r\n"))} {
		if got := readIn(t, src, d, 1000); got.recordLines+got.rejectLine+got.skipped != got.lines {
			t.Errorf("damaged: %d lines read, %d accounted for", got.lines, got.recordLines+got.rejectLine+got.skipped)
		}
	}
}
