// Package testdb gives tests a real PostgreSQL: that of JDBCLOG_TEST_DSN, else a private one that they start themselves.
//
// The private server is shared by all packages that `go test ./...` runs side by side and is stopped by the last of
// them. A package that uses it often keeps it for its whole run:
//
//	func TestMain(m *testing.M) { testdb.Main(m) }
package testdb

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"jdbclog/internal/pglocal"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// dsnVariable names the server to test on; its role must be allowed to create schemas.
const dsnVariable = "JDBCLOG_TEST_DSN"

// DB is an empty schema of its own on a real server, dropped when the test ends.
type DB struct {
	DSN    string        // URL or keyword string whose connections have the schema as their search_path
	Schema string        // plain lower-case name
	Pool   *pgxpool.Pool // connections of DSN, closed when the test ends
}

// New makes a schema for the test. Without a server the test fails.
func New(t testing.TB) *DB {
	t.Helper()
	base := os.Getenv(dsnVariable)
	if base == "" {
		s, err := start()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { stop(t.Errorf, s) })
		base = s.DSN("")
	}
	db := &DB{Schema: schemaName(t.Name())}
	ctx := context.Background() // That of the test ends before its clean-up.
	if err := execute(ctx, base, "create schema "+db.Schema); err != nil {
		t.Fatalf("test database: %v", err)
	}
	t.Cleanup(func() {
		if err := execute(ctx, base, "drop schema "+db.Schema+" cascade"); err != nil {
			t.Errorf("test database: %v", err)
		}
	})
	var err error
	if db.DSN, err = withSearchPath(base, db.Schema); err != nil {
		t.Fatalf("test database: %v", err)
	}
	if db.Pool, err = pgxpool.New(ctx, db.DSN); err != nil {
		t.Fatalf("test database: %v", err)
	}
	t.Cleanup(db.Pool.Close)
	return db
}

// Folder is a temporary folder that a private server may be put in, removed when the test ends. As root that server runs as
// another user, who cannot enter what t.TempDir makes.
func Folder(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "jdbclog-")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// Main runs a package's tests on one server, so that not every test starts it, and exits.
func Main(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	if os.Getenv(dsnVariable) != "" {
		return m.Run()
	}
	complain := func(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
	s, err := start()
	if err != nil {
		complain("%v", err)
		return 1
	}
	defer stop(complain, s)
	os.Setenv(dsnVariable, s.DSN(""))
	return m.Run()
}

// start starts or joins the server that all tests of this user share.
func start() (*pglocal.Server, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	s, err := pglocal.Start(ctx, pglocal.Options{
		DataDir: filepath.Join(os.TempDir(), "jdbclog-test-"+strconv.Itoa(os.Geteuid())),
		Settings: map[string]string{
			"fsync":            "off", // What a test wrote is of no use after a crash.
			"full_page_writes": "off",
			"max_connections":  "100",
			"max_wal_size":     "1GB",
			"shared_buffers":   "128MB",
		},
	})
	if err != nil {
		return nil, fmt.Errorf("test database: %w (or name a server in %s)", err, dsnVariable)
	}
	return s, nil
}

func stop(complain func(string, ...any), s *pglocal.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := s.Close(ctx); err != nil {
		complain("test database: %v", err)
	}
}

func execute(ctx context.Context, dsn, sql string) error {
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	_, err = c.Exec(ctx, sql)
	return err
}
