package parse

import "bytes"

// groupedWidth is the length of the number that s begins with. It may be
// negative, and in groups of three digits, as Java's MessageFormat writes it.
func groupedWidth(s []byte) int {
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	_, w := digits(s, i, 19)
	if w == 0 {
		return 0
	}
	i += w
	for w <= 3 {
		sep := groupSeparator(s[i:])
		if sep == 0 {
			break
		}
		if _, n := digits(s, i+sep, 4); n != 3 {
			break
		}
		i += sep + 3
	}
	return i
}

// numberWidth is groupedWidth for a number whose digits are not in groups, -1 if there is none.
func numberWidth(s []byte) int {
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	_, w := digits(s, i, 19)
	if w == 0 {
		return -1
	}
	return i + w
}

// groupSeparator is the length of what stands between groups of digits.
func groupSeparator(s []byte) int {
	if len(s) == 0 {
		return 0
	}
	switch s[0] {
	case ',', '.', '\'':
		return 1
	case 0xC2, 0xE2:
		for _, x := range [...]string{"\u00a0", "\u202f", "\u2019"} {
			if len(s) >= len(x) && string(s[:len(x)]) == x {
				return len(x)
			}
		}
	}
	return 0
}

// groupedNumber is the number that s is, -1 if it is below zero.
func groupedNumber(s []byte) (v int64) {
	if len(s) > 0 && s[0] == '-' {
		return -1
	}
	for _, c := range s {
		if c >= '0' && c <= '9' {
			v = v*10 + int64(c-'0')
		}
	}
	return v
}

// breakWidth is the length of a line break and the blanks behind it, -1 if s
// begins with none.
func breakWidth(s []byte) int {
	switch {
	case len(s) > 0 && s[0] == '\n':
		return afterBlanks(s, 1)
	case len(s) > 1 && s[0] == '\r' && s[1] == '\n':
		return afterBlanks(s, 2)
	}
	return -1
}

// colonWidth is the length of a full-width colon, or of what has become of one:
// an ASCII colon, UTF-8 taken for Latin-1 or GBK, GBK not decoded, question marks. -1
// if s begins with none of these.
func colonWidth(s []byte) int {
	for _, x := range [...]string{"：", ":", "ï¼š", "\xA3\xBA"} {
		if len(s) >= len(x) && string(s[:len(x)]) == x {
			return len(x)
		}
	}
	if bytes.HasPrefix(s, []byte("锛")) { // and half of another character
		n := len("锛")
		if n < len(s) && (s[n] == '?' || s[n] >= 0x80) {
			for n++; n < len(s) && s[n]&0xC0 == 0x80; n++ {
			}
		}
		return n
	}
	n := 0
	for n < len(s) && n < 9 && (s[n] == '?' || s[n] >= 0x80) {
		n++
	}
	if n == 0 {
		return -1
	}
	return n
}

// sqlBlock is the SQL that s begins with, up to an empty line outside of quotes.
func sqlBlock(s []byte) []byte {
	start := 0
	for start < len(s) && isSpace(s[start]) {
		start++
	}
	var open byte
	for pos := start; pos < len(s); {
		end := lineEnd(s, pos)
		if open == 0 && len(trimSpace(s[pos:end])) == 0 {
			return s[:pos]
		}
		open = quoteAt(s[pos:end], open)
		pos = end
	}
	return s
}
