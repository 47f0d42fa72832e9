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
	columns, form := t.Columns, t.form(e.row.rec)
	shared := e.sharedFields(t, form)
	for i := 0; i < len(columns); i++ {
		c := &columns[i]
		switch {
		case c.run[form] > 0:
			dst = append(dst, shared[0]...)
			shared = shared[1:]
			i += c.run[form] - 1
		case c.kind == integer:
			dst = e.appendInteger(dst, c.number(&e.row))
		default:
			dst = e.AppendField(dst, c)
		}
	}
	return dst
}

// AppendField appends the record's value in a column: four bytes of length, -1
// for null, and the value in the type's binary form. Rows of COPY, parameters
// and the elements of arrays all have it.
func (e *Encoder) AppendField(dst []byte, c *Column) []byte {
	switch {
	case c.kind == integer:
		return e.appendInteger(dst, c.number(&e.row))
	case c.number != nil:
		n := c.number(&e.row)
		if n == null || !c.fits(n) {
			return e.appendNone(dst, n)
		}
		dst = binary.BigEndian.AppendUint32(dst, 8)
		return binary.BigEndian.AppendUint64(dst, uint64(n))
	case c.word != nil:
		s := c.word(&e.row)
		if s == "" {
			return appendNull(dst)
		}
		return appendText(e, dst, s, c.max)
	}
	s := c.text(&e.row)
	if s == nil {
		return appendNull(dst)
	}
	return appendText(e, dst, s, c.max)
}

// idSize is that of ids and digests, of which a row has several.
const idSize = 32

// appendText appends the field of a text, which is not null.
func appendText[T ~string | ~[]byte](e *Encoder, dst []byte, s T, limit int) []byte {
	if len(s) == idSize && limit >= idSize && cap(dst)-len(dst) >= 4+idSize {
		// Copies of 16 bytes are two instructions, without a call.
		at := len(dst)
		dst = dst[:at+4+idSize]
		binary.BigEndian.PutUint32(dst[at:], idSize)
		copy(dst[at+4:at+20], s[:16])
		copy(dst[at+20:at+36], s[16:32])
		return dst
	}
	if limit > 0 && len(s) > limit {
		s = cut(e, s, limit)
	}
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(s)))
	return append(dst, s...)
}

// appendInteger appends the field of an int: its length and it are one word.
func (e *Encoder) appendInteger(dst []byte, n int64) []byte {
	if n != int64(int32(n)) {
		return e.appendNone(dst, n)
	}
	return binary.BigEndian.AppendUint64(dst, 4<<32|uint64(uint32(n)))
}

// appendNone appends null for a number that is null or does not fit.
func (e *Encoder) appendNone(dst []byte, n int64) []byte {
	if n != null {
		e.Counts.Unfit++
	}
	return appendNull(dst)
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
