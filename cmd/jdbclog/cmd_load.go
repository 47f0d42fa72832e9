package main

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/spf13/cobra"

	"jdbclog/pipeline"
	"jdbclog/schema"
	"jdbclog/sink"
)

func cmdLoad(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "load [flags] PATH...",
		Short: "parse, load and index logs, each record exactly once",
		Long: `Load reads logs, loads their records into two tables of a PostgreSQL database
and builds the tables' indexes. What was loaded before is not loaded again: the
same command may be repeated, after an interruption too, and gives the records
of files that have grown since.

The database is that of --dsn, else that of the PG* variables, else a private
local server, which is started and stopped.

PATH is a file, a folder, a pattern, or - for standard input; .gz, .zst, .bz2
and .xz are known by their content.`,
		Example: `  jdbclog load /var/log/app/
  jdbclog load --scheme copy-unlogged-index-after 'logs/spy-*.log.gz'
  jdbclog load --dsn postgres://loader@db/logs --json logs/ > result.json`,
		Args: somePaths,
	}
	a.settings(cmd, "input", "pipeline", "load", "database", "output.json")
	cmd.RunE = a.with(func(ctx context.Context, args []string) error { return a.load(ctx, args) })
	return cmd
}

// load is one run of the command.
func (a *app) load(ctx context.Context, paths []string) error {
	scheme, err := a.scheme()
	if err != nil {
		return exit{exitUsage, err}
	}
	j, err := a.job(paths)
	if err != nil {
		return err
	}
	if a.Config.Load.DryRun {
		return a.dryRun(ctx, j)
	}
	dsn, done, err := a.target(ctx)
	if err != nil {
		return err
	}
	start := time.Now() // starting the private server is no part of loading
	r := &loadResult{Run: sink.NewRun()}
	rejects := &rejectFile{path: a.rejectsPath(r.Run), limit: a.Config.Load.MaxRejects, mask: j.Mask}
	err = a.loadInto(ctx, dsn, scheme, j, r, rejects)
	if cerr := errors.Join(rejects.close(), done()); cerr != nil && (err == nil || partial(err)) {
		err = cerr
	}
	if err != nil && !partial(err) {
		return err
	}
	r.Rejects = rejects.written()
	r.end(start)
	a.Progress.close()
	write := r.writeText
	if a.Config.Output.JSON {
		write = r.writeJSON
	}
	if werr := write(a.Out); werr != nil {
		return werr
	}
	return err
}

// partial reports whether err only sets the exit code of a run that was done.
func partial(err error) bool {
	var e exit
	return errors.As(err, &e) && e.err == nil
}

// loadInto loads the job's files into the database at dsn.
func (a *app) loadInto(ctx context.Context, dsn string, scheme sink.Scheme, j pipeline.Job, r *loadResult, rejects *rejectFile) (err error) {
	phase := time.Now()
	options, indexes := a.sinkOptions(dsn, scheme, r.Run, rejects), &indexProgress{}
	options.OnIndex = indexes.set
	s, err := sink.Connect(ctx, options)
	if err != nil {
		return err
	}
	var rep pipeline.Report
	defer func() {
		err = s.Lost(err)
		after, cancel := context.WithTimeout(context.WithoutCancel(ctx), closing)
		defer cancel()
		if eerr := s.End(after, ending(ctx, err, r)); err == nil || partial(err) {
			err = errors.Join(err, eerr)
		}
		if cerr := s.Close(after); err == nil {
			err = cerr
		}
	}()
	if err := s.Prepare(ctx); err != nil {
		return err
	}
	scheme = s.Scheme()
	r.Scheme = schemeResult{scheme.ID, scheme.Name, scheme.Insert, scheme.Commit, scheme.Tables, scheme.Indexes}
	r.phase("schema", phase, 0, 0)

	phase = time.Now()
	j.OnReject, j.Loaders = rejects.add, a.Config.Load.LoaderCount(scheme.Loaders)
	end := a.Progress.phase("load", byBytes, func() reading { return reading{j.Progress.Bytes.Load(), j.Total, j.Progress.Records.Load()} })
	rep, err = s.Run(ctx, j)
	end()
	r.take(rep)
	counts := s.Counts()
	r.Cut, r.Nulled, r.Covered = counts.Cut, counts.Unfit, s.Covered().Records
	r.phase("load", phase, rep.Rows, rep.Sent)
	a.tell(rep)
	if err != nil {
		return err
	}
	if len(rep.Problems) == 0 {
		if err := rep.Balance(); err != nil {
			return err
		}
	}
	phase = time.Now()
	end = a.Progress.phase("index", byItems, indexes.read)
	err = s.Index(ctx)
	end()
	if err != nil {
		return err
	}
	r.phase("index", phase, 0, 0)
	if rep.Records.Loaded > 0 {
		phase = time.Now()
		if err := s.Analyze(ctx); err != nil {
			return err
		}
		r.phase("analyze", phase, 0, 0)
	}
	return outcome(rep)
}

// sinkOptions are what the settings tell the sink.
func (a *app) sinkOptions(dsn string, scheme sink.Scheme, run string, rejects *rejectFile) sink.Options {
	c := a.Config
	host, _ := os.Hostname()
	return sink.Options{
		DSN: dsn, Schema: c.Database.Schema, Variant: schema.Variant(c.Load.Schema), Scheme: scheme, LedgerPrefix: c.Load.LedgerPrefix,
		Run: run, Group: c.Load.Group, Zone: c.Input.Timezone,
		System: c.Load.System.For, IP: c.Load.IP.For, Port: c.Load.Port.For,
		RejectLong: c.Load.TooLong == "reject", OnReject: rejects.add,
		Shape: a.shape(), Reload: c.Load.Reload,
		Version: thisVersion().Version, Host: host,
		MaintenanceWorkMem: int64(c.Load.MaintenanceWorkMem), IndexWorkers: c.Load.IndexWorkers,
	}
}
