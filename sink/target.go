package sink

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// connect opens a connection. Its errors are one line that says what to look
// at, without the password.
func connect(ctx context.Context, cfg *pgx.ConnConfig) (*pgx.Conn, error) {
	cfg = cfg.Copy()
	dial := cfg.DialFunc
	cfg.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if u, is := c.(*net.UnixConn); is {
			// Rows go out while the server is busy with those before: that takes some 6 %
			// off a load. The system grants less than this, or nothing, which does no harm.
			_ = u.SetWriteBuffer(sendBuffer)
		}
		return c, err
	}
	c, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("database: %w", refusal(err, cfg))
	}
	return c, nil
}

// sendBuffer is what is asked of the system for a local socket, in bytes.
const sendBuffer = 1 << 20

// CheckDSN tells whether dsn can be understood: a URL or keyword string, "" for
// the PG* variables. The error is one line and quotes nothing of dsn, which may
// hold a password.
func CheckDSN(dsn string) error {
	_, err := parseDSN(dsn)
	return err
}

// parseDSN reads a URL or keyword string; "" takes the PG* variables.
func parseDSN(dsn string) (*pgx.ConnConfig, error) {
	// pgx would take jdbc:postgresql://host/d?user for a keyword, and go to the default host.
	if start, _, _ := strings.Cut(dsn, "="); strings.Contains(start, "://") && !strings.HasPrefix(dsn, "postgres://") && !strings.HasPrefix(dsn, "postgresql://") {
		return nil, errors.New("database: the dsn is a URL of another kind, such as JDBC's: write it as postgres://user@host:5432/database")
	}
	cfg, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, unreadable(err)
	}
	if cfg.RuntimeParams["application_name"] == "" {
		cfg.RuntimeParams["application_name"] = "jdbclog"
	}
	cfg.RuntimeParams["client_encoding"] = "UTF8"
	return cfg, nil
}

// unreadable says why a dsn was not taken. What pgx says of it holds the DSN,
// masked only where it could be parsed.
func unreadable(err error) error {
	if _, err := pgx.ParseConfig(""); err != nil { // no dsn is understood in this environment
		return errors.New("database: the PG* variables: " + strings.TrimPrefix(err.Error(), "cannot parse ``: "))
	}
	if file := (*fs.PathError)(nil); errors.As(err, &file) {
		return fmt.Errorf("database: a file that the dsn names: %w", file)
	}
	return errors.New("database: the dsn is no URL or keyword string that PostgreSQL's clients know")
}

// refusal says why no connection came about.
func refusal(err error, cfg *pgx.ConnConfig) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case "28P01":
			if cfg.Password == "" {
				return failure{fmt.Sprintf("user %q needs a password: give it in PGPASSWORD, .pgpass or the dsn", cfg.User), err}
			}
			return failure{fmt.Sprintf("wrong password for user %q", cfg.User), err}
		case "28000":
			return failure{fmt.Sprintf("user %q may not connect: %s", cfg.User, pg.Message), err}
		case "3D000":
			return failure{fmt.Sprintf("there is no database %q on the server at %s", cfg.Database, address(cfg)), err}
		case "53300":
			return failure{fmt.Sprintf("the server at %s has no connection left: %s; use fewer loaders, or allow more connections there", address(cfg), serverSays(pg)), err}
		}
		return failure{fmt.Sprintf("the server at %s refuses: %s", address(cfg), serverSays(pg)), err}
	}
	why := "no answer"
	var errno syscall.Errno
	var dns *net.DNSError
	var timeout net.Error
	switch {
	case errors.As(err, &dns):
		why = "unknown host"
	case errors.As(err, &errno):
		why = errno.Error()
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		why = "no answer in time"
	case errors.Is(err, context.Canceled):
		return err
	case strings.Contains(err.Error(), "tls"):
		return failure{fmt.Sprintf("the server at %s and this side do not agree about TLS: look at sslmode", address(cfg)), err}
	}
	return failure{fmt.Sprintf("no server at %s: %s", address(cfg), why), err}
}

// address is where cfg leads, for people.
func address(cfg *pgx.ConnConfig) string {
	if strings.HasPrefix(cfg.Host, string(os.PathSeparator)) {
		return fmt.Sprintf("%s (port %d)", cfg.Host, cfg.Port)
	}
	return net.JoinHostPort(cfg.Host, fmt.Sprint(cfg.Port))
}

// failure is an error told in other words than its cause.
type failure struct {
	text  string
	cause error
}

func (f failure) Error() string { return f.text }
func (f failure) Unwrap() error { return f.cause }

// serverSays is a server's message in one line. Details and hints are left out:
// they quote values.
func serverSays(pg *pgconn.PgError) string {
	message, _, _ := strings.Cut(pg.Message, "\n")
	return message + " (SQLSTATE " + pg.Code + ")"
}

// said turns what the server said about an action into one line.
func said(action string, err error) error {
	if err == nil {
		return nil
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return failure{action + ": " + serverSays(pg), err}
	}
	return fmt.Errorf("%s: %w", action, err)
}

// advised adds to an error of Prepare what is to be done about it.
func (s *Sink) advised(err error) error {
	switch code(err) {
	case "25006":
		return failure{fmt.Sprintf("%v; the server is a standby, or default_transaction_read_only is on for user %q", err, s.cfg.User), err}
	case "42501":
		return failure{fmt.Sprintf("%v; user %q must be allowed to create tables in schema %s, and to read and write those that are there", err, s.cfg.User, s.schema), err}
	}
	return err
}

// code is the SQLSTATE of err, "" if it is none of the server's.
func code(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	return ""
}
