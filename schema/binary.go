package schema

import "encoding/binary"

// Header begins the data of a COPY in binary format, Trailer ends it
// (PostgreSQL manual, COPY, "Binary Format").
const (
	Header  = "PGCOPY\n\xff\r\n\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00"
	Trailer = "\xff\xff"
)

// AppendRow appends the record as a row of t in COPY's binary format.
func (e *Encoder) AppendRow(dst []byte, t *Table) []byte {
	dst = binary.BigEndian.AppendUint16(dst, uint16(len(t.Columns)))
	for i := range t.Columns {
		dst = e.AppendField(dst, &t.Columns[i])
	}
	return dst
}

// AppendField appends the record's value in a column: four bytes of length, -1
// for null, and the value in the type's binary form. Rows of COPY, parameters
// and the elements of arrays all have it.
func (e *Encoder) AppendField(dst []byte, c *Column) []byte {
	switch {
	case c.number != nil:
		n := c.number(&e.row)
		switch {
		case n == null:
			return appendNull(dst)
		case !c.fits(n):
			e.Counts.Unfit++
			return appendNull(dst)
		case c.kind == integer:
			dst = binary.BigEndian.AppendUint32(dst, 4)
			return binary.BigEndian.AppendUint32(dst, uint32(n))
		}
		dst = binary.BigEndian.AppendUint32(dst, 8)
		return binary.BigEndian.AppendUint64(dst, uint64(n))
	case c.word != nil:
		s := c.word(&e.row)
		if s == "" {
			return appendNull(dst)
		}
		if c.max > 0 && len(s) > c.max {
			s = cut(e, s, c.max)
		}
		dst = binary.BigEndian.AppendUint32(dst, uint32(len(s)))
		return append(dst, s...)
	}
	s := c.text(&e.row)
	if s == nil {
		return appendNull(dst)
	}
	if c.max > 0 && len(s) > c.max {
		s = cut(e, s, c.max)
	}
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(s)))
	return append(dst, s...)
}

func appendNull(dst []byte) []byte { return append(dst, 0xff, 0xff, 0xff, 0xff) }

// cut is fit, counted.
func cut[T ~string | ~[]byte](e *Encoder, s T, limit int) T {
	short := fit(s, limit)
	if len(short) < len(s) {
		e.Counts.Cut++
	}
	return short
}
