package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"golang.org/x/term"

	"jdbclog/config"
)

// app is what a command has to work with. Config, Log and Progress are there
// once the command runs (see with).
type app struct {
	In       io.Reader
	Out      io.Writer // results
	Err      io.Writer // all else; lines written here do not disturb progress bars
	Config   config.Config
	Log      *zap.Logger
	Progress *progress

	configFile string
	order      []string // of the commands in the help
}

func newApp(stdin io.Reader, stdout, stderr io.Writer) *app {
	p := &progress{out: stderr}
	out := &output{w: stdout}
	if _, is := terminal(out); is {
		out.before = p.close // bars and results would be drawn over each other
	}
	return &app{In: stdin, Out: out, Err: p, Log: zap.NewNop(), Progress: p}
}

// with makes a command of do: it reads the settings, with the command's flags
// among them, and makes log and progress before.
func (a *app) with(do func(ctx context.Context, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		var err error
		if a.Config, err = config.Load(a.configFile, given(cmd)); err != nil {
			return exit{exitUsage, err}
		}
		a.Log = a.logger()
		a.Progress.begin(a.progressKind())
		return do(cmd.Context(), args)
	}
}

// close ends the progress, whatever is left of it, and writes logs out.
func (a *app) close() {
	a.Progress.close()
	_ = a.Log.Sync() // a terminal cannot be synced, and that is no fault
}

// printJSON prints v as the result, one object on a line.
func (a *app) printJSON(v any) error {
	out := json.NewEncoder(a.Out)
	out.SetEscapeHTML(false) // urls and SQL are full of & and <
	return out.Encode(v)
}

// terminal tells whether w is one, and how many columns it has.
func terminal(w any) (columns int, is bool) {
	f := file(w)
	if f == nil || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil || columns <= 0 {
		columns = 80
	}
	return columns, true
}

// colors tells whether what goes to w may be coloured.
func (a *app) colors(w any) bool {
	switch a.Config.Output.Color {
	case "always":
		return true
	case "never":
		return false
	}
	_, is := terminal(w)
	return is && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func (a *app) progressKind() string {
	if a.Config.Log.Quiet {
		return "none"
	}
	if kind := a.Config.Output.Progress; kind != "auto" {
		return kind
	}
	if _, is := terminal(a.Err); is && os.Getenv("TERM") != "dumb" {
		return "bars"
	}
	return "lines"
}

// logger writes to stderr: for people at a terminal, for machines elsewhere.
func (a *app) logger() *zap.Logger {
	level, err := zapcore.ParseLevel(a.Config.Log.Threshold())
	if err != nil {
		level = zapcore.WarnLevel // the settings were checked; this is for completeness
	}
	form := zap.NewProductionEncoderConfig()
	form.EncodeTime = zapcore.ISO8601TimeEncoder
	form.EncodeDuration = zapcore.StringDurationEncoder
	form.TimeKey, form.NameKey = "time", "part"

	_, console := terminal(a.Err)
	if a.Config.Log.Format != "auto" {
		console = a.Config.Log.Format == "console"
	}
	encoder := zapcore.NewJSONEncoder
	if console {
		encoder = zapcore.NewConsoleEncoder
		form.EncodeTime = zapcore.TimeEncoderOfLayout(time.TimeOnly)
		form.EncodeLevel = zapcore.LowercaseLevelEncoder
		if a.colors(a.Err) {
			form.EncodeLevel = zapcore.LowercaseColorLevelEncoder
		}
		form.ConsoleSeparator = "  "
	}
	return zap.New(zapcore.NewCore(encoder(form), zapcore.AddSync(a.Err), level))
}
