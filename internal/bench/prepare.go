package main

import (
	"context"
	"runtime"
	"time"

	"jdbclog/internal/copyfiles"
	"jdbclog/parse"
	"jdbclog/pipeline"
	"jdbclog/schema"
)

// connections load side by side, in every way that is measured.
const connections = 2

// transaction is how much log a transaction of a load has on average, over two
// connections with the default settings.
const transaction = 8 << 20

// prepare parses the log and writes its rows as files, for each connection a
// set, and keeps them chunk by chunk. It returns the log's size, too.
func (b *bench) prepare(ctx context.Context) (*copyfiles.Files, int64, error) {
	f, rep, err := copyfiles.Write(ctx, pipeline.Job{
		Inputs: []string{b.log}, Readers: 1, Parsers: runtime.GOMAXPROCS(0), Chunk: transaction, Batches: 8, Cache: 8 << 20,
		Detect: func(f *pipeline.File) error {
			d, err := parse.Detect(f.Head, parse.DetectOptions{Path: f.Path})
			if err != nil {
				return err
			}
			f.Source = d.Source(f.Path, time.UTC, 64<<20)
			return d.Err()
		},
	}, copyfiles.Options{Dir: b.dir, Sets: connections, Columns: schema.Full, Text: true, Chunks: true})
	return f, rep.Bytes, err
}
