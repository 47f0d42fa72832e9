package sink

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"jdbclog/internal/testdb"
)

// seeds is how many courses of events are tried: JDBCLOG_SEEDS, or a few.
func seeds(t *testing.T) uint64 {
	t.Helper()
	text := os.Getenv("JDBCLOG_SEEDS")
	if text == "" {
		return 2
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A file grows while runs of all kinds, some of them stopped and some at once,
// load it. In the end it has every record once.
func TestWhateverHappensEveryRecordIsLoadedOnce(t *testing.T) {
	text := toyLog(700, 12)
	for seed := range seeds(t) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { torture(t, text, seed) })
	}
}

func torture(t *testing.T, text string, seed uint64) {
	rnd := rand.New(rand.NewPCG(seed, 13))
	db := testdb.New(t)
	path := write(t, "app.log", "")
	tables := []string{"logged", "unlogged"}[seed%2]
	next := func() *load {
		l := newLoad(t, db, "auto", path)
		change := Change{Tables: tables, Insert: methods()[rnd.IntN(len(methods()))].name}
		if rnd.IntN(2) == 0 {
			change.CommitRows = 1 + rnd.IntN(30)
		}
		if rnd.IntN(2) == 0 {
			change.BatchRows = 1 + rnd.IntN(30)
		}
		change.Commit = []string{"", "async"}[rnd.IntN(2)]
		l.opt.Scheme = l.opt.Scheme.With(change)
		l.job.Chunk, l.job.Loaders = 300+rnd.IntN(5000), 1+rnd.IntN(3)
		l.job.Final, l.job.Settle = false, time.Hour
		return l
	}
	size := 5000
	for size < len(text) {
		size = min(len(text), size+rnd.IntN(8000))
		write(t, path, text[:size])
		switch rnd.IntN(4) {
		case 0:
			next().must()
		case 1, 2:
			next().interrupted(1 + rnd.IntN(5))
		case 3:
			var wg sync.WaitGroup
			for range 2 {
				l := next()
				wg.Go(func() {
					if _, err := l.run(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
		}
	}
	l := next()
	l.job.Final = true
	l.must()
	want := wanted(t, path)
	l.check(want)
	if got := query[string](t, db, "select string_agg(distinct state, ',') from jdbclog_chunk"); got != "done" {
		t.Errorf("chunks are %s", got)
	}
	if sum := query[int64](t, db, "select sum(records)::bigint from jdbclog_chunk"); sum != want.Records {
		t.Errorf("the ledger counts %d records, want %d", sum, want.Records)
	}
}
