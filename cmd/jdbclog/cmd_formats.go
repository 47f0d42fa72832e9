package main

import (
	"context"
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"jdbclog/parse"
	"jdbclog/pipeline"
)

func cmdFormats(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "formats",
		Short: "the formats known; 'formats detect' says which a file is, and why",
		Long: `Formats lists the formats of JDBC logs that jdbclog reads. Which one a file is
is found out from its first bytes; 'jdbclog formats detect PATH...' shows what
was found and which line decided. Templates of the settings are formats, too;
'jdbclog formats test NAME' shows what one makes of its samples.`,
		Example: `  jdbclog formats
  jdbclog formats detect logs/
  jdbclog formats test shop`,
		Args: noArgs,
	}
	a.settings(cmd, "output.json")
	cmd.RunE = a.with(func(context.Context, []string) error { return a.listFormats() })
	cmd.AddCommand(cmdDetect(a), cmdFormatsTest(a))
	return cmd
}

func (a *app) listFormats() error {
	type format struct {
		Name string `json:"name"`
		Doc  string `json:"doc"`
	}
	var all []format
	own, err := a.templates()
	if err != nil {
		return exit{exitUsage, err}
	}
	for _, f := range append(parse.Formats(), own...) {
		all = append(all, format{f.Name(), f.Doc()})
	}
	if a.Config.Output.JSON {
		return json.NewEncoder(a.Out).Encode(all)
	}
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	for _, f := range all {
		fmt.Fprintf(w, "%s\t%s\n", f.Name, f.Doc)
	}
	return w.Flush()
}

func cmdDetect(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "detect [flags] PATH...",
		Short: "say which format files are, and why",
		Long: `Detect looks at the first MiB of each file and prints its format, envelope,
encoding, how sure that is, and the first line that decided.`,
		Args: somePaths,
	}
	a.settings(cmd, "input", "output.json")
	cmd.RunE = a.with(func(ctx context.Context, args []string) error { return a.detect(ctx, args) })
	return cmd
}

// found is what detection says of a file, for people and as JSON.
type found struct {
	File       string        `json:"file"`
	Formats    []foundFormat `json:"formats"`
	Layouts    []foundLayout `json:"layouts"`
	Bare       bool          `json:"bare"`
	Wrapper    *string       `json:"wrapper"`
	Encoding   string        `json:"encoding"`
	Packing    *string       `json:"packing"`
	ANSI       bool          `json:"ansi"`
	Date       *string       `json:"date"`
	Confidence float64       `json:"confidence"`
	Events     int           `json:"events"`
	Lines      int           `json:"lines"`
	Error      *string       `json:"error"`
}

type foundFormat struct {
	Name   string  `json:"name"`
	Line   int64   `json:"line"`
	Events int     `json:"events"`
	Share  float64 `json:"share"`
}

type foundLayout struct {
	Pattern string `json:"pattern"`
	Line    int64  `json:"line"`
	Events  int    `json:"events"`
}

// detect prints what each file is. A file that cannot be read, or is of no
// known format, makes the exit code 3.
func (a *app) detect(ctx context.Context, paths []string) error {
	o, err := a.options()
	if err != nil {
		return exit{exitUsage, err}
	}
	files, problems, err := pipeline.Expand(paths)
	if err != nil {
		return exit{exitUsage, err}
	}
	failed := len(problems) > 0
	for _, p := range problems {
		fmt.Fprintf(a.Err, "jdbclog: %v\n", p)
	}
	all := []found{}
	for _, path := range files {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		x := found{File: path}
		f, err := pipeline.Look(ctx, path, a.In)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err == nil {
			var d *parse.Detection
			if d, err = detect(f, o); err == nil {
				x.fill(f, d)
				err = d.Err()
			}
		}
		if err != nil {
			text := err.Error()
			x.Error, failed = &text, true
		}
		if all = append(all, x); !a.Config.Output.JSON {
			x.write(a)
		}
	}
	if a.Config.Output.JSON {
		if err := json.NewEncoder(a.Out).Encode(all); err != nil {
			return err
		}
	}
	if failed {
		return exit{exitPartial, nil}
	}
	return nil
}

func (x *found) fill(f *pipeline.File, d *parse.Detection) {
	x.Bare, x.ANSI, x.Confidence, x.Events, x.Lines = d.Bare, d.ANSI, d.Confidence, d.Events, d.Lines
	x.Formats, x.Layouts, x.Encoding = []foundFormat{}, []foundLayout{}, "UTF-8"
	for _, g := range d.Formats {
		x.Formats = append(x.Formats, foundFormat{g.Format.Name(), g.Line, g.Events, g.Share})
	}
	for _, l := range d.Layouts {
		x.Layouts = append(x.Layouts, foundLayout{l.Layout.String(), l.Line, l.Events})
	}
	if d.Wrapper != nil {
		text := d.Wrapper.String()
		x.Wrapper = &text
	}
	if f.UTF16 != "" {
		x.Encoding = f.UTF16
	} else if d.Encoding != nil {
		x.Encoding = d.Encoding.String()
	}
	if f.Packing != "" {
		x.Packing = &f.Packing
	}
	if d.DateFrom != "" && !d.Date.IsZero() {
		text := d.Date.Format("2006-01-02") + " (" + d.DateFrom + ")"
		x.Date = &text
	}
}

// write prints x for people: a line for the file, one for each reason.
func (x *found) write(a *app) {
	if x.Error != nil {
		fmt.Fprintf(a.Out, "%s: %s\n", x.File, *x.Error)
		return
	}
	fmt.Fprintf(a.Out, "%s: ", x.File)
	for i, f := range x.Formats {
		if i > 0 {
			fmt.Fprint(a.Out, " and ")
		}
		fmt.Fprint(a.Out, f.Name)
	}
	fmt.Fprintf(a.Out, ", %s, %.0f %% sure by %d events in %d lines\n", x.Encoding, 100*x.Confidence, x.Events, x.Lines)
	for _, f := range x.Formats {
		fmt.Fprintf(a.Out, "  format    %s: %d events (%.0f %%), first in line %d\n", f.Name, f.Events, 100*f.Share, f.Line)
	}
	for _, l := range x.Layouts {
		fmt.Fprintf(a.Out, "  envelope  %s: first in line %d\n", l.Pattern, l.Line)
	}
	if x.Bare {
		fmt.Fprintf(a.Out, "  envelope  none\n")
	}
	if x.Wrapper != nil {
		fmt.Fprintf(a.Out, "  wrapper   %s\n", *x.Wrapper)
	}
	if x.Packing != nil {
		fmt.Fprintf(a.Out, "  packing   %s\n", *x.Packing)
	}
	if x.ANSI {
		fmt.Fprintf(a.Out, "  colours   of terminals are taken out\n")
	}
	if x.Date != nil {
		fmt.Fprintf(a.Out, "  date      %s\n", *x.Date)
	}
}
