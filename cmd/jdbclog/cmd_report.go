package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"jdbclog/report"
)

func cmdReport(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report [flags] [PATH...]",
		Short: "say what is in the logs: statements, times, failures, suspects",
		Long: `Report reads logs once and says what the application asked of its database:
statements ranked by what they took, with their course, callers and slowest
executions; failures, batches, transactions; and what may be a fault, such as
one statement run for each row of another (N+1).

PATH is a log, a folder, a pattern, - for standard input, or a file written by
--save; several are reported on as one. Without PATH it reports on what was
loaded, by the same settings as load. Memory is bounded whatever the size of the
logs.

A CONDITION of --fail-if compares figures of the report with numbers, such as
'p95_ms > 200 and records > 1000'; comparisons are joined by and, or and
parentheses. The figures are ` + list(report.FigureNames(), len("parentheses. The figures are ")) + `;
the last four need --baseline.`,
		Example: `  jdbclog report logs/
  jdbclog report --since yesterday --order p95 --top 20 app.log

  # a page to look around in
  jdbclog report --html report.html logs/

  # a day, and two days as one
  jdbclog report --save mon.state mon/
  jdbclog report mon.state tue.state

  # a nightly job that fails when new slow statements turn up
  jdbclog report --baseline last.state --fail-if 'new_slow > 0' nightly/`,
	}
	a.settings(cmd, "input", "pipeline", "report", "database", "output.json")
	cmd.RunE = a.with(func(ctx context.Context, args []string) error { return a.report(ctx, args) })
	return cmd
}

// report makes a report of paths.
func (a *app) report(ctx context.Context, paths []string) error {
	gates, err := a.gates()
	if err != nil {
		return err
	}
	v, err := a.view()
	if err != nil {
		return err
	}
	in, err := a.counting(ctx, paths)
	if in.state == nil {
		return err
	}
	if path := a.Config.Report.Save; path != "" {
		err = errors.Join(err, a.save(path, in.state.Save))
	}
	v.Source = in.source
	r := in.state.Report(v)
	end := in.end
	for _, g := range gates {
		if result := g.Judge(r); result.Fired {
			fmt.Fprintf(a.Err, "jdbclog: report: gate: %s\n", result)
			end = exit{exitGate, nil}
		}
	}
	if dsn := a.Config.Report.Explain; dsn != "" && err == nil {
		err = r.Explain(ctx, dsn, a.Config.Report.ExplainTimeout)
	}
	if path := a.Config.Report.HTML; path != "" {
		v.Top = a.Config.Report.Top // all of them where nothing was said
		whole := in.state.Report(v)
		whole.Gates, whole.Plans = r.Gates, r.Plans
		err = errors.Join(err, a.save(path, whole.WriteHTML))
	}
	if path := a.Config.Report.Replay; path != "" {
		v.Top = a.Config.Report.Top // all of them where nothing was said
		err = errors.Join(err, a.replay(path, in.state.Report(v)))
	}
	if err = errors.Join(a.render(r), err); err != nil {
		return err
	}
	return end
}

// gates are the conditions of --fail-if.
func (a *app) gates() ([]*report.Gate, error) {
	var list []*report.Gate
	var errs []error
	for _, text := range a.Config.Report.FailIf {
		g, err := report.ParseGate(text)
		if err == nil && g.NeedsBaseline() && a.Config.Report.Baseline == "" {
			err = errors.New("is about what has changed, and needs report.baseline")
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("config: report.fail_if: %w", err))
		}
		list = append(list, g)
	}
	if len(errs) > 0 {
		return nil, exit{exitUsage, errors.Join(errs...)}
	}
	return list, nil
}

// view is what the settings say of how a report is shown.
func (a *app) view() (report.View, error) {
	c := a.Config
	v := report.View{Order: report.Order(c.Report.Order), Top: c.Report.Top, Zone: c.Input.Timezone, Slow: c.Report.Slow.Microseconds()}
	if v.Top == 0 && !c.Output.JSON && !c.Report.CSV {
		v.Top = 10
	}
	if path := c.Report.Baseline; path != "" {
		b, err := readBaseline(path, a.limits())
		if err != nil {
			return v, usage("%s: %w", path, err)
		}
		v.Baseline = b
	}
	return v, nil
}

// filter is what the settings say of the records that count, nil for all.
func (a *app) filter() *report.Filter {
	c := a.Config.Report
	f := &report.Filter{
		Types: c.Types, Tables: c.Tables, Methods: c.Methods, Systems: c.Systems, Digests: c.Digests,
		MinDuration: c.MinDuration.Microseconds(), Failed: c.Failed,
	}
	if c.Match != "" {
		f.Match = regexp.MustCompile(c.Match) // the settings were checked
	}
	if c.Exclude != "" {
		f.Exclude = regexp.MustCompile(c.Exclude)
	}
	if f.All() {
		return nil
	}
	return f
}

// limits bound what the report keeps: a quarter of the memory is for statements.
func (a *app) limits() report.Limits {
	c := a.Config
	return report.Limits{Statements: c.Report.MaxDigests, Bytes: int(c.Pipeline.Memory / 4)}
}

// render prints r in the form that was asked for.
func (a *app) render(r *report.Report) error {
	c := a.Config
	a.Progress.close()
	switch {
	case c.Output.JSON:
		return r.WriteJSON(a.Out)
	case c.Report.CSV:
		return r.WriteCSV(a.Out)
	case c.Report.Markdown:
		return r.WriteMarkdown(a.Out, c.Report.Sections)
	}
	columns, _ := terminal(a.Out)
	return r.WriteText(a.Out, report.TextOptions{Width: columns, Color: a.colors(a.Out), Sections: c.Report.Sections})
}

// list is names apart by commas, broken into lines for a help text whose first
// line has so many columns already.
func list(names []string, column int) string {
	var b strings.Builder
	for i, name := range names {
		if i > 0 {
			b.WriteString(",")
			if column += len(name) + 2; column > 78 {
				b.WriteString("\n")
				column = len(name)
			} else {
				b.WriteString(" ")
			}
		} else {
			column += len(name)
		}
		b.WriteString(name)
	}
	return b.String()
}
