package main

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"jdbclog/parse"
	"jdbclog/pipeline"
	"jdbclog/schema"
)

// connections load side by side, in every way that is measured.
const connections = 2

// files are the rows of the log, ready-made: for each connection a file a table
// in COPY's text and binary formats, and the binary rows chunk by chunk.
type files struct {
	logBytes, rowBytes int64
	chunks             []chunk
	text, binary       [connections]struct{ content, record string } // paths
}

// chunk is a transaction's rows: header, rows and trailer for both tables.
type chunk struct{ content, record []byte }

// prepare parses the log and writes its rows as files.
func (b *bench) prepare(ctx context.Context) (*files, error) {
	s := &fileSink{f: &files{}}
	s.content, s.record = schema.Tables(schema.Full)
	var outs []*bufio.Writer
	create := func(name string) (string, *bufio.Writer, error) {
		path := filepath.Join(b.dir, name)
		file, err := os.Create(path)
		if err != nil {
			return "", nil, err
		}
		w := bufio.NewWriterSize(file, 1<<20)
		outs = append(outs, w)
		s.closers = append(s.closers, file)
		return path, w, nil
	}
	for c := range connections {
		var err error
		suffix := string(rune('0' + c))
		for _, x := range []struct {
			name string
			path *string
			out  **bufio.Writer
		}{
			{"content.txt", &s.f.text[c].content, &s.textContent[c]}, {"record.txt", &s.f.text[c].record, &s.textRecord[c]},
			{"content.bin", &s.f.binary[c].content, &s.binContent[c]}, {"record.bin", &s.f.binary[c].record, &s.binRecord[c]},
		} {
			if *x.path, *x.out, err = create(suffix + "-" + x.name); err != nil {
				return nil, err
			}
		}
		s.binContent[c].WriteString(schema.Header)
		s.binRecord[c].WriteString(schema.Header)
	}
	rep, err := pipeline.Run(ctx, pipeline.Job{
		Inputs: []string{b.log}, Sink: s, Readers: 1, Parsers: runtime.GOMAXPROCS(0), Loaders: 1, Chunk: 4 << 20, Batches: 8, Cache: 8 << 20, Final: true,
		Detect: func(f *pipeline.File) error {
			d, err := parse.Detect(f.Head, parse.DetectOptions{Path: f.Path})
			if err != nil {
				return err
			}
			f.Source = d.Source(f.Path, time.UTC, 64<<20)
			return d.Err()
		},
	})
	if err != nil {
		return nil, err
	}
	s.f.logBytes = rep.Bytes
	for c := range connections {
		s.binContent[c].WriteString(schema.Trailer)
		s.binRecord[c].WriteString(schema.Trailer)
	}
	for i, w := range outs {
		if err := w.Flush(); err != nil {
			return nil, err
		}
		if err := s.closers[i].Close(); err != nil {
			return nil, err
		}
	}
	return s.f, nil
}

// fileSink writes rows into files, chunks to the connections in turn.
type fileSink struct {
	f               *files
	content, record *schema.Table
	closers         []*os.File
	turn            int

	textContent, textRecord, binContent, binRecord [connections]*bufio.Writer
}

func (s *fileSink) Plan(context.Context, *pipeline.File) (pipeline.Plan, error) {
	return pipeline.Whole(nil), nil
}
func (s *fileSink) Open(context.Context) (pipeline.Loader, error) { return s, nil }
func (s *fileSink) Close(context.Context) error                   { return nil }

func (s *fileSink) Load(_ context.Context, b *parse.Batch) (pipeline.Loaded, error) {
	e := schema.NewEncoder(&schema.Run{ID: strings.Repeat("0", 32), Group: "bench"})
	e.File(&schema.File{ID: strings.Repeat("0", 16), Path: b.Source.Path})
	content, record := []byte(schema.Header), []byte(schema.Header)
	var text, texts []byte
	for i := range b.Records {
		e.Set(&b.Records[i])
		content = e.AppendRow(content, s.content)
		record = e.AppendRow(record, s.record)
		text = e.AppendCopyText(text, s.content)
		texts = e.AppendCopyText(texts, s.record)
	}
	c := s.turn % connections
	s.turn++
	s.textContent[c].Write(text)
	s.textRecord[c].Write(texts)
	s.binContent[c].Write(content[len(schema.Header):])
	s.binRecord[c].Write(record[len(schema.Header):])
	s.f.rowBytes += int64(len(content) + len(record))
	s.f.chunks = append(s.f.chunks, chunk{append(content, schema.Trailer...), append(record, schema.Trailer...)})
	return pipeline.Loaded{Loaded: int64(len(b.Records)), Rejected: int64(len(b.Rejects))}, nil
}
