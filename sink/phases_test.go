package sink

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"jdbclog/internal/pglocal"
	"jdbclog/internal/testdb"
	"jdbclog/pipeline"
	"jdbclog/schema"
)

func TestRunsAreEntered(t *testing.T) {
	db := testdb.New(t)
	l := newLoad(t, db, "auto", write(t, "app.log", toyLog(50, 1)))
	l.opt.LedgerPrefix, l.opt.Version, l.opt.Host = "my_", "1.2", "host"
	l.opt.Shape, l.opt.Config = map[string]string{"timezone": "UTC"}, map[string]int{"loaders": 2}
	rep := l.must()
	got := query[string](t, db, `select concat_ws(' ', status, version, host, scheme->>'insert', options->'shape'->>'timezone', options->'config'->>'loaders',
		(counts->>'Loaded')::bigint = $1, started < ended) from my_jdbclog_run`, rep.Records.Loaded)
	if got != "done 1.2 host copy UTC 2 t t" {
		t.Errorf("the run's row is %s", got)
	}
	s, err := Connect(t.Context(), Options{DSN: db.DSN, LedgerPrefix: "my_", Variant: schema.Full, Scheme: Auto, Run: NewRun()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close(context.Background())
	if err := s.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.End(t.Context(), Outcome{Status: "failed", Err: errors.New("load: app.log: gone"), Phases: []string{"schema"}}); err != nil {
		t.Fatal(err)
	}
	if got := query[string](t, db, "select status || ' ' || error || ' ' || phases::text from my_jdbclog_run where counts = 'null'"); got != `failed load: app.log: gone ["schema"]` {
		t.Errorf("the run's row is %s", got)
	}
}

func TestIdsOfRunsGrow(t *testing.T) {
	a := NewRun()
	time.Sleep(2 * time.Millisecond)
	if b := NewRun(); len(a) != 32 || b <= a {
		t.Errorf("%s, then %s", a, b)
	}
}

func TestIndexesAreToldWhenBuilt(t *testing.T) {
	path := write(t, "app.log", toyLog(50, 1))
	for _, scheme := range []string{"9", "11"} {
		db := testdb.New(t)
		l := newLoad(t, db, scheme, path)
		var built []string
		l.opt.OnIndex = func(p IndexProgress) {
			if p.Built {
				built = append(built, p.Index)
			}
		}
		l.opt.MaintenanceWorkMem, l.opt.IndexWorkers = 1, 0
		l.must()
		slices.Sort(built)
		if want := []string{"i_jdbc_sql_content_pshash", "i_jdbc_sql_record_pshash", "i_jdbc_sql_record_zh01", "t_jdbc_sql_content_pkey"}; !slices.Equal(built, want) {
			t.Errorf("scheme %s: built %q", scheme, built)
		}
		built = nil
		again := newLoad(t, db, "9", path)
		again.opt.OnIndex = l.opt.OnIndex
		again.must()
		if len(built) > 0 {
			t.Errorf("scheme %s: built again %q", scheme, built)
		}
	}
}

// A build that waits inside for the test is under way for sure.
func TestTheServerIsAskedHowFarABuildIs(t *testing.T) {
	db := testdb.New(t)
	l := newLoad(t, db, "9", write(t, "app.log", toyLog(50, 1)))
	var last IndexProgress
	l.opt.OnIndex = func(p IndexProgress) { last = p }
	l.must()
	execute(t, db, `create function waits(text) returns text immutable language plpgsql as
		'begin perform pg_advisory_xact_lock_shared(4711); return $1; end'`)
	conn := func() *pgx.Conn {
		c, err := pgx.Connect(t.Context(), db.DSN)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close(context.Background()) })
		return c
	}
	holds, builds, asks := conn(), conn(), conn()
	if _, err := holds.Exec(t.Context(), "select pg_advisory_lock(4711)"); err != nil {
		t.Fatal(err)
	}
	built := make(chan error)
	go func() {
		_, err := builds.Exec(t.Context(), "create index slow on t_jdbc_sql_record (waits(c_bh))")
		built <- err
	}()
	w := watch{s: l.sink, pids: map[uint32]string{builds.PgConn().PID(): "slow"}}
	for last.Index != "slow" || last.Total == 0 {
		w.ask(t.Context(), asks)
		if t.Context().Err() != nil {
			t.Fatal("the build never showed")
		}
	}
	if last.Built || last.Phase != "building index: scanning table" {
		t.Errorf("the build is at %+v", last)
	}
	if err := holds.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-built; err != nil {
		t.Fatal(err)
	}
}

func TestTransactionsAreTimed(t *testing.T) {
	path := write(t, "app.log", toyLog(200, 1))
	for _, scheme := range []string{"1", "8", "11"} {
		l := newLoad(t, testdb.New(t), scheme, path)
		var n atomic.Int64
		l.opt.OnCommit = func(time.Duration) { n.Add(1) }
		l.must()
		chunks := query[int64](t, l.db, "select count(*) from jdbclog_chunk")
		records := query[int64](t, l.db, "select count(*) from t_jdbc_sql_record")
		want := map[string]int64{"1": 2*chunks + records, "8": chunks, "11": chunks}[scheme]
		// Records that the end of the file flushed go with a claim's confirmation.
		if got := n.Load(); got > want || got < want-30 {
			t.Errorf("scheme %s: %d transactions, want %d", scheme, got, want)
		}
	}
}

func TestDiscardCountsWhatItDrops(t *testing.T) {
	path := write(t, "app.log", toyLog(300, 1))
	l := newLoad(t, testdb.New(t), "8", path)
	rep := l.must()
	job := l.job
	job.Sink = NewDiscard(l.opt)
	dropped, err := pipeline.Run(t.Context(), job)
	if err != nil || dropped.Records != rep.Records || dropped.Rows != 2*rep.Records.Loaded || dropped.Sent == 0 || dropped.Balance() != nil {
		t.Errorf("%v, dropped %+v, loaded %+v", err, dropped, rep)
	}
}

// Under wal_level = minimal what scheme 11 loads is not in the WAL.
func TestWalIsSkippedInOneTransaction(t *testing.T) {
	path := write(t, "app.log", toyLog(6000, 1))
	wal := func(scheme string, server *pglocal.Server) int64 {
		dsn := server.DSN("")
		l := newLoad(t, &testdb.DB{}, scheme, path)
		l.opt.DSN, l.opt.Schema, l.opt.Variant = dsn, "s"+scheme, schema.Study
		c, err := pgx.Connect(t.Context(), dsn)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close(context.Background())
		var before, bytes int64
		const position = "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn"
		if err := c.QueryRow(t.Context(), position).Scan(&before); err != nil {
			t.Fatal(err)
		}
		rep := l.must()
		if err := c.QueryRow(t.Context(), position).Scan(&bytes); err != nil {
			t.Fatal(err)
		}
		sum, err := VerifyChecksum(t.Context(), c, l.opt.Schema)
		if err != nil || sum.Records != rep.Records.Loaded || sum.Records == 0 {
			t.Fatalf("%+v, %v", sum, err)
		}
		return bytes - before
	}
	server := ownServer(t, serverFolder(t), map[string]string{"wal_level": "minimal", "max_wal_senders": "0", "wal_skip_threshold": "0", "autovacuum": "off"})
	defer server.Close(context.Background())
	if whole, plain := wal("11", server), wal("9", server); whole > plain/4 {
		t.Errorf("%d bytes of WAL, and %d by chunks", whole, plain)
	}
}

func TestLongTextsAreCompressedByLz4(t *testing.T) {
	path := write(t, "app.log", "@a ONE "+strings.Repeat("and customer = 17 ", 1000)+"4\n")
	for _, chosen := range []string{"", "pglz"} {
		db := testdb.New(t)
		want := query[string](t, db, "select case when 'lz4' = any(enumvals) then 'lz4' else 'pglz' end from pg_settings where name = 'default_toast_compression'")
		l := newLoad(t, db, "8", path)
		if chosen != "" {
			want = chosen
			l.opt.DSN = changed(t, db.DSN, func(c *pgx.ConnConfig) { c.RuntimeParams["options"] += " -c default_toast_compression=" + chosen })
		}
		l.must()
		if got := query[string](t, db, "select pg_column_compression(c_sql_text) from t_jdbc_sql_content"); got != want {
			t.Errorf("compressed by %s, want %s", got, want)
		}
	}
}
