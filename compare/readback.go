package compare

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"jdbclog/schema"
	"jdbclog/sink"
)

func newReader(b []byte) io.Reader { return bytes.NewReader(b) }

// readBack loads the input and reads the record table in the ways that programs
// do: a cursor with fetch sizes, a plain stream, COPY.
func readBack(ctx context.Context, l *lab) ([]Table, error) {
	t := Table{Title: "reading the loaded record table, one connection", Columns: []string{"way", "rows", "s", "rows/s", "published rows/s"},
		Notes: []string{"published: 24 million rows of five columns through JDBC"}}
	load, _ := sink.Lookup("copy-unlogged-index-after")
	load.Loaders = l.Loaders
	if r := l.one(ctx, load); r.Failure != nil {
		return []Table{t}, errors.New(*r.Failure)
	}
	_, record := schema.Tables(l.Columns)
	table := record.In(l.name)
	add := func(way string, published any, read func() (int64, error)) error {
		l.tell(way)
		var n int64
		var err error
		start := time.Now()
		for range 3 { // small inputs are read in no time
			if n, err = read(); err != nil {
				return err
			}
		}
		s := time.Since(start).Seconds() / 3
		t.Rows = append(t.Rows, []any{way, n, tidy(s), tidy(float64(n) / s), published})
		return nil
	}
	for _, x := range []struct {
		size      int
		published any
	}{{100, nil}, {1000, nil}, {32_768, 732_700}, {65_536, 755_600}, {1_048_576, 503_700}} {
		if err := add(fmt.Sprintf("cursor, %d rows a fetch", x.size), x.published, func() (int64, error) { return l.cursor(ctx, table, x.size) }); err != nil {
			return []Table{t}, err
		}
	}
	stream := func() (int64, error) { return l.drain(ctx, "select * from "+table) }
	if err := add("plain stream", nil, stream); err != nil {
		return []Table{t}, err
	}
	for _, format := range []string{"text", "binary"} {
		err := add("COPY, "+format, nil, func() (int64, error) {
			tag, err := l.ctl.PgConn().CopyTo(ctx, io.Discard, "copy "+table+" to stdout with (format "+format+")")
			return tag.RowsAffected(), err
		})
		if err != nil {
			return []Table{t}, err
		}
	}
	return []Table{t}, nil
}

// cursor reads a table by fetches of size rows.
func (l *lab) cursor(ctx context.Context, table string, size int) (rows int64, err error) {
	if _, err := l.ctl.Exec(ctx, "begin; declare c no scroll cursor for select * from "+table); err != nil {
		return 0, err
	}
	for {
		n, err := l.drain(ctx, fmt.Sprintf("fetch %d from c", size))
		if rows += n; err != nil || n == 0 {
			_, cerr := l.ctl.Exec(ctx, "commit")
			return rows, errors.Join(err, cerr)
		}
	}
}

// drain reads a query's rows without looking at them.
func (l *lab) drain(ctx context.Context, sql string) (rows int64, err error) {
	r := l.ctl.PgConn().ExecParams(ctx, sql, nil, nil, nil, nil)
	for r.NextRow() {
		rows++
	}
	_, err = r.Close()
	return rows, err
}
