package schema

import (
	"bytes"
	"fmt"
	"strconv"
)

// AppendCopyText appends the record as a row of t in COPY's text format, line
// ending included.
func (e *Encoder) AppendCopyText(dst []byte, t *Table) []byte {
	for i := range t.Columns {
		if i > 0 {
			dst = append(dst, '\t')
		}
		s, given := e.plain(&t.Columns[i])
		if !given {
			dst = append(dst, '\\', 'N')
			continue
		}
		for _, c := range s {
			switch c {
			case '\\':
				dst = append(dst, '\\', '\\')
			case '\n':
				dst = append(dst, '\\', 'n')
			case '\r':
				dst = append(dst, '\\', 'r')
			case '\t':
				dst = append(dst, '\\', 't')
			default:
				dst = append(dst, c)
			}
		}
	}
	return append(dst, '\n')
}

// AppendCSV appends the record as a row of t in COPY's CSV format, line ending
// included: null is nothing, an empty text is "".
func (e *Encoder) AppendCSV(dst []byte, t *Table) []byte {
	for i := range t.Columns {
		if i > 0 {
			dst = append(dst, ',')
		}
		s, given := e.plain(&t.Columns[i])
		switch {
		case !given:
		case len(s) > 0 && !bytes.ContainsAny(s, ",\"\r\n") && string(s) != `\.`:
			dst = append(dst, s...)
		default:
			dst = append(dst, '"')
			for _, c := range s {
				if c == '"' {
					dst = append(dst, '"')
				}
				dst = append(dst, c)
			}
			dst = append(dst, '"')
		}
	}
	return append(dst, '\n')
}

// plain is the record's value in a column as PostgreSQL reads it; not given
// when it is null. It is good until the next call.
func (e *Encoder) plain(c *Column) (s []byte, given bool) {
	switch {
	case c.number != nil:
		n := c.number(&e.row)
		if n == null {
			return nil, false
		}
		if !c.fits(n) {
			e.Counts.Unfit++
			return nil, false
		}
		if c.kind == timestamp {
			e.buf = appendTimestamp(e.buf[:0], n)
		} else {
			e.buf = strconv.AppendInt(e.buf[:0], n, 10)
		}
		return e.buf, true
	case c.word != nil:
		e.buf = append(e.buf[:0], c.word(&e.row)...)
		s, given = e.buf, len(e.buf) > 0
	default:
		s = c.text(&e.row)
		given = s != nil
	}
	if c.max > 0 {
		s = cut(e, s, c.max)
	}
	return s, given
}

func appendTimestamp(dst []byte, n int64) []byte {
	t := wallTime(n)
	if year := t.Year(); year < 1 { // the year before 1 is 1 BC
		return fmt.Appendf(dst, "%04d%s BC", 1-year, t.Format("-01-02 15:04:05.999999"))
	}
	return t.AppendFormat(dst, "2006-01-02 15:04:05.999999")
}
