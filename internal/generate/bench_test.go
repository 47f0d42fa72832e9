package generate

import (
	"context"
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
