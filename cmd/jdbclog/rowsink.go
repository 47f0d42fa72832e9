package main

import (
	"bufio"
	"context"

	"jdbclog/parse"
	"jdbclog/pipeline"
	"jdbclog/schema"
	"jdbclog/sink"
)

// rowSink writes records as rows of one of the two tables: what COPY reads.
type rowSink struct {
	out     *bufio.Writer
	encoder *schema.Encoder
	table   *schema.Table
	csv     bool
	buf     []byte
}

// rowSink makes the sink for --output csv or copy. The first line of CSV names
// the columns.
func (a *app) rowSink(out *bufio.Writer, output, table string) (*rowSink, error) {
	c := a.Config.Load
	content, record := schema.Tables(schema.Variant(c.Schema))
	s := &rowSink{out: out, csv: output == "csv"}
	switch table {
	case "record":
		s.table = record
	case "content":
		s.table = content
	default:
		return nil, misuse("--table: %q is none of record, content", table)
	}
	run := &schema.Run{ID: sink.NewRun(), Group: c.Group, Zone: a.Config.Input.Timezone}
	if run.Group == "" {
		run.Group = run.ID
	}
	s.encoder = schema.NewEncoder(run)
	if s.csv {
		for i, col := range s.table.Columns {
			if i > 0 {
				out.WriteByte(',')
			}
			out.WriteString(col.Name)
		}
		out.WriteByte('\n')
	}
	return s, nil
}

func (s *rowSink) Plan(_ context.Context, f *pipeline.File) (pipeline.Plan, error) {
	return pipeline.Whole(&schema.File{ID: sink.FileID(f), Path: f.Path}), nil
}

func (s *rowSink) Open(context.Context) (pipeline.Loader, error) { return s, nil }

func (s *rowSink) Load(_ context.Context, b *parse.Batch) (pipeline.Loaded, error) {
	s.encoder.File(b.Tag.(*schema.File))
	n := pipeline.Loaded{Rejected: int64(len(b.Rejects)), Filtered: b.Filtered}
	for i := range b.Records {
		s.encoder.Set(&b.Records[i])
		if s.csv {
			s.buf = s.encoder.AppendCSV(s.buf[:0], s.table)
		} else {
			s.buf = s.encoder.AppendCopyText(s.buf[:0], s.table)
		}
		if _, err := s.out.Write(s.buf); err != nil {
			return n, err
		}
		n.Loaded++
		n.Rows++
		n.Bytes += int64(len(s.buf))
	}
	return n, nil
}

func (s *rowSink) Close(context.Context) error { return nil }
