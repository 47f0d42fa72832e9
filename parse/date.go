package parse

import (
	"bytes"
	"fmt"
)

// DateOrder tells how a date whose three numbers are all short is to be read.
type DateOrder uint8

const (
	anyOrder   DateOrder = iota // day first, but month first with slashes; whatever the numbers force
	dayFirst                    // 03-06-24
	monthFirst                  // 06-03-24
	yearFirst                   // 24-06-03
)

var orderNames = [...]string{"", "dmy", "mdy", "ymd"}

// String gives the order as "dmy", "mdy" or "ymd", "" if it is not known.
func (o DateOrder) String() string { return orderNames[o] }

// ParseDateOrder reads what String gives.
func ParseDateOrder(s string) (DateOrder, error) {
	for i, name := range orderNames {
		if s == name {
			return DateOrder(i), nil
		}
	}
	return 0, fmt.Errorf("date order %q is not one of dmy, mdy, ymd", s[:min(20, len(s))])
}

// isDate reports whether the numbers can be a date. Years are those in which
// logs are written.
func isDate(y, m, d int) bool {
	return y >= 1970 && y <= 2200 && m >= 1 && m <= 12 && d >= 1 && d <= 31
}

// century completes a year of two digits.
func century(yy int) int {
	if yy < 70 {
		return 2000 + yy
	}
	return 1900 + yy
}

// longDate reads a date that begins with a year of four digits. n is 0 if there
// is none. Separators may be doubled, as in a misspelt "yyyy//MM-dd".
func longDate(s []byte, year int) (y, m, d, n int) {
	sep := separatorAt(s, 4)
	if sep == 0 {
		return 0, 0, 0, 0
	}
	n = 4 + sep
	v, w := digits(s, n, 2)
	n += w
	if w == 0 {
		if m, w = monthAt(s, n); w == 0 {
			return 0, 0, 0, 0
		}
		n += w
	} else {
		m = int(v)
	}
	sep = separatorAt(s, n)
	v, w = digits(s, n+sep, 2)
	if sep == 0 || w == 0 {
		return 0, 0, 0, 0
	}
	n += sep + w
	if bytes.HasPrefix(s[n:], []byte("日")) {
		n += len("日")
	} else if bytes.HasPrefix(s[n:], []byte(". ")) { // Korean: 2024. 6. 3. 15:33:20
		n++
	}
	return year, m, int(v), n
}

// separatorAt is the length of what stands between the parts of a date.
func separatorAt(s []byte, i int) (w int) {
	for w < 2 && i+w < len(s) && (s[i+w] == '-' || s[i+w] == '/' || s[i+w] == '.' || w == 1 && s[i+w] == ' ' && s[i] == '.') {
		w++
	}
	if w == 0 {
		for _, x := range [...]string{"年", "月"} {
			if len(s) >= i+len(x) && string(s[i:i+len(x)]) == x {
				w = len(x)
				for w < 4 && i+w < len(s) && s[i+w] == ' ' {
					w++
				}
			}
		}
	}
	return w
}

// shortDate reads a date that begins with a number of one or two digits, first,
// of width w: 03-06-24, 06/03/2024, 03-Jun-2024, 03 Jun 2024, 6月 03, 2024.
func shortDate(s []byte, first, w int, order DateOrder) (y, m, d, n int) {
	if w >= len(s) {
		return 0, 0, 0, 0
	}
	if month, mw := monthAt(s, 0); mw > w {
		return namedMonth(s, month, mw)
	}
	sep := s[w]
	if sep != '-' && sep != '/' && sep != '.' && sep != ' ' {
		return 0, 0, 0, 0
	}
	n = w + 1
	if n < len(s) && (isLetter(s[n]) || s[n] >= 0x80) {
		m, mw := monthAt(s, n)
		n += mw
		if mw == 0 || n >= len(s) || s[n] != sep && s[n] != ' ' {
			return 0, 0, 0, 0
		}
		y, yw := yearAt(s, n+1)
		return y, m, first, endOf(n+1, yw)
	}
	second, sw := digits(s, n, 2)
	n += sw
	if sep == ' ' || sw == 0 || n >= len(s) || s[n] != sep {
		return 0, 0, 0, 0
	}
	third, tw := digits(s, n+1, 5)
	if tw != 2 && tw != 4 || n+1+tw >= len(s) {
		return 0, 0, 0, 0
	}
	n += 1 + tw
	if tw == 2 && (order == yearFirst || first > 31 || order == anyOrder && third < 10 && first >= 10) {
		return century(first), int(second), int(third), n // a year before 2010 is less likely
	}
	year := int(third)
	if tw == 2 {
		year = century(year)
	}
	return dayAndMonth(first, int(second), year, sep, order, n)
}

// dayAndMonth tells day from month.
func dayAndMonth(a, b, year int, sep byte, order DateOrder, n int) (y, m, d, end int) {
	if order == monthFirst && a <= 12 || b > 12 || order == anyOrder && sep == '/' && a <= 12 {
		return year, a, b, n
	}
	return year, b, a, n
}

// yearAt reads a year of four or two digits.
func yearAt(s []byte, i int) (y, w int) {
	v, w := digits(s, i, 5)
	switch w {
	case 4:
		return int(v), 4
	case 2:
		return century(int(v)), 2
	}
	return 0, 0
}

// endOf is i+w, or 0 if nothing was read.
func endOf(i, w int) int {
	if w == 0 {
		return 0
	}
	return i + w
}

// namedMonth reads on behind a month of width mw: " 03, 2024".
func namedMonth(s []byte, month, mw int) (y, m, d, n int) {
	n = mw
	if n < len(s) && s[n] == '.' {
		n++
	}
	blanks := 0
	for n < len(s) && s[n] == ' ' && blanks < 2 {
		n, blanks = n+1, blanks+1
	}
	v, w := digits(s, n, 2)
	n += w
	if w == 0 || blanks == 0 || n+1 >= len(s) || s[n] != ',' && s[n] != ' ' {
		return 0, 0, 0, 0
	}
	if s[n] == ',' {
		n++
	}
	for n < len(s) && s[n] == ' ' {
		n++
	}
	if y, w = yearAt(s, n); w != 4 {
		return 0, 0, 0, 0
	}
	return y, month, int(v), n + 4
}

// monthAndDay reads "06-03 15:33:20", a date without year.
func monthAndDay(s []byte) (t stamp, n int, ok bool) {
	if len(s) < 14 || s[2] != '-' && s[2] != '/' || s[5] != ' ' {
		return t, 0, false
	}
	m, d := two(s, 0), two(s, 3)
	if m < 0 || d < 0 || !isDate(yearlessYear, m, d) || !hasSeconds(s[6:]) {
		return t, 0, false
	}
	us, n, ok := clockAt(s, 6)
	t.wall, t.yearless = Civil(yearlessYear, m, d)*day+us, true
	return t, n, ok
}

// nameStamp reads stamps that begin with a word: a month, the day of the week,
// or the half of a day before a time of day.
func nameStamp(s []byte) (t stamp, n int, ok bool) {
	if len(s) > 8 && isWeekday(s) {
		return dateString(s)
	}
	if numberFollows(s) {
		if m, w := monthAt(s, 0); w > 0 {
			if y, m, d, n := namedMonth(s, m, w); n > 0 && isDate(y, m, d) {
				return t.clock(s, n, y, m, d)
			}
			return yearlessStamp(s, m, w)
		}
	}
	if _, w := halfDay(s, 0); w > 0 {
		t.dayOnly = true
		if t.wall, n, ok = clockAt(s, 0); ok && hasSeconds(s) {
			return t.zone(s, n)
		}
	}
	return stamp{}, 0, false
}

// numberFollows reports whether a number comes after the first word of s, as
// after a month: most text is none, and known by this.
func numberFollows(s []byte) bool {
	i := 0
	for i < len(s) && i < 20 && s[i] != ' ' {
		i++
	}
	for i < len(s) && s[i] == ' ' {
		i++
	}
	return i < len(s) && s[i] >= '0' && s[i] <= '9'
}

// yearlessStamp reads the BSD syslog stamp "Jun  3 15:33:20" (RFC 3164, 4.1.2).
func yearlessStamp(s []byte, m, w int) (t stamp, n int, ok bool) {
	n = w
	for n < len(s) && s[n] == ' ' && n < w+2 {
		n++
	}
	d, dw := digits(s, n, 2)
	n += dw
	if n == w || dw == 0 || !isDate(yearlessYear, m, int(d)) || n >= len(s) || s[n] != ' ' {
		return t, 0, false
	}
	us, end, ok := clockAt(s, n+1)
	if !ok || !hasSeconds(s[n:]) {
		return t, 0, false
	}
	t.wall, t.yearless = Civil(yearlessYear, m, int(d))*day+us, true
	return t, end, true
}

// dateString reads what java.util.Date.toString writes, "Mon Jun 03 15:33:20
// CST 2024", and the RFC 1123 form "Mon, 03 Jun 2024 15:33:20 GMT".
func dateString(s []byte) (t stamp, n int, ok bool) {
	if s[3] == ',' && s[4] == ' ' {
		t, n, ok = parseStamp(s[5:])
		return t, n + 5, ok && n > 0
	}
	m, w := monthAt(s, 4)
	if s[3] != ' ' || w == 0 || len(s) < 4+w+8 {
		return t, 0, false
	}
	n = 4 + w + 1
	if s[n] == ' ' {
		n++
	}
	d, dw := digits(s, n, 2)
	n += dw
	if s[4+w] != ' ' || dw == 0 || n >= len(s) || s[n] != ' ' {
		return t, 0, false
	}
	us, n, ok := clockAt(s, n+1)
	if !ok || n >= len(s) || s[n] != ' ' {
		return t, 0, false
	}
	n++
	if end := bytes.IndexByte(s[n:], ' '); end > 0 && end <= 9 && (isLetter(s[n]) || s[n] == '+' || s[n] == '-') {
		if off, w := offsetAt(s, n); w == end {
			t.offset, t.hasOffset = off, true
		}
		n += end + 1
	}
	y, w := yearAt(s, n)
	if w != 4 || !isDate(y, m, int(d)) {
		return t, 0, false
	}
	t.wall = Civil(y, m, int(d))*day + us
	return t, n + 4, true
}

// isWeekday reports whether s begins with a day of the week, of three letters.
func isWeekday(s []byte) bool {
	switch string(s[:3]) {
	case "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun":
		return true
	}
	return false
}
