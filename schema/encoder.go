package schema

import (
	"jdbclog/parse"
)

// Encoder writes records as rows of the two tables. It serves one goroutine
// and allocates nothing once its scratch space has grown.
//
//	e.File(f)
//	for each record { e.Set(r); dst = e.AppendRow(dst, table) }
type Encoder struct {
	Counts Counts // of every field written, also of those written again

	row    Row
	shared [2][forms]shared // of the content table and the record table
	buf    []byte
}

// Counts tells of values that their columns could not hold.
type Counts struct {
	Cut   int64 // texts cut at a character boundary
	Unfit int64 // numbers and stamps that became null
}

// Add adds what other counts.
func (c *Counts) Add(other Counts) {
	c.Cut += other.Cut
	c.Unfit += other.Unfit
}

// NewEncoder makes an encoder for the rows of run, which must stay as it is.
func NewEncoder(run *Run) *Encoder {
	e := &Encoder{row: Row{run: run, time: parse.NoTime, clock: null, scratch: make([]byte, 0, 1024)}}
	e.row.zone.Use(run.Zone)
	return e
}

// File says which file the records that follow are of. f must stay as it is.
func (e *Encoder) File(f *File) {
	if e.row.file != f {
		e.row.setFile(f)
	}
}

// Set makes r the record that is written. r must have been finished, and must
// stay as it is until the next Set.
func (e *Encoder) Set(r *parse.Record) {
	e.row.rec = r
	e.row.setID(r.Offset)
}

// TooLong returns the first column of t whose text is longer than it holds, or "".
func (e *Encoder) TooLong(t *Table) string {
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.max == 0 {
			continue
		}
		var n int
		if c.text != nil {
			n = len(fit(c.text(&e.row), c.max)) - len(c.text(&e.row))
		} else {
			n = len(fit(c.word(&e.row), c.max)) - len(c.word(&e.row))
		}
		if n != 0 {
			return c.Name
		}
	}
	return ""
}

// fits reports whether a number is one of c's type.
func (c *Column) fits(n int64) bool {
	switch c.kind {
	case integer:
		return n == int64(int32(n))
	case timestamp:
		return n >= firstTS && n < endTS
	}
	return true
}
