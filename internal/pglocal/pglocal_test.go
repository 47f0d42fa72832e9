package pglocal_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"jdbclog/internal/pglocal"
	"jdbclog/internal/testdb"
)

func TestDataOutlivesTheServer(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(testdb.Folder(t), "not", "there", "yet")
	s := start(t, options(dir))
	if got := query(t, s.DSN(""), "select current_database() || ' ' || current_user || ' ' || rolsuper from pg_roles where rolname = current_user"); got != "jdbclog jdbclog true" {
		t.Errorf("connected to %s", got)
	}
	if got := query(t, s.DSN("postgres"), "select current_setting('server_encoding') || ' ' || datcollate from pg_database where datname = 'jdbclog'"); got != "UTF8 C" {
		t.Errorf("encoding and locale are %s", got)
	}
	if got := query(t, s.DSN(""), "show server_version"); !strings.HasPrefix(got, s.Version()) {
		t.Errorf("version is %s, want %s", got, s.Version())
	}
	execute(t, s.DSN(""), "create table t as select 42 as n")
	closeServer(t, s)
	if left := servers(t, s.DataDir()); len(left) > 0 {
		t.Errorf("still running: %s", left)
	}

	again := start(t, options(dir))
	if got := query(t, again.DSN(""), "select n::text from t"); got != "42" {
		t.Errorf("the table holds %s", got)
	}
}

func TestOnlyTheOwnerReachesTheServer(t *testing.T) {
	t.Parallel()
	s := start(t, options(testdb.Folder(t)))
	status, err := pglocal.GetStatus(t.Context(), options(s.DataDir()))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{status.Socket, filepath.Join(s.DataDir(), "pgdata")} {
		info, err := os.Stat(dir)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o700 {
			t.Errorf("%s has mode %o", dir, info.Mode().Perm())
		}
	}
}

func TestUsersShareOneServerAndTheLastStopsIt(t *testing.T) {
	t.Parallel()
	dir := testdb.Folder(t)
	users := make([]*pglocal.Server, 4)
	var wg sync.WaitGroup
	for i := range users {
		wg.Go(func() { // The data folder is not there yet: one of them makes it.
			var err error
			if users[i], err = pglocal.Start(context.Background(), options(dir)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if t.Failed() {
		t.FailNow()
	}
	process := run(t, dir, nil)
	if pid := process.ready(t); pid != users[0].PID() {
		t.Errorf("another process uses server %d, want %d", pid, users[0].PID())
	}
	for _, s := range users {
		if s.PID() != users[0].PID() {
			t.Errorf("a second server: %d beside %d", s.PID(), users[0].PID())
		}
		query(t, s.DSN(""), "select 'alive'")
		closeServer(t, s)
	}
	if len(servers(t, dir)) == 0 {
		t.Error("the server was stopped under its last user")
	}
	process.close(t)
	if left := servers(t, dir); len(left) > 0 {
		t.Errorf("still running: %s", left)
	}
}

func TestCloseTwiceIsHarmless(t *testing.T) {
	t.Parallel()
	dir := testdb.Folder(t)
	a, b := start(t, options(dir)), start(t, options(dir))
	closeServer(t, a)
	closeServer(t, a)
	query(t, b.DSN(""), "select 'alive'")
}

func TestAKeptServerRunsUntilItIsStopped(t *testing.T) {
	t.Parallel()
	dir := testdb.Folder(t)
	s := start(t, options(dir))
	s.Keep()
	closeServer(t, s)
	again := start(t, options(dir))
	if again.PID() != s.PID() {
		t.Errorf("server %d was not kept", s.PID())
	}
	closeServer(t, again)
	status, err := pglocal.GetStatus(t.Context(), options(dir))
	if err != nil {
		t.Fatal(err)
	}
	if !status.Running || !status.Kept || status.InUse || status.PID != s.PID() || status.Bytes == 0 || status.Major == "" || status.Started.IsZero() {
		t.Errorf("status: %+v", status)
	}
	query(t, status.DSN, "select 'alive'")
	if err := pglocal.Stop(t.Context(), options(dir)); err != nil {
		t.Fatal(err)
	}
	if left := servers(t, dir); len(left) > 0 {
		t.Errorf("still running: %s", left)
	}
	if status, err = pglocal.GetStatus(t.Context(), options(dir)); err != nil || status.Running || status.Kept {
		t.Errorf("status after stop: %+v, %v", status, err)
	}
}

func TestAServerInUseIsNotStoppedButNoLongerKept(t *testing.T) {
	t.Parallel()
	dir := testdb.Folder(t)
	a, b := start(t, options(dir)), start(t, options(dir))
	a.Keep()
	closeServer(t, a)
	if err := pglocal.Stop(t.Context(), options(dir)); !errors.Is(err, pglocal.ErrInUse) {
		t.Errorf("stop: %v", err)
	}
	query(t, b.DSN(""), "select 'alive'")
	closeServer(t, b)
	if left := servers(t, dir); len(left) > 0 {
		t.Errorf("still running: %s", left)
	}
}

func TestRestartChangesSettings(t *testing.T) {
	t.Parallel()
	dir := testdb.Folder(t)
	s := start(t, options(dir))
	execute(t, s.DSN(""), "create table t as select 42 as n")
	if got := query(t, s.DSN(""), "show wal_level"); got != "replica" {
		t.Errorf("wal_level is %s", got)
	}
	settings := map[string]string{"wal_level": "minimal", "fsync": "off"}

	other := start(t, options(dir))
	if err := s.Restart(t.Context(), settings); !errors.Is(err, pglocal.ErrInUse) {
		t.Errorf("restart of a server in use: %v", err)
	}
	query(t, other.DSN(""), "select 'alive'")
	closeServer(t, other)

	if err := s.Restart(t.Context(), settings); err != nil {
		t.Fatal(err)
	}
	if got := query(t, s.DSN(""), "select current_setting('wal_level') || n from t"); got != "minimal42" {
		t.Errorf("after the restart: %s", got)
	}
	other = start(t, pglocal.Options{DataDir: dir}) // Whoever asks for nothing takes what is there.
	if got := query(t, other.DSN(""), "show wal_level"); got != "minimal" {
		t.Errorf("wal_level is %s", got)
	}
}

func TestOtherSettingsWaitForTheOthersToLeave(t *testing.T) {
	t.Parallel()
	dir := testdb.Folder(t)
	a := start(t, options(dir))
	minimal := options(dir)
	minimal.Settings["wal_level"] = "minimal"
	if s, err := pglocal.Start(t.Context(), minimal); !errors.Is(err, pglocal.ErrInUse) {
		closeServer(t, s)
		t.Fatalf("other settings on a server in use: %v", err)
	}
	a.Keep()
	closeServer(t, a)
	b := start(t, minimal)
	if got := query(t, b.DSN(""), "show wal_level"); got != "minimal" {
		t.Errorf("wal_level is %s", got)
	}
	closeServer(t, b)
	if len(servers(t, dir)) == 0 {
		t.Error("the restart forgot that the server is to be kept")
	}
	if err := pglocal.Stop(t.Context(), options(dir)); err != nil {
		t.Error(err)
	}
}

func TestABadSettingIsNamed(t *testing.T) {
	t.Parallel()
	o := options(testdb.Folder(t))
	o.Settings["wal_level"] = "it's none"
	_, err := pglocal.Start(t.Context(), o)
	if err == nil || !strings.Contains(err.Error(), "wal_level") {
		t.Errorf("the error is %v", err)
	}
	if left := servers(t, o.DataDir); len(left) > 0 {
		t.Errorf("still running: %s", left)
	}
}

func TestNoServerIsNoError(t *testing.T) {
	o := options(filepath.Join(t.TempDir(), "nothing"))
	if err := pglocal.Stop(t.Context(), o); err != nil {
		t.Errorf("stop: %v", err)
	}
	status, err := pglocal.GetStatus(t.Context(), o)
	if err != nil || status.Running || status.DataDir != o.DataDir {
		t.Errorf("status: %+v, %v", status, err)
	}
	if _, err := os.Stat(o.DataDir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
}
