package compare

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"jdbclog/internal/copyfiles"
	"jdbclog/schema"
	"jdbclog/sink"
)

// ceiling is what no client can beat, on the same server and in the same
// rounds: the server reads binary files that are ready-made, into unlogged
// tables without indexes, over as many connections as a load has; then the
// index statements, those of the two tables side by side.
type ceiling struct {
	dir   string
	files *copyfiles.Files
	load  []float64
	index []float64
	why   string // it cannot be measured
}

// prepare writes the files where the server can read them.
func (c *ceiling) prepare(ctx context.Context, l *lab) {
	if l.main == 0 {
		c.why = "the server runs on another machine, or does not show its processes: it cannot read files that are made here"
		return
	}
	dir, err := os.MkdirTemp("", "jdbclog-compare-")
	if err != nil {
		c.why = err.Error()
		return
	}
	c.dir = dir
	if err := os.Chmod(dir, 0o755); err != nil {
		c.why = err.Error()
		return
	}
	if c.files, _, err = copyfiles.Write(ctx, l.Job, copyfiles.Options{Dir: dir, Sets: max(1, l.Loaders), Columns: l.Columns}); err != nil {
		c.why = err.Error()
	}
}

// measure takes the two times once.
func (c *ceiling) measure(ctx context.Context, l *lab) {
	if c.why != "" {
		return
	}
	load, index, err := c.once(ctx, l)
	if err != nil {
		c.why = "the server does not read files for us: " + err.Error()
		return
	}
	c.load, c.index = append(c.load, load), append(c.index, index)
}

func (c *ceiling) once(ctx context.Context, l *lab) (load, index float64, err error) {
	if err := l.fresh(ctx); err != nil {
		return 0, 0, err
	}
	content, record := schema.Tables(l.Columns)
	for _, t := range []*schema.Table{content, record} {
		if _, err := l.ctl.Exec(ctx, t.Create(l.name, true)); err != nil {
			return 0, 0, err
		}
	}
	start := time.Now()
	g, gctx := errgroup.WithContext(ctx)
	for i := range c.files.Binary {
		g.Go(func() error {
			return l.session(gctx, func(conn *pgx.Conn) error {
				for _, x := range []struct {
					t    *schema.Table
					path string
				}{{content, c.files.Binary[i].Content}, {record, c.files.Binary[i].Record}} {
					path, err := filepath.Abs(x.path)
					if err != nil {
						return err
					}
					if _, err := conn.Exec(gctx, fmt.Sprintf("copy %s from '%s' with (format binary)", x.t.In(l.name), strings.ReplaceAll(path, "'", "''"))); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
	if err := g.Wait(); err != nil {
		return 0, 0, err
	}
	load = time.Since(start).Seconds()
	start = time.Now()
	g, gctx = errgroup.WithContext(ctx)
	for _, t := range []*schema.Table{content, record} {
		g.Go(func() error {
			return l.session(gctx, func(conn *pgx.Conn) error {
				if l.MaintenanceWorkMem > 0 {
					if _, err := conn.Exec(gctx, fmt.Sprintf("set maintenance_work_mem = '%dkB'", l.MaintenanceWorkMem>>10)); err != nil {
						return err
					}
				}
				for _, x := range t.Indexes {
					if _, err := conn.Exec(gctx, x.Create(l.name, t)); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
	err = g.Wait()
	return load, time.Since(start).Seconds(), err
}

// session runs do over a connection of its own.
func (l *lab) session(ctx context.Context, do func(*pgx.Conn) error) error {
	c, err := l.connect(ctx, l.name)
	if err != nil {
		return err
	}
	defer c.Close(context.WithoutCancel(ctx))
	if _, err := c.Exec(ctx, sink.Compress); err != nil {
		return err
	}
	return do(c)
}

// result is the ceiling in figures.
func (c *ceiling) result() *Ceiling {
	if c.why != "" || len(c.load) == 0 {
		return &Ceiling{Why: c.why}
	}
	return &Ceiling{Load: median(c.load), Index: median(c.index)}
}

func (c *ceiling) close() {
	if c.dir != "" {
		os.RemoveAll(c.dir)
	}
}
