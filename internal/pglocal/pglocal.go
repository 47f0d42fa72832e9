// Package pglocal is a private local PostgreSQL server: PostgreSQL's own binaries, found on the machine or fetched, data in
// a folder, a Unix socket that only the owner can reach, no TCP port.
//
// The server is started by the first who needs it and stopped by the last who used it. Several processes may share one data
// folder; each may be killed at any moment, and so may the server: the next Start finds what is left and goes on.
package pglocal

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"syscall"

	"go.uber.org/zap"
)

// ErrInUse says that others use the server, so that it cannot be stopped or given other settings.
var ErrInUse = errors.New("another jdbclog is using it")

// Options say which server is meant. The zero value is the default one.
type Options struct {
	BinDir     string            // folder of PostgreSQL's binaries; empty: found, else fetched
	DataDir    string            // empty: DefaultDataDir
	Settings   map[string]string // extra settings of postgresql.conf, such as wal_level = minimal
	Repository string            // URL of the Maven repository that binaries are fetched from; empty: Maven Central
	Log        *zap.Logger       // nil is silent
}

// Server is a use of the private server, from Start to Close. It is not for use by several goroutines at once; what DSN
// returns is.
type Server struct {
	home     *home
	binaries Binaries
	settings map[string]string // extra ones
	log      *zap.Logger
	users    *lock // shared while in use, nil after Close
	server   postmaster
	keep     bool
}

// Start finds PostgreSQL's binaries, initialises the data folder if there is none, and starts the server or joins the one
// that runs. The database jdbclog exists afterwards. Extra settings are refused with ErrInUse if others use the server with
// different ones. If ctx ends during Start no server is left running that was not running for others. Every Server needs
// its Close.
func Start(ctx context.Context, o Options) (*Server, error) {
	s, err := start(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("private server: %w", err)
	}
	return s, nil
}

func start(ctx context.Context, o Options) (_ *Server, err error) {
	h, err := openHome(o.DataDir, true)
	if err != nil {
		return nil, err
	}
	gate, err := h.gate(ctx)
	if err != nil {
		return nil, err
	}
	defer gate.release()
	s := &Server{home: h, settings: maps.Clone(o.Settings), log: o.Log}
	if s.log == nil {
		s.log = zap.NewNop()
	}
	if s.binaries, err = h.findBinaries(ctx, o, s.log); err != nil {
		return nil, err
	}
	if s.users, err = h.openLock("users"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.users.release()
		}
	}()
	alone, err := s.users.try(syscall.LOCK_EX)
	if err != nil {
		return nil, err
	}
	if err := s.run(ctx, alone); err != nil {
		// A server that somebody left behind is not left once more.
		if p, ok := h.running(); ok && alone && !h.kept(p) {
			err = errors.Join(err, h.stopSoon(p))
		}
		return nil, err
	}
	return s, s.share()
}

// share holds the users' lock as one of many. Under the gate that cannot fail for want of the lock.
func (s *Server) share() error {
	ok, err := s.users.try(syscall.LOCK_SH)
	if err == nil && !ok {
		err = ErrInUse
	}
	return err
}

// DSN is a URL for a database of the server, jdbclog if the name is empty, as its superuser. It holds no secret.
func (s *Server) DSN(name string) string {
	if name == "" {
		name = database
	}
	return dsn(s.server, name)
}

// Version is the server's, such as "15.18".
func (s *Server) Version() string { return s.binaries.Version }

// Binaries are those the server runs from.
func (s *Server) Binaries() Binaries { return s.binaries }

// PID is the number of the server's main process.
func (s *Server) PID() int { return s.server.pid }

// DataDir is the data folder, absolute.
func (s *Server) DataDir() string { return s.home.dir }

// Restart stops the server and starts it with these extra settings instead of the ones before. Connections are cut. The
// error is ErrInUse, and nothing happens, if others use it.
func (s *Server) Restart(ctx context.Context, settings map[string]string) error {
	if err := s.restart(ctx, settings); err != nil {
		return fmt.Errorf("restart the private server: %w", err)
	}
	return nil
}

func (s *Server) restart(ctx context.Context, settings map[string]string) error {
	gate, err := s.home.gate(ctx)
	if err != nil {
		return err
	}
	defer gate.release()
	alone, err := s.users.try(syscall.LOCK_EX)
	if err == nil && alone {
		if p, ok := s.home.running(); ok {
			kept := s.home.kept(p)
			if err = s.home.stop(ctx, p); err == nil {
				s.keep = s.keep || kept
			}
		}
		if err == nil {
			s.settings = maps.Clone(settings)
			err = s.run(ctx, true)
		}
	} else if err == nil {
		err = ErrInUse
	}
	return errors.Join(err, s.share())
}

// Keep leaves the server running after Close, until Stop.
func (s *Server) Keep() { s.keep = true }

// Close ends the use. The last user stops the server, unless it is kept. It waits until the server has written all;
// when ctx ends before, the server is stopped at once and recovers at its next start, which empties unlogged tables.
// Give it a context of its own: the one of an interrupted run has ended already. Further calls do nothing.
func (s *Server) Close(ctx context.Context) error {
	if s.users == nil {
		return nil
	}
	defer func() { s.users.release(); s.users = nil }()
	if err := s.close(ctx); err != nil {
		return fmt.Errorf("private server: %w", err)
	}
	return nil
}

func (s *Server) close(ctx context.Context) error {
	gate, err := s.home.gate(ctx)
	if err != nil {
		return err
	}
	defer gate.release()
	p, ok := s.home.running()
	if !ok {
		reap(s.server.pid)
		return nil
	}
	if s.keep {
		return s.home.setKept(p)
	}
	if s.home.kept(p) {
		return nil
	}
	alone, err := s.users.try(syscall.LOCK_EX)
	if err != nil || !alone {
		return err
	}
	s.log.Debug("stopping the private server", zap.Int("pid", p.pid))
	return s.home.stop(ctx, p)
}
