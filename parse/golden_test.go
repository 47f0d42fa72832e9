package parse

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files of testdata")

// testLog reads ../testdata/name.
func testLog(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// testLogs are the names of the logs in ../testdata/folder.
func testLogs(t testing.TB, folder string) (names []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "testdata", folder, "*.log"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("testdata/%s has no logs (%v)", folder, err)
	}
	for _, p := range paths {
		names = append(names, folder+"/"+filepath.Base(p))
	}
	return names
}

// golden compares what src makes of the log with the .golden file beside it: a
// line of JSON for each record, rejects, and the accounts. Leading lines with a #
// say why the case is there, and survive -update.
func golden(t *testing.T, src *Source, name string) {
	t.Helper()
	data := testLog(t, name)
	got := readIn(t, src, data, len(data)+1)
	var b strings.Builder
	for _, r := range append(got.records, got.rejects...) {
		fmt.Fprintln(&b, r)
	}
	fmt.Fprintf(&b, "records=%d skipped=%d rejects=%d lines=%d\n", len(got.records), got.skipped, len(got.rejects), got.lines)
	path := filepath.Join("..", "testdata", strings.TrimSuffix(name, ".log")+".golden")
	old, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	var why []byte
	for want := old; bytes.HasPrefix(want, []byte{'#'}); {
		line, rest := cutLine(want)
		why = append(append(why, line...), '\n')
		want = rest
	}
	if *update {
		if err := os.WriteFile(path, append(why, b.String()...), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := firstDiff(strings.Split(string(old[len(why):]), "\n"), strings.Split(b.String(), "\n")); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
}
