package parse

import "bytes"

// width is how much of s a piece with an end of its own takes, -1 if it does not match.
func (x *p6Piece) width(s []byte) int {
	switch x.kind {
	case p6Literal:
		if bytes.HasPrefix(s, x.text) {
			return len(x.text)
		}
		if tail := trimSpaceRight(x.text); len(tail) == len(s) && bytes.Equal(s, tail) {
			return len(s) // blanks at the end have been trimmed
		}
		return -1
	case p6Colon:
		return colonWidth(s)
	case p6Break:
		return breakWidth(s)
	case p6Cat:
		if _, n := p6Word(s, 0); n > 0 && p6CategoryOf(s[:n]) != p6None {
			return n
		}
		return -1
	}
	if n := groupedWidth(s); n > 0 { // a connection, or a number of milliseconds
		return n
	}
	return -1
}

// fits reports whether s may be the piece: a stamp has digits, and no quotes.
func (x *p6Piece) fits(s []byte) bool {
	if x.kind != p6When {
		return true
	}
	n := 0
	for _, c := range s {
		if c >= '0' && c <= '9' {
			n++
		}
		if c == '\'' || c == '"' || c == '=' {
			return false
		}
	}
	return n >= 4
}

// first is the first place from at where the piece matches, -1 if there is none up to until.
func (x *p6Piece) first(s []byte, at, until int) int {
	if x.kind == p6Literal {
		if i := bytes.Index(s[at:min(len(s), until+len(x.text))], x.text); i >= 0 {
			return at + i
		}
		if tail := trimSpaceRight(x.text); len(s)-len(tail) <= until && len(tail) < len(x.text) && bytes.HasSuffix(s[at:], tail) {
			return len(s) - len(tail)
		}
		return -1
	}
	for ; at <= until && at <= len(s); at++ {
		if x.width(s[at:]) >= 0 {
			return at
		}
	}
	return -1
}

// last is the last place in s[at:end] from where the piece matches, -1 if there is none.
func (x *p6Piece) last(s []byte, at, end int) int {
	if x.kind == p6Literal {
		if tail := trimSpaceRight(x.text); end == len(s) && bytes.HasSuffix(s[at:], tail) {
			return len(s) - len(tail)
		}
		if i := bytes.LastIndex(s[at:min(len(s), end+len(x.text))], x.text); i >= 0 {
			return at + i
		}
		return -1
	}
	for ; end >= at; end-- {
		if x.width(s[end:]) >= 0 {
			return end
		}
	}
	return -1
}

// splitBy finds the separator, of n bytes, between two texts; swapped says that
// the one with values comes first.
func splitBy(s []byte, sep *p6Piece, swapped bool) (k, n int, ambiguous bool) {
	c := byte('\n')
	if sep.kind == p6Literal {
		c = sep.text[0]
	}
	if !swapped && (sep.kind == p6Break || len(sep.text) == 1) {
		k, f, ambiguous := splitTexts(s, c)
		if f == fitNone {
			return -1, 0, false
		}
		return k, 1, ambiguous
	}
	k = -1
	found := 0
	for at := sep.first(s, 0, len(s)); at >= 0; at = sep.first(s, at+1, len(s)) {
		w := sep.width(s[at:])
		prepared, sql := trimSpace(s[:at]), trimSpace(s[at+w:])
		if swapped {
			prepared, sql = sql, prepared
		}
		if len(prepared) == len(sql) && bytes.Equal(prepared, sql) || bindFit(prepared, sql) == fitBound {
			return at, w, false
		}
		if found++; k < 0 || abs(2*at-len(s)) < abs(2*k-len(s)) {
			k, n = at, w
		}
		if found > 1000 {
			break
		}
	}
	return k, n, found > 1
}
