package parse

import "bytes"

const esc = 0x1b

// coloured reports whether text may have colours that are to be taken out.
func (s *Source) coloured(text []byte) bool {
	return s.ANSI && bytes.IndexByte(text, esc) >= 0 || s.Bald && bytes.IndexByte(text, '[') >= 0
}

// appendPlain appends a line to dst without its colours.
func (s *Source) appendPlain(dst, line []byte) []byte {
	if s.Bald {
		var n int
		dst, n = appendBald(dst, line)
		line = line[n:]
	}
	if !s.ANSI {
		return append(dst, line...)
	}
	return appendPlain(dst, line)
}

// appendPlain appends s to dst without the colours of terminals: the sequences
// ESC [ ... m (ECMA-48, SGR).
func appendPlain(dst, s []byte) []byte {
	for len(s) > 0 {
		i := bytes.IndexByte(s, esc)
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		n := sgr(s[i:])
		if n == 0 {
			dst = append(dst, esc)
			n = 1
		}
		s = s[i+n:]
	}
	return dst
}

// sgr returns the length of the colour sequence that s begins with, or 0.
func sgr(s []byte) int {
	if len(s) < 3 || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s) && i < 32; i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case c >= '0' && c <= '9', c == ';', c == ':':
		default:
			return 0
		}
	}
	return 0
}

// baldWindow is how much of a line colours without ESC are looked for in: SQL
// behind the envelope may have brackets with a number of its own.
const baldWindow = 160

// appendBald appends the first n bytes of line to dst without colours that have
// lost their ESC, "[32m", or have it spelt, "^[[32m".
func appendBald(dst, line []byte) (out []byte, n int) {
	for n < len(line) && n < baldWindow {
		i := bytes.IndexByte(line[n:min(len(line), baldWindow)], '[')
		if i < 0 {
			break
		}
		end := n + i
		w := baldCode(line[end:])
		if w > 0 && end > n && (line[end-1] == '^' || line[end-1] == esc) { // ^[[32m: the first bracket is part of it
			w = 0
		}
		if w == 0 {
			if end > n && line[end-1] == '^' {
				if w = baldCode(line[end+1:]); w > 0 {
					dst = append(dst, line[n:end-1]...)
					n = end + 1 + w
					continue
				}
			}
			dst = append(dst, line[n:end+1]...)
			n = end + 1
			continue
		}
		dst = append(dst, line[n:end]...)
		n = end + w
	}
	return dst, n
}

// baldCode returns the length of the colour that s begins with, without ESC, or 0.
func baldCode(s []byte) int {
	n, number := 1, 0
	if len(s) < 3 || s[0] != '[' {
		return 0
	}
	for {
		v, w := digits(s, n, 4)
		if w == 0 || v > 107 {
			return 0
		}
		n += w
		if number++; n >= len(s) || number > 4 {
			return 0
		}
		if s[n] == 'm' {
			return n + 1
		}
		if s[n] != ';' {
			return 0
		}
		n++
	}
}

// findColours reports whether terminal colours stand in the envelopes of text, with
// ESC or without, and the first line that shows it.
func findColours(text []byte) (ansi, bald bool, line int64) {
	if bytes.IndexByte(text, esc) >= 0 {
		line = mostly(text, func(dst, s []byte) ([]byte, bool) {
			at := bytes.IndexByte(s[:min(len(s), 80)], esc)
			if at < 0 || sgr(s[at:]) == 0 {
				return dst, false
			}
			return appendPlain(dst, s), at == 0
		})
		if line > 0 {
			return true, false, line
		}
	}
	if bytes.Contains(text, []byte("[0;39m")) || bytes.Contains(text, []byte("[0m")) { // what ends a colour
		line = mostly(text, func(dst, s []byte) ([]byte, bool) {
			dst, n := appendBald(dst, s)
			if len(dst) == n {
				return dst[:0], false
			}
			return append(dst, s[n:]...), false
		})
	}
	return false, line > 0, line
}

// mostly returns the first line that plain changes into one with an envelope, if
// one in twenty is such a line; else 0. plain may be sure of it by itself.
func mostly(text []byte, plain func(dst, line []byte) (out []byte, sure bool)) (first int64) {
	var buf []byte
	number, hits, lines := int64(0), 0, 0
	for pos := 0; pos < len(text) && lines < maxSample; {
		end := lineEnd(text, pos)
		line := trimHead(trimEOL(text[pos:end]))
		pos = end
		number++
		if len(line) == 0 {
			continue
		}
		lines++
		var sure bool
		if buf, sure = plain(buf[:0], line[:min(len(line), startPrefix)]); len(buf) == 0 {
			continue
		}
		if _, fields := learnPattern(buf, nil, anyOrder); fields > 1 || sure {
			if hits++; first == 0 {
				first = number
			}
		}
	}
	if hits*20 < lines {
		return 0
	}
	return first
}
