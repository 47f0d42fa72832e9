package pglocal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	role     = "jdbclog" // the superuser that the data folder is initialised with
	database = "jdbclog"
)

// initialise makes the data folder. It does so beside its place and renames at the end, so that a half-made folder is never
// taken for a whole one. Whoever reaches the socket is trusted: its folder keeps all but the owner and root out.
func (h *home) initialise(ctx context.Context, b Binaries, sync bool) error {
	dir, err := os.MkdirTemp(h.dir, temporary)
	if err != nil {
		return err
	}
	if err := h.initialiseIn(ctx, b, dir, sync); err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	return nil
}

func (h *home) initialiseIn(ctx context.Context, b Binaries, dir string, sync bool) error {
	if err := h.who.own(dir); err != nil {
		return err
	}
	args := []string{"-D", dir, "-U", role, "--auth=trust", "--encoding=UTF8", "--locale=C"}
	if !sync {
		args = append(args, "--no-sync")
	}
	cmd := exec.CommandContext(ctx, filepath.Join(b.Dir, "initdb"), args...)
	cmd.Dir, cmd.Env = h.dir, serverEnv()
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: h.who.credential, Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) } // With the postgres it runs.
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return fmt.Errorf("initdb: %w: %s", err, complaint(string(out)))
	}
	return os.Rename(dir, h.pgdata())
}

// complaint is the line of a program's output that says best what went wrong.
func complaint(out string) string {
	last := "it said nothing"
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		for _, word := range []string{"LOG:  invalid value", "LOG:  unrecognized configuration", "FATAL:", "PANIC:", "error:"} {
			if i := strings.Index(line, word); i >= 0 {
				_, said, _ := strings.Cut(line[i:], ":")
				return strings.TrimSpace(said)
			}
		}
		if line != "" {
			last = line
		}
	}
	return last
}
