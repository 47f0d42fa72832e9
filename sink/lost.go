package sink

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"

	"github.com/jackc/pgx/v5/pgconn"
)

// Lost returns what it means for a load that its server has gone, in one line,
// if err says that it has; other errors as they are.
func (s *Sink) Lost(err error) error {
	var pg *pgconn.PgError
	words := ""
	switch {
	case errors.As(err, &pg):
		if !goodbye(pg.Code) {
			return err
		}
		words = ": " + serverSays(pg)
	case !cutOff(err):
		return err
	}
	next := "what was committed stays, and the same command goes on from there"
	switch {
	case s.whole != nil:
		next = "nothing was committed, and the same command begins anew"
	case s.scheme.Tables == "unlogged":
		next = "a crash empties unlogged tables, and the same command goes on from what is left"
	case s.scheme.Commit == "async":
		next = "a crash takes the last commits, and the same command goes on from what is left"
	}
	return failure{fmt.Sprintf("the server at %s closed the connection during the load%s; %s", address(s.cfg), words, next), err}
}

// goodbye tells whether a server that is being stopped or has crashed, or an
// administrator, ends connections with this SQLSTATE.
func goodbye(code string) bool { return code == "57P01" || code == "57P02" || code == "57P03" }

// cutOff tells whether err is that of a connection whose other side has gone. A
// connection that did not come about has an error that says why.
func cutOff(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, os.ErrDeadlineExceeded) {
		return false // this side ended it
	}
	var network *net.OpError
	return errors.As(err, &network) && network.Op != "dial" || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, pgconn.ErrConnClosed)
}
