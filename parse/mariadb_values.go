package parse

import (
	"bytes"

	"jdbclog/parse/sqltext"
)

// localMillis reads a number of milliseconds as Java's NumberFormat writes it in
// any language, and gives microseconds: 1.234, 1,234.5, 1.234,5, 1 234,5. What is
// behind the last separator is the fraction, unless the same separator stands
// twice.
func localMillis(s []byte) (micros int64, ok bool) {
	w := 0
	var last, before byte // separators; 1 stands for a blank
	at := -1              // of the last one
	for w < len(s) {
		n := 0
		switch c := s[w]; {
		case c >= '0' && c <= '9':
			w++
			continue
		case c == ' ':
			n, before, last = 1, last, 1
		case c == '.' || c == ',':
			n, before, last = 1, last, c
		default:
			if n = groupSeparator(s[w:]); n == 0 {
				return 0, false
			}
			before, last = last, 1
		}
		if w == 0 {
			return 0, false
		}
		at = w
		w += n
	}
	if w == 0 || at == w-1 {
		return 0, false
	}
	whole, fraction := s, []byte(nil)
	if at >= 0 && last != 1 && last != before {
		whole, fraction = s[:at], s[at+1:]
	}
	for _, c := range whole {
		if c >= '0' && c <= '9' && micros < 1e14 {
			micros = micros*10 + int64(c-'0')
		}
	}
	micros *= 1000
	for i, unit := 0, int64(100); i < len(fraction) && unit > 0; i, unit = i+1, unit/10 {
		micros += int64(fraction[i]-'0') * unit
	}
	return micros, true
}

var mariaParameters = []byte(", parameters [")

// mariaSplit finds where the values begin: behind the first text that has a
// placeholder and that a list of values follows; nil if there are none. A text
// that was cut need not close the list.
func mariaSplit(t []byte, cut bool) (sql, values []byte) {
	if !cut && (len(t) == 0 || t[len(t)-1] != ']') {
		return t, nil
	}
	for from, tries := 0, 0; tries < 16; tries++ {
		i := bytes.Index(t[from:], mariaParameters)
		if i < 0 {
			return t, nil
		}
		at := from + i
		values = t[at+len(mariaParameters)-1:]
		if n := countPlaceholders(t[:at]); n > 0 && (cut || mariaFits(values, n)) {
			return t[:at], values
		}
		from = at + 1
	}
	return t, nil
}

// countPlaceholders is the number of placeholders of sql.
func countPlaceholders(sql []byte) int {
	if !bytes.ContainsAny(sql, "'\"`-/#$[\\|&@") && !bytes.Contains(sql, []byte("??")) {
		return bytes.Count(sql, []byte{'?'})
	}
	var few [64]int
	return len(sqltext.AppendPlaceholders(few[:0], sql))
}

// mariaFits reports whether text may be lists of n values each: there are no
// fewer pieces than values.
func mariaFits(text []byte, n int) bool {
	pieces := 0
	for rest := text[1:]; ; {
		w := mariaPiece(rest)
		if pieces++; w >= len(rest) {
			return false
		}
		if rest[w] == ']' {
			return pieces >= n
		}
		rest = rest[w+1:]
	}
}

// mariaPiece is the length of the shortest text that may be a value and is
// followed by a comma or a bracket.
func mariaPiece(t []byte) int {
	if len(t) > 0 && t[0] == '\'' {
		for i := 1; ; i++ {
			n := bytes.IndexByte(t[i:], '\'')
			if n < 0 {
				return len(t)
			}
			if i += n; i+1 == len(t) || t[i+1] == ',' || t[i+1] == ']' && mariaEnds(t[i+2:]) {
				return i + 1
			}
		}
	}
	for i := 0; i < len(t); i++ {
		if t[i] == ',' || t[i] == ']' && mariaEnds(t[i+1:]) {
			return i
		}
	}
	return len(t)
}

// mariaEnds reports whether rest may stand behind the bracket of a list.
func mariaEnds(rest []byte) bool { return len(rest) == 0 || bytes.HasPrefix(rest, []byte(",[")) }

// mariaGroups is the number of lists, one for each execution of a batch.
func mariaGroups(text []byte) (n int) {
	for len(text) > 0 && text[0] == '[' {
		text = text[1:]
		for {
			w := mariaPiece(text)
			if w >= len(text) {
				return n
			}
			c := text[w]
			if text = text[w+1:]; c == ']' {
				break
			}
		}
		n++
		text = bytes.TrimPrefix(text, []byte{','})
	}
	return n
}

// bind splits the values of r and makes its SQL.
func (MariaDB) bind(f *Finisher, b *Batch, r *Record) {
	text := r.Extra
	r.Extra = nil
	if text == nil || r.Kind == BatchKind || r.Prepared == nil {
		return
	}
	n := len(f.placeholders(r))
	values, known, ok, ambiguous := appendMariaValues(f.params[:0], text, n)
	f.params = values
	if !ok || !known {
		r.SQL = r.Prepared
		r.Flags |= Unbound
		if ambiguous {
			r.Flags |= Ambiguous
		}
	}
	if ok {
		f.bindValues(b, r, values)
	}
}

// appendMariaValues splits "['a',1,<null>]" into n values. Quotes in strings are
// not escaped, so with more pieces than values there is more than one way, unless
// there is one value. known is false if one is not shown.
func appendMariaValues(dst []Param, text []byte, n int) (values []Param, known, ok, ambiguous bool) {
	text, closed := bytes.CutSuffix(text[1:], []byte{']'})
	if !closed {
		return dst, false, false, false
	}
	if n == 1 {
		v, known, ok := mariaParam(text)
		return append(dst, v), known, ok, false
	}
	known = true
	for pieces := 0; ; pieces++ {
		w := mariaPiece(text)
		if w < len(text) && text[w] == ']' {
			w = len(text)
		}
		if pieces == n {
			return dst, false, false, true
		}
		v, shown, good := mariaParam(text[:w])
		if !good {
			return dst, false, false, false
		}
		dst = append(dst, v)
		known = known && shown
		if w == len(text) {
			return dst, known, pieces+1 == n, false
		}
		text = text[w+1:]
	}
}

// mariaParam makes a parameter of a printed value. known is false if it is not
// the value: of bytes and streams.
func mariaParam(s []byte) (v Param, known, ok bool) {
	switch {
	case string(s) == "<null>":
		return Param{Null: true}, true, true
	case len(s) >= 2 && s[0] == '\'' && s[len(s)-1] == '\'':
		return Param{Value: s[1 : len(s)-1]}, true, true
	case len(s) == 0 || bytes.IndexByte(s, '\'') >= 0:
		return v, false, false
	}
	bare := isNumber(s) || isBoolean(s)
	return Param{Value: s, Bare: bare}, bare, true
}
