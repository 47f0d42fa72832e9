package schema

import (
	"bytes"

	"jdbclog/parse"
)

// form is a way in which rows are written: as any record's, or as a usual one's,
// which shares more.
type form uint8

const (
	anyForm form = iota
	usualForm
	forms = 2
)

// sharedFrom is the scope from which on a form's columns are shared.
var sharedFrom = [forms]scope{anyForm: ofURL, usualForm: ofUsual}

// usual reports whether r is a statement of which the log tells neither rows,
// nor errors, nor anything odd.
func usual(r *parse.Record) bool {
	return r.Kind == parse.Statement && r.Rows < 0 && r.UpdateCount < 0 && r.BatchSize == 0 && r.Flags == 0 && !r.Failed && r.Error == nil
}

func (t *Table) form(r *parse.Record) form {
	if t.usual && usual(r) {
		return usualForm
	}
	return anyForm
}

// shared is the fields of a table's columns that records share, as they were
// last encoded, and the records that they are for.
type shared struct {
	table  *Table
	file   *File
	url    []byte
	hasURL bool

	buf    []byte
	runs   [][]byte // the fields in buf, columns that follow each other in one piece
	counts Counts   // of one row's
}

// fit reports whether the fields are those of r in t.
func (s *shared) fit(r *Row, t *Table) bool {
	return s.table == t && s.file == r.file && (!t.url || s.hasURL == (r.rec.URL != nil) && bytes.Equal(s.url, r.rec.URL))
}

// sharedFields returns the fields in t that the record shares with others, run
// by run, and counts them. They are good until the next call.
func (e *Encoder) sharedFields(t *Table, f form) [][]byte {
	s := &e.shared[t.number][f]
	if !s.fit(&e.row, t) {
		e.share(s, t, f)
	}
	if s.counts != (Counts{}) {
		e.Counts.Add(s.counts)
	}
	return s.runs
}

// share fills s with the fields of the record.
func (e *Encoder) share(s *shared, t *Table, f form) {
	s.table, s.file, s.hasURL = t, e.row.file, e.row.rec.URL != nil
	s.url = append(s.url[:0], e.row.rec.URL...)
	before := e.Counts
	e.Counts = Counts{}
	s.buf, s.runs = s.buf[:0], s.runs[:0]
	for i := range t.Columns {
		at := len(s.buf)
		for j := range t.Columns[i].run[f] {
			s.buf = e.AppendField(s.buf, &t.Columns[i+j])
		}
		if at < len(s.buf) {
			s.runs = append(s.runs, s.buf[at:]) // which stays, should buf grow into another
		}
	}
	s.counts, e.Counts = e.Counts, before
}
