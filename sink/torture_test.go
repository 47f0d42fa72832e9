package sink

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
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
		t.Run(fmt.Sprintf("held/%d", seed), func(t *testing.T) {
			db, path := torture(t, text, seed, false)
			l := newLoad(t, db, "auto", path)
			l.opt.Scheme.Tables = query[string](t, db, "select case relpersistence when 'u' then 'unlogged' else 'logged' end from pg_class where oid = 't_jdbc_sql_record'::regclass")
			l.must()
			l.check(wanted(t, path))
		})
		// When runs take what is there for all of the file, records that are open then
		// come out as they stand. They have the ids that they would have had.
		t.Run(fmt.Sprintf("final/%d", seed), func(t *testing.T) {
			db, path := torture(t, text, seed, true)
			l := newLoad(t, testdb.New(t), "9", path)
			l.must()
			const ids = "select count(*) || ' ' || md5(string_agg(c_bh, ',' order by c_bh)) from "
			for _, table := range []string{"t_jdbc_sql_record", "t_jdbc_sql_content"} {
				if got, want := query[string](t, db, ids+table), query[string](t, l.db, ids+table); got != want {
					t.Errorf("ids of %s are %s, want %s", table, got, want)
				}
			}
		})
	}
}

// torture lets a file grow to text, and loads it. With final, runs take what
// there is of it for all, as long as the last line is whole.
func torture(t *testing.T, text string, seed uint64, final bool) (*testdb.DB, string) {
	rnd := rand.New(rand.NewPCG(seed, 13))
	db := testdb.New(t)
	path := write(t, "app.log", "")
	tables := []string{"logged", "unlogged"}[seed%2]
	next := func(last bool) *load {
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
		l.job.Group = rnd.IntN(5) * l.job.Chunk
		l.job.Final, l.job.Settle = last || final && rnd.IntN(2) == 0, time.Hour
		return l
	}
	size := 5000
	for size < len(text) {
		size = min(len(text), size+rnd.IntN(8000))
		if final {
			size = strings.LastIndexByte(text[:size], '\n') + 1
		}
		write(t, path, text[:size])
		switch rnd.IntN(4) {
		case 0:
			next(false).must()
		case 1, 2:
			next(false).interrupted(1 + rnd.IntN(5))
		case 3:
			var wg sync.WaitGroup
			for range 2 {
				l := next(false)
				wg.Go(func() {
					if _, err := l.run(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
		}
	}
	next(true).must()
	if got := query[string](t, db, "select string_agg(distinct state, ',') from jdbclog_chunk"); got != "done" {
		t.Errorf("chunks are %s", got)
	}
	counts := query[string](t, db, "select sum(records) || ' ' || (select count(*) from t_jdbc_sql_record) from jdbclog_chunk")
	if ledger, rows, _ := strings.Cut(counts, " "); ledger != rows {
		t.Errorf("the ledger counts %s records, the table %s", ledger, rows)
	}
	return db, path
}
