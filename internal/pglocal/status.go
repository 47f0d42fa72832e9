package pglocal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// Status is what can be said of a private server without starting it.
type Status struct {
	Running bool      `json:"running"`
	Kept    bool      `json:"kept"`    // it outlives its users, until Stop
	InUse   bool      `json:"in_use"`  // by some jdbclog
	PID     int       `json:"pid"`     // 0 if it does not run
	Started time.Time `json:"started"` // zero if it does not run
	Major   string    `json:"major"`   // version of PostgreSQL that made the data, "" if there is none yet
	DataDir string    `json:"data_dir"`
	Socket  string    `json:"socket"` // folder, "" if it does not run
	DSN     string    `json:"dsn"`    // of the database jdbclog, "" if it does not run
	Log     string    `json:"log"`    // the server's own log file
	Bytes   int64     `json:"bytes"`  // of the data folder
}

// GetStatus looks at the server of the data folder. It makes no folder: one that does not exist is a server that does
// not run.
func GetStatus(ctx context.Context, o Options) (Status, error) {
	h, err := openHome(o.DataDir, false)
	if errors.Is(err, fs.ErrNotExist) {
		dir, err := absent(o.DataDir)
		return Status{DataDir: dir}, err
	}
	if err == nil {
		var s Status
		if s, err = h.status(ctx); err == nil {
			return s, nil
		}
	}
	return Status{}, fmt.Errorf("private server: %w", err)
}

func absent(dir string) (string, error) {
	if dir == "" {
		return DefaultDataDir()
	}
	return filepath.Abs(dir)
}

func (h *home) status(ctx context.Context) (Status, error) {
	gate, err := h.gate(ctx)
	if err != nil {
		return Status{}, err
	}
	defer gate.release()
	s := Status{DataDir: h.dir, Log: h.path("server.log")}
	if s.Major, err = h.major(); err != nil {
		return Status{}, err
	}
	alone, err := h.unused()
	if err != nil {
		return Status{}, err
	}
	s.InUse = !alone
	if p, ok := h.running(); ok {
		s.Running, s.PID, s.Socket, s.Kept, s.DSN = true, p.pid, p.socket, h.kept(p), dsn(p, database)
		if sec, err := strconv.ParseInt(p.started, 10, 64); err == nil {
			s.Started = time.Unix(sec, 0)
		}
	}
	s.Bytes = size(h.dir)
	return s, nil
}

// unused tells whether nobody uses the server. Under the gate the answer stays true.
func (h *home) unused() (bool, error) {
	users, err := h.openLock("users")
	if err != nil {
		return false, err
	}
	defer users.release()
	return users.try(syscall.LOCK_EX)
}

// size adds up the files of a folder; those that vanish meanwhile count nothing.
func size(dir string) int64 {
	var n int64
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}

// Stop ends a server that was kept, or that a killed jdbclog left behind; one that does not run is no error. While others
// use it, the error is ErrInUse, and the last of them will stop it. For ctx see Server.Close.
func Stop(ctx context.Context, o Options) error {
	h, err := openHome(o.DataDir, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = h.stopUnused(ctx)
	}
	if err != nil {
		return fmt.Errorf("private server: %w", err)
	}
	return nil
}

func (h *home) stopUnused(ctx context.Context) error {
	gate, err := h.gate(ctx)
	if err != nil {
		return err
	}
	defer gate.release()
	if err := os.Remove(h.path("keep")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	p, ok := h.running()
	if !ok {
		return nil
	}
	alone, err := h.unused()
	if err != nil {
		return err
	}
	if !alone {
		return ErrInUse
	}
	return h.stop(ctx, p)
}

// kept tells whether the server is to outlive its users. The wish holds for one server only: after a reboot nobody has
// asked for another.
func (h *home) kept(p postmaster) bool {
	b, err := os.ReadFile(h.path("keep"))
	return err == nil && string(b) == p.name()
}

func (h *home) setKept(p postmaster) error {
	return h.write("keep", []byte(p.name()), 0o600)
}

func (p postmaster) name() string { return fmt.Sprintf("%d %s\n", p.pid, p.started) }
