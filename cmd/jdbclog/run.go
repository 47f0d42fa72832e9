package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// The exit codes, beside those of signals (128 + number).
const (
	exitDone    = 0
	exitFailed  = 1
	exitUsage   = 2 // wrong usage, configuration or path: nothing was started
	exitPartial = 3 // done, but with rejects, or with files that could not be read
	exitGate    = 4 // a --fail-if gate fired
)

// commands are all there are, in the order of the help. A new command is a
// file cmd_<verb>.go and a line here.
func commands(a *app) []*cobra.Command {
	return []*cobra.Command{
		cmdLoad(a),
		cmdCompare(a),
		cmdReport(a),
		cmdParse(a),
		cmdFormats(a),
		cmdSchemes(a),
		cmdGenerate(a),
		cmdDB(a),
		cmdConfig(a),
		cmdCompletion(a),
		cmdVersion(a),
	}
}

// run is the program: it does what args say and returns the exit code.
// Results go to stdout, everything else to stderr. When ctx ends with the
// cause interrupted, so does the command, and the code tells the signal.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := newApp(stdin, stdout, stderr)
	root := newRoot(a)
	root.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	cmd, err := root.ExecuteContextC(ctx)
	a.close()
	if err == nil {
		err = a.Out.(*output).err // a full disk is no success
	}
	return a.finish(ctx, cmd, err)
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "jdbclog",
		Short: "SQL logs of Java applications: into PostgreSQL, compared, explained",
		Long: `jdbclog reads the SQL logs that Java applications write (P6Spy, log4jdbc,
MyBatis and others), loads them into two indexed PostgreSQL tables exactly
once, as fast as the server takes them, and reports on what is in them.

Without any setting it loads into a private local PostgreSQL server, which it
starts and stops by itself.`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	a.group(root)
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(a.help)
	root.SetHelpCommand(cmdHelp(a))
	// Cobra's own --help flag would stand among the command's.
	root.PersistentFlags().BoolP("help", "h", false, "show this help")
	root.PersistentFlags().StringVar(&a.configFile, "config", "", "read the settings from `FILE` (default jdbclog.yaml here, then in the user's configuration folder)")
	a.globals(root)
	for _, cmd := range commands(a) {
		root.AddCommand(cmd)
		a.order = append(a.order, cmd.Name())
	}
	a.order = append(a.order, "help")
	return root
}

// exit is an error with an exit code of its own.
type exit struct {
	code int
	err  error // nil when everything has been said
}

func (e exit) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}
func (e exit) Unwrap() error { return e.err }

// usage is an error of the user's that is found before anything is started.
func usage(format string, args ...any) error {
	return exit{exitUsage, fmt.Errorf(format, args...)}
}

// hinted is a usage error that the help of the command helps with.
type hinted struct{ error }

func (h hinted) Unwrap() error { return h.error }

// misuse is a usage error about the command line itself.
func misuse(format string, args ...any) error {
	return hinted{usage(format, args...)}
}

// finish says what err means, in a line (one each for errors that were
// joined), and returns the exit code.
func (a *app) finish(ctx context.Context, cmd *cobra.Command, err error) int {
	if err == nil {
		return exitDone
	}
	code := exitFailed
	if e := (exit{}); errors.As(err, &e) {
		code = e.code
		if e.err == nil {
			return code
		}
	}
	if e := (interrupted{}); errors.As(context.Cause(ctx), &e) {
		if code = e.code(); errors.Is(err, context.Canceled) {
			err = e
		}
	}
	lead := "jdbclog: "
	if _, verb, found := strings.Cut(cmd.CommandPath(), " "); found {
		lead += verb + ": "
	}
	hint := ""
	if errors.As(err, &hinted{}) {
		hint = " (see '" + cmd.CommandPath() + " --help')"
	}
	for _, line := range lines(err) {
		if strings.HasPrefix(line, "config: ") { // led by its key already
			line = "jdbclog: " + line
		} else {
			line = lead + line
		}
		fmt.Fprintln(a.Err, line+hint)
	}
	return code
}

// lines are the errors joined in err, each on one line.
func lines(err error) []string {
	var all []string
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		if joined, ok := inner.(interface{ Unwrap() []error }); ok && inner.Error() == err.Error() {
			for _, e := range joined.Unwrap() {
				all = append(all, lines(e)...)
			}
			return all
		}
	}
	return append(all, strings.Join(strings.Fields(err.Error()), " "))
}

// output is where results go. It remembers that a write failed, for those
// that do not look.
type output struct {
	w      io.Writer
	err    error
	before func() // called before each write, may be nil
}

func (o *output) Write(b []byte) (int, error) {
	if o.before != nil {
		o.before()
	}
	n, err := o.w.Write(b)
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("write the result: %w", err)
	}
	return n, err
}

// file is the *os.File behind a stream, nil when there is none.
func file(stream any) *os.File {
	switch s := stream.(type) {
	case *output:
		return file(s.w)
	case *progress:
		return file(s.out)
	case *os.File:
		return s
	}
	return nil
}
