package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"jdbclog/internal/pglocal"
)

func cmdDB(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "db",
		Short: "the private local PostgreSQL server: start, stop, look, ask",
		Long: `The private local server is where jdbclog loads when no database is set. It
is a PostgreSQL of the machine (or a fetched one) with its data in --data-dir,
reached over a Unix socket that only its owner can open, and on no TCP port.

Commands that need it start it and stop it again. After 'db start' it stays
until 'db stop'.`,
		Example: `
  jdbclog db start
  jdbclog load logs/
  jdbclog db psql -c 'select count(*) from t_jdbc_sql_record'
  jdbclog db stop`,
	}
	a.group(cmd)
	for _, sub := range []*cobra.Command{dbStart(a), dbStop(a), dbStatus(a), dbURL(a), dbPsql(a)} {
		a.settings(sub, "database.pg_bin", "database.data_dir")
		cmd.AddCommand(sub)
	}
	return cmd
}

func dbStart(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "start",
		Short: "start the server and leave it running",
		Args:  noArgs,
		RunE: a.with(func(ctx context.Context, _ []string) error {
			s, err := pglocal.Start(ctx, a.local())
			if err != nil {
				return err
			}
			s.Keep()
			fmt.Fprintln(a.Out, s.DSN(""))
			return closeServer(s)
		}),
	}
}

func dbStop(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "stop",
		Short: "stop the server",
		Args:  noArgs,
		RunE: a.with(func(ctx context.Context, _ []string) error {
			err := pglocal.Stop(ctx, a.local())
			if errors.Is(err, pglocal.ErrInUse) {
				return fmt.Errorf("%w, which will stop it when it ends", err)
			}
			return err
		}),
	}
}

func dbStatus(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status",
		Short: "show whether the server runs, where its data is and how large",
		Args:  noArgs,
		RunE: a.with(func(ctx context.Context, _ []string) error {
			s, err := pglocal.GetStatus(ctx, a.local())
			if err != nil {
				return err
			}
			if a.Config.Output.JSON {
				return a.printJSON(s)
			}
			_, err = fmt.Fprint(a.Out, statusText(s))
			return err
		}),
	}
	a.settings(cmd, "output.json")
	return cmd
}

func statusText(s pglocal.Status) string {
	var b strings.Builder
	line := func(name, value string) { fmt.Fprintf(&b, "%-8s %s\n", name, value) }
	if s.Running {
		text := fmt.Sprintf("running since %s as process %d", s.Started.Local().Format(time.DateTime), s.PID)
		if s.Kept {
			text += ", until 'jdbclog db stop'"
		}
		if s.InUse {
			text += ", in use"
		}
		line("server", text)
		line("url", s.DSN)
	} else {
		line("server", "not running")
	}
	if s.Major == "" {
		line("data", s.DataDir+", not there yet")
		return b.String()
	}
	line("data", fmt.Sprintf("%s, %s, PostgreSQL %s", s.DataDir, humanBytes(s.Bytes), s.Major))
	line("log", s.Log)
	return b.String()
}

func dbURL(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "url",
		Short:   "print the url of the running server, for other programs",
		Example: `  pg_dump "$(jdbclog db url)" > logs.sql`,
		Args:    noArgs,
		RunE: a.with(func(ctx context.Context, _ []string) error {
			s, err := pglocal.GetStatus(ctx, a.local())
			if err != nil {
				return err
			}
			if !s.Running {
				return errors.New("the server does not run: start it with 'jdbclog db start'")
			}
			_, err = fmt.Fprintln(a.Out, s.DSN)
			return err
		}),
	}
}

func dbPsql(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "psql [flags] [PSQL-ARGUMENT...]",
		Short: "open psql on the server, which is started if need be",
		Long: `Opens PostgreSQL's psql on the private server, which is started if need be and
stopped afterwards unless 'db start' was given. What is no flag of this command
is handed to psql, and everything behind -- is.`,
		Example: `
  jdbclog db psql
  jdbclog db psql -c 'select count(*) from t_jdbc_sql_record'
  jdbclog db psql -At -f questions.sql`,
		DisableFlagParsing: true, // or psql's flags would be taken for ours
	}
	var rest []string
	open := a.with(func(ctx context.Context, _ []string) error { return psql(ctx, a, rest) })
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var ours []string
		ours, rest = splitFlags(cmd, args)
		if err := cmd.Flags().Parse(ours); err != nil {
			return flagError(cmd, err)
		}
		if help, err := cmd.Flags().GetBool("help"); err == nil && help {
			a.help(cmd, nil)
			return nil
		}
		return open(cmd, nil)
	}
	return cmd
}

// splitFlags parts args into the long flags of cmd that they begin with and
// the rest.
func splitFlags(cmd *cobra.Command, args []string) (ours, rest []string) {
	cmd.InheritedFlags() // makes cmd.Flags know them
	for i := 0; i < len(args); {
		if args[i] == "--" {
			return args[:i], args[i+1:]
		}
		name, isLong := strings.CutPrefix(args[i], "--")
		name, _, hasValue := strings.Cut(name, "=")
		flag := cmd.Flags().Lookup(name)
		if !isLong || flag == nil {
			return args[:i], args[i:]
		}
		i++
		if !hasValue && flag.NoOptDefVal == "" && i < len(args) {
			i++
		}
		ours = args[:i]
	}
	return ours, nil
}

func psql(ctx context.Context, a *app, args []string) (err error) {
	server, err := pglocal.Start(ctx, a.local())
	if err != nil {
		return err
	}
	defer func() {
		if e := closeServer(server); err == nil {
			err = e
		}
	}()
	program, err := server.Binaries().Tool("psql")
	if err != nil {
		return err
	}
	a.Progress.close() // the terminal is psql's now
	// At a terminal, Ctrl-C goes to psql and to us. psql ends the statement
	// with it and goes on, and so do we.
	signal.Ignore(syscall.SIGINT)
	child := exec.CommandContext(ctx, program, append([]string{"--dbname=" + server.DSN("")}, args...)...)
	child.Cancel = func() error { return child.Process.Signal(syscall.SIGTERM) }
	child.Stdin, child.Stdout, child.Stderr = a.In, direct(a.Out), direct(a.Err)
	err = child.Run()
	if e := (*exec.ExitError)(nil); errors.As(err, &e) && ctx.Err() == nil {
		return exit{code: exitFailed} // psql has said why
	}
	return err
}

// direct is the file behind w, which another program can write to without us
// (and see whether it is a terminal), else w.
func direct(w io.Writer) io.Writer {
	if f := file(w); f != nil {
		return f
	}
	return w
}
