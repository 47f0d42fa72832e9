package parse

import "bytes"

// bindFit tells whether sql is prepared with something in place of each ?:
// fitBound if it is a literal each time, fitGaps if not, fitNone if sql is
// something else. P6Spy replaces every ?, in literals and comments too, and
// leaves those for which it has no value.
func bindFit(prepared, sql []byte) fit {
	f, _ := appendBound(nil, false, prepared, sql)
	return f
}

// appendBound is bindFit. If want is set, it also appends what stands in place
// of each ?, as views into sql.
func appendBound(values [][]byte, want bool, prepared, sql []byte) (fit, [][]byte) {
	f := fitBound
	for {
		q := bytes.IndexByte(prepared, '?')
		if q < 0 {
			if bytes.Equal(prepared, sql) {
				return f, values
			}
			return fitNone, values
		}
		if !bytes.HasPrefix(sql, prepared[:q]) {
			return fitNone, values
		}
		sql, prepared = sql[q:], prepared[q+1:]
		next := prepared
		if end := bytes.IndexByte(next, '?'); end >= 0 {
			next = next[:end]
		}
		last := len(next) == len(prepared)
		n := literalLen(sql, next, last)
		if n < 0 {
			if n = bytes.Index(sql, next); last {
				n = len(sql) - len(next)
			}
			if n < 0 || len(next) == 0 && !last {
				return fitNone, values
			}
			f = fitGaps
		}
		if want {
			values = append(values, sql[:n])
		}
		sql = sql[n:]
	}
}

// literalLen returns the length of the literal that s begins with and next
// follows, to the end of s if last is set; -1 if there is none.
func literalLen(s, next []byte, last bool) int {
	follows := func(n int) bool {
		return n > 0 && n <= len(s) && bytes.HasPrefix(s[n:], next) && (!last || len(s) == n+len(next))
	}
	if len(s) == 0 {
		return -1
	}
	n := 0
	switch c := s[0]; {
	case c == '?':
		n = 1
	case c == '\'':
		n = quotedLen(s)
	case c >= '0' && c <= '9', c == '-', c == '+', c == '.':
		n = numeral(s)
		if !follows(n) {
			n = wordLen(s) // 0xAB, 1e3, 2024-06-03
		}
	case isLetter(c):
		if n = wordLen(s); follows(n) {
			break
		}
		n += blanks(s[n:])
		switch { // DATE '2024-06-03', N'x', to_date('2024', 'yyyy')
		case n < len(s) && s[n] == '\'':
			n += quotedLen(s[n:])
		case n < len(s) && s[n] == '(':
			n += bracketedLen(s[n:])
		}
	}
	if follows(n) {
		return n
	}
	return -1
}

// quotedLen is the length of the literal in quotes that s begins with, doubled
// quotes being part of it; len(s)+1 if it is not closed.
func quotedLen(s []byte) int {
	i := 1
	for {
		n := bytes.IndexByte(s[i:], '\'')
		if n < 0 {
			return len(s) + 1
		}
		if i += n + 1; i >= len(s) || s[i] != '\'' {
			return i
		}
		i++
	}
}

// bracketedLen is the length of the brackets that s begins with, and what is in
// them; len(s)+1 if they are not closed.
func bracketedLen(s []byte) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case '\'':
			i += quotedLen(s[i:]) - 1
		}
	}
	return len(s) + 1
}

// numeral is the length of the number that s begins with.
func numeral(s []byte) int {
	i := 0
	if s[0] == '-' || s[0] == '+' {
		i++
	}
	for i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == '.') {
		i++
	}
	if i+1 < len(s) && s[i]|0x20 == 'e' {
		j := i + 1
		if s[j] == '-' || s[j] == '+' {
			j++
		}
		if _, w := digits(s, j, 4); w > 0 {
			i = j + w
		}
	}
	return i
}

// wordLen is the length of the run of letters, digits and what numbers, dates
// and names are made of.
func wordLen(s []byte) int {
	i := 0
	for i < len(s) && (isLetter(s[i]) || s[i] >= '0' && s[i] <= '9' || s[i] == '_' || s[i] == '.' || s[i] == '-' || s[i] == '+' || s[i] == ':') {
		i++
	}
	return i
}

func blanks(s []byte) int { return afterBlanks(s, 0) }
