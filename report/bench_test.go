package report

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"jdbclog/internal/generate"
	"jdbclog/pipeline"
)

// BenchmarkReport reads a P6Spy log from end to end, collected and not:
//
//	go test ./report -run '^$' -bench Report
func BenchmarkReport(b *testing.B) {
	path := filepath.Join(b.TempDir(), "p6spy.log")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	const records = 200_000
	if err := generate.Write(b.Context(), f, "p6spy", records, 1); err != nil {
		b.Fatal(err)
	}
	size, err := f.Seek(0, 1)
	if err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.SetBytes(size)
	for b.Loop() {
		c := NewCollector(Options{})
		if _, err := pipeline.Run(b.Context(), job(c, time.UTC, false, path)); err != nil {
			b.Fatal(err)
		}
		if s := c.State(false); s.Overview.Records != records {
			b.Fatalf("%d records", s.Overview.Records)
		}
	}
	b.ReportMetric(float64(records)*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}

// BenchmarkState makes a report of a state, saves it and reads it back.
func BenchmarkState(b *testing.B) {
	s := read(b, Options{}, "../testdata/report/shop.log", "../testdata/report/pool.log")
	var out bytes.Buffer
	b.ReportAllocs()
	for b.Loop() {
		out.Reset()
		if err := s.Save(&out); err != nil {
			b.Fatal(err)
		}
		back, err := ReadState(&out, Limits{})
		if err != nil {
			b.Fatal(err)
		}
		back.Report(View{})
	}
}
