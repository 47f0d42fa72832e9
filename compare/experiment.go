package compare

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"jdbclog/sink"
)

// Experiment is one of the published tests, done again on the study's tables.
type Experiment struct {
	Name    string
	Answers string
	Takes   string // on two cores, with 200 000 records
	run     func(ctx context.Context, l *lab) ([]Table, error)
}

// Experiments are all there are beside the study itself. A new one is a file
// and a line here.
func Experiments() []Experiment {
	return []Experiment{
		{"batch-size", "how many rows a statement should have, by insert method", "4 minutes", batchSize},
		{"commit-size", "how many rows a transaction should have, by the size of batches", "2 minutes", commitSize},
		{"six-ways", "what autocommit, transactions, prepared statements, multi-row inserts and COPY are worth", "2 minutes", sixWays},
		{"small-commits", "what remedies small transactions have: more connections, asynchronous commits, commit_delay", "3 minutes", smallCommits},
		{"primary-key", "what a primary key costs a loop inside the server, INSERT … SELECT and COPY, and what fsync does to it", "3 minutes", primaryKey},
		{"loaders", "how many connections pay", "3 minutes", loaders},
		{"append", "when indexing afterwards stops paying in a table that already holds rows", "3 minutes", appendTo},
		{"read-back", "how fast the loaded rows are read: cursor, stream, COPY", "1 minute", readBack},
	}
}

// Found is what an experiment found out.
type Found struct {
	Name   string  `json:"name"`
	Tables []Table `json:"tables"`
}

// Table is a table of figures. Cells are texts, or numbers that JSON shows as such.
type Table struct {
	Title   string   `json:"title"`
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
	Notes   []string `json:"notes"`
}

// RunExperiment does one experiment and puts what it found into a result.
func RunExperiment(ctx context.Context, o Options, e Experiment) (r *Result, err error) {
	l := &lab{Options: o, dsn: o.DSN, name: prefix + sink.NewRun()[20:]}
	l.result = &Result{Version: o.Version, Started: time.Now().UTC(), Machine: machine(), Schemes: []SchemeResult{}, Claims: []Claim{},
		Recommendation: []Recommendation{}, Limits: []Limit{}, Options: Settings{1, o.Seed, o.Loaders, string(o.Columns), "", o.TimeLimit.Seconds()}}
	l.TimeLimit = 0
	if l.ctl, err = l.connect(ctx, "jdbclog-compare"); err != nil {
		return l.result, fmt.Errorf("database: %w", err)
	}
	defer func() { err = errors.Join(err, l.leave(ctx)) }()
	if err := l.survey(ctx); err != nil {
		return l.result, err
	}
	warm, _ := sink.Lookup("copy-unlogged-index-after")
	if r := l.one(ctx, warm); r.Failure != nil {
		return l.result, errors.New(*r.Failure)
	}
	if l.TimeLimit = o.TimeLimit; l.TimeLimit == 0 {
		l.TimeLimit = cellLimit
	}
	tables, err := e.run(ctx, l)
	l.result.Experiment = &Found{e.Name, tables}
	l.result.Partial = err != nil
	return l.result, err
}

// cellLimit is how long a cell of an experiment loads: what is slow shows its
// rate by what it has loaded until then.
const cellLimit = 5 * time.Second

// cell loads by a scheme that differs from a base, for as long as a cell may
// take, and returns the run. Its rate is that of what was loaded.
func (l *lab) cell(ctx context.Context, base string, c sink.Change) (Round, error) {
	s, err := sink.Lookup(base)
	if err != nil {
		return Round{}, err
	}
	s = s.With(c)
	if s.Loaders == 0 {
		s.Loaders = l.Loaders
	}
	l.tell(fmt.Sprintf("%s, batches of %d, commits of %d, %d connections", s.Insert, s.BatchRows, s.CommitRows, s.Loaders))
	whole, group := l.Job.Chunk, l.Job.Group
	l.Job.Chunk = min(whole, max(leastChunk, s.BatchRows*recordBytes)) // what a cell has loaded when its time is up counts by chunks
	l.Job.Group = 0
	r := l.one(ctx, s)
	l.Job.Chunk, l.Job.Group = whole, group
	if r.Failure != nil {
		return r, errors.New(*r.Failure)
	}
	if r.Extrapolated {
		if r.Records > 0 {
			r.Phases.Load *= float64(r.Records) / float64(l.total)
		}
		// Chunks that were under way had committed some of their records.
		done := r.Latency.Count * int64(s.CommitRows)
		if s.Insert == "single" {
			done /= 2 // a transaction for each of the two rows
		}
		r.Records = max(r.Records, done)
	}
	return r, context.Cause(ctx)
}

// The chunk of a cell: small, but large enough that a batch is full.
const (
	leastChunk  = 32 << 10
	recordBytes = 600
)

// tell says what is being measured.
func (l *lab) tell(what string) {
	l.ran++
	if l.On != nil {
		l.On(Event{Scheme: what, Run: l.ran, Runs: l.ran, Round: 1})
	}
}

// rate is records a second of the load phase.
func (r Round) rate() float64 {
	if r.Phases.Load <= 0 {
		return 0
	}
	return float64(r.Records) / r.Phases.Load
}

// topWaits names the two most frequent waits of the load.
func (r Round) topWaits() string {
	text := ""
	for i, w := range r.LoadWaits {
		if i == 2 {
			break
		}
		if i > 0 {
			text += ", "
		}
		name := w.Type + ":" + w.Event
		if w.Type == "CPU" {
			name = "CPU"
		}
		text += name + " " + strconv.FormatFloat(w.AAS, 'f', 1, 64)
	}
	return text
}

func tidy(v float64) float64 {
	switch {
	case v >= 100:
		return float64(int64(v + 0.5))
	case v >= 1:
		return float64(int64(v*10+0.5)) / 10
	}
	return float64(int64(v*1000+0.5)) / 1000
}
