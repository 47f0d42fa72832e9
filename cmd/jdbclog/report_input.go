package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"jdbclog/pipeline"
	"jdbclog/report"
)

// counted is what was read for a report.
type counted struct {
	state  *report.State // nil if nothing was
	source string        // of Overview.Source
	end    error         // the exit of a run that came to its end
}

// counting reads paths, state files and logs, or the database if there are none.
// Interrupted, it returns what it has of logs, marked partial, with the error.
func (a *app) counting(ctx context.Context, paths []string) (counted, error) {
	if len(paths) == 0 {
		s, err := a.loaded(ctx)
		return counted{state: s, source: "database"}, err
	}
	if a.Config.Report.FromDB {
		return counted{}, misuse("--from-db reports on what was loaded, and takes no PATH")
	}
	in := counted{source: "files"}
	states, logs, err := a.parted(paths)
	if err != nil {
		return in, err
	}
	for _, path := range states {
		s, err := readState(path, a.limits())
		if err != nil {
			return in, usage("%s: %w", path, bareError(err))
		}
		if in.state == nil {
			in.state = s
		} else {
			in.state.Merge(s)
		}
	}
	if len(logs) == 0 {
		in.source = "state"
		return in, nil
	}
	s, rep, err := a.collect(ctx, logs)
	if s == nil {
		return in, err
	}
	if in.state == nil {
		in.state = s
	} else {
		in.state.Merge(s)
	}
	a.tell(rep)
	in.end = outcome(rep)
	return in, err
}

// collect reads logs. The state is nil if reading could not begin.
func (a *app) collect(ctx context.Context, logs []string) (*report.State, pipeline.Report, error) {
	j, err := a.job(logs)
	if err != nil {
		return nil, pipeline.Report{}, err
	}
	memory := int64(a.Config.Pipeline.Memory)
	if before := debug.SetMemoryLimit(memory); before < memory {
		debug.SetMemoryLimit(before)
	} else {
		defer debug.SetMemoryLimit(before)
	}
	c := report.NewCollector(report.Options{
		Limits: a.limits(), Zone: a.Config.Input.Timezone, Filter: a.filter(), System: a.Config.Load.System.For, Host: a.hostOf,
	})
	j.Sink, j.Loaders, j.Final = c, 1, true
	j.Chunk, j.Batches = share(memory/4, int(a.Config.Pipeline.Chunk), j.Parsers+j.Loaders)
	end := a.Progress.phase("read", byBytes, func() reading {
		return reading{j.Progress.Bytes.Load(), j.Total, j.Progress.Records.Load()}
	})
	rep, err := pipeline.Run(ctx, j)
	end()
	if err == nil && len(rep.Problems) == 0 {
		err = rep.Balance()
	}
	return c.State(err != nil), rep, err
}

// loaded counts what is in the database.
func (a *app) loaded(ctx context.Context) (s *report.State, err error) {
	c := a.Config
	dsn, done, err := a.target(ctx)
	if err != nil {
		return nil, err
	}
	defer func() {
		if derr := done(); err == nil {
			err = derr
		}
	}()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var asked, all atomic.Int64
	defer a.Progress.phase("ask", byItems, func() reading { return reading{done: asked.Load(), total: all.Load()} })()
	d := report.Database{
		Schema: c.Database.Schema, Options: report.Options{Limits: a.limits(), Zone: c.Input.Timezone, Filter: a.filter()},
		Progress: func(done, of int) { asked.Store(int64(done)); all.Store(int64(of)) },
	}
	now := time.Now()
	if t, some := c.Input.Since.Time(now, c.Input.Timezone); some {
		d.Since = &t
	}
	if t, some := c.Input.Until.Time(now, c.Input.Timezone); some {
		d.Until = &t
	}
	return d.Read(ctx, conn)
}

// hostOf is the ip:port that the settings give a path, "" if they do not.
func (a *app) hostOf(path string) string {
	host, port := a.Config.Load.IP.For(path), a.Config.Load.Port.For(path)
	if port != "" {
		return host + ":" + port
	}
	return host
}

// parted tells state files from logs.
func (a *app) parted(paths []string) (states, logs []string, err error) {
	for _, p := range paths {
		is, err := isState(p)
		if err != nil {
			return nil, nil, err
		}
		if is {
			states = append(states, p)
		} else {
			logs = append(logs, p)
		}
	}
	return states, logs, nil
}

func isState(path string) (bool, error) {
	info, err := os.Stat(path)
	if path == pipeline.Stdin || err != nil || !info.Mode().IsRegular() {
		return false, nil // what there is not is told with all other paths
	}
	f, err := os.Open(path)
	if err != nil {
		return false, nil
	}
	defer f.Close()
	head := make([]byte, 4096)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false, nil
	}
	return report.IsState(head[:n]), nil
}

func readState(path string, l report.Limits) (*report.State, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return report.ReadState(f, l)
}
