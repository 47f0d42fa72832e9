package parse

import (
	"fmt"
	"strings"
)

// stampFormat reads stamps of one form: a pattern as java.text.SimpleDateFormat
// and java.time.format.DateTimeFormatter take it, which is what %d{...} of
// logback and log4j and the dateformat of P6Spy hold. It is somewhat lenient:
// numbers may be unpadded and the fraction may be of any length or missing, as
// they are when a stamp was written by toString.
type stampFormat struct {
	ops []stampOp
	iso bool // begins with yyyy-MM-dd HH:mm:ss, or T: read in one go
	any bool // no pattern: every form that parseStamp knows
}

type stampOp struct {
	kind  byte // pattern letter, 'T' for a literal
	width int  // letters; digits exactly, when the next number is glued to it
	glued bool
	text  string // literal; of 'S' what stands before the digits
}

// namedFormats are the words that log4j knows for %d{...}.
var namedFormats = [...]struct{ name, pattern string }{
	{"ABSOLUTE", "HH:mm:ss,SSS"},
	{"ABSOLUTE_PERIOD", "HH:mm:ss.SSS"},
	{"COMPACT", "yyyyMMddHHmmssSSS"},
	{"DATE", "dd MMM yyyy HH:mm:ss,SSS"},
	{"DATE_PERIOD", "dd MMM yyyy HH:mm:ss.SSS"},
	{"DEFAULT", "yyyy-MM-dd HH:mm:ss,SSS"},
	{"DEFAULT_PERIOD", "yyyy-MM-dd HH:mm:ss.SSS"},
	{"ISO8601_BASIC", "yyyyMMdd'T'HHmmss,SSS"},
	{"ISO8601_BASIC_PERIOD", "yyyyMMdd'T'HHmmss.SSS"},
	// These differ between the frameworks and their versions in T, comma and offset.
	{"ISO8601", ""},
	{"ISO8601_PERIOD", ""},
	{"ISO8601_OFFSET_DATE_TIME_HHCMM", ""},
	{"ISO8601_OFFSET_DATE_TIME_HHMM", ""},
	{"UNIX", ""},
	{"UNIX_MILLIS", ""},
}

// compileStamp makes a stampFormat of a pattern. None stands for any form.
func compileStamp(pattern string) (*stampFormat, error) {
	for _, f := range namedFormats {
		if f.name == pattern {
			pattern = f.pattern
		}
	}
	if pattern == "" {
		return &stampFormat{any: true}, nil
	}
	f := &stampFormat{}
	for i := 0; i < len(pattern); {
		c := pattern[i]
		switch {
		case c == '\'':
			text, n := quoted(pattern[i:])
			if n == 0 {
				return nil, fmt.Errorf("date pattern: unterminated quote")
			}
			f.literal(text)
			i += n
		case isLetter(c):
			n := i
			for n < len(pattern) && pattern[n] == c {
				n++
			}
			if strings.IndexByte("yuMLdHkKhmsSaEzZXxOV", c) < 0 {
				return nil, fmt.Errorf("date pattern: letter %q is not known", c)
			}
			f.letter(c, n-i)
			i = n
		default:
			f.literal(pattern[i : i+1])
			i++
		}
	}
	if f.iso = f.isISO(); f.iso {
		f.ops = f.ops[11:]
	}
	return f, nil
}

// quoted reads a literal in quotes; two quotes are one.
func quoted(s string) (text string, n int) {
	if strings.HasPrefix(s, "''") {
		return "'", 2
	}
	end := strings.IndexByte(s[1:], '\'')
	if end < 0 {
		return "", 0
	}
	return s[1 : 1+end], end + 2
}

func (f *stampFormat) literal(text string) {
	if n := len(f.ops); n > 0 && f.ops[n-1].kind == 'T' {
		f.ops[n-1].text += text
		return
	}
	f.ops = append(f.ops, stampOp{kind: 'T', text: text})
}

func (f *stampFormat) letter(c byte, width int) {
	switch c {
	case 'u':
		c = 'y'
	case 'L':
		c = 'M'
	case 'k':
		c = 'H'
	case 'K':
		c = 'h'
	case 'x':
		c = 'X'
	case 'V', 'O':
		c = 'z'
	}
	op := stampOp{kind: c, width: width}
	if n := len(f.ops); n > 0 {
		last := &f.ops[n-1]
		if op.number() && last.number() {
			last.glued = true
		}
		if c == 'S' && last.kind == 'T' && n > 1 && f.ops[n-2].kind == 's' {
			op.text = last.text
			*last = op
			return
		}
	}
	f.ops = append(f.ops, op)
}

func (op *stampOp) number() bool {
	return strings.IndexByte("ydHhmsS", op.kind) >= 0 || op.kind == 'M' && op.width < 3
}

func (f *stampFormat) isISO() bool {
	if len(f.ops) < 11 {
		return false
	}
	for i, want := range [...]stampOp{{kind: 'y', width: 4}, {kind: 'T', text: "-"}, {kind: 'M', width: 2}, {kind: 'T', text: "-"}, {kind: 'd', width: 2}, {kind: 'T', text: " "},
		{kind: 'H', width: 2}, {kind: 'T', text: ":"}, {kind: 'm', width: 2}, {kind: 'T', text: ":"}, {kind: 's', width: 2}} {
		if i == 5 && f.ops[i].text == "T" {
			want.text = "T"
		}
		if f.ops[i] != want {
			return false
		}
	}
	return true
}

// dateMemo remembers the date read last: the lines of a log are mostly of one day.
type dateMemo struct {
	text  [10]byte
	start int64 // of the day, in microseconds
}

// isoSeconds is isoSeconds for a date that is likely to be the one read last.
func (d *dateMemo) isoSeconds(s []byte) (wall int64, ok bool) {
	if string(s[:10]) != string(d.text[:]) {
		if wall, ok = isoSeconds(s); ok {
			copy(d.text[:], s)
			d.start = floorDiv(wall, day) * day
			if s[11] == '2' && s[12] == '4' {
				d.text[0] = 0 // midnight at the end of the day
			}
		}
		return wall, ok
	}
	h, min, sec := two(s, 11), two(s, 14), two(s, 17)
	if s[10] != ' ' && s[10] != 'T' || s[13] != ':' || s[16] != ':' || h|min|sec < 0 || h > 24 || min > 59 || sec > 60 {
		return 0, false
	}
	return d.start + int64(h*3600+min*60+sec)*1e6, true
}

// parse reads the stamp that s begins with and returns its length.
func (f *stampFormat) parse(s []byte, memo *dateMemo) (t stamp, n int, ok bool) {
	if f.any {
		return parseStamp(s)
	}
	var c calendar
	if f.iso {
		if len(s) < 19 {
			return t, 0, false
		}
		if t.wall, ok = memo.isoSeconds(s); !ok {
			return t, 0, false
		}
		n = 19
	}
	for i := range f.ops {
		op := &f.ops[i]
		w := 0
		switch op.kind {
		case 'T':
			if len(s)-n < len(op.text) || string(s[n:n+len(op.text)]) != op.text {
				return t, 0, false
			}
			w = len(op.text)
		case 'S':
			us, fw := op.fraction(s, n)
			t.wall += us
			n += fw
			continue
		case 'X', 'Z':
			if t.offset, w = anyOffset(s, n); w == 0 {
				return t, 0, false
			}
			t.hasOffset = true
		case 'z':
			w = t.zoneName(s, n)
		default:
			w = c.read(op, s, n)
		}
		if w == 0 {
			return t, 0, false
		}
		n += w
	}
	if f.iso {
		return t, n, true
	}
	return c.stamp(t, n)
}

// fraction reads the digits behind the seconds, with what separates them, or
// nothing. Less than three letters count milliseconds: SimpleDateFormat does
// not pad them to a fraction.
func (op *stampOp) fraction(s []byte, i int) (us int64, w int) {
	if len(s)-i <= len(op.text) || string(s[i:i+len(op.text)]) != op.text {
		return 0, 0
	}
	most := 9
	if op.glued {
		most = op.width
	}
	v, w := digits(s, i+len(op.text), most)
	if w == 0 {
		return 0, 0
	}
	return micros(v, w, op.width < 3 || op.text == ":"), w + len(op.text)
}

// anyOffset reads an offset in any spelling that the pattern letters X and Z have.
func anyOffset(s []byte, i int) (seconds int32, w int) {
	if i < len(s) && s[i] == 'Z' {
		return 0, 1
	}
	return numericOffset(s, i, true)
}

// zoneName reads the name of a zone, which is an offset only if it is certain.
func (t *stamp) zoneName(s []byte, i int) (w int) {
	for i+w < len(s) && w < 40 && (isLetter(s[i+w]) || w > 0 && strings.IndexByte("+-:/_0123456789", s[i+w]) >= 0) {
		w++
	}
	if w > 0 {
		if off, ow := offsetAt(s[:i+w], i); ow == w {
			t.offset, t.hasOffset = off, true
		}
	}
	return w
}

// calendar gathers the parts of a stamp.
type calendar struct {
	y, m, d, h, min, sec int64
	half                 byte
	date                 bool
}

// read reads one part at i and returns its length, 0 if it is not there.
func (c *calendar) read(op *stampOp, s []byte, i int) (w int) {
	switch {
	case op.kind == 'a':
		c.half, w = halfDay(s, i)
		return w
	case op.kind == 'E':
		for i+w < len(s) && w < 20 && (isLetter(s[i+w]) || s[i+w] >= 0x80) {
			w++
		}
		return w
	case op.kind == 'M' && op.width >= 3:
		var m int
		m, w = monthAt(s, i)
		c.m, c.date = int64(m), true
		return w
	}
	most := max(2, op.width)
	if op.kind == 'y' && op.width != 2 {
		most = 4
	}
	if op.glued {
		most = op.width
	}
	v, w := digits(s, i, most)
	if w == 0 || op.glued && w < op.width {
		return 0
	}
	switch op.kind {
	case 'y':
		if w <= 2 {
			v = int64(century(int(v)))
		}
		c.y, c.date = v, true
	case 'M':
		c.m, c.date = v, true
	case 'd':
		c.d, c.date = v, true
	case 'H', 'h':
		c.h = v
	case 'm':
		c.min = v
	case 's':
		c.sec = v
	}
	return w
}

// stamp completes t, which has the fraction and the offset, if the parts make sense.
func (c *calendar) stamp(t stamp, n int) (stamp, int, bool) {
	if c.h > 24 || c.min > 59 || c.sec > 60 {
		return t, 0, false
	}
	t.wall += (hour24(c.h, c.half)*3600 + c.min*60 + c.sec) * 1e6
	switch {
	case !c.date:
		t.dayOnly = true
	case c.y == 0 && isDate(yearlessYear, int(c.m), int(c.d)):
		t.yearless = true
		t.wall += Civil(yearlessYear, int(c.m), int(c.d)) * day
	case isDate(int(c.y), int(c.m), int(c.d)):
		t.wall += Civil(int(c.y), int(c.m), int(c.d)) * day
	default:
		return t, 0, false
	}
	return t, n, true
}
