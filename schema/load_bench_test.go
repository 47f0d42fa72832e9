package schema

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"jdbclog/internal/generate"
	"jdbclog/parse"
)

// loaded is what a load has in memory of a P6Spy log of records executions:
// batches of 4 MiB, read and finished. size is the log's.
func loaded(b *testing.B, records int64) (batches []*parse.Batch, size int64) {
	b.Helper()
	var log bytes.Buffer
	if err := generate.Write(b.Context(), &log, "p6spy", records, 1); err != nil {
		b.Fatal(err)
	}
	size = int64(log.Len())
	d, err := parse.Detect(log.Bytes()[:1<<20], parse.DetectOptions{})
	if err != nil {
		b.Fatal(err)
	}
	src := d.Source("logs/spy.log", time.UTC, 1<<20)
	const chunk = 4 << 20
	pool := parse.NewPool(int(size)/chunk+2, chunk)
	split := parse.NewSplitter(src, &log, pool, 0, 1)
	parser, fold, finisher := parse.NewParser(1<<20), parse.NewFold(src, 0), parse.NewFinisher(1<<20)
	for {
		batch, err := split.Next(b.Context())
		if err != nil {
			break
		}
		parser.Parse(batch)
		fold.Next(batch)
		finisher.Finish(batch)
		batches = append(batches, batch)
	}
	return batches, size
}

// go test -bench Load -run '^$' -cpu 1 ./schema
//
// What a load by COPY does: the content rows of a batch, then its record rows,
// and on to the next batch, whose memory is cold by then.
func BenchmarkLoad(b *testing.B) {
	batches, size := loaded(b, 60_000)
	for _, v := range []Variant{Study, Full} {
		b.Run("schema="+string(v), func(b *testing.B) {
			content, record := Tables(v)
			e := NewEncoder(&Run{ID: strings.Repeat("5", 32), Group: strings.Repeat("5", 32)})
			f := &File{ID: "0123456789abcdef", Path: "/srv/app/logs/2026-03-02/spy.log"}
			buf := make([]byte, 0, 1<<16)
			n := 0
			b.ReportAllocs()
			b.SetBytes(size)
			for b.Loop() {
				n = 0
				for _, batch := range batches {
					e.File(f)
					for _, t := range []*Table{content, record} {
						for i := range batch.Records {
							if cap(buf)-len(buf) < 4<<10 {
								buf = buf[:0]
							}
							e.Set(&batch.Records[i])
							buf = e.AppendRow(buf, t)
						}
						buf = buf[:0]
					}
					n += len(batch.Records)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/record")
		})
	}
}
