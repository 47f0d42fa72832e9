package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"jdbclog/internal/copyfiles"
	"jdbclog/schema"
	"jdbclog/sink"
)

// workMem is maintenance_work_mem of every index build.
const workMem = "256MB"

// session runs do over a connection of its own, which compresses as a load does.
func (b *bench) session(ctx context.Context, do func(*pgx.Conn) error) error {
	c, err := pgx.Connect(ctx, b.dsn)
	if err != nil {
		return err
	}
	defer c.Close(context.WithoutCancel(ctx))
	if _, err := c.Exec(ctx, sink.Compress); err != nil {
		return err
	}
	return do(c)
}

// fresh makes the two tables, unlogged and without indexes, in a new schema,
// after a checkpoint.
func (b *bench) fresh(ctx context.Context, name string) error {
	return b.session(ctx, func(c *pgx.Conn) error {
		content, record := schema.Tables(schema.Full)
		for _, sql := range []string{
			"drop schema if exists " + name + " cascade", "create schema " + name,
			content.Create(name, true), record.Create(name, true), "checkpoint",
		} {
			if _, err := c.Exec(ctx, sql); err != nil {
				return err
			}
		}
		return nil
	})
}

// each runs do for every connection at once and returns how long that took.
func (b *bench) each(ctx context.Context, do func(ctx context.Context, i int) error) (time.Duration, error) {
	start := time.Now()
	g, ctx := errgroup.WithContext(ctx)
	for i := range connections {
		g.Go(func() error { return do(ctx, i) })
	}
	err := g.Wait()
	return time.Since(start), err
}

// floor is the server reading ready-made binary files.
func (b *bench) floor(ctx context.Context, f *copyfiles.Files) (time.Duration, error) {
	if err := b.fresh(ctx, "floor"); err != nil {
		return 0, err
	}
	return b.each(ctx, func(ctx context.Context, i int) error {
		return b.session(ctx, func(c *pgx.Conn) error {
			for _, x := range [][2]string{{schema.ContentTable, f.Binary[i].Content}, {schema.RecordTable, f.Binary[i].Record}} {
				if _, err := c.Exec(ctx, fmt.Sprintf("copy floor.%s from '%s' with (format binary)", x[0], x[1])); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// copyText is psql's \copy of ready-made text files.
func (b *bench) copyText(ctx context.Context, f *copyfiles.Files) (time.Duration, error) {
	if err := b.fresh(ctx, "text"); err != nil {
		return 0, err
	}
	return b.each(ctx, func(ctx context.Context, i int) error {
		out, err := exec.CommandContext(ctx, b.psql, "-X", "-q", b.dsn,
			"-c", fmt.Sprintf(`\copy text.%s from '%s'`, schema.ContentTable, f.Text[i].Content),
			"-c", fmt.Sprintf(`\copy text.%s from '%s'`, schema.RecordTable, f.Text[i].Record)).CombinedOutput()
		if err != nil {
			return fmt.Errorf("psql: %w: %s", err, out)
		}
		return nil
	})
}

// stream is a client that only sends ready-made rows, in the chunks and
// transactions of a load.
func (b *bench) stream(ctx context.Context, f *copyfiles.Files) (time.Duration, error) {
	if err := b.fresh(ctx, "stream"); err != nil {
		return 0, err
	}
	next := make(chan copyfiles.Chunk, len(f.Chunks))
	for _, c := range f.Chunks {
		next <- c
	}
	close(next)
	return b.each(ctx, func(ctx context.Context, i int) error {
		return b.session(ctx, func(c *pgx.Conn) error {
			pg := c.PgConn()
			for x := range next {
				if err := pg.Exec(ctx, "begin").Close(); err != nil {
					return err
				}
				if _, err := pg.CopyFrom(ctx, bytes.NewReader(x.Content), "copy stream."+schema.ContentTable+" from stdin with (format binary)"); err != nil {
					return err
				}
				if _, err := pg.CopyFrom(ctx, bytes.NewReader(x.Record), "copy stream."+schema.RecordTable+" from stdin with (format binary)"); err != nil {
					return err
				}
				if err := pg.Exec(ctx, "commit").Close(); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// indexes are the four statements one after another, without parallel workers,
// and analyze, on what floor has loaded.
func (b *bench) indexes(ctx context.Context) (d time.Duration, err error) {
	err = b.session(ctx, func(c *pgx.Conn) error {
		start := time.Now()
		content, record := schema.Tables(schema.Full)
		statements := []string{"set maintenance_work_mem = '" + workMem + "'", "set max_parallel_maintenance_workers = 0"}
		for _, t := range []*schema.Table{record, content} {
			for _, x := range t.Indexes {
				statements = append(statements, x.Create("floor", t))
			}
		}
		statements = append(statements, "analyze floor."+schema.RecordTable, "analyze floor."+schema.ContentTable)
		for _, sql := range statements {
			if _, err := c.Exec(ctx, sql); err != nil {
				return err
			}
		}
		d = time.Since(start)
		return nil
	})
	return d, err
}

// loaded is what a load of the program's says of itself.
type loaded struct {
	Records struct{ Loaded int64 } `json:"records"`
	Phases  []struct {
		Name string  `json:"name"`
		Wall float64 `json:"wall_s"`
	} `json:"phases"`

	peak int64 // KiB
}

func (l *loaded) phase(names ...string) (d time.Duration) {
	for _, p := range l.Phases {
		for _, n := range names {
			if p.Name == n {
				d += time.Duration(p.Wall * float64(time.Second))
			}
		}
	}
	return d
}

// load runs the program over log, scheme 10, into a new schema.
func (b *bench) load(ctx context.Context, log string, records int64, more ...string) (*loaded, error) {
	err := b.session(ctx, func(c *pgx.Conn) error {
		_, err := c.Exec(ctx, "drop schema if exists load cascade; create schema load; checkpoint")
		return err
	})
	if err != nil {
		return nil, err
	}
	args := append([]string{"load", "--dsn", b.dsn, "--db-schema", "load", "--scheme", "10", "--loaders", fmt.Sprint(connections), "--timezone", "UTC",
		"--maintenance-work-mem", workMem, "--final", "--quiet", "--json"}, more...)
	cmd := exec.CommandContext(ctx, b.bin, append(args, log)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	peak := make(chan int64)
	ended := make(chan struct{})
	go func() { peak <- watchPeak(cmd.Process.Pid, ended) }()
	err = cmd.Wait()
	close(ended)
	l := &loaded{peak: <-peak}
	if err != nil {
		return nil, fmt.Errorf("jdbclog load: %w: %s", err, errs.String())
	}
	if err := json.Unmarshal(out.Bytes(), l); err != nil {
		return nil, err
	}
	if l.Records.Loaded != records {
		return nil, fmt.Errorf("%d records loaded, not %d", l.Records.Loaded, records)
	}
	return l, nil
}

// watchPeak returns the highest resident size of a process, in KiB. (What the
// kernel tells of an ended one, ru_maxrss, counts its parent's from before exec.)
func watchPeak(pid int, ended <-chan struct{}) (peak int64) {
	for {
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if _, rest, found := strings.Cut(string(status), "VmHWM:"); found {
			var kib int64
			if _, err := fmt.Sscan(rest, &kib); err == nil {
				peak = max(peak, kib)
			}
		}
		select {
		case <-ended:
			return peak
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
