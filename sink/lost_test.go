package sink

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"jdbclog/internal/testdb"
)

// A server that goes away in the middle of a load is told in one line, and the
// same load goes on from there.
func TestAServerThatGoesAwayIsToldAndComeBackTo(t *testing.T) {
	path := write(t, "app.log", toyLog(600, 3))
	want := wanted(t, path)
	dir := serverFolder(t)
	server := ownServer(t, dir, map[string]string{})
	defer func() { server.Close(context.Background()) }()
	for _, m := range methods() {
		for _, how := range []string{"crash", "terminate"} {
			t.Run(m.name+"/"+how, func(t *testing.T) {
				l := newLoad(t, &testdb.DB{DSN: server.DSN("")}, "8", path)
				l.opt.Scheme = l.opt.Scheme.With(Change{Insert: m.name})
				l.opt.Schema = strings.ReplaceAll(m.name, "-", "_") + "_" + how
				var once sync.Once
				l.opt.OnCommit = func(time.Duration) {
					once.Do(func() {
						if how == "crash" {
							crash(t, server)
						} else {
							terminate(t, server.DSN(""))
						}
					})
				}
				_, err := l.run(t.Context())
				if err == nil {
					t.Fatal("nothing was noticed")
				}
				got := l.sink.Lost(err).Error()
				if !strings.HasPrefix(got, "the server at "+dir) || !strings.Contains(got, " closed the connection during the load") ||
					!strings.HasSuffix(got, "; what was committed stays, and the same command goes on from there") || strings.Contains(got, "\n") {
					t.Errorf("%v is told as %s", err, got)
				}
				if how == "crash" {
					server = ownServer(t, dir, map[string]string{})
				}
				l.opt.DSN, l.opt.Run, l.opt.OnCommit = server.DSN(""), NewRun(), nil
				rep := l.must()
				// A scheme that commits every row has confirmed no chunk at its first commit.
				if left := rep.Records.Loaded; left == 0 || left == want.Records && m.name != "single" {
					t.Errorf("%d of %d records were left", left, want.Records)
				}
				c, err := pgx.Connect(t.Context(), l.opt.DSN)
				if err != nil {
					t.Fatal(err)
				}
				defer c.Close(context.Background())
				if got, err := VerifyChecksum(t.Context(), c, l.opt.Schema); err != nil || got != want {
					t.Errorf("the tables hold %+v, want %+v (%v)", got, want, err)
				}
			})
		}
	}
}

// terminate ends all connections of loads to the server at dsn.
func terminate(t *testing.T, dsn string) {
	t.Helper()
	cfg, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Error(err)
		return
	}
	cfg.RuntimeParams["application_name"] = "another"
	c, err := pgx.ConnectConfig(context.Background(), cfg)
	if err != nil {
		t.Error(err)
		return
	}
	defer c.Close(context.Background())
	if _, err := c.Exec(context.Background(), "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'jdbclog'"); err != nil {
		t.Error(err)
	}
}

func TestOnlyAServerThatGoesAwayIsLost(t *testing.T) {
	cfg, err := parseDSN("host=h port=5432")
	if err != nil {
		t.Fatal(err)
	}
	f := func(scheme, want string, err error) {
		t.Helper()
		s := &Sink{cfg: cfg}
		if s.scheme, _ = Lookup(scheme); s.scheme.Whole {
			s.whole = &loader{}
		}
		if want == "" {
			want = err.Error()
		}
		if got := s.Lost(said("copy", err)); !strings.HasSuffix(got.Error(), want) || !errors.Is(got, err) {
			t.Errorf("got %v, want %s", got, want)
		}
	}
	shutdown := &pgconn.PgError{Severity: "FATAL", Code: "57P03", Message: "the database system is shutting down"}
	const lead = "the server at h:5432 closed the connection during the load: the database system is shutting down (SQLSTATE 57P03); "
	f("9", lead+"what was committed stays, and the same command goes on from there", shutdown)
	f("10", lead+"a crash empties unlogged tables, and the same command goes on from what is left", shutdown)
	f("3", lead+"a crash takes the last commits, and the same command goes on from what is left", shutdown)
	f("11", lead+"nothing was committed, and the same command begins anew", shutdown)
	f("9", "copy: disk full (SQLSTATE 53100)", &pgconn.PgError{Code: "53100", Message: "disk full"})
	f("9", "", context.Canceled)
	f("9", "", &fs.PathError{Op: "write", Path: "rejects.jsonl", Err: syscall.EPIPE})
	if (&Sink{}).Lost(nil) != nil {
		t.Error("nothing is lost")
	}
}
