package pglocal_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"jdbclog/internal/pglocal"
	"jdbclog/internal/testdb"

	"github.com/jackc/pgx/v5"
)

func TestAKilledUserCountsNoMore(t *testing.T) {
	t.Parallel()
	dir := testdb.Folder(t)
	killed := run(t, dir, nil)
	pid := killed.ready(t)
	killed.kill()
	if len(servers(t, dir)) == 0 {
		t.Fatal("the server ended with its user")
	}
	s := start(t, options(dir))
	if s.PID() != pid {
		t.Errorf("server %d was not joined but %d started", pid, s.PID())
	}
	closeServer(t, s)
	if left := servers(t, dir); len(left) > 0 {
		t.Errorf("still running: %s", left)
	}
}

func TestStopEndsWhatAKilledUserLeft(t *testing.T) {
	t.Parallel()
	dir := testdb.Folder(t)
	killed := run(t, dir, nil)
	killed.ready(t)
	killed.kill()
	if err := pglocal.Stop(t.Context(), options(dir)); err != nil {
		t.Fatal(err)
	}
	if left := servers(t, dir); len(left) > 0 {
		t.Errorf("still running: %s", left)
	}
}

func TestAKilledServerIsStartedAgain(t *testing.T) {
	t.Parallel()
	dir := testdb.Folder(t)
	s := start(t, options(dir))
	execute(t, s.DSN(""), "create table t as select 42 as n")
	// A back-end that is busy outlives the server for a moment.
	c, err := pgx.Connect(t.Context(), s.DSN(""))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	busy := make(chan error, 1)
	go func() {
		_, err := c.Exec(context.Background(), "select count(*) from generate_series(1, 3000000)")
		busy <- err
	}()
	if err := syscall.Kill(s.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	again := start(t, options(dir))
	if again.PID() == s.PID() {
		t.Error("the killed server was joined")
	}
	if got := query(t, again.DSN(""), "select n::text from t"); got != "42" {
		t.Errorf("the table holds %s", got)
	}
	<-busy
	closeServer(t, s) // Not the last user.
	query(t, again.DSN(""), "select 'alive'")
}

// TestAForeignProcessWithTheServersNumberIsNoServer is what happens after a reboot and in containers: the number in
// postmaster.pid belongs to somebody else.
func TestAForeignProcessWithTheServersNumberIsNoServer(t *testing.T) {
	t.Parallel()
	dir := testdb.Folder(t)
	s := start(t, options(dir))
	pidFile := filepath.Join(dir, "pgdata", "postmaster.pid")
	b, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	owner, err := os.Stat(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	stat := owner.Sys().(*syscall.Stat_t)
	closeServer(t, s)

	innocent := exec.Command("sleep", "600")
	if os.Geteuid() == 0 {
		innocent.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: stat.Uid, Gid: stat.Gid}}
	}
	if err := innocent.Start(); err != nil {
		t.Fatal(err)
	}
	defer innocent.Wait()
	defer innocent.Process.Kill()
	_, rest, _ := strings.Cut(string(b), "\n")
	stale := strconv.Itoa(innocent.Process.Pid) + "\n" + rest
	socket := filepath.Join(dir, "run", ".s.PGSQL.5432")
	for path, content := range map[string]string{pidFile: stale, socket + ".lock": stale, socket: ""} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(path, int(stat.Uid), int(stat.Gid)); err != nil {
			t.Fatal(err)
		}
	}

	again := start(t, options(dir))
	query(t, again.DSN(""), "select 'alive'")
	closeServer(t, again)
	if err := innocent.Process.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("the innocent process was stopped: %v", err)
	}
}

func TestAHalfMadeFolderIsSurvived(t *testing.T) {
	t.Parallel()
	var dir string
	for caught := false; !caught; {
		dir = testdb.Folder(t)
		killed := run(t, dir, nil)
		eventually(t, "initdb", func() bool {
			files, _ := filepath.Glob(filepath.Join(dir, pglocal.Temporary+"*", "base"))
			whole, _ := filepath.Glob(filepath.Join(dir, "pgdata"))
			return len(files)+len(whole) > 0
		})
		killed.kill()
		_, err := os.Stat(filepath.Join(dir, "pgdata", "PG_VERSION"))
		caught = errors.Is(err, os.ErrNotExist)
		if err := pglocal.Stop(t.Context(), options(dir)); err != nil {
			t.Fatal(err)
		}
	}
	s := start(t, options(dir))
	query(t, s.DSN(""), "select 'alive'")
	closeServer(t, s)
	eventually(t, "end of the orphaned initdb", func() bool { return len(servers(t, dir)) == 0 && len(initdbs(t, dir)) == 0 })
	closeServer(t, start(t, options(dir)))
	if left, _ := filepath.Glob(filepath.Join(dir, pglocal.Temporary+"*")); len(left) > 0 {
		t.Errorf("left behind: %s", left)
	}
}

func initdbs(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	for _, line := range commandLines(t) {
		if strings.Contains(line, filepath.Join(dir, pglocal.Temporary)) {
			found = append(found, line)
		}
	}
	return found
}

func TestACancelledStartLeavesNoServer(t *testing.T) {
	t.Parallel()
	parent := testdb.Folder(t)
	for _, initialised := range []bool{false, true} {
		dir := filepath.Join(parent, fmt.Sprint(initialised))
		if initialised {
			closeServer(t, start(t, options(dir)))
		}
		ended := false
		for after := time.Duration(0); !ended; after = after*3/2 + 5*time.Millisecond {
			cause := errors.New("enough")
			ctx, cancel := context.WithTimeoutCause(context.Background(), after, cause)
			s, err := pglocal.Start(ctx, options(dir))
			cancel()
			if err == nil {
				closeServer(t, s)
				ended = true
			} else if !errors.Is(err, cause) {
				t.Fatalf("cancelled after %v: %v", after, err)
			}
			if left := append(servers(t, dir), initdbs(t, dir)...); len(left) > 0 {
				t.Fatalf("cancelled after %v, still running: %s", after, left)
			}
		}
		if left, _ := filepath.Glob(filepath.Join(dir, pglocal.Temporary+"*")); len(left) > 0 {
			t.Errorf("left behind: %s", left)
		}
	}
}

func TestAnImpatientCloseStopsTheServerAtOnce(t *testing.T) {
	t.Parallel()
	dir := testdb.Folder(t)
	s := start(t, options(dir))
	execute(t, s.DSN(""), "create table t as select 42 as n")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Close(ended); err != nil {
		t.Error(err)
	}
	if left := servers(t, dir); len(left) > 0 {
		t.Errorf("still running: %s", left)
	}
	if got := query(t, start(t, options(dir)).DSN(""), "select n::text from t"); got != "42" {
		t.Errorf("the table holds %s", got)
	}
}

// TestTheServerIsOutOfTheTerminalsReach: a ^C goes to the process group in the foreground.
func TestTheServerIsOutOfTheTerminalsReach(t *testing.T) {
	t.Parallel()
	s := start(t, options(testdb.Folder(t)))
	group, err := syscall.Getpgid(s.PID())
	if err != nil {
		t.Fatal(err)
	}
	if group == syscall.Getpgrp() {
		t.Error("the server is in our process group")
	}
}
