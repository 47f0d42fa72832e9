package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// alone frees a test from the settings of whoever runs it.
func alone(t *testing.T) {
	t.Helper()
	for _, e := range os.Environ() {
		if name, _, _ := strings.Cut(e, "="); strings.HasPrefix(name, "JDBCLOG_") || strings.HasPrefix(name, "PG") {
			t.Setenv(name, "")
		}
	}
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("XDG_DATA_HOME", "")
}

// jdbclog runs the program in process.
func jdbclog(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(""), &out, &errs)
	return out.String(), errs.String(), code
}

// TestTheCommandLine runs the commands of testdata/*.golden, each a line
// beginning with "$ ", and compares what they print with the lines behind it:
// stdout as it is, stderr behind "! ", a code other than 0 as "exit N". Lines
// beginning with # at the top say why the file exists.
func TestTheCommandLine(t *testing.T) {
	files, err := filepath.Glob("testdata/*.golden")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".golden"), func(t *testing.T) {
			alone(t)
			t.Setenv("JDBCLOG_LOAD_GROUP", "from the environment")
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := replay(t, string(want))
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// replay is the golden file text with the output of its commands as it is now.
func replay(t *testing.T, text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if b.Len() == 0 || strings.HasPrefix(line, "# ") && !strings.Contains(b.String(), "\n$ ") {
			if strings.HasPrefix(line, "#") {
				b.WriteString(line)
				continue
			}
		}
		command, is := strings.CutPrefix(line, "$ jdbclog")
		if !is {
			continue
		}
		stdout, stderr, code := jdbclog(t, words(command)...)
		fmt.Fprintf(&b, "\n$ jdbclog%s%s", command, stdout)
		for line := range strings.Lines(stderr) {
			b.WriteString("! " + line)
		}
		if code != 0 {
			fmt.Fprintf(&b, "exit %d\n", code)
		}
	}
	return b.String()
}

var word = regexp.MustCompile(`'([^']*)'|(\S+)`)

// words are the arguments of a command line, those in ” whole.
func words(line string) []string {
	var all []string
	for _, m := range word.FindAllStringSubmatch(line, -1) {
		all = append(all, m[1]+m[2])
	}
	return all
}
