package sink

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"jdbclog/internal/testdb"
	"jdbclog/parse"
	"jdbclog/pipeline"
)

// queued is a sink whose loaders find batches waiting: they are slow at first.
// before is called with the first group that has several.
type queued struct {
	*Sink
	once   sync.Once
	before func()
}

type queuedLoader struct {
	*loader
	s *queued
}

func (s *queued) Open(ctx context.Context) (pipeline.Loader, error) {
	l, err := s.Sink.Open(ctx)
	if err != nil {
		return nil, err
	}
	time.Sleep(50 * time.Millisecond)
	return queuedLoader{l.(*loader), s}, nil
}

func (l queuedLoader) LoadGroup(ctx context.Context, group []*parse.Batch) (pipeline.Loaded, error) {
	if len(group) > 1 {
		l.s.once.Do(l.s.before)
	}
	return l.loader.LoadGroup(ctx, group)
}

// grouped runs l with a single loader that is given all that waits for it.
func (l *load) grouped(before func()) (pipeline.Report, error) {
	l.t.Helper()
	ctx := l.t.Context()
	s, err := Connect(ctx, l.opt)
	if err != nil {
		l.t.Fatal(err)
	}
	defer s.Close(context.Background())
	if err := s.Prepare(ctx); err != nil {
		l.t.Fatal(err)
	}
	met := false
	job := l.job
	job.Sink = &queued{Sink: s, before: func() { met = true; before() }}
	job.Loaders, job.Group = 1, 1<<20
	rep, err := pipeline.Run(ctx, job)
	if !met {
		l.t.Error("no batch waited")
	}
	return rep, err
}

func TestBatchesThatWaitShareATransaction(t *testing.T) {
	var paths []string
	for seed := range uint64(3) {
		paths = append(paths, write(t, "app.log", toyLog(300, 20+seed)))
	}
	for _, scheme := range []string{"8", "10"} {
		l := newLoad(t, testdb.New(t), scheme, paths...)
		if _, err := l.grouped(func() {}); err != nil {
			t.Fatal(err)
		}
		l.check(wanted(t, paths...))
		chunks := query[int](t, l.db, "select count(*) from jdbclog_chunk")
		if n := query[int](t, l.db, "select count(distinct xmin::text) from jdbclog_chunk"); n >= chunks {
			t.Errorf("scheme %s: %d transactions for %d chunks", scheme, n, chunks)
		}
		if n := query[int](t, l.db, "select sum(records) from jdbclog_chunk"); int64(n) != checksum(t, l.db).Records {
			t.Errorf("scheme %s: the ledger counts %d records", scheme, n)
		}
		newLoad(t, l.db, scheme, paths...).loaded(0)
	}
}

func TestAGroupOfWhichAnotherRunHasSomeIsLoadedOneByOne(t *testing.T) {
	path := write(t, "app.log", toyLog(600, 7))
	for _, chunk := range []int{2000, 1700} { // the other run's: cut as here, and cut otherwise
		db := testdb.New(t)
		l := newLoad(t, db, "8", path)
		_, err := l.grouped(func() {
			other := newLoad(t, db, "8", path)
			other.job.Chunk = chunk
			other.interrupted(4)
		})
		if err != nil {
			t.Fatal(err)
		}
		newLoad(t, db, "8", path).must() // what is torn
		l.check(wanted(t, path))
	}
}

func TestARefusedRowOfAGroupIsNamed(t *testing.T) {
	text := toyLog(600, 8)
	at := strings.Index(text[len(text)/2:], "\n") + len(text)/2 + 1
	path := write(t, "app.log", text[:at]+"@a ONE the bad one 16\n"+text[at:])
	db := testdb.New(t)
	newLoad(t, db, "8").must()
	execute(t, db, "alter table t_jdbc_sql_content add constraint picky check (c_sql_text not like 'the bad%')")
	l := newLoad(t, db, "8", path)
	rep, err := l.grouped(func() {})
	if rows := query[int64](t, db, "select count(*) from t_jdbc_sql_record"); rep.Records.Loaded != rows {
		t.Errorf("%d records are counted, and %d there", rep.Records.Loaded, rows)
	}
	if want := ":" + strconv.Itoa(strings.Count(text[:at], "\n")+1) + ": "; err == nil || !strings.Contains(err.Error(), "app.log"+want) {
		t.Errorf("%v, want app.log%s", err, want)
	}
	execute(t, db, "alter table t_jdbc_sql_content drop constraint picky")
	l = newLoad(t, db, "8", path)
	l.must()
	l.check(wanted(t, path))
}
