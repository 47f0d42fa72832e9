package sink

import (
	"context"
	"fmt"
	"io"
	"sync"

	"jdbclog/parse"
	"jdbclog/schema"
)

// copyBinary encodes rows while they are sent.
type copyBinary struct {
	*writer
	sql [2]string
}

func openCopy(_ context.Context, w *writer) (inserter, error) {
	m := &copyBinary{writer: w}
	for i, t := range w.tables() {
		m.sql[i] = t.Copy(w.schema)
	}
	return m, nil
}

func (m *copyBinary) insert(ctx context.Context, records []*parse.Record) error {
	for i, t := range m.tables() {
		if err := m.copy(ctx, i, oneByOne(records), len(records)); err != nil {
			return m.refused("copy", t, records, err)
		}
	}
	return nil
}

// insertParts writes the rows of several batches. What the server says is not
// traced to a line.
func (m *copyBinary) insertParts(ctx context.Context, parts []*part) error {
	rows := 0
	for _, p := range parts {
		rows += len(p.rows)
	}
	if rows == 0 {
		return nil
	}
	for i, t := range m.tables() {
		if err := m.copy(ctx, i, m.partByPart(parts), rows); err != nil {
			return said("copy "+t.Name, err)
		}
	}
	return nil
}

// copy sends what next gives as rows of a table.
func (m *copyBinary) copy(ctx context.Context, table int, next func() *parse.Record, rows int) error {
	sql, t := m.sql[table], m.tables()[table]
	if m.pending != "" {
		// One exchange with the server for both.
		sql, m.pending = m.pending+"; "+sql, ""
	}
	r := newRowReader(m.enc, t, next)
	tag, err := m.pg.CopyFrom(ctx, r, sql)
	m.sent += r.stop()
	if err != nil {
		return err
	}
	if n := tag.RowsAffected(); n != int64(rows) {
		return fmt.Errorf("the server took %d of %d rows", n, rows)
	}
	return nil
}

// oneByOne gives records in turn, and nil at the end.
func oneByOne(records []*parse.Record) func() *parse.Record {
	return func() *parse.Record {
		if len(records) == 0 {
			return nil
		}
		r := records[0]
		records = records[1:]
		return r
	}
}

// partByPart gives the records of parts in turn, tells the encoder of which file
// they are, and gives nil at the end.
func (m *copyBinary) partByPart(parts []*part) func() *parse.Record {
	next := oneByOne(nil)
	return func() *parse.Record {
		for {
			if r := next(); r != nil || len(parts) == 0 {
				return r
			}
			m.enc.File(parts[0].tag.file)
			next, parts = oneByOne(parts[0].rows), parts[1:]
		}
	}
}

// rowReader gives records as the data of a binary COPY. It encodes into the
// reader's buffer; what does not fit there is kept for the next time.
type rowReader struct {
	mu    sync.Mutex // CopyFrom may return while a read is under way, when the connection is lost
	enc   *schema.Encoder
	table *schema.Table
	next  func() *parse.Record // to be encoded; nil at the end
	rest  []byte               // encoded and not read
	ended bool
	sent  int64
}

func newRowReader(e *schema.Encoder, t *schema.Table, next func() *parse.Record) *rowReader {
	return &rowReader{enc: e, table: t, next: next, rest: []byte(schema.Header)}
}

// stop makes r let go of the records, and tells how much was read.
func (r *rowReader) stop() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.next, r.rest, r.ended = nil, nil, true
	return r.sent
}

// roomForRow is what most rows need. With less room left, a buffer is taken as
// full: appending beyond its end would allocate.
const roomForRow = 4 << 10

func (r *rowReader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	for len(r.rest) == 0 && !r.ended && (n == 0 || len(p)-n >= roomForRow) {
		row := p[n:n]
		if record := r.next(); record != nil {
			r.enc.Set(record)
			row = r.enc.AppendRow(row, r.table)
		} else {
			row = append(row, schema.Trailer...)
			r.ended = true
		}
		if len(row) > len(p)-n { // appending has moved it elsewhere
			r.rest = row[copy(p[n:], row):]
			n = len(p)
			break
		}
		n += len(row)
	}
	r.sent += int64(n)
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}
