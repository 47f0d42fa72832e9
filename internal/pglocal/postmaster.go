package pglocal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// postmaster is a running server, as its postmaster.pid describes it.
type postmaster struct {
	pid     int
	started string // seconds of its start: with pid it names this server for ever
	socket  string // folder; empty in the first moments
}

// running finds the server of the data folder, whoever started it. A file left by one that was killed does not count,
// even if another process has its number by now.
func (h *home) running() (postmaster, bool) {
	b, err := os.ReadFile(h.pidFile())
	if err != nil {
		return postmaster{}, false
	}
	// The lines: pid, data folder, start, port, socket folder, address, shared memory, status.
	lines := strings.Split(string(b), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(lines[0]))
	if err != nil || len(lines) < 3 || !h.serves(pid) {
		return postmaster{}, false
	}
	p := postmaster{pid: pid, started: lines[2]}
	if len(lines) > 4 {
		p.socket = lines[4]
	}
	return p, true
}

func (h *home) pidFile() string { return filepath.Join(h.pgdata(), "postmaster.pid") }

// serves tells whether the process is a server of this data folder. A zombie is none.
func (h *home) serves(pid int) bool {
	if b, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); err == nil {
		return bytes.Contains(b, []byte("\x00-D\x00"+h.pgdata()+"\x00"))
	}
	if _, err := os.Stat("/proc/self/cmdline"); err == nil {
		return false
	}
	out, err := exec.Command("ps", "-o", "args=", "-p", strconv.Itoa(pid)).Output()
	return err == nil && strings.Contains(string(out), " -D "+h.pgdata()+" ")
}

// launch starts the server without waiting for it. It is in a session of its own, so that a ^C at our terminal does not
// reach it, and lives on if we are killed.
func (h *home) launch(b Binaries, settings map[string]string) (postmaster, error) {
	if err := h.disown(); err != nil {
		return postmaster{}, err
	}
	if err := h.write("server.conf", h.conf(settings), 0o644); err != nil { // The server's user reads it.
		return postmaster{}, err
	}
	socket, err := h.socketDir()
	if err != nil {
		return postmaster{}, err
	}
	log, err := h.openLog()
	if err != nil {
		return postmaster{}, err
	}
	defer log.Close()
	// What keeps the server private is given here, where neither a file nor ALTER SYSTEM can change it.
	cmd := exec.Command(filepath.Join(b.Dir, "postgres"), "-D", h.pgdata(),
		"-c", "config_file="+h.path("server.conf"),
		"-c", "listen_addresses=",
		"-c", "unix_socket_directories="+socket,
		"-c", "port="+port)
	cmd.Dir, cmd.Env = h.dir, serverEnv()
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: h.who.credential, Setsid: true}
	if err := cmd.Start(); err != nil {
		h.dropSocketDir(socket)
		return postmaster{}, fmt.Errorf("run the server as user %s: %w", h.who.name, err)
	}
	p := postmaster{pid: cmd.Process.Pid, socket: socket}
	return p, cmd.Process.Release() // Whether it lives is asked by number, as of servers that others started.
}

// disown makes a postmaster.pid that was left behind harmless. PostgreSQL refuses to start while the process named there
// lives, which may be any process after a reboot or in a container. The number of its parent it takes for stale, so ours is
// put there; the rest, by which it recognises back-ends that outlived their server, stays.
func (h *home) disown() error {
	b, err := os.ReadFile(h.pidFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	lines := strings.Split(string(b), "\n")
	if len(lines) > 4 {
		h.dropSocketDir(lines[4])
	}
	lines[0] = strconv.Itoa(os.Getpid())
	f, err := os.OpenFile(h.pidFile(), os.O_WRONLY|os.O_TRUNC|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(strings.Join(lines, "\n"))
	return errors.Join(err, f.Close())
}

// maxLog is the size at which the server's log is started anew.
const maxLog = 16 * mib

func (h *home) openLog() (*os.File, error) {
	mode := os.O_WRONLY | os.O_APPEND
	if info, err := os.Stat(h.path("server.log")); err == nil && info.Size() > maxLog {
		mode |= os.O_TRUNC
	}
	return h.open("server.log", mode, 0o600)
}

// logSince returns what the server said after its log had the given size.
func (h *home) logSince(size int64) string {
	b, err := os.ReadFile(h.path("server.log"))
	if err != nil || int64(len(b)) < size {
		return string(b)
	}
	return string(b[size:])
}

func (h *home) logSize() int64 {
	info, err := os.Stat(h.path("server.log"))
	if err != nil || info.Size() > maxLog {
		return 0
	}
	return info.Size()
}

// stop ends the server, disconnecting whoever is connected. It waits until all is written; when ctx ends before, the
// server is ended at once and will recover at its next start (which empties unlogged tables).
func (h *home) stop(ctx context.Context, p postmaster) error {
	if err := syscall.Kill(p.pid, syscall.SIGINT); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("stop the server, process %d: %w", p.pid, err)
	}
	if err := h.waitEnd(ctx, p.pid); err != nil {
		// The server itself kills its back-ends five seconds after SIGQUIT.
		_ = syscall.Kill(p.pid, syscall.SIGQUIT)
		patience, cancel := context.WithTimeout(context.Background(), 15*time.Second)
		defer cancel()
		if h.waitEnd(patience, p.pid) != nil {
			return fmt.Errorf("stop the server: process %d does not end", p.pid)
		}
	}
	reap(p.pid)
	h.dropSocketDir(p.socket)
	return nil
}

// stopSoon stops a server that nobody used.
func (h *home) stopSoon(p postmaster) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return h.stop(ctx, p)
}

func (h *home) waitEnd(ctx context.Context, pid int) error {
	for h.serves(pid) {
		if err := pause(ctx, 5*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

// reap lets go of an ended server that was our child; of others there is nothing to let go.
func reap(pid int) {
	_, _ = syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
}
