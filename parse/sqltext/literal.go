package sqltext

import "bytes"

// endEscaped is endQuoted for E'…', in which a backslash always escapes.
func endEscaped(src []byte, i int) int {
	first := i + 1
	for i = first; ; {
		k := bytes.IndexByte(src[i:], '\'')
		if k < 0 {
			return len(src) + 1
		}
		k += i
		i = k + 1
		if k > first && src[k-1] == '\\' && oddBackslashes(src[first:k]) {
			continue
		}
		if at(src, i) != '\'' {
			return i
		}
		i++
	}
}

// endOracleQuoted returns the index behind the Oracle literal q'[…]' whose quote is at i.
func endOracleQuoted(src []byte, i int) int {
	if i+1 >= len(src) {
		return len(src) + 1
	}
	closing := [2]byte{src[i+1], '\''}
	switch closing[0] {
	case '[':
		closing[0] = ']'
	case '(':
		closing[0] = ')'
	case '{':
		closing[0] = '}'
	case '<':
		closing[0] = '>'
	}
	if k := bytes.Index(src[i+2:], closing[:]); k >= 0 {
		return i + 2 + k + 2
	}
	return len(src) + 1
}

// endDollarQuoted returns the index behind the literal $tag$…$tag$ that starts at i, and 0 if none starts there.
func endDollarQuoted(src []byte, i int) int {
	j := i + 1
	for j < len(src) && wordBytes[src[j]] && src[j] != '$' {
		j++
	}
	if at(src, j) != '$' {
		return 0
	}
	tag := src[i : j+1]
	if k := bytes.Index(src[j+1:], tag); k >= 0 {
		return j + 1 + k + len(tag)
	}
	return len(src) + 1
}

// endNumber returns the index behind the number that starts at i with a digit, or with a dot and a digit. Dates, times and UUIDs
// without quotes, as log4jdbc writes them, are numbers too. word says that it goes on as a word, like the name 2fa_code.
func endNumber(src []byte, i int) (end int, word bool) {
	j := i
	if src[j] == '0' && at(src, j+1)|0x20 == 'x' && isHex(at(src, j+2)) {
		for j += 2; j < len(src) && isHex(src[j]); {
			j++
		}
		if j < len(src) && wordBytes[src[j]] {
			return skipWord(src, j), true
		}
		return j, false
	}
	j = skipDigits(src, j)
	switch c := at(src, j); {
	case c == ',' || c == ' ' || c == ')': // the usual case
		return j, false
	case c == '-' || wordBytes[c]:
		if e := endUUID(src, i); e > 0 {
			return e, false
		}
		if e := endDate(src, i, j); e > 0 {
			return e, false
		}
	case c == ':':
		if e := endTime(src, i); e > 0 {
			return e, false
		}
	}
	if at(src, j) == '.' && at(src, j+1) != '.' && classes[at(src, j+1)] != cWord {
		j = skipDigits(src, j+1)
	}
	if c := at(src, j); c|0x20 == 'e' {
		k := j + 1
		if s := at(src, k); s == '-' || s == '+' {
			k++
		}
		if isDigit(at(src, k)) {
			j = skipDigits(src, k)
		}
	}
	if j < len(src) && wordBytes[src[j]] {
		if c := src[j] | 0x20; (c == 'd' || c == 'f' || c == 'l') && !wordBytes[at(src, j+1)] {
			return j + 1, false
		}
		return skipWord(src, j), true
	}
	return j, false
}

func skipDigits(src []byte, i int) int {
	for i < len(src) && (isDigit(src[i]) || src[i] == '_' && isDigit(at(src, i+1))) {
		i++
	}
	return i
}

// endFraction is endNumber for a number that starts with a dot.
func endFraction(src []byte, i int) (end int, word bool) {
	j := skipDigits(src, i+1)
	if c := at(src, j); c|0x20 == 'e' {
		k := j + 1
		if s := at(src, k); s == '-' || s == '+' {
			k++
		}
		if isDigit(at(src, k)) {
			j = skipDigits(src, k)
		}
	}
	return j, false
}
