package sink

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"jdbclog/internal/pglocal"
	"jdbclog/internal/testdb"
)

// ownServer starts a server that no other test uses.
func ownServer(t *testing.T, dir string, settings map[string]string) *pglocal.Server {
	t.Helper()
	settings["fsync"] = "off" // the machine does not crash, only the server
	s, err := pglocal.Start(t.Context(), pglocal.Options{DataDir: filepath.Join(dir, "data"), Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// serverFolder makes a folder that a server can have, which has a user of its
// own when the test's is root.
func serverFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "jdbclog-server-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A crash of the server empties unlogged tables. The ledger does not say then
// that their rows are loaded.
func TestCrashTakesTheLedgerWithTheRows(t *testing.T) {
	path := write(t, "app.log", toyLog(300, 16))
	want := wanted(t, path)
	dir := serverFolder(t)
	for _, scheme := range []string{"10", "9"} {
		server := ownServer(t, dir, map[string]string{})
		l := newLoad(t, &testdb.DB{DSN: server.DSN("")}, scheme, path)
		l.opt.Schema = "s" + scheme
		l.loaded(want.Records)
		crash(t, server)
		server = ownServer(t, dir, map[string]string{})
		l.opt.DSN, l.opt.Run = server.DSN(""), NewRun()
		l.loaded(map[string]int64{"10": want.Records, "9": 0}[scheme])
		c, err := pgx.Connect(t.Context(), l.opt.DSN)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := VerifyChecksum(t.Context(), c, l.opt.Schema); err != nil || got != want {
			t.Errorf("scheme %s: the tables hold %+v, want %+v (%v)", scheme, got, want, err)
		}
		c.Close(t.Context())
		if err := server.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

// crash ends the server as a crash would: without a checkpoint.
func crash(t *testing.T, s *pglocal.Server) {
	t.Helper()
	if err := syscall.Kill(s.PID(), syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	s.Close(context.Background()) // waits until it is gone
}
