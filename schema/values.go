package schema

import "time"

// AppendValues appends the record's values in the columns of t, for drivers
// that encode by themselves: string, int32, int64, time.Time in UTC or nil. It
// allocates; it is what the other ways are checked against.
func (e *Encoder) AppendValues(dst []any, t *Table) []any {
	for i := range t.Columns {
		dst = append(dst, e.value(&t.Columns[i]))
	}
	return dst
}

func (e *Encoder) value(c *Column) any {
	switch {
	case c.number != nil:
		n := c.number(&e.row)
		if n == null {
			return nil
		}
		if !c.fits(n) {
			e.Counts.Unfit++
			return nil
		}
		switch c.kind {
		case integer:
			return int32(n)
		case timestamp:
			return wallTime(n)
		}
		return n
	case c.word != nil:
		if s := c.word(&e.row); s != "" {
			return e.limited(s, c.max)
		}
	default:
		if s := c.text(&e.row); s != nil {
			return e.limited(string(s), c.max)
		}
	}
	return nil
}

func (e *Encoder) limited(s string, limit int) string {
	if limit == 0 {
		return s
	}
	return cut(e, s, limit)
}

// wallTime is a time stamp of PostgreSQL's as a time whose UTC is the wall clock.
func wallTime(n int64) time.Time {
	sec, micro := n/second, n%second
	return time.Unix(sec+epoch/second, micro*1000).UTC()
}
