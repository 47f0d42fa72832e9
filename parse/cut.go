package parse

import (
	"bytes"
	"math"
)

// startPrefix is how much of a line decides whether it begins an event. Longer
// lines are judged by their head, so that a line of any length can be.
const startPrefix = 4096

var bom = []byte("\xEF\xBB\xBF")

// begins reports whether a line of decoded text, with or without its ending,
// begins an event of s. What files gather at line starts without meaning it is
// looked through: NULs that copytruncate leaves, byte order marks of joined files.
func (s *Source) begins(line []byte) bool {
	line = trimHead(trimEOL(line))
	return s.Start(line[:min(len(line), startPrefix)])
}

// rawBegins is begins for a line that is not decoded yet. buf is scratch space.
func (s *Source) rawBegins(line []byte, buf *[]byte) bool {
	coloured := s.ANSI && bytes.IndexByte(line, esc) >= 0
	encoding := s.lineEncoding()
	if !coloured && encoding == nil {
		return s.begins(line)
	}
	line = trimHead(trimEOL(line))
	line = line[:min(len(line), startPrefix)]
	b := (*buf)[:0]
	if encoding != nil {
		b = encoding.AppendUTF8(b, line)
		line = b
	}
	if coloured {
		at := len(b)
		b = appendPlain(b, line)
		line = b[at:]
	}
	*buf = b
	return s.begins(line)
}

// lastStart returns where the last line of text that begins an event starts,
// looking at lines that start behind from; 0 if there is none. The last line
// counts only if it is complete or long enough to be judged, or with eof.
func (s *Source) lastStart(text []byte, from int, eof bool) int {
	var buf []byte
	end := len(text)
	if !eof {
		nl := bytes.LastIndexByte(text, '\n') + 1
		if len(text)-nl <= startPrefix {
			end = nl
		}
	}
	for end > 0 {
		at := bytes.LastIndexByte(text[:end-1], '\n') + 1
		if at <= from {
			return 0
		}
		if s.rawBegins(text[at:end], &buf) {
			return at
		}
		end = at
	}
	return 0
}

// events walks over the events of a batch's text. Whether a line begins one is
// judged by its raw bytes, as the splitter has to, so that both agree.
type events struct {
	b      *Batch
	pos    int
	buf    []byte // scratch
	raw    []byte // what is left of the text as it was before decoding; nil if decoding changed nothing
	span   int    // of the next line, when text is not Data
	line   int64  // of the next line, when it is
	known  bool   // the next line was seen to begin an event
	orphan bool   // e is a line before the first that begins an event
}

func newEvents(b *Batch) events {
	it := events{b: b, line: b.Line}
	if len(b.raw) > 0 && (len(b.raw) != len(b.text) || &b.raw[0] != &b.text[0]) {
		it.raw = b.raw
	}
	return it
}

// next fills e with the next event, or returns false at the end. Lines before
// the first that begins an event come one by one, with orphan set.
func (it *events) next(e *Event) bool {
	text, src := it.b.text, it.b.Source
	start := it.pos
	if start >= len(text) {
		return false
	}
	var at span
	line := it.peek()
	it.orphan = !it.known && !src.rawBegins(line, &it.buf)
	it.take(line, &at)
	*e = Event{Time: at.time, Offset: at.offset, Start: at.first}
	it.known = false
	lines, last := int64(at.lines), at.last
	for !it.orphan && it.pos < len(text) {
		if line = it.peek(); src.rawBegins(line, &it.buf) {
			it.known = true
			break
		}
		it.take(line, &at)
		lines += int64(at.lines)
		last = max(last, at.last)
	}
	end := it.pos
	e.End = last
	e.Text = trimHead(trimEOL(text[start:end]))
	e.Last = it.b.EOF && end == len(text)
	e.Open = e.Last && text[end-1] != '\n'
	e.Lines = int32(min(lines, math.MaxInt32))
	return true
}

// peek returns the next line, raw.
func (it *events) peek() []byte {
	if it.raw != nil {
		return it.raw[:lineEnd(it.raw, 0)]
	}
	return it.b.text[it.pos:lineEnd(it.b.text, it.pos)]
}

// take goes behind line, the next one, and tells where it came from.
func (it *events) take(line []byte, s *span) {
	if len(it.b.spans) == 0 {
		*s = span{it.b.Offset + int64(it.pos), it.line, it.line, 1, NoTime}
		it.line++
	} else {
		*s = it.b.spans[it.span]
		it.span++
	}
	if it.raw != nil {
		it.raw = it.raw[len(line):]
		it.pos = lineEnd(it.b.text, it.pos)
	} else {
		it.pos += len(line)
	}
}

// lineEnd returns the end of the line of text that starts at i, its ending included.
func lineEnd(text []byte, i int) int {
	if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(text)
}

// trimEOL takes one line ending, LF or CRLF, off the end.
func trimEOL(s []byte) []byte {
	if n := len(s); n > 0 && s[n-1] == '\n' {
		s = s[:n-1]
		if n > 1 && s[n-2] == '\r' {
			s = s[:n-2]
		}
	}
	return s
}

// trimHead takes NULs and byte order marks off the beginning.
func trimHead(s []byte) []byte {
	for len(s) > 0 {
		if s[0] == 0 {
			s = s[1:]
		} else if s[0] == bom[0] && bytes.HasPrefix(s, bom) {
			s = s[len(bom):]
		} else {
			break
		}
	}
	return s
}

const esc = 0x1b

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
