// Package sink says how rows get into PostgreSQL: one file an insert method,
// one table of schemes, and the ledger that makes every record load exactly once.
//
//	Connect ─► Prepare ─► Plan, Open (by pipeline.Run) ─► Index ─► Analyze ─► End
//	            schema     load                            index    analyze
package sink

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"jdbclog/parse"
	"jdbclog/pipeline"
	"jdbclog/schema"
)

// Options say where rows go and how.
type Options struct {
	DSN          string         // URL or keyword string; "" takes the PG* variables
	Schema       string         // of the database; "" is the first of the search path
	Variant      schema.Variant // which columns
	Scheme       Scheme         // may be Auto
	LedgerPrefix string         // of the ledger's table names

	Run   string // id of this run, 32 hex digits: NewRun
	Group string // c_bh_group; "" is Run
	Zone  *time.Location

	System, IP, Port func(path string) string // of a file; nil and "" for not known

	RejectLong bool // a value longer than its column is a reject, else it is cut
	OnReject   func(path string, r *parse.Reject) error

	// Shape is what makes the rows of a file what they are: format, zone, filters,
	// mask and the like, by name. A file that was loaded with another shape is
	// refused unless Reload is set, which deletes its rows and loads it again.
	Shape  map[string]string
	Reload bool

	Version string // of the program, for the run's row
	Host    string
	Config  any // settings in force, as JSON in the run's row; no secrets

	MaintenanceWorkMem int64               // bytes for each index build; 0 is the server's setting
	IndexWorkers       int                 // parallel workers of one; -1 is the server's setting
	OnIndex            func(IndexProgress) // may be nil
	OnCommit           func(time.Duration) // how long a transaction took; may be nil; called by several goroutines
}

// NewRun makes the id of a run: it begins with the time, so ids grow.
func NewRun() string {
	var id [16]byte
	rand.Read(id[6:])
	ms := time.Now().UnixMilli()
	for i := 5; i >= 0; i-- {
		id[i] = byte(ms)
		ms >>= 8
	}
	return hex.EncodeToString(id[:])
}

// Sink is a database that rows are loaded into. Plan and Open may be called by
// several goroutines; the phases one after another.
type Sink struct {
	opt    Options
	cfg    *pgx.ConnConfig
	scheme Scheme
	ledger ledger
	run    schema.Run

	settings []string // that a transaction of rows needs
	begin    string   // how it begins

	content, record *schema.Table

	mu  sync.Mutex // of what follows, ctl included
	ctl *pgx.Conn

	whole   *loader // of a scheme that is Whole
	missing bool    // its tables are not there yet

	schema   string
	heads    shortHeads           // of the files in the ledger
	planned  map[string]*seenFile // files of this run by id
	underway map[string]string    // paths that are planned and, for all that is known, not loaded yet, by id
	live     map[string]bool      // runs that were found alive

	tally tally
}

// tally is what a run comes to know. It has a lock of its own: a plan may take
// its time.
type tally struct {
	sync.Mutex
	torn    map[string]bool // paths of which another run had parts
	counts  schema.Counts
	covered Covered
}

// Covered counts what a run did not have to read, because it was loaded before.
type Covered struct {
	Files   int64 // of which nothing was new
	Records int64
	Bytes   int64
}

// Connect opens the database. Nothing is changed in it yet.
func Connect(ctx context.Context, opt Options) (*Sink, error) {
	cfg, err := parseDSN(opt.DSN)
	if err != nil {
		return nil, err
	}
	if err := opt.Scheme.Validate(); err != nil {
		return nil, err
	}
	if opt.Group == "" {
		opt.Group = opt.Run
	}
	s := &Sink{
		opt: opt, cfg: cfg, scheme: opt.Scheme,
		run:     schema.Run{ID: opt.Run, Group: clean(opt.Group), Zone: opt.Zone},
		planned: map[string]*seenFile{}, underway: map[string]string{}, live: map[string]bool{}, tally: tally{torn: map[string]bool{}},
	}
	s.content, s.record = schema.Tables(opt.Variant)
	s.ctl, err = s.connect(ctx)
	return s, err
}

// connect opens a connection that tells other runs that this one is alive.
func (s *Sink) connect(ctx context.Context) (*pgx.Conn, error) {
	c, err := connect(ctx, s.cfg)
	if err != nil {
		return nil, err
	}
	if _, err := c.Exec(ctx, "select pg_advisory_lock_shared($1)", lockKey(s.run.ID)); err != nil {
		return nil, errors.Join(said("database", err), c.Close(ctx))
	}
	return c, nil
}

// Scheme is the scheme in force; after Prepare never Auto.
func (s *Sink) Scheme() Scheme { return s.scheme }

// Counts tells of values that did not fit their columns.
func (s *Sink) Counts() schema.Counts {
	s.tally.Lock()
	defer s.tally.Unlock()
	return s.tally.counts
}

// Covered tells what was loaded before.
func (s *Sink) Covered() Covered {
	s.tally.Lock()
	defer s.tally.Unlock()
	return s.tally.covered
}

// Run runs the job into s, and again over files that are torn, until nothing of
// them is open. A torn stream is an error: what is open of it has gone by.
func (s *Sink) Run(ctx context.Context, j pipeline.Job) (pipeline.Report, error) {
	j.Sink = s
	rep, err := pipeline.Run(ctx, j)
	for torn := s.Torn(); err == nil && len(torn) > 0; torn = s.Torn() {
		j.Inputs, j.Problems = torn, nil
		for _, path := range torn {
			info, err := os.Stat(path)
			if path == "-" || err == nil && !info.Mode().IsRegular() {
				return rep, fmt.Errorf("%s: another path or run has loaded parts of it that are cut otherwise, and it cannot be read twice: load it again by itself", path)
			}
			if err == nil && j.Progress != nil {
				j.Progress.Bytes.Add(-info.Size()) // counted as read, and is read again
			}
		}
		var more pipeline.Report
		more, err = pipeline.Run(ctx, j)
		rep.Add(more)
	}
	return rep, err
}

// Torn returns files that are not loaded to their end, and forgets them: another
// run that loads them at the same time has loaded parts that are cut otherwise, or
// another path of this run leads to the same content. Running the pipeline over
// them again, once it has ended, loads what is open.
func (s *Sink) Torn() []string {
	s.mu.Lock()
	clear(s.underway)
	s.mu.Unlock()
	s.tally.Lock()
	defer s.tally.Unlock()
	paths := slices.Sorted(maps.Keys(s.tally.torn))
	clear(s.tally.torn)
	return paths
}

// Close lets the database go. What a Whole scheme has not committed is undone.
func (s *Sink) Close(ctx context.Context) error {
	if s.whole != nil {
		return errors.Join(s.whole.conn.Close(ctx), s.ctl.Close(ctx))
	}
	return s.ctl.Close(ctx)
}

// lockKey makes a key for advisory locks of an id of hex digits.
func lockKey(id string) int64 {
	n, _ := strconv.ParseUint(id[:min(16, len(id))], 16, 64)
	return int64(n)
}

// clean makes text of s that PostgreSQL takes: paths may hold anything.
func clean(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", "\uFFFD"), "\uFFFD")
}

func (s *Sink) count(c schema.Counts) {
	s.tally.Lock()
	defer s.tally.Unlock()
	s.tally.counts.Add(c)
}

func (s *Sink) tear(path string) {
	s.tally.Lock()
	defer s.tally.Unlock()
	s.tally.torn[path] = true
}

// cover counts what the ledger has of a file.
func (s *Sink) cover(chunks []chunk, all bool) {
	s.tally.Lock()
	defer s.tally.Unlock()
	c := &s.tally.covered
	for i := range chunks {
		c.Records += chunks[i].records
		c.Bytes += chunks[i].end - chunks[i].start
	}
	if all {
		c.Files++
	}
}
