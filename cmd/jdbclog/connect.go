package main

import (
	"context"
	"os"
	"time"

	"jdbclog/internal/pglocal"
	"jdbclog/sink"
)

// local are the options of the private local server.
func (a *app) local() pglocal.Options {
	return pglocal.Options{
		BinDir:  a.Config.Database.PGBin,
		DataDir: a.Config.Database.DataDir,
		Log:     a.Log.Named("server"),
	}
}

// closing is how long the private server may take to write everything out.
const closing = time.Minute

// closeServer ends the use of s, in a context of its own: that of the command
// may have ended.
func closeServer(s *pglocal.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), closing)
	defer cancel()
	return s.Close(ctx)
}

// private tells whether the private local server is what the settings and the
// environment leave.
func (a *app) private() bool {
	if a.Config.Database.DSN != "" {
		return false
	}
	for _, name := range []string{"PGHOST", "PGSERVICE", "PGDATABASE"} {
		if os.Getenv(name) != "" {
			return false
		}
	}
	return true
}

// target is the database to work on: that of the settings; else, where the
// environment names one in the way of all PostgreSQL programs, "", for which
// pgx reads the PG* variables, .pgpass and the service file; else that of the
// private local server, which is started. done gives the server back and must
// be called. A dsn that cannot be understood is a usage error.
func (a *app) target(ctx context.Context) (dsn string, done func() error, err error) {
	if !a.private() {
		dsn = a.Config.Database.DSN
		if err := sink.CheckDSN(dsn); err != nil {
			return "", nil, exit{exitUsage, err}
		}
		return dsn, func() error { return nil }, nil
	}
	server, err := pglocal.Start(ctx, a.local())
	if err != nil {
		return "", nil, err
	}
	return server.DSN(""), func() error { return closeServer(server) }, nil
}
