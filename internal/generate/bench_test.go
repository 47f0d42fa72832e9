package generate

import (
	"context"
	"fmt"
	"io"
	"testing"
)

// counter counts what is written to it.
type counter int64

func (c *counter) Write(b []byte) (int, error) { *c += counter(len(b)); return len(b), nil }

// One stream on one core, without a file: go test -bench Write ./internal/generate
func BenchmarkWrite(b *testing.B) {
	for _, format := range Formats() {
		b.Run("format="+format, func(b *testing.B) {
			const records = 100_000
			var n counter
			if err := Write(context.Background(), io.Writer(&n), format, records, 1); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(n))
			b.ReportAllocs()
			for b.Loop() {
				if err := Write(context.Background(), io.Discard, format, records, 1); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n)/records, "B/record")
		})
	}
}

// Four files, written: go test -bench Run ./internal/generate, with TMPDIR on a disk that is not what is measured.
func BenchmarkRun(b *testing.B) {
	for _, format := range Formats() {
		for _, pack := range []bool{false, true} {
			b.Run(fmt.Sprintf("format=%s/gzip=%v", format, pack), func(b *testing.B) {
				o := Options{Format: format, Records: 200_000, Files: 4, Dir: b.TempDir(), Force: true, Gzip: pack}
				b.ReportAllocs()
				for b.Loop() {
					r, err := Run(context.Background(), o, nil)
					if err != nil {
						b.Fatal(err)
					}
					b.SetBytes(r.Bytes)
				}
			})
		}
	}
}
