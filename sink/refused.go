package sink

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"jdbclog/parse"
	"jdbclog/schema"
)

// refusedError is what the server would not take: one record, or some.
type refusedError struct {
	action      string // and the table
	path        string
	first, last int64  // lines of the file
	column      string // "" if the server does not say
	err         *pgconn.PgError
}

// refused makes an error of what the server said about records. Where it names
// the row of a COPY, that is the one.
func (w *writer) refused(action string, t *schema.Table, records []*parse.Record, err error) error {
	e := &refusedError{action: action + " " + t.Name, path: w.path}
	if !errors.As(err, &e.err) || !ofRows(e.err.Code) {
		return said(e.action, err)
	}
	e.column = e.err.ColumnName
	if row, column, ok := copyPlace(e.err.Where); ok {
		e.column = column
		if row <= len(records) {
			records = records[row-1 : row]
		}
	}
	e.first, e.last = records[0].StartLine, records[len(records)-1].EndLine
	if len(records) == 1 {
		e.last = e.first
	}
	return e
}

// ofRows tells whether errors of this SQLSTATE are about what is in rows: data
// exceptions, violated constraints, rows too large for an index, and what
// triggers raise. Others (a full disk, say) would come with any rows.
func ofRows(code string) bool {
	switch code[:min(2, len(code))] {
	case "22", "23", "44", "54", "P0":
		return true
	}
	return false
}

func (e *refusedError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s:%d", e.action, e.path, e.first)
	if e.last > e.first {
		fmt.Fprintf(&b, "-%d", e.last)
	}
	if e.column != "" {
		b.WriteString(": column " + e.column)
	}
	return b.String() + ": " + serverSays(e.err)
}

func (e *refusedError) Unwrap() error { return e.err }

// copyPlace reads the context of an error in COPY: `COPY t, line 2, column s`,
// perhaps below the functions that it happened in.
func copyPlace(where string) (row int, column string, ok bool) {
	for line := range strings.Lines(where) {
		if !strings.HasPrefix(line, "COPY ") {
			continue
		}
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ", line ")
		digits, rest, _ := strings.Cut(rest, ",")
		row, err := strconv.Atoi(digits)
		if err != nil || row < 1 {
			return 0, "", false
		}
		column, _, _ = strings.Cut(strings.TrimPrefix(rest, " column "), ":")
		return row, column, true
	}
	return 0, "", false
}
