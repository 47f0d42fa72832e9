package pglocal

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"go.uber.org/zap"
)

// run sees to it that a server with our settings is ready; alone says that nobody else uses it.
func (s *Server) run(ctx context.Context, alone bool) error {
	h := s.home
	// Back-ends may outlive a killed server for a moment and keep a new one from starting.
	patience := time.Now().Add(30 * time.Second)
	for {
		logSize := h.logSize()
		p, running := h.running()
		if running && !h.hasSettings(s.settings) {
			if !alone && len(s.settings) > 0 {
				return fmt.Errorf("%w, with other settings", ErrInUse)
			}
			if alone {
				kept := h.kept(p)
				if err := h.stop(ctx, p); err != nil {
					return err
				}
				s.keep = s.keep || kept
				running = false
			}
		}
		launched := !running
		if launched {
			var err error
			if p, err = s.launch(ctx); err != nil {
				return err
			}
		}
		ready, err := h.ready(ctx, p.pid, s.log)
		if err == nil {
			s.server = ready
			s.log.Debug("private server ready", zap.Int("pid", p.pid), zap.Bool("started", launched),
				zap.String("version", s.binaries.Version), zap.String("data", h.dir))
			if s.keep {
				return h.setKept(s.server)
			}
			return nil
		}
		if !errors.Is(err, errEnded) {
			if launched {
				err = errors.Join(err, h.stopSoon(p))
			}
			return err
		}
		if launched {
			reap(p.pid)
			h.dropSocketDir(p.socket)
			said := h.logSince(logSize)
			orphans := strings.Contains(said, "shared memory block")
			passing := orphans || strings.Contains(said, "postmaster.pid\" already exists")
			if orphans && time.Now().After(patience) {
				return errors.New("processes of a killed server are still at work: try again later")
			}
			if !passing || time.Now().After(patience) {
				return fmt.Errorf("%w at its start: %s (%s)", errEnded, complaint(said), h.path("server.log"))
			}
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

// launch starts a server, with a new data folder if there is none.
func (s *Server) launch(ctx context.Context) (postmaster, error) {
	h := s.home
	h.sweep()
	major, err := h.major()
	if err != nil {
		return postmaster{}, err
	}
	if major == "" {
		s.log.Info("initialising the private server", zap.String("data", h.dir), zap.String("version", s.binaries.Version))
		if err := h.initialise(ctx, s.binaries, s.settings["fsync"] != "off"); err != nil {
			return postmaster{}, fmt.Errorf("initialise %s: %w", h.dir, err)
		}
	} else if major != s.binaries.Major {
		return postmaster{}, fmt.Errorf("data folder %s: made by PostgreSQL %s, but %s has PostgreSQL %s: "+
			"name the right binaries with --pg-bin, or another folder with --data-dir", h.dir, major, s.binaries.Dir, s.binaries.Major)
	}
	return h.launch(s.binaries, s.settings)
}

// errEnded says that the server ended by itself.
var errEnded = errors.New("the server ended")

// silence is how long a server that lives may leave a connection unanswered. One that recovers, however long, answers.
const silence = time.Minute

// ready waits until the server takes connections, however long its recovery may last, and makes the database.
func (h *home) ready(ctx context.Context, pid int, log *zap.Logger) (postmaster, error) {
	slow := time.AfterFunc(5*time.Second, func() {
		log.Info("waiting for the private server, which may be recovering", zap.Int("pid", pid), zap.String("log", h.path("server.log")))
	})
	defer slow.Stop()
	answered := time.Now()
	for {
		p, ok := h.running()
		err := errors.New("it does not say where its socket is") // In the first moments.
		if ok && p.pid == pid && p.socket != "" {
			if err = h.createDatabase(ctx, p); err == nil {
				return p, nil
			}
			var refusal *pgconn.PgError
			if errors.As(err, &refusal) {
				if refusal.Code != "57P03" && refusal.Code != "57P01" { // Neither starting nor stopping.
					return p, err
				}
				answered = time.Now()
			}
		}
		if err := pause(ctx, 10*time.Millisecond); err != nil {
			return p, err
		}
		if !h.serves(pid) {
			return p, errEnded
		}
		if time.Since(answered) > silence {
			return p, fmt.Errorf("process %d does not answer: %w", pid, err)
		}
	}
}

func (h *home) createDatabase(ctx context.Context, p postmaster) error {
	c, err := pgx.Connect(ctx, dsn(p, "postgres"))
	if err != nil {
		return err
	}
	defer c.Close(context.WithoutCancel(ctx))
	var there bool
	err = c.QueryRow(ctx, "select exists (select from pg_database where datname = $1)", database).Scan(&there)
	if err == nil && !there {
		_, err = c.Exec(ctx, "create database "+database)
	}
	return err
}

func dsn(p postmaster, database string) string {
	q := url.Values{"host": {p.socket}, "port": {port}, "sslmode": {"disable"}} // Whatever PGPORT and PGSSLMODE say.
	u := url.URL{Scheme: "postgres", User: url.User(role), Path: "/" + database, RawQuery: q.Encode()}
	return u.String()
}
