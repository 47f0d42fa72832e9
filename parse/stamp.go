package parse

import "bytes"

// stamp is a point in time as a log shows it: a wall clock, seldom with a zone.
type stamp struct {
	wall      int64 // microseconds since 1970 as if the clock showed UTC; since midnight if dayOnly
	offset    int32 // seconds east of UTC, if hasOffset
	hasOffset bool
	dayOnly   bool // a time of day without date
	yearless  bool // the date has no year: wall is of yearlessYear
}

// yearlessYear stands for a year that a stamp does not name. It is a leap year,
// so that every date of any year is one of it.
const yearlessYear = 1972

// utc turns t into microseconds since 1970 UTC; z is that of stamps without offset.
// A time of day stays one.
func (t stamp) utc(z *Zone) int64 {
	switch {
	case t.dayOnly:
		return t.wall
	case t.hasOffset:
		return t.wall - int64(t.offset)*1e6
	}
	return z.UTC(t.wall)
}

// parseStamp reads the time stamp that s begins with, in any of the forms that
// Java's loggers, JDBC tools and log shippers write, and returns its length.
// These are known:
//
//	2024-06-03 15:33:20.140   also T or nothing for the blank, comma or colon for the point, / or . for -
//	2024-06-03T15:33:20Z      +0900, +09:00, +09, [Asia/Tokyo], UTC, GMT+9:00 behind any of them
//	20240603 15:33:20,140     20240603153320140, 240603-15:33:20:140
//	03-06-24 15:33:20:140     03-Jun-2024, 03 Jun 2024, 06/03/2024, 6/3/24, 03.06.2024
//	Jun 03, 2024 3:33:20 PM   in twelve languages, 六月 03, 2024 3:33:20 下午, 2024年6月3日 下午3:33:20
//	Mon Jun 03 15:33:20 UTC 2024, Jun  3 15:33:20, 06-03 15:33:20
//	15:33:20.140              a time of day
//	1717400000140             since 1970, in s, ms, µs or ns by the number of digits
//
// A fraction behind a point or comma is decimal (".61" is 610 ms); behind a
// colon it is a number of milliseconds (":51" is 51 ms). Abbreviations of zones
// are no offsets, but for UTC and GMT: most of them mean several zones.
func parseStamp(s []byte) (t stamp, n int, ok bool) { return parseStampIn(s, anyOrder) }

// parseStampIn is parseStamp for a file whose order of short dates is known.
func parseStampIn(s []byte, order DateOrder) (t stamp, n int, ok bool) {
	if len(s) >= 19 && s[4] == '-' && s[13] == ':' {
		if wall, ok := isoSeconds(s); ok {
			t.wall = wall
			return t.tail(s, 19)
		}
	}
	if len(s) < 8 {
		return t, 0, false
	}
	if s[0] < '0' || s[0] > '9' {
		return nameStamp(s)
	}
	v, w := digits(s, 0, 19)
	if w >= len(s) && w < 10 {
		return t, 0, false
	}
	var y, m, d int
	switch w {
	case 10, 13, 16, 19:
		return epochStamp(s, v, w)
	case 14, 17: // all glued
		if y, m, d = int(v/pow10[w-4]), int(v/pow10[w-6]%100), int(v/pow10[w-8]%100); !isDate(y, m, d) {
			return t, 0, false
		}
		clock, ms := v%pow10[w-8], int64(0)
		if w == 17 {
			clock, ms = clock/1000, clock%1000
		}
		if clock/10000 > 23 || clock/100%100 > 59 || clock%100 > 60 {
			return t, 0, false
		}
		t.wall = Civil(y, m, d)*day + (clock/10000*3600+clock/100%100*60+clock%100)*1e6 + ms*1000
		return t.tail(s, w)
	case 8:
		y, m, d, n = int(v/10000), int(v/100%100), int(v%100), 8
	case 6:
		if s[6] != '-' && s[6] != ' ' {
			return t, 0, false
		}
		y, m, d, n = century(int(v/10000)), int(v/100%100), int(v%100), 6
	case 4:
		y, m, d, n = longDate(s, int(v))
	case 1, 2:
		if s[w] == ':' {
			t.dayOnly = true
			if t.wall, n, ok = clockAt(s, 0); !ok || !hasSeconds(s) {
				return t, 0, false
			}
			return t.zone(s, n)
		}
		if t, n, ok = monthAndDay(s); ok {
			return t.zone(s, n)
		}
		t = stamp{}
		y, m, d, n = shortDate(s, int(v), w, order)
	}
	if n == 0 || !isDate(y, m, d) {
		return t, 0, false
	}
	return t.clock(s, n, y, m, d)
}

// clock reads the time of day behind a date that ends at n.
func (t stamp) clock(s []byte, n, y, m, d int) (stamp, int, bool) {
	n += between(s, n)
	us, n, ok := clockAt(s, n)
	if !ok {
		return t, 0, false
	}
	t.wall = Civil(y, m, d)*day + us
	return t.zone(s, n)
}

// between is the length of what may stand between a date and a time.
func between(s []byte, i int) int {
	n := 0
	if i < len(s) && s[i] == ',' {
		n++
	}
	if i+n < len(s) && (s[i+n] == 'T' || s[i+n] == '-' || s[i+n] == '_' || s[i+n] == ':') {
		return n + 1
	}
	for n < 4 {
		w := blankAt(s, i+n)
		if w == 0 {
			break
		}
		n += w
	}
	return n
}

// isoSeconds reads the 19 bytes of a "2024-06-03 15:33:20", with a blank or a T.
func isoSeconds(s []byte) (wall int64, ok bool) {
	_ = s[18]
	if s[4] != '-' || s[7] != '-' || s[10] != ' ' && s[10] != 'T' || s[13] != ':' || s[16] != ':' {
		return 0, false
	}
	cc, yy, m, d := two(s, 0), two(s, 2), two(s, 5), two(s, 8)
	h, min, sec := two(s, 11), two(s, 14), two(s, 17)
	if cc|yy|h|min|sec < 0 || m < 1 || m > 12 || d < 1 || d > 31 || h > 24 || min > 59 || sec > 60 {
		return 0, false
	}
	return (Civil(cc*100+yy, m, d)*86400 + int64(h*3600+min*60+sec)) * 1e6, true
}

// tail reads the fraction and the offset behind the seconds that end at n.
func (t stamp) tail(s []byte, n int) (stamp, int, bool) {
	us, w := fraction(s, n)
	t.wall += us
	return t.zone(s, n+w)
}

// clockAt reads a time of day at i: 15:33, 15:33:20.140, 3:33:20 PM, 下午3:33:20, 153320.
func clockAt(s []byte, i int) (us int64, end int, ok bool) {
	pm, w := halfDay(s, i)
	i += w
	if w > 0 {
		i += blankAt(s, i)
	}
	h, hw := digits(s, i, 7)
	i += hw
	var min, sec int64
	switch {
	case hw == 6:
		h, min, sec = h/10000, h/100%100, h%100
	case hw == 1 || hw == 2:
		if i >= len(s) || s[i] != ':' {
			return 0, 0, false
		}
		v, mw := digits(s, i+1, 2)
		if mw == 0 {
			return 0, 0, false
		}
		min = v
		i += 1 + mw
		if i+1 < len(s) && s[i] == ':' {
			if v, sw := digits(s, i+1, 2); sw > 0 {
				sec = v
				i += 1 + sw
			}
		}
	default:
		return 0, 0, false
	}
	if h > 24 || min > 59 || sec > 60 {
		return 0, 0, false
	}
	frac, fw := fraction(s, i)
	i += fw
	if w == 0 && h <= 12 {
		b := blankAt(s, i)
		if pm, w = halfDay(s, i+b); w > 0 {
			i += b + w
		}
	}
	return (hour24(h, pm)*3600+min*60+sec)*1e6 + frac, i, true
}

// hasSeconds reports whether s, which begins with a time of day, shows seconds.
func hasSeconds(s []byte) bool {
	i := bytes.IndexByte(s, ':')
	j := bytes.IndexByte(s[i+1:], ':')
	return j == 1 || j == 2
}

// hour24 turns an hour into one of 24; half is 'A', 'P' or 0.
func hour24(h int64, half byte) int64 {
	switch {
	case half == 'A' && h == 12:
		return 0
	case half == 'P' && h < 12:
		return h + 12
	}
	return h
}

// fraction reads a fraction of a second at i, with its point, comma or colon.
func fraction(s []byte, i int) (us int64, w int) {
	if i+1 >= len(s) || s[i] != '.' && s[i] != ',' && s[i] != ':' {
		return 0, 0
	}
	if i+3 < len(s) && s[i] != ':' {
		a, b, c := s[i+1]-'0', s[i+2]-'0', s[i+3]-'0'
		if a <= 9 && b <= 9 && c <= 9 && (i+4 == len(s) || s[i+4] < '0' || s[i+4] > '9') {
			return (int64(a)*100 + int64(b)*10 + int64(c)) * 1000, 4
		}
	}
	v, w := digits(s, i+1, 9)
	if w == 0 {
		return 0, 0
	}
	return micros(v, w, s[i] == ':'), w + 1
}

// micros turns w digits of a fraction into microseconds; number says that up to
// three digits count milliseconds.
func micros(v int64, w int, number bool) int64 {
	switch {
	case number && w <= 3:
		return v * 1000
	case w <= 6:
		return v * pow10[6-w]
	}
	return v / pow10[w-6]
}

// zone reads the offset behind the time that ends at n. A stamp ends where
// another digit does not follow.
func (t stamp) zone(s []byte, n int) (stamp, int, bool) {
	if n < len(s) {
		switch s[n] {
		case '+', '-', 'Z', ' ':
			if off, w := offsetAt(s, n); w > 0 {
				t.offset, t.hasOffset = off, true
				n += w
				n += regionAt(s, n)
			}
		}
	}
	if n < len(s) && s[n] >= '0' && s[n] <= '9' {
		return t, 0, false
	}
	return t, n, true
}

// offsetAt reads an offset from UTC at i, behind a blank or not. Two digits
// alone are one only behind a plus: a minus may be a dash before a number.
func offsetAt(s []byte, i int) (seconds int32, w int) {
	start := i
	if s[i] == ' ' {
		i++
	}
	if bytes.HasPrefix(s[i:], []byte("UTC")) || bytes.HasPrefix(s[i:], []byte("GMT")) {
		i += 3
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			if off, w := numericOffset(s, i, true); w > 0 {
				return off, i + w - start
			}
		}
		if i < len(s) && (isLetter(s[i]) || s[i] >= '0' && s[i] <= '9') {
			return 0, 0
		}
		return 0, i - start
	}
	if i < len(s) && s[i] == 'Z' && i == start {
		if i+1 < len(s) && isLetter(s[i+1]) {
			return 0, 0
		}
		return 0, 1
	}
	if off, w := numericOffset(s, i, i == start && s[i] == '+'); w > 0 {
		return off, i + w - start
	}
	return 0, 0
}

// numericOffset reads +09:00, +0900 and, if short is set, +09 and +9:00.
func numericOffset(s []byte, i int, short bool) (seconds int32, w int) {
	if i >= len(s) || s[i] != '+' && s[i] != '-' {
		return 0, 0
	}
	v, dw := digits(s, i+1, 5)
	w = 1 + dw
	h, m := v, int64(0)
	switch {
	case dw == 4:
		h, m = v/100, v%100
	case (dw == 2 || dw == 1 && short) && i+w+2 < len(s) && s[i+w] == ':' && two(s, i+w+1) >= 0:
		m = int64(two(s, i+w+1))
		w += 3
		if i+w < len(s) && s[i+w] >= '0' && s[i+w] <= '9' {
			return 0, 0
		}
	case dw == 2 && short:
	default:
		return 0, 0
	}
	if h > 18 || m > 59 {
		return 0, 0
	}
	seconds = int32(h*3600 + m*60)
	if s[i] == '-' {
		seconds = -seconds
	}
	return seconds, w
}

// regionAt is the length of a zone's name in brackets, as ZonedDateTime writes it behind the offset.
func regionAt(s []byte, i int) int {
	if i >= len(s) || s[i] != '[' {
		return 0
	}
	end := bytes.IndexByte(s[i:min(len(s), i+40)], ']')
	if end < 0 || bytes.IndexByte(s[i:i+end], '/') < 0 {
		return 0
	}
	return end + 1
}

var pow10 = [...]int64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// epochStamp is v, of w digits, since 1970 UTC. Seconds may have a fraction.
func epochStamp(s []byte, v int64, w int) (t stamp, n int, ok bool) {
	t.hasOffset = true
	n = w
	switch w {
	case 10:
		t.wall = v * 1e6
		if n < len(s) && s[n] == '.' {
			us, fw := fraction(s, n)
			t.wall += us
			n += fw
		}
	case 13:
		t.wall = v * 1000
	case 16:
		t.wall = v
	default:
		t.wall = v / 1000
	}
	return t, n, n == len(s) || s[n] < '0' || s[n] > '9'
}

// digits reads up to max digits at i.
func digits(s []byte, i, max int) (v int64, w int) {
	for w < max && i+w < len(s) {
		c := s[i+w] - '0'
		if c > 9 {
			break
		}
		v = v*10 + int64(c)
		w++
	}
	return v, w
}

// two reads two digits at i, or returns -1.
func two(s []byte, i int) int {
	a, b := s[i]-'0', s[i+1]-'0'
	if a > 9 || b > 9 {
		return -1
	}
	return int(a)*10 + int(b)
}

func isLetter(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }
