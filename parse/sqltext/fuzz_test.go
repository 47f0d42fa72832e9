package sqltext

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// seeds are the statements of the tables of these tests and of testdata.
func seeds(f *testing.F) {
	for _, g := range groups {
		for _, sql := range g.texts {
			f.Add([]byte(sql))
		}
	}
	for _, sql := range hazards {
		f.Add([]byte(sql))
	}
	files, err := filepath.Glob("testdata/*.log")
	if err != nil || len(files) == 0 {
		f.Fatalf("testdata: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if fields := strings.SplitN(line, "|", 6); len(fields) == 6 && len(line) < 2000 {
				f.Add([]byte(fields[5]))
			}
		}
	}
}

// check holds one text against the laws of normalised texts.
func check(t *testing.T, n *Normalizer, sql []byte) {
	t.Helper()
	stmt := n.Stmt(sql)
	again := n.Stmt([]byte(stmt.Normalized))
	if again.Normalized != stmt.Normalized {
		t.Fatalf("%q: normalised %q,\nthe normalised text normalised %q", sql, stmt.Normalized, again.Normalized)
	}
	fresh := NewNormalizer(0).Stmt([]byte(stmt.Normalized))
	if fresh.Type != stmt.Type || fresh.Complexity != stmt.Complexity || !slices.Equal(fresh.Tables, stmt.Tables) {
		t.Fatalf("%q: %v %d %q,\nthe normalised text %v %d %q", sql, stmt.Type, stmt.Complexity, stmt.Tables, fresh.Type, fresh.Complexity, fresh.Tables)
	}
	if len(stmt.Normalized) > 3*len(sql) {
		t.Fatalf("%q: %d bytes normalised", sql, len(stmt.Normalized))
	}
	last := -1
	for _, at := range AppendPlaceholders(nil, sql) {
		if at <= last || at >= len(sql) || sql[at] != '?' {
			t.Fatalf("%q: placeholder at %d", sql, at)
		}
		last = at
	}
	for _, p := range AppendDollarPlaceholders(nil, sql) {
		if p.Start >= p.End || p.End > len(sql) || sql[p.Start] != '$' {
			t.Fatalf("%q: placeholder %v", sql, p)
		}
	}
	masked := AppendMasked([]byte("before "), sql)
	if !bytes.HasPrefix(masked, []byte("before ")) {
		t.Fatalf("%q: masked %q", sql, masked)
	}
}

func FuzzNormalize(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, sql []byte) { check(t, NewNormalizer(0), sql) })
}
