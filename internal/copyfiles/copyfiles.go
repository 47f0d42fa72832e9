// Package copyfiles writes the rows of logs as files that COPY reads: the
// ready-made rows that loads are measured against.
package copyfiles

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"jdbclog/parse"
	"jdbclog/pipeline"
	"jdbclog/schema"
)

// Options say which files are written.
type Options struct {
	Dir     string
	Sets    int            // of files, for as many connections; chunks go to them in turn
	Columns schema.Variant // of the tables
	Text    bool           // files in COPY's text format, too
	Chunks  bool           // the binary rows are kept in memory, chunk by chunk
}

// Files are the rows, ready-made.
type Files struct {
	Binary, Text []Pair // by set
	Chunks       []Chunk
	Bytes        int64 // of binary rows
}

// Pair is a file for each table.
type Pair struct{ Content, Record string }

// Chunk is what a load sends in one transaction: a COPY for each table.
type Chunk struct{ Content, Record []byte }

// Write runs the job, whose sink it is, and writes the files. They can be read
// by everybody: the server is somebody else.
func Write(ctx context.Context, j pipeline.Job, o Options) (*Files, pipeline.Report, error) {
	w := &writer{o: o, files: &Files{}}
	w.content, w.record = schema.Tables(o.Columns)
	defer w.close()
	for i := range o.Sets {
		w.files.Binary = append(w.files.Binary, w.pair(i, "bin"))
		w.binary[0][i].WriteString(schema.Header)
		w.binary[1][i].WriteString(schema.Header)
		if o.Text {
			w.files.Text = append(w.files.Text, w.pair(i, "txt"))
		}
	}
	if w.err != nil {
		return nil, pipeline.Report{}, w.err
	}
	j.Sink, j.Loaders, j.Final = w, 1, true
	rep, err := pipeline.Run(ctx, j)
	if err != nil {
		return nil, rep, err
	}
	for i := range o.Sets {
		w.binary[0][i].WriteString(schema.Trailer)
		w.binary[1][i].WriteString(schema.Trailer)
	}
	return w.files, rep, w.close()
}

// writer is the pipeline's sink.
type writer struct {
	o               Options
	files           *Files
	content, record *schema.Table
	turn            int
	binary, text    [2][]*bufio.Writer // of content and record, by set
	open            []*os.File
	outs            []*bufio.Writer
	err             error
}

// pair makes the two files of a set.
func (w *writer) pair(i int, ending string) Pair {
	group := &w.binary
	if ending == "txt" {
		group = &w.text
	}
	var paths [2]string
	for t, name := range []string{"content", "record"} {
		paths[t] = filepath.Join(w.o.Dir, name+"-"+strconv.Itoa(i)+"."+ending)
		f, err := os.OpenFile(paths[t], os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644)
		if err != nil {
			w.err = err
		}
		w.open = append(w.open, f)
		out := bufio.NewWriterSize(f, 1<<20)
		w.outs = append(w.outs, out)
		group[t] = append(group[t], out)
	}
	return Pair{paths[0], paths[1]}
}

func (w *writer) close() error {
	err := w.err
	for i, out := range w.outs {
		if ferr := out.Flush(); err == nil {
			err = ferr
		}
		if cerr := w.open[i].Close(); err == nil {
			err = cerr
		}
	}
	w.outs = nil
	return err
}

func (w *writer) Plan(context.Context, *pipeline.File) (pipeline.Plan, error) {
	return pipeline.Whole(nil), nil
}
func (w *writer) Open(context.Context) (pipeline.Loader, error) { return w, nil }
func (w *writer) Close(context.Context) error                   { return nil }

func (w *writer) Load(_ context.Context, b *parse.Batch) (pipeline.Loaded, error) {
	e := schema.NewEncoder(&schema.Run{ID: strings.Repeat("0", 32), Group: strings.Repeat("0", 32)})
	e.File(&schema.File{ID: strings.Repeat("0", 16), Path: b.Source.Path})
	content, record := []byte(schema.Header), []byte(schema.Header)
	var texts [2][]byte
	for i := range b.Records {
		e.Set(&b.Records[i])
		content, record = e.AppendRow(content, w.content), e.AppendRow(record, w.record)
		if w.o.Text {
			texts[0], texts[1] = e.AppendCopyText(texts[0], w.content), e.AppendCopyText(texts[1], w.record)
		}
	}
	set := w.turn % w.o.Sets
	w.turn++
	n := pipeline.Loaded{Loaded: int64(len(b.Records)), Rejected: int64(len(b.Rejects)), Filtered: b.Filtered}
	for t, rows := range [][]byte{content, record} {
		if _, err := w.binary[t][set].Write(rows[len(schema.Header):]); err != nil {
			return n, err
		}
		w.files.Bytes += int64(len(rows))
		if w.o.Text {
			if _, err := w.text[t][set].Write(texts[t]); err != nil {
				return n, err
			}
		}
	}
	if w.o.Chunks {
		w.files.Chunks = append(w.files.Chunks, Chunk{append(content, schema.Trailer...), append(record, schema.Trailer...)})
	}
	return n, nil
}
