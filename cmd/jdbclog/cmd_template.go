package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"jdbclog/config"
	"jdbclog/parse"
)

func cmdFormatsTest(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "test [flags] NAME",
		Short: "show what a template of the settings makes of its samples",
		Long: `Test reads the sample lines of a template as it would read a file. It shows
what each line was taken for, or why it was not, and the fields of each record.`,
		Example: `  jdbclog formats test shop --config jdbclog.yaml`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return misuse("which template? Name one of the settings")
			}
			return nil
		},
	}
	a.settings(cmd, "input.timezone", "input.max_record", "output.json")
	cmd.RunE = a.with(func(ctx context.Context, args []string) error { return a.testTemplate(ctx, args[0]) })
	return cmd
}

// tested is what a template made of a sample.
type tested struct {
	Sample  int                  `json:"sample"`
	Lines   []parse.TemplateLine `json:"lines"`
	Records []json.RawMessage    `json:"records"`
	Rejects []string             `json:"rejects"`
}

// testTemplate reads the samples of a template. Lines that are not taken, and
// rejects, make the exit code 3.
func (a *app) testTemplate(ctx context.Context, name string) error {
	t, known := a.Config.Templates[name]
	if !known {
		names := slices.Sorted(maps.Keys(a.Config.Templates))
		if len(names) == 0 {
			return misuse("the settings have no templates")
		}
		hint := ""
		if n := config.Nearest(name, names); n != "" {
			hint = ", did you mean " + n + "?"
		}
		return misuse("%q is no template of the settings, which have %s%s", name, strings.Join(names, ", "), hint)
	}
	format, err := a.template(name)
	if err != nil {
		return exit{exitUsage, err}
	}
	if len(t.Samples) == 0 {
		return misuse("templates.%s has no samples", name)
	}
	var all []tested
	failed := false
	for i, sample := range t.Samples {
		x := tested{Sample: i + 1, Lines: format.Explain([]byte(sample)), Records: []json.RawMessage{}, Rejects: []string{}}
		if err := a.readSample(ctx, format, sample, &x); err != nil {
			return err
		}
		for _, l := range x.Lines {
			failed = failed || l.As == "" && strings.TrimSpace(l.Text) != ""
		}
		failed = failed || len(x.Rejects) > 0 || len(x.Records) == 0
		all = append(all, x)
	}
	if a.Config.Output.JSON {
		err = a.printJSON(all)
	} else {
		err = a.writeTested(all)
	}
	if err == nil && failed {
		err = exit{exitPartial, nil}
	}
	return err
}

// readSample reads a sample as if it were a file.
func (a *app) readSample(ctx context.Context, format parse.Format, sample string, x *tested) error {
	c := a.Config.Input
	path := fmt.Sprintf("sample %d", x.Sample)
	src := &parse.Source{Path: path, Formats: []parse.Format{format}, Bare: true, Zone: c.Timezone, MaxRecord: int(c.MaxRecord), Params: true}
	split := parse.NewSplitter(src, strings.NewReader(sample), parse.NewPool(2, len(sample)+1), 0, 1)
	split.Final = true
	p, fold, finish := parse.NewParser(0), parse.NewFold(src, 0), parse.NewFinisher(0)
	var z parse.Zone
	z.Use(c.Timezone)
	for {
		b, err := split.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		p.Parse(b)
		fold.Next(b)
		finish.Finish(b)
		for i := range b.Records {
			x.Records = append(x.Records, b.Records[i].AppendJSON(nil, path, &z))
		}
		for i := range b.Rejects {
			x.Rejects = append(x.Rejects, b.Rejects[i].Error(path).Error())
		}
		b.Release()
	}
}

// shown are the fields of a record in the order in which they are shown.
var shown = [...]string{"time", "runtime_us", "kind", "type", "sql", "prepared", "params", "batch_size", "rows", "update_count",
	"connection", "thread", "method", "url", "failed", "error", "flags", "normalized"}

// writeTested prints what became of the samples for people.
func (a *app) writeTested(all []tested) error {
	for _, x := range all {
		fmt.Fprintf(a.Out, "sample %d\n", x.Sample)
		for i, l := range x.Lines {
			as := l.As
			if as == "" {
				as = "not taken"
			}
			fmt.Fprintf(a.Out, "  line %-4d %-12s  %s\n", i+1, as, l.Text)
			if l.Why != "" {
				fmt.Fprintf(a.Out, "  %22s  because %s\n", "", l.Why)
			}
		}
		for _, raw := range x.Records {
			var r map[string]json.RawMessage
			if err := json.Unmarshal(raw, &r); err != nil {
				return err
			}
			fmt.Fprintf(a.Out, "  record of lines %s to %s\n", r["start_line"], r["end_line"])
			for _, name := range shown {
				if value := string(r[name]); value != "null" && value != "[]" {
					fmt.Fprintf(a.Out, "    %-12s  %s\n", name, value)
				}
			}
		}
		for _, reject := range x.Rejects {
			fmt.Fprintf(a.Out, "  rejected: %s\n", reject)
		}
	}
	return nil
}
