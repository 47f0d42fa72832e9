package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"syscall"
	"testing"

	"jdbclog/internal/pglocal"
	"jdbclog/internal/testdb"
)

func TestThePrivateServerIsStartedUsedAndStopped(t *testing.T) {
	alone(t)
	dir := testdb.Folder(t)
	db := func(code int, args ...string) (stdout, stderr string) {
		t.Helper()
		stdout, stderr, got := jdbclog(t, append([]string{"db", args[0], "--data-dir", dir}, args[1:]...)...)
		if got != code {
			t.Fatalf("%s: exit code %d, %s", args, got, stderr)
		}
		return stdout, stderr
	}
	status := func() (s pglocal.Status) {
		t.Helper()
		stdout, _ := db(0, "status", "--json")
		if err := json.Unmarshal([]byte(stdout), &s); err != nil {
			t.Fatalf("%q: %v", stdout, err)
		}
		return s
	}

	if s := status(); s.Running {
		t.Errorf("runs before it was started: %+v", s)
	}
	if _, stderr := db(1, "url"); stderr != "jdbclog: db url: the server does not run: start it with 'jdbclog db start'\n" {
		t.Errorf("%q", stderr)
	}
	// On demand: psql starts and stops it.
	if stdout, _ := db(0, "psql", "-Atc", "select current_database()"); stdout != "jdbclog\n" {
		t.Errorf("%q", stdout)
	}
	if s := status(); s.Running {
		t.Errorf("psql leaves it running: %+v", s)
	}
	if stdout, _ := db(0, "status"); !strings.HasPrefix(stdout, "server   not running\ndata     ") {
		t.Errorf("%q", stdout)
	}

	url, _ := db(0, "start")
	if again, _ := db(0, "start"); again != url {
		t.Errorf("%q and %q", url, again)
	}
	if got, _ := db(0, "url"); got != url {
		t.Errorf("%q and %q", url, got)
	}
	if s := status(); !s.Running || !s.Kept || s.DSN+"\n" != url {
		t.Errorf("%+v", s)
	}
	if stdout, _ := db(0, "status"); !strings.Contains(stdout, ", until 'jdbclog db stop'\nurl      "+url) {
		t.Errorf("%q", stdout)
	}
	if _, stderr := db(1, "psql", "--", "-c", "select nothing"); !strings.HasPrefix(stderr, "ERROR:") || strings.Contains(stderr, "jdbclog") {
		t.Errorf("%q", stderr) // psql's words, and no others
	}
	db(0, "stop")
	db(0, "stop")
	if s := status(); s.Running {
		t.Errorf("%+v", s)
	}
}

func TestASignalStopsThePrivateServerToo(t *testing.T) {
	alone(t)
	dir := testdb.Folder(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	out, in := io.Pipe()
	var stderr bytes.Buffer
	code := make(chan int)
	go func() {
		code <- run(ctx, []string{"db", "psql", "--data-dir", dir, "-c", `\echo here`, "-c", "select pg_sleep(600)"}, strings.NewReader(""), in, &stderr)
	}()
	if _, err := out.Read(make([]byte, 4)); err != nil {
		t.Fatal(err)
	}
	cancel(interrupted{syscall.SIGTERM})
	go io.Copy(io.Discard, out)
	if got := <-code; got != 143 {
		t.Errorf("exit code %d, %s", got, stderr.String())
	}
	status, err := pglocal.GetStatus(t.Context(), pglocal.Options{DataDir: dir})
	if err != nil || status.Running {
		t.Errorf("%+v, %v", status, err)
	}
}

func TestFlagsBeforePsqlsAreOurs(t *testing.T) {
	a := newApp(nil, io.Discard, io.Discard)
	cmd, _, err := newRoot(a).Find([]string{"db", "psql"})
	if err != nil {
		t.Fatal(err)
	}
	f := func(args, ours, rest string) {
		t.Helper()
		gotOurs, gotRest := splitFlags(cmd, strings.Fields(args))
		if strings.Join(gotOurs, " ") != ours || strings.Join(gotRest, " ") != rest {
			t.Errorf("%q: %q and %q", args, gotOurs, gotRest)
		}
	}
	f("", "", "")
	f("-c x", "", "-c x")
	f("--data-dir d -c x", "--data-dir d", "-c x")
	f("--data-dir=d --quiet -c x", "--data-dir=d --quiet", "-c x")
	f("--data-dir d -- --quiet", "--data-dir d", "--quiet")
	f("--config f --log-level info", "--config f --log-level info", "")
	f("--csv --quiet", "", "--csv --quiet")
	f("--data-dir", "--data-dir", "")
	f("file --data-dir d", "", "file --data-dir d")
}
