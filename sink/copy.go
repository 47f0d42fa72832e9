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
		sql := m.sql[i]
		if m.pending != "" {
			// One exchange with the server for both.
			sql, m.pending = m.pending+"; "+sql, ""
		}
		r := newRowReader(m.enc, t, records)
		tag, err := m.pg.CopyFrom(ctx, r, sql)
		m.sent += r.stop()
		if err != nil {
			return m.refused("copy", t, records, err)
		}
		if n := tag.RowsAffected(); n != int64(len(records)) {
			return fmt.Errorf("copy %s: the server took %d of %d rows", t.Name, n, len(records))
		}
	}
	return nil
}

// rowReader gives records as the data of a binary COPY. It encodes into the
// reader's buffer; what does not fit there is kept for the next time.
type rowReader struct {
	mu      sync.Mutex // CopyFrom may return while a read is under way, when the connection is lost
	enc     *schema.Encoder
	table   *schema.Table
	records []*parse.Record // to be encoded
	rest    []byte          // encoded and not read
	ended   bool
	sent    int64
}

func newRowReader(e *schema.Encoder, t *schema.Table, records []*parse.Record) *rowReader {
	return &rowReader{enc: e, table: t, records: records, rest: []byte(schema.Header)}
}

// stop makes r let go of the records, and tells how much was read.
func (r *rowReader) stop() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.records, r.rest, r.ended = nil, nil, true
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
		if len(r.records) > 0 {
			r.enc.Set(r.records[0])
			r.records = r.records[1:]
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
