package sink

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"jdbclog/schema"
)

// IndexProgress is how far the build of an index has got.
type IndexProgress struct {
	Index       string
	Phase       string // in the server's words
	Done, Total int64  // of that phase: blocks or rows; Total is 0 where the server does not count
	Built       bool   // it is there; Phase is ""
}

// Index builds the study's indexes where they are missing: those of one table
// one after another, those of different tables side by side, each in a
// transaction of its own. None is ever dropped. A Whole scheme commits with it.
func (s *Sink) Index(ctx context.Context) error {
	if s.scheme.Whole {
		return s.endWhole(ctx)
	}
	w := watch{s: s, pids: map[uint32]string{}}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var watching sync.WaitGroup
	if s.opt.OnIndex != nil {
		watching.Go(func() { w.poll(ctx) })
	}
	err := s.eachTable(ctx, func(ctx context.Context, c *pgx.Conn, t *schema.Table) error {
		for _, x := range t.Indexes {
			w.begin(c.PgConn().PID(), x.Name)
			built, err := s.build(ctx, c, t, x)
			if err != nil {
				return said("index "+x.Name, err)
			}
			w.end(c.PgConn().PID(), built)
		}
		return nil
	})
	stop()
	watching.Wait()
	return err
}

// Analyze gives the server's planner its statistics of both tables.
func (s *Sink) Analyze(ctx context.Context) error {
	return s.eachTable(ctx, func(ctx context.Context, c *pgx.Conn, t *schema.Table) error {
		_, err := c.Exec(ctx, "analyze "+t.In(s.schema))
		return said("analyze "+t.Name, err)
	})
}

// eachTable calls f for both tables at once, with a connection for each.
func (s *Sink) eachTable(ctx context.Context, f func(context.Context, *pgx.Conn, *schema.Table) error) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, t := range []*schema.Table{s.record, s.content} {
		g.Go(func() error {
			c, err := connect(ctx, s.cfg)
			if err != nil {
				return err
			}
			defer c.Close(context.WithoutCancel(ctx))
			return f(ctx, c, t)
		})
	}
	return g.Wait()
}

// build makes an index unless it is there, in a transaction.
func (s *Sink) build(ctx context.Context, c *pgx.Conn, t *schema.Table, x schema.Index) (built bool, err error) {
	err = pgx.BeginFunc(ctx, c, func(tx pgx.Tx) error {
		built, err = s.buildIn(ctx, c, t, x)
		return err
	})
	return built, err
}

// buildIn makes an index unless it is there, in the open transaction of c.
func (s *Sink) buildIn(ctx context.Context, c *pgx.Conn, t *schema.Table, x schema.Index) (built bool, err error) {
	// Two runs that end at the same time build each index once.
	if _, err := c.Exec(ctx, "select pg_advisory_xact_lock(hashtextextended($1, 0))", "jdbclog index "+s.schema+"."+x.Name); err != nil {
		return false, err
	}
	there, err := s.indexesOf(ctx, c, t)
	if err != nil || there[x.Name] {
		return false, err
	}
	settings := "set local statement_timeout to 0"
	if m := s.opt.MaintenanceWorkMem; m > 0 {
		settings += fmt.Sprintf("; set local maintenance_work_mem to '%dkB'", max(1024, m/1024))
	}
	if n := s.opt.IndexWorkers; n >= 0 {
		settings += fmt.Sprintf("; set local max_parallel_maintenance_workers to %d", n)
	}
	if _, err := c.Exec(ctx, settings); err != nil {
		return false, err
	}
	_, err = c.Exec(ctx, x.Create(s.schema, t))
	return err == nil, err
}

// indexesOf tells which of the study's indexes t has.
func (s *Sink) indexesOf(ctx context.Context, q querier, t *schema.Table) (map[string]bool, error) {
	there := map[string]bool{}
	rows, err := q.Query(ctx, `select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
		where i.indrelid = ($1::text)::regclass and i.indisvalid`, t.In(s.schema))
	if err != nil {
		return nil, err
	}
	var name string
	_, err = pgx.ForEachRow(rows, []any{&name}, func() error {
		there[name] = true
		return nil
	})
	return there, err
}

// watch tells about builds while they go on.
type watch struct {
	s    *Sink
	mu   sync.Mutex
	pids map[uint32]string // of the building server processes: what they build
}

func (w *watch) begin(pid uint32, index string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pids[pid] = index
}

func (w *watch) end(pid uint32, built bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if built && w.s.opt.OnIndex != nil {
		w.s.opt.OnIndex(IndexProgress{Index: w.pids[pid], Built: true})
	}
	delete(w.pids, pid)
}

// poll asks the server until ctx ends. That it cannot is no reason to fail.
func (w *watch) poll(ctx context.Context) {
	c, err := connect(ctx, w.s.cfg)
	if err != nil {
		return
	}
	defer c.Close(context.WithoutCancel(ctx))
	for tick := time.NewTicker(500 * time.Millisecond); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
			w.ask(ctx, c)
		}
	}
}

func (w *watch) ask(ctx context.Context, c *pgx.Conn) {
	rows, err := c.Query(ctx, `select pid, phase, greatest(blocks_done, tuples_done), greatest(blocks_total, tuples_total) from pg_stat_progress_create_index`)
	if err != nil {
		return
	}
	var pid int32
	var p IndexProgress
	pgx.ForEachRow(rows, []any{&pid, &p.Phase, &p.Done, &p.Total}, func() error {
		w.mu.Lock()
		defer w.mu.Unlock()
		if p.Index = w.pids[uint32(pid)]; p.Index != "" {
			w.s.opt.OnIndex(p)
		}
		return nil
	})
}
