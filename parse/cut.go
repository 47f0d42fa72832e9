package parse

import (
	"bytes"
	"math"
)

// startPrefix is how much of a line decides whether it begins an event. Longer
// lines are judged by their head, so that a line of any length can be.
const startPrefix = 4096

var bom = []byte("\xEF\xBB\xBF")

// begins reports whether the raw line, with or without its ending, begins an
// event of s. What files gather at line starts without meaning it is looked
// through: NULs that copytruncate leaves, byte order marks of joined files,
// colours.
func (s *Source) begins(line []byte) bool {
	line = trimHead(trimEOL(line))
	if len(line) > startPrefix {
		line = line[:startPrefix]
	}
	if s.ANSI && bytes.IndexByte(line, esc) >= 0 {
		var buf [startPrefix]byte
		line = appendPlain(buf[:0], line)
	}
	return s.Start(line)
}

// lastStart returns where the last line of text that begins an event starts,
// looking at lines that start behind from; 0 if there is none. The last line
// counts only if it is complete or long enough to be judged, or with eof.
func (s *Source) lastStart(text []byte, from int, eof bool) int {
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
		if s.begins(text[at:end]) {
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
	*e = Event{Time: NoTime, Offset: it.offset()}
	line := it.peek()
	it.orphan = !it.known && !src.begins(line)
	e.Start, e.End = it.take(line)
	it.known = false
	for !it.orphan && it.pos < len(text) {
		if line = it.peek(); src.begins(line) {
			it.known = true
			break
		}
		_, e.End = it.take(line)
	}
	end := it.pos
	e.Text = trimHead(trimEOL(text[start:end]))
	e.Last = it.b.EOF && end == len(text)
	e.Open = e.Last && text[end-1] != '\n'
	e.Lines = int32(min(e.End-e.Start+1, math.MaxInt32))
	return true
}

// offset is that of the next line in the file.
func (it *events) offset() int64 {
	if len(it.b.spans) == 0 {
		return it.b.Offset + int64(it.pos)
	}
	return it.b.spans[it.span].offset
}

// peek returns the next line, raw.
func (it *events) peek() []byte {
	if it.raw != nil {
		return it.raw[:lineEnd(it.raw, 0)]
	}
	return it.b.text[it.pos:lineEnd(it.b.text, it.pos)]
}

// take goes behind line, the next one, and gives its numbers.
func (it *events) take(line []byte) (first, last int64) {
	if it.raw != nil {
		it.raw = it.raw[len(line):]
		it.pos = lineEnd(it.b.text, it.pos)
	} else {
		it.pos += len(line)
	}
	if len(it.b.spans) == 0 {
		it.line++
		return it.line - 1, it.line - 1
	}
	s := it.b.spans[it.span]
	it.span++
	return s.first, s.last
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
