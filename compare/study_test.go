package compare

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"jdbclog/internal/generate"
	"jdbclog/internal/pglocal"
	"jdbclog/internal/testdb"
	"jdbclog/parse"
	"jdbclog/pipeline"
	"jdbclog/schema"
	"jdbclog/sink"
)

func TestMain(m *testing.M) { testdb.Main(m) }

// options compare some schemes on a small log.
func options(t *testing.T, db *testdb.DB, names ...string) Options {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "logs")
	if _, err := generate.Run(t.Context(), generate.Options{Format: "p6spy", Records: 1500, Files: 2, Seed: 1, Dir: dir}, nil); err != nil {
		t.Fatal(err)
	}
	files, _, err := pipeline.Expand([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{DSN: db.DSN, Columns: schema.Study, Zone: time.UTC, Rounds: 2, Seed: 4, Loaders: 2, Job: pipeline.Job{
		Inputs: files, Readers: 1, Parsers: 2, Chunk: 64 << 10, Batches: 6, Cache: 1 << 20,
		Detect: func(f *pipeline.File) error {
			d, err := parse.Detect(f.Head, parse.DetectOptions{Path: f.Path})
			if err != nil {
				return err
			}
			f.Source = d.Source(f.Path, time.UTC, 1<<20)
			return d.Err()
		},
	}}
	for _, n := range names {
		s, err := sink.Lookup(n)
		if err != nil {
			t.Fatal(err)
		}
		o.Schemes = append(o.Schemes, s)
	}
	return o
}

func schemas(t *testing.T, db *testdb.DB) (n int) {
	t.Helper()
	if err := db.Pool.QueryRow(t.Context(), `select count(*) from pg_namespace where nspname like 'jdbclog\_compare\_%'`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestComparisonMeasuresAndVerifiesEveryRun(t *testing.T) {
	db := testdb.New(t)
	o := options(t, db, "batch", "copy", "copy-unlogged-index-after", "copy-minimal-wal")
	saved := 0
	o.Save = func(*Result) error { saved++; return nil }
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Input.Records != 1500 || r.Input.Files != 2 || r.Partial || saved < 2 {
		t.Errorf("input %+v, partial %v, saved %d times", r.Input, r.Partial, saved)
	}
	sums := map[string]bool{}
	for _, s := range r.Schemes {
		if s.Name == "copy-minimal-wal" {
			if s.Skipped == nil || len(s.Rounds) > 0 {
				t.Errorf("it is not minimal here: %+v", s)
			}
			continue
		}
		if len(s.Rounds) != 2 || s.Median <= 0 || s.CI95[0] > s.Median || s.CI95[1] < s.Median {
			t.Errorf("%s: %+v", s.Name, s)
		}
		for _, x := range s.Rounds {
			if x.Failure != nil || !x.Verified || x.Records != 1500 || x.Latency.Count == 0 || x.TableBytes == 0 || x.IndexBytes == 0 || x.ClientCPU <= 0 {
				t.Errorf("%s: %+v", s.Name, x)
			}
			if (x.Phases.SetLogged != nil) != (s.Tables == "unlogged") || s.Tables == "logged" && x.WALBytes < 500_000 {
				t.Errorf("%s: phases %+v, %d bytes of WAL", s.Name, x.Phases, x.WALBytes)
			}
			sums[x.Checksum] = true
		}
	}
	if len(sums) != 1 {
		t.Errorf("%d checksums of the same rows", len(sums))
	}
	if c := r.Ceiling; c == nil || c.Why == "" && c.Load <= 0 {
		t.Errorf("ceiling %+v", c)
	}
	if len(r.Recommendation) != 3 || len(r.Limits) != 3 {
		t.Errorf("%d recommendations, %d limits", len(r.Recommendation), len(r.Limits))
	}
	if n := schemas(t, db); n != 0 {
		t.Errorf("%d schemas are left", n)
	}
}

func TestStoppedComparisonLeavesNothingAndCanGoOn(t *testing.T) {
	db := testdb.New(t)
	o := options(t, db, "batch", "copy")
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stopped")
	o.On = func(e Event) {
		if e.Round == 2 && e.Done {
			cancel(stop)
		}
	}
	r, err := Run(ctx, o)
	if !errors.Is(err, stop) || !r.Partial {
		t.Fatalf("%v, partial %v", err, r.Partial)
	}
	if n := schemas(t, db); n != 0 {
		t.Errorf("%d schemas are left", n)
	}
	before := 0
	for _, s := range r.Schemes {
		before += len(s.Rounds)
	}
	ran := 0
	o.Resume, o.On = r, func(e Event) {
		if e.Done && e.Round > 0 {
			ran++
		}
	}
	if r, err = Run(t.Context(), o); err != nil || r.Partial {
		t.Fatal(err)
	}
	for _, s := range r.Schemes {
		if len(s.Rounds) != 2 {
			t.Errorf("%s: %d rounds", s.Name, len(s.Rounds))
		}
	}
	if before == 0 || ran+before != 4 {
		t.Errorf("%d runs before, %d after", before, ran)
	}
}

func TestSchemaOfAKilledComparisonIsCleaned(t *testing.T) {
	db := testdb.New(t)
	if _, err := db.Pool.Exec(t.Context(), "create schema jdbclog_compare_dead; create schema jdbclog_compare_kept; comment on schema jdbclog_compare_kept is 'kept by jdbclog compare --keep'"); err != nil {
		t.Fatal(err)
	}
	defer db.Pool.Exec(context.WithoutCancel(t.Context()), "drop schema jdbclog_compare_kept")
	o := options(t, db, "copy")
	o.Rounds = 1
	if _, err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if n := schemas(t, db); n != 1 {
		t.Errorf("%d schemas, want the kept one", n)
	}
}

func TestRunThatTakesTooLongIsCutAndExtrapolated(t *testing.T) {
	db := testdb.New(t)
	o := options(t, db, "single")
	o.Rounds, o.TimeLimit, o.Job.Chunk = 1, 300*time.Millisecond, 8<<10
	o.Schemes[0].Loaders = 1
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	x := r.Schemes[0].Rounds[0]
	if x.Failure == nil && !x.Extrapolated && x.Phases.Load > 0.3 {
		t.Errorf("%+v", x)
	}
	if x.Extrapolated && (x.Records >= 1500 || x.Phases.Load < 0.3) {
		t.Errorf("extrapolated: %+v", x)
	}
}

func TestInputWithoutRecordsIsAnError(t *testing.T) {
	db := testdb.New(t)
	o := options(t, db, "copy")
	o.Job.Filter = func(*parse.Record) bool { return false }
	if _, err := Run(t.Context(), o); err == nil || err.Error() != "the input has no records" {
		t.Fatalf("got %v", err)
	}
	if n := schemas(t, db); n != 0 {
		t.Errorf("%d schemas are left", n)
	}
}

func TestOneTransactionSkipsItsWALAtMinimal(t *testing.T) {
	server, err := pglocal.Start(t.Context(), pglocal.Options{DataDir: filepath.Join(testdb.Folder(t), "pg"), Settings: map[string]string{"wal_level": "minimal", "max_wal_senders": "0", "wal_skip_threshold": "0"}}) // small tables are not skipped by default
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close(context.WithoutCancel(t.Context()))
	o := options(t, testdb.New(t), "copy-index-after", "copy-minimal-wal")
	o.DSN, o.Rounds = server.DSN(""), 1
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var wal [2]int64
	for i, s := range r.Schemes {
		if len(s.Rounds) != 1 || !s.Rounds[0].Verified {
			t.Fatalf("%+v", s)
		}
		wal[i] = s.Rounds[0].WALBytes
	}
	if wal[1] > wal[0]/2 {
		t.Errorf("%d bytes of WAL, with a transaction a chunk %d", wal[1], wal[0])
	}
}
