package report

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Plan is how a server would run a sample of a statement. One of Text and Error
// is nil.
type Plan struct {
	Digest string  `json:"digest"`
	File   string  `json:"file"`
	Line   int64   `json:"line"`
	Text   *string `json:"text"`
	Error  *string `json:"error"`
}

// Explain asks the server at dsn for the plans of r's statements and puts them
// into r. Nothing is run: every EXPLAIN is without ANALYZE, in a read-only
// transaction of its own, one statement by protocol, and ends after timeout.
func (r *Report) Explain(ctx context.Context, dsn string, timeout time.Duration) error {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return errors.New("the database to explain on: the URL cannot be read")
	}
	ms := fmt.Sprint(max(1, timeout.Milliseconds()))
	config.RuntimeParams["default_transaction_read_only"] = "on"
	config.RuntimeParams["statement_timeout"] = ms
	config.RuntimeParams["lock_timeout"] = ms
	config.RuntimeParams["application_name"] = "jdbclog report"
	connect, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	conn, err := pgx.ConnectConfig(connect, config)
	if err != nil {
		return fmt.Errorf("connect to the database to explain on: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	r.Plans = []Plan{}
	for i := range r.Statements {
		s := &r.Statements[i]
		x := explainable(s)
		if x == nil {
			continue
		}
		p := Plan{Digest: s.Digest, File: x.File, Line: x.Line}
		plan, err := explain(ctx, conn, x.SQL)
		if err != nil {
			var refused *pgconn.PgError
			if !errors.As(err, &refused) {
				return fmt.Errorf("explain: %w", err)
			}
			text := fmt.Sprintf("%s (SQLSTATE %s)", refused.Message, refused.Code)
			p.Error = &text
		} else {
			p.Text = &plan
		}
		r.Plans = append(r.Plans, p)
	}
	return nil
}

// explainable is the slowest sample that a plan can be made for, nil if there is none.
func explainable(s *Statement) *Execution {
	if !slices.Contains([]string{"select", "insert", "update", "delete", "merge"}, s.Type) {
		return nil
	}
	for i := range s.Samples {
		if x := &s.Samples[i]; x.SQL != "" && !x.Cut && !x.Unbound && x.BatchSize == 0 {
			return x
		}
	}
	return nil
}

func explain(ctx context.Context, conn *pgx.Conn, sql string) (string, error) {
	var lines []string
	err := pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		// With the list of options nothing that the text begins with can become one;
		// a second statement in it is refused, as the protocol takes one only.
		rows, err := tx.Query(ctx, "explain (analyze false, costs true) "+sql, pgx.QueryExecModeDescribeExec)
		if err != nil {
			return err
		}
		lines, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return strings.Join(lines, "\n"), err
}
