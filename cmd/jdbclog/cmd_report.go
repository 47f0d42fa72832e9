package main

import (
	"context"
	"errors"
	"regexp"

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
loaded. Memory is bounded whatever the size of the logs.`,
		Example: `  jdbclog report logs/
  jdbclog report --since yesterday --order p95 --top 20 app.log
  jdbclog report --save mon.state mon/ ; jdbclog report mon.state tue.state`,
	}
	a.settings(cmd, "input", "pipeline", "report", "database", "output.json")
	cmd.RunE = a.with(func(ctx context.Context, args []string) error { return a.report(ctx, args) })
	return cmd
}

// report makes a report of paths.
func (a *app) report(ctx context.Context, paths []string) error {
	in, err := a.counting(ctx, paths)
	if err != nil && in.state == nil {
		return err
	}
	r := in.state.Report(a.view(in.source))
	return errors.Join(a.render(r), err, in.end)
}

// view is what the settings say of how a report is shown.
func (a *app) view(source string) report.View {
	c := a.Config
	v := report.View{Order: report.Order(c.Report.Order), Top: c.Report.Top, Zone: c.Input.Timezone, Source: source, Slow: c.Report.Slow.Microseconds()}
	if v.Top == 0 && !c.Output.JSON && !c.Report.CSV {
		v.Top = 10
	}
	return v
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
