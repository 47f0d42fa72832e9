package parse

import (
	"bytes"
	"math"
)

// startPrefix is how much of a line decides whether it begins an event. Longer
// lines are judged by their head, so that a line of any length can be.
const startPrefix = 4096

var bom = []byte("\xEF\xBB\xBF")

// judge tells whether lines begin events, and keeps what it found of the last one
// that does, so that its envelope is read once.
type judge struct {
	m   matcher
	by  *pattern // that the line begins with, if it is as it will be in the event
	end int      // of the envelope
	buf []byte

	head   p6Head // of P6Spy, in which the header is most of what there is to read of a line
	headed bool   // the line begins with head
}

// begins reports whether a line of decoded text, with or without its ending,
// begins an event of s. What files gather at line starts without meaning it is
// looked through: NULs that copytruncate leaves, byte order marks of joined files.
func (j *judge) begins(s *Source, line []byte) bool {
	j.by, j.headed = nil, false
	line = trimHead(trimEOL(line))
	whole := len(line) <= startPrefix
	line = line[:min(len(line), startPrefix)]
	for _, l := range s.Layouts {
		if p, ok := l.(*pattern); !ok {
			if l.Start(line) {
				return true
			}
		} else if end, ok := p.start(line, &j.m); ok {
			if p.more == nil {
				j.by, j.end = p, end
			}
			return true
		}
	}
	if s.Bare {
		for _, f := range s.Formats {
			if _, ok := f.(P6Spy); !ok {
				if f.Start(line) {
					return true
				}
			} else if j.head.read(line) {
				j.headed = whole
				return true
			} else if p6House.start(line) {
				return true
			}
		}
	}
	return false
}

// rawBegins is begins for a line that is not decoded yet.
func (j *judge) rawBegins(s *Source, line []byte) bool {
	coloured := s.coloured(line)
	if !coloured && s.Encoding == nil {
		return j.begins(s, line)
	}
	line = trimHead(trimEOL(line))
	line = line[:min(len(line), startPrefix)]
	b := j.buf[:0]
	if s.Encoding != nil {
		b = s.Encoding.AppendUTF8(b, line)
		line = b
	}
	if coloured {
		at := len(b)
		b = s.appendPlain(b, line)
		line = b[at:]
	}
	j.buf = b
	ok := j.begins(s, line)
	j.by, j.headed = nil, false // they are of the scratch space
	return ok
}

// lastStart returns where the last line of text that begins an event starts,
// looking at lines that start behind from; 0 if there is none. The last line
// counts only if it is complete or long enough to be judged, or with eof.
func (s *Source) lastStart(text []byte, from int, eof bool) int {
	var j judge
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
		if j.rawBegins(s, text[at:end]) {
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
	judge  judge
	pos    int
	raw    []byte // what is left of the text as it was before decoding; nil if decoding changed nothing
	span   int    // of the next line, when text is not Data
	line   int64  // of the next line, when it is
	known  bool   // the next line was seen to begin an event, and judge knows of it
	orphan bool   // e is a line before the first that begins an event
	opened opening
}

// opening is the envelope of an event as it was read when its first line was judged,
// or P6Spy's header.
type opening struct {
	by  *pattern // nil if it was not
	env envelope
	end int

	head   p6Head
	headed bool // head was read
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
	it.orphan = !it.known && !it.judge.rawBegins(src, line)
	if it.opened.by = nil; it.judge.by != nil && !it.orphan && it.raw == nil {
		it.opened.by, it.opened.env, it.opened.end = it.judge.by, it.judge.m.env, it.judge.end
	}
	if it.opened.headed = it.judge.headed && !it.orphan && it.raw == nil; it.opened.headed {
		it.opened.head = it.judge.head
	}
	it.take(line, &at)
	*e = Event{Time: at.time, Offset: at.offset, Start: at.first}
	it.known = false
	lines, last := int64(at.lines), at.last
	for !it.orphan && it.pos < len(text) {
		if line = it.peek(); it.judge.rawBegins(src, line) {
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
