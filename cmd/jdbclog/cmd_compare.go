package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"jdbclog/compare"
	"jdbclog/internal/generate"
	"jdbclog/internal/pglocal"
	"jdbclog/schema"
	"jdbclog/sink"
)

// comparing are the flags of compare that are no settings.
type comparing struct {
	schemes   string
	rounds    int
	records   int64
	seed      uint64
	loaders   int
	timeLimit time.Duration
	walLevel  string
	keep      bool
	noSample  bool
	resume    bool
	state     string

	experiment string
	list       bool
	csv        bool
	html       string
	render     string
	baseline   string
}

func cmdCompare(a *app) *cobra.Command {
	var c comparing
	cmd := &cobra.Command{
		Use:   "compare [flags] [PATH...]",
		Short: "run the loading schemes on the same input and compare them",
		Long: `Compare loads the same logs by each scheme, several rounds in shuffled order, into
tables of its own, verifies every run, and says which way of loading is how much
faster on this server, why, and what a crash would take. Without PATH the input
is synthetic. Your own tables are not touched; what compare makes is dropped.

The private local server runs scheme 11 at wal_level = minimal in a block of its
own, and with --wal-level both all of them at both levels.`,
		Example: `  jdbclog compare --records 100000 --rounds 3
  jdbclog compare --schemes 2,8,9 --dsn postgres://dba@db/test --json logs/ > result.json`,
	}
	a.settings(cmd, "input", "pipeline", "database", "load.schema", "load.maintenance_work_mem", "output.json")
	f := cmd.Flags()
	f.StringVar(&c.schemes, "schemes", "1-11", "compare `LIST` of schemes: numbers, ranges, names")
	f.IntVar(&c.rounds, "rounds", 3, "run every scheme `N` times")
	f.Int64Var(&c.records, "records", 200_000, "`N` records of synthetic input")
	f.Uint64Var(&c.seed, "seed", 1, "`N` for the input, the order of runs and the statistics")
	f.IntVar(&c.loaders, "loaders", 0, "load over `N` connections (default as for load)")
	f.DurationVar(&c.timeLimit, "time-limit", 0, "cut a run after `DURATION` and extrapolate it")
	f.StringVar(&c.walLevel, "wal-level", "replica", "`LEVEL` of the private server: replica, minimal, both")
	f.BoolVar(&c.keep, "keep", false, "keep the tables of each scheme's last run")
	f.BoolVar(&c.noSample, "no-sampling", false, "do not sample wait events")
	f.BoolVar(&c.resume, "resume", false, "go on with the rounds that were measured before")
	f.StringVar(&c.state, "state", "jdbclog-compare.json", "save every round in `FILE`")
	f.StringVar(&c.experiment, "experiment", "study", "do the published test `NAME` (see --list-experiments)")
	f.BoolVar(&c.list, "list-experiments", false, "list the published tests, what each answers and how long it takes")
	f.BoolVar(&c.csv, "csv", false, "print the result as CSV, a line for each run")
	f.StringVar(&c.html, "html", "", "write the result as a page into `FILE`")
	f.StringVar(&c.render, "render", "", "run nothing: show the result saved in `FILE`")
	f.StringVar(&c.baseline, "baseline", "", "set the result beside the one saved in `FILE`")
	cmd.RunE = a.with(func(ctx context.Context, args []string) error { return a.compare(ctx, args, c) })
	return cmd
}

// compare is one run of the command.
func (a *app) compare(ctx context.Context, paths []string, c comparing) error {
	var old *compare.Result
	var err error
	if c.baseline != "" {
		if old, err = readResult(c.baseline); err != nil {
			return exit{exitUsage, err}
		}
	}
	if c.list {
		return a.listExperiments()
	}
	if c.render != "" {
		r, err := readResult(c.render)
		if err != nil {
			return exit{exitUsage, err}
		}
		return a.showComparison(r, old, c)
	}
	o, err := a.comparisonOptions(c)
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		dir, err := os.MkdirTemp("", "jdbclog-input-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		paths = []string{filepath.Join(dir, "logs")}
		if _, err := generate.Run(ctx, generate.Options{Format: "p6spy", Records: c.records, Files: 1, Seed: c.seed, Dir: paths[0]}, nil); err != nil {
			return err
		}
	}
	if o.Job, err = a.job(paths); err != nil {
		return err
	}
	done, err := a.laboratory(ctx, &o, c.walLevel)
	if err != nil {
		return err
	}
	var r *compare.Result
	if e := experiment(c.experiment); e != nil {
		o.On = func(e compare.Event) { fmt.Fprintf(a.Err, "%s\n", e.Scheme) }
		r, err = compare.RunExperiment(ctx, o, *e)
		err = errors.Join(err, o.Save(r))
	} else {
		o.On = a.comparison()
		r, err = compare.Run(ctx, o)
	}
	err = errors.Join(err, done())
	a.Progress.close()
	if len(r.Schemes) == 0 && r.Experiment == nil && err != nil {
		return err
	}
	return errors.Join(err, a.showComparison(r, old, c))
}

// comparisonOptions are what the settings and flags say.
func (a *app) comparisonOptions(c comparing) (o compare.Options, err error) {
	o = compare.Options{Version: thisVersion().Version, Columns: schema.Variant(a.Config.Load.Schema), Zone: a.Config.Input.Timezone,
		Rounds: c.rounds, Seed: c.seed, Loaders: c.loaders, TimeLimit: c.timeLimit, Keep: c.keep, NoSample: c.noSample,
		MaintenanceWorkMem: int64(a.Config.Load.MaintenanceWorkMem)}
	if a.Config.Source("load.schema") == "default" {
		o.Columns = schema.Study
	}
	if o.Loaders == 0 {
		o.Loaders = a.Config.Load.LoaderCount(0)
	}
	if o.Schemes, err = a.chosen(c.schemes); err != nil {
		return o, exit{exitUsage, err}
	}
	switch {
	case c.rounds < 1 || c.rounds > 1000:
		return o, misuse("--rounds: %d is not in 1..1000", c.rounds)
	case c.records < 1:
		return o, misuse("--records: %d is not positive", c.records)
	case c.loaders < 0 || c.loaders > 64:
		return o, misuse("--loaders: %d is not in 1..64", c.loaders)
	case c.walLevel != "replica" && c.walLevel != "minimal" && c.walLevel != "both":
		return o, misuse("--wal-level: %q is none of replica, minimal, both", c.walLevel)
	case c.experiment != "study" && experiment(c.experiment) == nil:
		var known []string
		for _, e := range compare.Experiments() {
			known = append(known, e.Name)
		}
		return o, misuse("--experiment: %q is none of study, %s", c.experiment, strings.Join(known, ", "))
	}
	if c.resume {
		if o.Resume, err = readResult(c.state); err != nil {
			return o, err
		}
	}
	o.Save = func(r *compare.Result) error { return saveResult(c.state, r) }
	return o, nil
}

// experiment finds one by its name, nil if there is none.
func experiment(name string) *compare.Experiment {
	for _, e := range compare.Experiments() {
		if e.Name == name {
			return &e
		}
	}
	return nil
}

func (a *app) listExperiments() error {
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "study\twhich scheme is how much faster, why, and what it risks\t10 minutes with 100 000 records")
	for _, e := range compare.Experiments() {
		fmt.Fprintf(w, "%s\t%s\t%s\n", e.Name, e.Answers, e.Takes)
	}
	return w.Flush()
}

// showComparison prints a result in the form that was asked for.
func (a *app) showComparison(r, old *compare.Result, c comparing) error {
	if c.html != "" {
		var page bytes.Buffer
		if err := r.HTML(&page); err != nil {
			return err
		}
		if err := os.WriteFile(c.html, page.Bytes(), 0o644); err != nil {
			return err
		}
	}
	switch {
	case a.Config.Output.JSON:
		return json.NewEncoder(a.Out).Encode(r)
	case c.csv:
		return r.CSV(a.Out)
	}
	if err := r.Text(a.Out); err != nil {
		return err
	}
	if old != nil {
		return r.Beside(old, a.Out)
	}
	return nil
}

// laboratory finds the server. The private one can run at any wal_level.
func (a *app) laboratory(ctx context.Context, o *compare.Options, level string) (done func() error, err error) {
	if !a.private() {
		o.DSN, done, err = a.target(ctx)
		return done, err
	}
	server, err := pglocal.Start(ctx, a.local())
	if err != nil {
		return nil, err
	}
	o.DSN = server.DSN("")
	o.Restart = func(ctx context.Context, settings map[string]string) (string, error) {
		err := server.Restart(ctx, settings)
		return server.DSN(""), err
	}
	o.Levels = map[string][]string{"replica": {"replica", "minimal"}, "minimal": {"minimal"}, "both": {"replica", "minimal"}}[level]
	o.MinimalOnlyWhole = level == "replica"
	return func() error { return closeServer(server) }, nil
}

// chosen are the schemes of a list such as 1-4,9,copy.
func (a *app) chosen(list string) ([]sink.Scheme, error) {
	own, err := a.schemes()
	if err != nil {
		return nil, err
	}
	var all []sink.Scheme
	for _, word := range strings.Split(list, ",") {
		word = strings.TrimSpace(word)
		var from, to int
		if n, _ := fmt.Sscanf(word, "%d-%d", &from, &to); n == 2 {
			for _, s := range sink.Schemes() {
				if s.ID >= from && s.ID <= to {
					all = append(all, s)
				}
			}
			continue
		}
		s, err := sink.Lookup(word, own...)
		if err != nil {
			return nil, err
		}
		if s.Name == sink.Auto.Name {
			return nil, fmt.Errorf("scheme: auto is no scheme to compare; name one")
		}
		all = append(all, s)
	}
	return all, nil
}

// comparison tells of the runs as they go.
func (a *app) comparison() func(compare.Event) {
	var now compare.Event
	end := a.Progress.phase("compare", byItems, func() reading { return reading{int64(now.Run), int64(now.Runs), 0} })
	return func(e compare.Event) {
		now = e
		switch {
		case e.Done && e.Failure != "":
			fmt.Fprintf(a.Err, "%d/%d round %d, %s: failed: %s\n", e.Run, e.Runs, e.Round, e.Scheme, e.Failure)
		case e.Done && !a.Config.Log.Quiet:
			fmt.Fprintf(a.Err, "%d/%d round %d, %s: %s\n", e.Run, e.Runs, e.Round, e.Scheme, e.Wall.Round(10*time.Millisecond))
		}
		if e.Run == e.Runs && e.Done {
			end()
		}
	}
}

func readResult(path string) (*compare.Result, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var r compare.Result
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("%s is no result of a comparison: %w", path, err)
	}
	return &r, nil
}

// saveResult writes r so that a crash leaves the old file or the new one.
func saveResult(path string, r *compare.Result) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".tmp", append(data, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".tmp", path)
}
