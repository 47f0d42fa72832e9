package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
	"go.uber.org/zap"
)

func TestVersionTellsWhatWasBuilt(t *testing.T) {
	alone(t)
	t.Setenv("JDBCLOG_LOAD_LOADERS", "nonsense") // no setting keeps it from being shown
	stdout, stderr, code := jdbclog(t, "version")
	if !regexp.MustCompile(`^jdbclog \S+.*, go\d\S* \w+/\w+\n$`).MatchString(stdout) || stderr != "" || code != 0 {
		t.Errorf("%q %q %d", stdout, stderr, code)
	}
	stdout, _, _ = jdbclog(t, "version", "--json")
	var v versionInfo
	if err := json.Unmarshal([]byte(stdout), &v); err != nil || v.Version == "" || v.Go == "" {
		t.Errorf("%q %v", stdout, err)
	}
}

func TestEveryShellGetsItsCompletion(t *testing.T) {
	alone(t)
	for _, shell := range []string{"bash", "zsh", "fish"} {
		stdout, stderr, code := jdbclog(t, "completion", shell)
		if !strings.Contains(stdout, "jdbclog") || !strings.Contains(stdout, shell) || stderr != "" || code != 0 {
			t.Errorf("%s: %d bytes, %q, %d", shell, len(stdout), stderr, code)
		}
	}
	if stdout, _, _ := jdbclog(t, "__complete", "config", "--schema", ""); stdout != "study\nfull\n:4\n" {
		t.Errorf("values of --schema: %q", stdout)
	}
}

func TestAFullDiskIsNoSuccess(t *testing.T) {
	alone(t)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	for _, args := range [][]string{{"version"}, {"config"}, {"config", "--json"}, {"config", "--example"}, {"help"}, {"config", "-h"}, {"completion", "bash"}} {
		var stderr bytes.Buffer
		code := run(t.Context(), args, strings.NewReader(""), full, &stderr)
		if code != exitFailed || !strings.HasSuffix(stderr.String(), "no space left on device\n") {
			t.Errorf("%s: %d %q", args, code, stderr.String())
		}
	}
}

// TestErrorsBecomeLinesAndCodes ends a command in every way.
func TestErrorsBecomeLinesAndCodes(t *testing.T) {
	root := &cobra.Command{Use: "jdbclog"}
	load := &cobra.Command{Use: "load"}
	root.AddCommand(load)
	stopped := func(s syscall.Signal) context.Context {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(interrupted{s})
		return ctx
	}
	f := func(ctx context.Context, err error, code int, said string) {
		t.Helper()
		var stderr bytes.Buffer
		a := newApp(nil, io.Discard, &stderr)
		if got := a.finish(ctx, load, err); got != code || stderr.String() != said {
			t.Errorf("%v: %d %q, want %d %q", err, got, stderr.String(), code, said)
		}
	}
	one, two := errors.New("app.log: cut short"), errors.New("connection refused\n\thost a: no route")
	f(t.Context(), nil, 0, "")
	f(t.Context(), one, 1, "jdbclog: load: app.log: cut short\n")
	f(t.Context(), two, 1, "jdbclog: load: connection refused host a: no route\n")
	f(t.Context(), errors.Join(one, two), 1, "jdbclog: load: app.log: cut short\njdbclog: load: connection refused host a: no route\n")
	f(t.Context(), usage("nothing at %s", "a/b"), 2, "jdbclog: load: nothing at a/b\n")
	f(t.Context(), misuse("no PATH"), 2, "jdbclog: load: no PATH (see 'jdbclog load --help')\n")
	f(t.Context(), exit{exitPartial, one}, 3, "jdbclog: load: app.log: cut short\n")
	f(t.Context(), exit{code: exitGate}, 4, "")
	f(t.Context(), exit{exitUsage, errors.Join(errors.New("config: a: x"), errors.New("config: b: y"))}, 2, "jdbclog: config: a: x\njdbclog: config: b: y\n")
	f(stopped(syscall.SIGINT), context.Canceled, 130, "jdbclog: load: interrupted by SIGINT\n")
	f(stopped(syscall.SIGTERM), context.Canceled, 143, "jdbclog: load: stopped by SIGTERM\n")
	f(stopped(syscall.SIGTERM), one, 143, "jdbclog: load: app.log: cut short\n")
	f(stopped(syscall.SIGTERM), nil, 0, "") // it was done before it could stop
}

func TestTheFirstSignalEndsTheContextAndTheSecondTheProgram(t *testing.T) {
	exited := make(chan int, 1)
	ctx := stopOnSignal(t.Context(), func(code int) { exited <- code })
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-ctx.Done()
	if e := (interrupted{}); !errors.As(context.Cause(ctx), &e) || e.code() != 143 {
		t.Errorf("the cause is %v", context.Cause(ctx))
	}
	select {
	case code := <-exited:
		t.Errorf("one signal exits with %d", code)
	default:
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if code := <-exited; code != 130 {
		t.Errorf("the second signal exits with %d", code)
	}
}

// session runs do as a command with args, and returns what it said on stderr.
func session(t *testing.T, do func(a *app), args ...string) string {
	t.Helper()
	alone(t)
	var stderr bytes.Buffer
	a := newApp(strings.NewReader(""), io.Discard, &stderr)
	root := newRoot(a)
	root.AddCommand(&cobra.Command{Use: "try", RunE: a.with(func(context.Context, []string) error {
		do(a)
		return nil
	})})
	root.SetArgs(append([]string{"try"}, args...))
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	a.close()
	return stderr.String()
}

func TestLogsAreQuietUntilAsked(t *testing.T) {
	say := func(a *app) {
		a.Log.Debug("one", zap.Int("n", 1))
		a.Log.Info("two", zap.Int("n", 2))
		a.Log.Warn("three", zap.Int("n", 3))
		a.Log.Error("four", zap.Int("n", 4))
	}
	f := func(want []string, args ...string) {
		t.Helper()
		got := session(t, say, args...)
		if lines := strings.Count(got, "\n"); lines != len(want) {
			t.Errorf("%s: %d lines of %v", args, lines, want)
		}
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %q lacks %s", args, got, w)
			}
		}
	}
	f([]string{`"msg":"three","n":3}`, `"msg":"four","n":4}`})
	f([]string{`"msg":"four","n":4}`}, "-q")
	f([]string{`"two"`, `"three"`, `"four"`}, "-v")
	f([]string{`"one"`, `"two"`, `"three"`, `"four"`}, "-vv")
	f([]string{`"two"`, `"three"`, `"four"`}, "--log-level", "info")
	f([]string{"warn  three  {\"n\": 3}", "error  four  {\"n\": 4}"}, "--log-format", "console")
	f([]string{"\x1b[33mwarn\x1b[0m  three", "four"}, "--log-format", "console", "--color", "always")
}

func TestTheEnvironmentMayNameTheDatabase(t *testing.T) {
	f := func(want string, env, dsn string) {
		t.Helper()
		alone(t)
		if env != "" {
			t.Setenv(env, "somewhere")
			t.Setenv("PGSERVICEFILE", logFile(t, "services", "[somewhere]\nhost=h\n"))
		}
		a := newApp(nil, io.Discard, io.Discard)
		a.Config.Database.DSN = dsn
		got, done, err := a.target(t.Context())
		if err != nil || got != want {
			t.Errorf("%s %q: %q, %v", env, dsn, got, err)
		}
		if err := done(); err != nil {
			t.Error(err)
		}
		t.Setenv("PGHOST", "")
	}
	f("", "PGHOST", "")
	f("", "PGSERVICE", "")
	f("", "PGDATABASE", "")
	f("host=h", "PGHOST", "host=h")
	f("host=h", "", "host=h")
}

func TestADSNThatIsNoneIsWrongUsage(t *testing.T) {
	const is = "the dsn is no URL or keyword string that PostgreSQL's clients know"
	const other = "the dsn is a URL of another kind, such as JDBC's: write it as postgres://user@host:5432/database"
	logs := logFile(t, "spy.log", p6log(0, 1))
	f := func(dsn, want string) {
		t.Helper()
		alone(t)
		file := logFile(t, "jdbclog.yaml", "database:\n  dsn: "+strconv.Quote(dsn)+"\n")
		for _, args := range [][]string{{"load", "--dsn", dsn, logs}, {"load", logs}, {"load", "--config", file, logs}, {"report", "--dsn", dsn}, {"compare", "--dsn", dsn, logs}} {
			t.Setenv("JDBCLOG_DATABASE_DSN", "")
			if len(args) == 2 {
				t.Setenv("JDBCLOG_DATABASE_DSN", dsn)
			}
			stdout, stderr, code := jdbclog(t, args...)
			if stdout != "" || stderr != "jdbclog: "+args[0]+": database: "+want+"\n" || code != exitUsage {
				t.Errorf("%s: %d %q %q", args[0], code, stdout, stderr)
			}
		}
	}
	f("hush", is)
	f("postgres://u:hush@h:port/d", is)
	f("postgres://u:hu sh@h:99999/d", is)
	f("host=h password='hush", is)
	f("host=h sslmode=verify-full sslrootcert=/nothing/here password=hush", "a file that the dsn names: open /nothing/here: no such file or directory")
	f("jdbc:postgresql://127.0.0.1:5432/d?user=u&password=hush", other)
	f("mysql://u:hush@h/d", other)
}

func TestWrongHostsAndPortsAreWrongUsage(t *testing.T) {
	alone(t)
	stdout, stderr, code := jdbclog(t, "load", "--ip", "~(", "--port", "http", logFile(t, "spy.log", p6log(0, 1)))
	const want = "jdbclog: config: load.ip: is not a regular expression: missing closing ) (--ip)\n" +
		"jdbclog: config: load.port: \"http\" is not a port in 1..65535 or a ~REGEXP on the path (--port)\n"
	if stdout != "" || stderr != want || code != exitUsage {
		t.Errorf("%d %q %q", code, stdout, stderr)
	}
}
