package parse

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// matchWindow bounds how far the end of a field is looked for, and matchTries
// how many ends are tried, so that no line costs more than its length.
const (
	matchWindow = 512
	matchTries  = 32
)

// matcher reads the pieces of a pattern off a line.
type matcher struct {
	env   envelope
	tries int
	date  dateMemo
}

// match reads pieces at i and returns where they end.
func (m *matcher) match(s []byte, i int, pieces []piece) (end int, ok bool) {
	for k := range pieces {
		x := &pieces[k]
		switch x.kind {
		case literal:
			if len(s)-i >= len(x.text) && string(s[i:i+len(x.text)]) == x.text {
				i += len(x.text)
			} else if k == len(pieces)-1 && string(s[i:]) == strings.TrimRight(x.text, " ") {
				i = len(s) // blanks at line ends get lost
			} else {
				return 0, false
			}
		case dateField:
			t, n, ok := x.date.parse(s[i:], &m.date)
			if !ok {
				return 0, false
			}
			if x.zone != nil && !t.hasOffset && !t.dayOnly && !t.yearless {
				var z Zone
				z.Use(x.zone)
				t.wall, t.hasOffset, t.offset = z.UTC(t.wall), true, 0
			}
			m.env.stamp, m.env.stamped = t, true
			i += n
		case levelField:
			i = skipBlanks(s, i, 12)
			n := levelAt(s, i)
			if n == 0 && x.loose { // the words of java.util.logging in any language
				n = max(0, bytes.Index(s[i:min(len(s), i+40)], x.until))
			} else if n == 0 && x.most > 0 {
				for n < x.most && i+n < len(s) && isLetter(s[i+n]) {
					n++
				}
			}
			if n == 0 {
				return 0, false
			}
			m.env.level = s[i : i+n]
			i = x.padding(s, i+n, n)
		case numberField:
			i = skipBlanks(s, i, 20)
			n := 0
			if i < len(s) && (s[i] == '-' || s[i] == '?') {
				n++
			}
			_, w := digits(s, i+n, 18)
			if n += w; n == 0 || w == 0 && s[i] == '-' {
				return 0, false
			}
			i = x.padding(s, i+n, n)
		case loggerField, wordField:
			i = skipBlanks(s, i, 100)
			n := x.word(s, i)
			if n == 0 {
				return 0, false
			}
			if x.kind == loggerField {
				m.env.logger = s[i : i+n]
			}
			i = x.padding(s, i+n, n)
		case threadField, anyField:
			return m.text(s, i, pieces[k:])
		default:
			return 0, false
		}
	}
	return i, true
}

// text reads a field of any text, the first of pieces, and the pieces behind
// it: its end is the first place where these fit.
func (m *matcher) text(s []byte, i int, pieces []piece) (end int, ok bool) {
	x := &pieces[0]
	if x.until == nil { // nothing marks its end
		n := 0
		if len(pieces) > 1 && x.kind == threadField {
			n = x.word(s, i)
		}
		if x.kind == threadField {
			m.env.thread = s[i : i+n]
		}
		return m.match(s, i+n, pieces[1:])
	}
	for j := i; m.tries < matchTries; j++ {
		m.tries++
		n := bytes.Index(s[j:min(len(s), j+matchWindow)], x.until)
		if n < 0 {
			return 0, false
		}
		j += n
		if end, ok = m.match(s, j, pieces[1:]); ok {
			if x.kind == threadField {
				m.env.thread = bytes.Trim(s[i:j], " ")
			}
			return end, true
		}
	}
	return 0, false
}

// word is the length of the text without blanks at i, which ends before the
// literal that follows the piece.
func (x *piece) word(s []byte, i int) int {
	n := bytes.IndexByte(s[i:min(len(s), i+matchWindow)], ' ')
	if n < 0 {
		n = min(len(s)-i, matchWindow)
	}
	if x.until != nil && x.until[0] != ' ' {
		if at := bytes.Index(s[i:min(len(s), i+n+len(x.until))], x.until); at >= 0 {
			return at
		}
		if at := bytes.IndexByte(s[i:i+n], x.until[0]); at >= 0 { // cut short at the line's end
			return at
		}
	}
	return n
}

// padding goes over the blanks that pad a field of n bytes that ends at i. Its
// width counts characters.
func (x *piece) padding(s []byte, i, n int) int {
	if !x.left {
		return i
	}
	blanks := skipBlanks(s, i, x.width) - i
	for k := 0; k < len(x.until) && x.until[k] == ' '; k++ {
		blanks--
	}
	if blanks > x.width-n {
		blanks = min(blanks, x.width-utf8.RuneCount(s[i-n:i]))
	}
	return i + max(0, blanks)
}

// skipBlanks returns the first place from i that has no blank, most bytes on at the most.
func skipBlanks(s []byte, i, most int) int {
	for most > 0 && i < len(s) && s[i] == ' ' {
		i++
		most--
	}
	return i
}

// Start reports whether line matches the pattern up to the message, or up to
// the end of the line if the message is on the next.
func (p *pattern) Start(line []byte) bool {
	var m matcher
	_, ok := p.start(line, &m)
	return ok
}

// start is Start that leaves what it read in m, and the end of it.
func (p *pattern) start(line []byte, m *matcher) (end int, ok bool) {
	m.env, m.tries = envelope{}, 0
	end, ok = m.match(line, 0, p.head)
	return end, ok && (p.more == nil || len(bytes.TrimRight(line[end:], " ")) == 0)
}

// take makes the event of a pattern without further lines out of e, whose
// envelope was read and ends at end.
func (p *pattern) take(e *Event, ps *Parser, env *envelope, end int) {
	e.Text = e.Text[end:]
	if len(p.suffix) > 0 {
		e.Text = p.trimSuffix(e.Text, ps)
	}
	env.fill(e, ps)
}

// Parse takes the envelope and the suffix off e.
func (p *pattern) Parse(e *Event, ps *Parser) bool {
	var m matcher
	first, rest := cutLine(e.Text)
	at, ok := m.match(first, 0, p.head)
	if !ok {
		return false
	}
	if p.more == nil {
		p.take(e, ps, &m.env, at)
		return true
	}
	if len(bytes.TrimRight(first[at:], " ")) > 0 {
		return false
	}
	text := rest
	for pieces := p.more; pieces != nil; {
		line := pieces
		pieces = nil
		for i := range line {
			if line[i].kind == lineBreak {
				line, pieces = line[:i], line[i+1:]
				break
			}
		}
		from := rest
		first, rest = cutLine(rest)
		if at, ok = m.match(first, 0, line); !ok {
			return false
		}
		text = from[at:]
	}
	e.Text = text
	p.take(e, ps, &m.env, 0)
	return true
}

// cutLine gives the first line of s, without its ending, and what follows it.
func cutLine(s []byte) (line, rest []byte) {
	i := bytes.IndexByte(s, '\n')
	if i < 0 {
		return s, nil
	}
	return trimEOL(s[:i+1]), s[i+1:]
}

// trimSuffix takes off text what the pattern puts behind the message. Of an
// event with a stack trace that is before the trace.
func (p *pattern) trimSuffix(text []byte, ps *Parser) []byte {
	end := len(text)
	for range 1000 {
		nl := bytes.LastIndexByte(text[:end], '\n') + 1
		line := text[nl:end]
		if !isTrace(line) {
			if at := p.suffixAt(line); at >= 0 {
				if end == len(text) {
					return text[:nl+at]
				}
				out := ps.batch.Alloc(nl + at + len(text) - end)
				copy(out[copy(out, text[:nl+at]):], text[end:])
				return out
			}
		}
		if nl == 0 {
			break
		}
		end = nl - 1
	}
	return text
}

// suffixAt returns where the suffix begins that line ends with, or -1.
func (p *pattern) suffixAt(line []byte) int {
	line = bytes.TrimRight(line, " \r")
	lead := p.suffix[0].text
	if p.suffix[0].kind != literal {
		return -1
	}
	for end, tries := len(line), 0; tries < 4; tries++ {
		at := bytes.LastIndex(line[:end], []byte(lead))
		if at < 0 {
			return -1
		}
		var m matcher
		if n, ok := m.match(line, at, p.suffix); ok && n == len(line) {
			return at
		}
		end = at + len(lead) - 1
	}
	return -1
}

// isTrace reports whether line belongs to a stack trace.
func isTrace(line []byte) bool {
	t := bytes.TrimLeft(line, " \t")
	return len(t) < len(line) && (bytes.HasPrefix(t, []byte("at ")) || bytes.HasPrefix(t, []byte("... "))) || bytes.HasPrefix(t, []byte("Caused by: "))
}
