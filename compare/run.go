package compare

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"jdbclog/pipeline"
	"jdbclog/schema"
	"jdbclog/sink"
)

// Options say what is compared and how.
type Options struct {
	DSN     string // of a server on which schemas may be made and dropped
	Version string // of the program
	Columns schema.Variant
	Zone    *time.Location

	Schemes   []sink.Scheme
	Rounds    int
	Seed      uint64 // of the order of runs, and of the bootstrap
	Loaders   int    // connections of every scheme that has no number of its own
	TimeLimit time.Duration
	Keep      bool // the tables of the last run of each scheme stay
	NoSample  bool // wait events are not sampled: what sampling costs

	MaintenanceWorkMem int64
	Job                pipeline.Job // inputs, detection and widths; Sink, Loaders and Progress are set here
	Resume             *Result      // rounds that were measured before

	// Restart makes the server run with other settings and returns its DSN; nil if
	// that is not ours to do. Levels are the wal_levels to measure at, in order;
	// without any the server is taken as it is.
	Restart func(ctx context.Context, settings map[string]string) (dsn string, err error)
	Levels  []string
	// MinimalOnlyWhole leaves the block at minimal to the schemes that need it.
	MinimalOnlyWhole bool

	Save func(*Result) error // called after every round; may be nil
	On   func(Event)         // called before and after every run; may be nil
}

// Event is a step of the comparison, for the progress.
type Event struct {
	Scheme      string
	WALLevel    string
	Round       int // 0 is the warm-up
	Run, Runs   int // of all, from 1
	Done        bool
	Wall        time.Duration // once done
	Failure     string
	Transaction int64
}

// lab is a comparison under way.
type lab struct {
	Options
	dsn    string
	level  string // wal_level in force
	name   string // of the schema, and of the sessions
	ctl    *pgx.Conn
	result *Result
	main   int    // process of the server, 0 if it is not on this machine
	data   string // its folder, "" if it does not tell
	more   string // options of the sessions that load, for experiments
	total  int64  // records of the input, known after the first run
	runs   int
	ran    int
}

// one runs a scheme once, in tables of its own.
func (l *lab) one(ctx context.Context, scheme sink.Scheme) (r Round) {
	fail := func(err error) Round {
		text := err.Error()
		r.Failure = &text
		return r
	}
	if err := l.fresh(ctx); err != nil {
		return fail(err)
	}
	var ms []float64
	var mu sync.Mutex
	opt := sink.Options{
		DSN: l.sessions(), Schema: l.name, Variant: l.Columns, Scheme: scheme, Run: sink.NewRun(), Zone: l.Zone,
		Version: l.Version, MaintenanceWorkMem: l.MaintenanceWorkMem, IndexWorkers: -1,
		OnCommit: func(d time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			ms = append(ms, d.Seconds()*1000)
		},
	}
	before, err := counters(ctx, l.ctl)
	if err != nil {
		return fail(err)
	}
	watch := &sampler{conn: nil, name: l.name}
	if !l.NoSample {
		if watch.conn, err = l.connect(ctx, "jdbclog-watch"); err != nil {
			return fail(err)
		}
		defer watch.conn.Close(context.WithoutCancel(ctx))
	}
	client, server := clientCPU(), serverCPU(l.main)
	disks, measured := disk(l.data)

	s, err := l.load(ctx, opt, watch, &r)
	if s != nil {
		defer s.Close(context.WithoutCancel(ctx))
	}
	r.ClientCPU = clientCPU() - client
	if server > 0 {
		r.ServerCPU = serverCPU(l.main) - server
	}
	if measured {
		if now, ok := disk(l.data); ok {
			r.Disk = disks.until(now)
		}
	}
	mu.Lock()
	r.Latency = latencies(ms)
	mu.Unlock()
	if err != nil {
		return fail(err)
	}
	after, err := counters(ctx, l.ctl)
	if err != nil {
		return fail(err)
	}
	l.count(&r, since(before, after))
	if r.Extrapolated {
		return r
	}
	if err := l.verify(ctx, scheme, &r); err != nil {
		return fail(err)
	}
	if scheme.Tables == "unlogged" {
		start := time.Now()
		if err := s.SetLogged(ctx); err != nil {
			return fail(err)
		}
		took := time.Since(start).Seconds()
		r.Phases.SetLogged = &took
	}
	return r
}

// load goes through the phases of a run.
func (l *lab) load(ctx context.Context, opt sink.Options, watch *sampler, r *Round) (*sink.Sink, error) {
	start := time.Now()
	s, err := sink.Connect(ctx, opt)
	if err != nil {
		return nil, err
	}
	if err := s.Prepare(ctx); err != nil {
		return s, err
	}
	if err := l.quiet(ctx); err != nil {
		return s, err
	}
	r.Phases.Schema = time.Since(start).Seconds()
	if watch.conn != nil {
		watch.begin(ctx)
		defer func() { r.Waits = watch.end() }()
	}
	j := l.Job
	j.Loaders, j.Progress, j.Final = opt.Scheme.Loaders, &pipeline.Progress{}, true
	if j.Loaders == 0 {
		j.Loaders = max(1, l.Loaders)
	}
	limited, cancel := ctx, context.CancelFunc(func() {})
	if l.TimeLimit > 0 && l.total > 0 { // the first run counts the records, by the scheme that takes least time
		limited, cancel = context.WithTimeoutCause(ctx, l.TimeLimit, errLimit)
	}
	start = time.Now()
	rep, err := s.Run(limited, j)
	cut := err != nil && context.Cause(limited) == errLimit && ctx.Err() == nil
	cancel()
	took := time.Since(start).Seconds()
	r.Records, r.Rows = rep.Records.Loaded, rep.Rows
	if watch.conn != nil {
		r.LoadWaits = watch.sofar()
	}
	switch {
	case cut:
		r.Extrapolated, r.Phases.Load = true, took
		if r.Records > 0 {
			r.Phases.Load = took * float64(l.total) / float64(r.Records)
			r.rates(l.total)
		}
		return s, nil
	case err != nil:
		return s, err
	case len(rep.Problems) > 0:
		return s, rep.Problems[0]
	case rep.Records.Loaded == 0:
		return s, errNoRecords
	}
	r.Phases.Load = took
	l.result.Input = Input{rep.Records.Loaded, rep.Bytes, rep.Files}
	l.total = rep.Records.Loaded
	start = time.Now()
	if err := s.Index(ctx); err != nil {
		return s, err
	}
	r.Phases.Index = time.Since(start).Seconds()
	start = time.Now()
	if err := s.Analyze(ctx); err != nil {
		return s, err
	}
	r.Phases.Analyze = time.Since(start).Seconds()
	r.rates(r.Records)
	return s, nil
}

var (
	errLimit     = errors.New("the time limit")
	errNoRecords = errors.New("the input has no records")
)

// rates fills in what follows from the phases.
func (r *Round) rates(records int64) {
	r.Wall = r.Phases.wall()
	r.RecordRate = float64(records) / r.Wall
	r.RowRate = r.RecordRate * 2 // a row in each table
}

// count takes over what the server has counted.
func (l *lab) count(r *Round, c map[string]int64) {
	r.WALBytes = c["wal_position"]
	r.Checkpoints = c["bgwriter_checkpoints_timed"] + c["bgwriter_checkpoints_req"] + c["checkpointer_num_timed"] + c["checkpointer_num_requested"]
	r.TempBytes = c["db_temp_bytes"]
	r.Counters = c
}

// verify proves that the run did what it says: the rows are there, the indexes
// are valid, the tables are of the kind that the scheme has.
func (l *lab) verify(ctx context.Context, scheme sink.Scheme, r *Round) error {
	sum, err := sink.VerifyChecksum(ctx, l.ctl, l.name)
	if err != nil {
		return err
	}
	r.Checksum = sum.Sum
	if sum.Records != r.Records || sum.Contents != r.Records {
		return fmt.Errorf("verify: %d records and %d contents are there, %d were loaded", sum.Records, sum.Contents, r.Records)
	}
	var valid, invalid int
	var kinds string
	err = l.ctl.QueryRow(ctx, `select count(*) filter (where i.indisvalid), count(*) filter (where not i.indisvalid), string_agg(distinct c.relpersistence::text, ''),
		sum(distinct pg_table_size(c.oid))::int8, sum(pg_relation_size(i.indexrelid))::int8
		from pg_class c join pg_index i on i.indrelid = c.oid where c.relnamespace = $1::regnamespace and c.relname = any($2)`,
		l.name, []string{schema.RecordTable, schema.ContentTable}).Scan(&valid, &invalid, &kinds, &r.TableBytes, &r.IndexBytes)
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	content, record := schema.Tables(l.Columns)
	if want := len(content.Indexes) + len(record.Indexes); valid != want || invalid != 0 {
		return fmt.Errorf("verify: %d of %d indexes are there and valid", valid, want)
	}
	if want := map[string]string{"logged": "p", "unlogged": "u"}[scheme.Tables]; kinds != want {
		return fmt.Errorf("verify: the tables are not %s", scheme.Tables)
	}
	for _, other := range l.result.Schemes {
		for _, o := range other.Rounds {
			if o.Verified && o.Checksum != r.Checksum {
				return fmt.Errorf("verify: the rows differ from those of scheme %s", other.Name)
			}
		}
	}
	r.Verified = true
	return nil
}

// connect opens a session of the laboratory's own.
func (l *lab) connect(ctx context.Context, name string) (*pgx.Conn, error) {
	cfg, err := pgx.ParseConfig(l.dsn)
	if err != nil {
		return nil, errors.New("the dsn is no URL or keyword string")
	}
	cfg.RuntimeParams["application_name"] = name
	return pgx.ConnectConfig(ctx, cfg)
}

// host names this machine and process, for the comment of the schema.
func host() string {
	name, _ := os.Hostname()
	return fmt.Sprintf("%s, process %d", name, os.Getpid())
}
