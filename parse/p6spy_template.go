package parse

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// P6SpyTemplate reads what P6Spy's CustomLineFormat writes by a user's
// customLogMessageFormat, as this one:
//
//	%(currentTime) | took %(executionTime)ms | %(category) | connection %(connectionId) | %(sqlSingleLine)
//
// Besides P6Spy's own placeholders there are, for those who have written a
// formatter of their own, %(ignore), %(method) and %(block), an SQL that ends at an
// empty line.
type P6SpyTemplate struct {
	text   string
	pieces []p6Piece
	starts []p6Start // what records begin with, in the encodings in which files may have it
	breaks int       // line breaks of the template itself
	oneRow bool      // no text has line breaks
}

// p6Start is the pieces that tell a record's first line: those before the first
// text. toEnd says that the line ends behind them. A template that begins with a
// text is known by the whole of its first line, or not at all.
type p6Start struct {
	pieces []p6Piece
	toEnd  bool
}

// p6Piece is a part of a template.
type p6Piece struct {
	kind p6Kind
	text []byte // of a literal
}

type p6Kind uint8

const (
	p6Literal p6Kind = iota
	p6Colon          // a full-width colon, which encodings are prone to damage
	p6Break          // a line break, and blanks behind it
	p6Conn
	p6When
	p6Elapsed
	p6Cat
	p6URL
	p6Method
	p6Ignore
	p6Prepared // texts from here on
	p6SQL
	p6Block // an SQL that ends at an empty line
)

// p6Fields are the placeholders (com.p6spy.engine.spy.appender.CustomLineFormat).
var p6Fields = [...]struct {
	name   string
	kind   p6Kind
	oneRow bool
}{
	{"connectionId", p6Conn, true}, {"currentTime", p6When, true}, {"executionTime", p6Elapsed, true}, {"category", p6Cat, true},
	{"effectiveSql", p6Prepared, false}, {"effectiveSqlSingleLine", p6Prepared, true}, {"sql", p6SQL, false}, {"sqlSingleLine", p6SQL, true},
	{"url", p6URL, true}, {"method", p6Method, true}, {"ignore", p6Ignore, true}, {"block", p6Block, false},
}

// NewP6SpyTemplate compiles a customLogMessageFormat, as it stands in
// spy.properties, or the name of one of P6SpyPresets.
func NewP6SpyTemplate(text string) (*P6SpyTemplate, error) {
	for _, p := range p6Presets {
		if p.name == text {
			return compileP6(p.template)
		}
	}
	if !strings.Contains(text, "%(") {
		var names []string
		for _, p := range p6Presets {
			names = append(names, p.name)
		}
		return nil, fmt.Errorf("%.20q has no placeholder like %%(sql) and is not one of %s", text, strings.Join(names, ", "))
	}
	return compileP6(unescapeProperty(text))
}

// compileP6 is NewP6SpyTemplate for a text without escapes.
func compileP6(text string) (*P6SpyTemplate, error) {
	t := &P6SpyTemplate{text: text, oneRow: true}
	var err error
	if t.pieces, err = t.compile(strings.Trim(text, " \t\r\n")); err != nil {
		return nil, err
	}
	t.starts = []p6Start{startOf(t.pieces)}
	if len(text) == len([]rune(text)) {
		return t, nil
	}
	for _, e := range [...]encoding.Encoding{simplifiedchinese.GB18030, korean.EUCKR, japanese.ShiftJIS} {
		if s, err := e.NewEncoder().String(strings.Trim(text, " \t\r\n")); err == nil {
			if pieces, err := new(P6SpyTemplate).compile(s); err == nil {
				t.starts = append(t.starts, startOf(pieces))
			}
		}
	}
	return t, nil
}

func (t *P6SpyTemplate) compile(s string) (pieces []p6Piece, err error) {
	sql := false
	for len(s) > 0 {
		at := strings.Index(s, "%(")
		if at != 0 {
			if at < 0 {
				at = len(s)
			}
			pieces = t.literal(pieces, s[:at])
			s = s[at:]
			continue
		}
		name, rest, ok := strings.Cut(s[2:], ")")
		if !ok {
			return nil, errors.New("a %( is not closed")
		}
		s = rest
		var kind p6Kind
		for _, f := range p6Fields {
			if f.name == name {
				kind = f.kind
				t.oneRow = t.oneRow && f.oneRow
			}
		}
		if kind == p6Literal {
			var names []string
			for _, f := range p6Fields {
				names = append(names, f.name)
			}
			return nil, fmt.Errorf("%.20q is no placeholder, these are: %s", name, strings.Join(names, ", "))
		}
		if n := len(pieces); n > 0 && pieces[n-1].open() && (kind >= p6When) {
			return nil, fmt.Errorf("nothing tells %%(%s) from what is before it", name)
		}
		sql = sql || kind >= p6Prepared
		pieces = append(pieces, p6Piece{kind: kind})
	}
	if !sql {
		return nil, errors.New("has no SQL: %(sql), %(sqlSingleLine), %(effectiveSql) or %(effectiveSqlSingleLine)")
	}
	return pieces, nil
}

// literal appends the pieces of text without placeholders.
func (t *P6SpyTemplate) literal(pieces []p6Piece, s string) []p6Piece {
	for len(s) > 0 {
		i := strings.IndexAny(s, "\r\n：")
		if i < 0 {
			return append(pieces, p6Piece{text: []byte(s)})
		}
		if i > 0 {
			pieces = append(pieces, p6Piece{text: []byte(s[:i])})
			s = s[i:]
		}
		if strings.HasPrefix(s, "：") {
			pieces = append(pieces, p6Piece{kind: p6Colon})
			s = s[len("："):]
			continue
		}
		pieces = append(pieces, p6Piece{kind: p6Break})
		t.breaks++
		s = strings.TrimPrefix(strings.TrimPrefix(s, "\r"), "\n")
		s = strings.TrimLeft(s, " \t")
	}
	return pieces
}

// open reports whether the piece has no end of its own.
func (x *p6Piece) open() bool { return x.kind == p6When || x.kind >= p6URL }

// unescapeProperty undoes the escapes of a value in a .properties file
// (java.util.Properties.load).
func unescapeProperty(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'f':
			b.WriteByte('\f')
		case 'u':
			if v, err := strconv.ParseUint(s[min(len(s), i+1):min(len(s), i+5)], 16, 16); err == nil && i+4 < len(s) {
				b.WriteRune(rune(v))
				i += 4
				break
			}
			b.WriteByte('u')
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func (*P6SpyTemplate) Name() string { return "p6spy" }

func (t *P6SpyTemplate) Doc() string { return "P6Spy by the template " + t.text }

// Start accepts a line that has all that the template has before its first text.
func (t *P6SpyTemplate) Start(line []byte) bool {
	at := afterBlanks(line, 0)
	line = trimSpaceRight(line)
	for i := range t.starts {
		x := &t.starts[i]
		if x.pieces[0].kind >= p6Prepared && !t.oneRow {
			if startsSQL(line[min(at, len(line)):]) {
				return true
			}
			continue
		}
		m := p6Match{text: line, budget: 256, prefix: !x.toEnd}
		if at <= len(line) && m.pieces(x.pieces, at) {
			return true
		}
	}
	return false
}

func startOf(pieces []p6Piece) p6Start {
	for i := range pieces {
		if pieces[i].kind == p6Break {
			return p6Start{pieces[:i], true}
		}
		if pieces[i].kind >= p6Prepared && i > 0 {
			return p6Start{pieces[:i], false}
		}
	}
	return p6Start{pieces, true}
}

// startsSQL reports whether line begins with a verb of SQL.
func startsSQL(line []byte) bool {
	var buf [8]byte
	word := leadingWord(line)
	if len(word) > len(buf) {
		return false
	}
	switch string(bytes.ToLower(append(buf[:0], word...))) {
	case "select", "insert", "update", "delete", "merge", "with", "call", "create", "alter", "drop", "truncate", "replace":
		return true
	}
	return false
}

func (t *P6SpyTemplate) Score(e *Event) int {
	var m p6Match
	if _, ok := t.match(&m, e.Text); ok {
		return 100
	}
	return 0
}

func (t *P6SpyTemplate) Folder() Folder { return &p6Folder{} }

func (t *P6SpyTemplate) Finish(b *Batch, r *Record) { recoverParams(b, r) }

func (t *P6SpyTemplate) Parse(e *Event, p *Parser) bool {
	if t.read(t, e, p) {
		return true
	}
	if line, _ := cutLine(e.Text); t.decides() && t.Start(line) {
		p.Reject(e, 0, "begins as the template says and does not go on so")
		return true
	}
	return false
}

// Complete reports whether e needs nothing that may follow: a text of several
// lines that nothing comes behind may always go on.
func (t *P6SpyTemplate) Complete(e *Event) bool {
	last := &t.pieces[len(t.pieces)-1]
	var m p6Match
	_, ok := t.match(&m, e.Text)
	return ok && (t.oneRow || last.kind < p6Prepared)
}

// read reads e as a record of format f.
func (t *P6SpyTemplate) read(f Format, e *Event, p *Parser) bool {
	var m p6Match
	text, trace := cutTrace(e.Text)
	used, ok := t.match(&m, text)
	if !ok {
		return false
	}
	if m.category == p6Noise || m.category == p6None && len(trimSpace(m.sql)) == 0 && len(trimSpace(m.prepared)) == 0 {
		return true
	}
	r := p.Add(f, e)
	m.fill(r, p)
	if r.Method == nil {
		r.Method = informed(text[used:])
	}
	if r.Method == nil {
		r.Method = caller(trace)
	}
	if trace == nil {
		p.drop(e, r, bytes.Count(text[used:], newline))
	}
	return true
}

// decides reports whether what is before the first text is hardly found in
// anything but a record.
func (t *P6SpyTemplate) decides() bool {
	for i := range t.pieces {
		switch x := &t.pieces[i]; {
		case x.kind >= p6Prepared:
			return false
		case x.kind == p6Elapsed, x.kind == p6Cat:
			return true
		}
	}
	return false
}
