package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"jdbclog/parse"
	"jdbclog/pipeline"
)

func cmdParse(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "parse [flags] PATH...",
		Short: "print the records of logs as JSON lines",
		Long: `Parse reads logs and prints each execution as one JSON object on a line, in the
order of the records' last lines, file after file. The last line of standard
error is a JSON object with the counts.

With --output csv or copy it prints the rows of one of the two tables instead,
as PostgreSQL's COPY reads them.

PATH is a file, a folder, a pattern, or - for standard input; .gz, .zst, .bz2
and .xz are known by their content.`,
		Example: `  jdbclog parse spy.log | jq -r 'select(.runtime_us > 1000000) | .sql'
  zcat spy.log.gz | jdbclog parse -
  jdbclog parse --format mybatis --timezone Asia/Shanghai logs/
  jdbclog parse --output csv --table record spy.log > records.csv`,
		Args: somePaths,
	}
	a.settings(cmd, "input", "pipeline", "load.schema", "load.group")
	output := cmd.Flags().String("output", "json", "print records as `FORMAT`: json, csv, copy")
	table := cmd.Flags().String("table", "record", "print the rows of `TABLE` with csv and copy: record, content")
	cmd.RunE = a.with(func(ctx context.Context, args []string) error { return a.parse(ctx, args, *output, *table) })
	return cmd
}

// parse prints the records of paths.
func (a *app) parse(ctx context.Context, paths []string, output, table string) error {
	out := bufio.NewWriterSize(a.Out, 256<<10)
	var s pipeline.Sink
	switch output {
	case "json":
		s = &jsonSink{out: out}
	case "csv", "copy":
		var err error
		if s, err = a.rowSink(out, output, table); err != nil {
			return err
		}
	default:
		return misuse("--output: %q is none of json, csv, copy", output)
	}
	j, err := a.job(paths)
	if err != nil {
		return err
	}
	j.Sink, j.Readers, j.Loaders, j.Final = s, 1, 1, true
	detect, unknown := j.Detect, 0
	j.Detect = func(f *pipeline.File) error {
		err := detect(f)
		if f.Source != nil {
			f.Source.Params = true
		} else { // lines that nothing can read are counted all the same
			unknown++
			f.Source = &parse.Source{Path: f.Path, MaxRecord: int(a.Config.Input.MaxRecord)}
		}
		return err
	}
	rep, err := pipeline.Run(ctx, j)
	if ferr := out.Flush(); err == nil {
		err = ferr
	}
	a.tell(rep)
	end := outcome(rep)
	if err == nil && len(rep.Problems) == unknown { // of a damaged file not every line was seen
		if err := rep.Balance(); err != nil {
			fmt.Fprintf(a.Err, "jdbclog: parse: %v\n", err)
			end = exit{exitFailed, nil}
		}
	}
	a.count(rep)
	if err != nil {
		return err
	}
	return end
}

// count writes the counts of parse, the last line of standard error.
func (a *app) count(rep pipeline.Report) {
	line, _ := json.Marshal(struct {
		Records       int64 `json:"records"`
		Skipped       int64 `json:"skipped"`
		Rejected      int64 `json:"rejected"`
		RecordLines   int64 `json:"record_lines"`
		RejectedLines int64 `json:"rejected_lines"`
		Lines         int64 `json:"lines"`
		Bytes         int64 `json:"bytes"`
	}{rep.Records.Loaded, rep.SkippedLines, rep.Rejects, rep.RecordLines, rep.RejectedLines, rep.Lines, rep.Bytes})
	a.Progress.close()
	fmt.Fprintf(a.Err, "%s\n", line)
}

// jsonSink writes records as JSON lines.
type jsonSink struct {
	out  *bufio.Writer
	buf  []byte
	zone parse.Zone
}

func (s *jsonSink) Plan(context.Context, *pipeline.File) (pipeline.Plan, error) {
	return pipeline.Whole(nil), nil
}

func (s *jsonSink) Open(context.Context) (pipeline.Loader, error) { return s, nil }

func (s *jsonSink) Load(_ context.Context, b *parse.Batch) (pipeline.Loaded, error) {
	s.zone.Use(b.Source.Zone)
	var sent int64
	for i := range b.Records {
		s.buf = append(b.Records[i].AppendJSON(s.buf[:0], b.Source.Path, &s.zone), '\n')
		if _, err := s.out.Write(s.buf); err != nil {
			return pipeline.Loaded{}, err
		}
		sent += int64(len(s.buf))
	}
	n := int64(len(b.Records))
	return pipeline.Loaded{Loaded: n, Rejected: int64(len(b.Rejects)), Filtered: b.Filtered, Rows: n, Bytes: sent}, nil
}

func (s *jsonSink) Close(context.Context) error { return nil }
