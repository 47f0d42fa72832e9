package parse

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonObject walks over the members of a JSON object without making values of
// them. It is lenient about what stands inside strings: log shippers write
// control characters and invalid UTF-8 there.
type jsonObject struct {
	s  []byte
	i  int
	ok bool // the object was well-formed so far; at the end: as a whole
}

// openJSON begins to walk over the object that s holds, blanks around it aside.
func openJSON(s []byte) jsonObject {
	j := jsonObject{s: s}
	j.blanks()
	if j.i < len(s) && s[j.i] == '{' {
		j.i++
		j.ok = true
	}
	return j
}

// next gives the next member, its value as it stands: a string with its quotes,
// an object with its braces. At the end, or where the object is broken, more is false.
func (j *jsonObject) next() (key, value []byte, more bool) {
	if !j.ok {
		return nil, nil, false
	}
	j.blanks()
	if j.i < len(j.s) && j.s[j.i] == ',' {
		j.i++
		j.blanks()
	}
	if j.i < len(j.s) && j.s[j.i] == '}' {
		j.i++
		return nil, nil, false
	}
	j.ok = false
	key = j.take()
	if len(key) < 2 || key[0] != '"' {
		return nil, nil, false
	}
	j.blanks()
	if j.i >= len(j.s) || j.s[j.i] != ':' {
		return nil, nil, false
	}
	j.i++
	j.blanks()
	if value = j.take(); len(value) == 0 {
		return nil, nil, false
	}
	j.ok = true
	return key[1 : len(key)-1], value, true
}

// rest is what follows the object, once next has said that there is no more.
func (j *jsonObject) rest() []byte { return j.s[j.i:] }

func (j *jsonObject) blanks() {
	for j.i < len(j.s) && (j.s[j.i] == ' ' || j.s[j.i] == '\t' || j.s[j.i] == '\r' || j.s[j.i] == '\n') {
		j.i++
	}
}

// take returns the value at i and goes behind it; nothing if it does not end.
func (j *jsonObject) take() []byte {
	start := j.i
	if j.i >= len(j.s) {
		return nil
	}
	switch j.s[j.i] {
	case '"':
		if !j.skipString() {
			return nil
		}
	case '{', '[':
		depth := 0
		for j.i < len(j.s) {
			switch j.s[j.i] {
			case '"':
				if !j.skipString() {
					return nil
				}
				continue
			case '{', '[':
				depth++
			case '}', ']':
				depth--
			}
			j.i++
			if depth == 0 {
				return j.s[start:j.i]
			}
		}
		return nil
	default:
		for j.i < len(j.s) && bytes.IndexByte([]byte(",}] \t\r\n"), j.s[j.i]) < 0 {
			j.i++
		}
	}
	return j.s[start:j.i]
}

// skipString goes behind the string at i.
func (j *jsonObject) skipString() bool {
	i := j.i + 1
	for {
		n := bytes.IndexByte(j.s[i:], '"')
		if n < 0 {
			return false
		}
		i += n
		back := i
		for j.s[back-1] == '\\' {
			back--
		}
		i++
		if (i-1-back)%2 == 0 {
			j.i = i
			return true
		}
	}
}

// isString reports whether a value is a string.
func isString(value []byte) bool { return len(value) >= 2 && value[0] == '"' }

// appendUnquoted appends the text of a string value. Escapes that are none stay
// as they are.
func appendUnquoted(dst, value []byte) []byte {
	s := value[1 : len(value)-1]
	for {
		i := bytes.IndexByte(s, '\\')
		if i < 0 || i+1 >= len(s) {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		s = s[i:]
		n := 2
		switch s[1] {
		case 'n':
			dst = append(dst, '\n')
		case 't':
			dst = append(dst, '\t')
		case 'r':
			dst = append(dst, '\r')
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case '"', '\\', '/':
			dst = append(dst, s[1])
		case 'u':
			var r rune
			if r, n = unicodeEscape(s); n > 0 {
				dst = utf8.AppendRune(dst, r)
			} else {
				dst = append(dst, s[:2]...)
				n = 2
			}
		default:
			dst = append(dst, s[:2]...)
		}
		s = s[n:]
	}
}

// unicodeEscape reads \u263a, or two of them that are one character together.
func unicodeEscape(s []byte) (r rune, n int) {
	a := hex4(s)
	switch {
	case a < 0:
		return 0, 0
	case a == 0: // PostgreSQL takes none
		return utf8.RuneError, 6
	}
	if utf16.IsSurrogate(a) {
		if r = utf16.DecodeRune(a, hex4(s[6:])); r != utf8.RuneError {
			return r, 12
		}
		return utf8.RuneError, 6
	}
	return a, 6
}

// hex4 reads \uXXXX, or returns -1.
func hex4(s []byte) (r rune) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	for _, c := range s[2:6] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}
