package report

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"jdbclog/parse"
	"jdbclog/pipeline"
)

const corpus = "../testdata/corpus/"

// read collects logs as the command does.
func read(t testing.TB, opt Options, paths ...string) *State {
	t.Helper()
	return readIn(t, opt, "UTC", false, paths...)
}

func readIn(t testing.TB, opt Options, zone string, mask bool, paths ...string) *State {
	t.Helper()
	at, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	c := NewCollector(opt)
	rep, err := pipeline.Run(t.Context(), job(c, at, mask, paths...))
	if err != nil || len(rep.Problems) > 0 || rep.Rejects > 0 {
		t.Fatalf("%v, %v, %d rejects", err, rep.Problems, rep.Rejects)
	}
	if err := rep.Balance(); err != nil {
		t.Fatal(err)
	}
	return c.State(false)
}

func job(c *Collector, zone *time.Location, mask bool, paths ...string) pipeline.Job {
	return pipeline.Job{
		Inputs: paths, Sink: c, Readers: 2, Parsers: 2, Loaders: 1, Chunk: 1 << 20, Batches: 6, Cache: 4 << 20, Final: true, Mask: mask,
		Detect: func(f *pipeline.File) error {
			d, err := parse.Detect(f.Head, parse.DetectOptions{Path: f.Path, ModTime: f.ModTime, Whole: f.WholeHead(), Zone: zone})
			if err != nil {
				return err
			}
			if err := d.Err(); err != nil {
				return err
			}
			f.Source = d.Source(f.Path, zone, 64<<20)
			return nil
		},
	}
}

// log writes a log of a test's own and returns its path.
func log(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// shownAll is the report of a state with everything in it, as JSON.
func shownAll(t testing.TB, s *State) string {
	t.Helper()
	var b bytes.Buffer
	if err := s.Report(View{}).WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
