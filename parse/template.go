package parse

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"unicode/utf8"
)

// Template describes a format of the user's own by regular expressions (RE2)
// with groups named after fields; see TemplateFields.
type Template struct {
	Name         string
	Start        string            // matches the first line of a record; required
	Continuation string            // matches the lines that go on; "" for all up to the end
	End          string            // matches the last line; "" if the next start ends a record
	Fields       map[string]string // that have the same value in every record
}

// RecordTemplate is a Template made into a Format. A record is a line that Start
// matches and the lines behind it: with an End up to the first that it matches
// outside of quotes; with a Continuation as long as it matches; without either up
// to the next record. A line that goes on and has no groups of its own goes on
// with the text that the record had last.
//
// Lines are matched as they are in the file, unless envelopes are found before the
// records. Like all lines, one of more than 4 KiB begins a record or not by its
// first 4 KiB.
type RecordTemplate struct {
	name             string
	start, more, end *tplPattern
	static           []tplValue
	encodings        []Encoding // in which a start that is not ASCII is looked for, too
}

// tplPattern is a pattern, and the field of each of its groups.
type tplPattern struct {
	re     *regexp.Regexp
	fields []tplField
}

// NewRecordTemplate compiles a template. The error names the part that is wrong.
func NewRecordTemplate(t Template) (*RecordTemplate, error) {
	x := &RecordTemplate{name: t.Name}
	if t.Start == "" {
		return nil, fmt.Errorf("start: is missing")
	}
	for _, p := range [...]struct {
		part, text string
		into       **tplPattern
	}{{"start", t.Start, &x.start}, {"continuation", t.Continuation, &x.more}, {"end", t.End, &x.end}} {
		if p.text == "" {
			continue
		}
		c, err := compileTemplate(p.text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.part, err)
		}
		*p.into = c
	}
	if x.start.re.Match(nil) {
		return nil, fmt.Errorf("start: it matches an empty line, so every line begins a record")
	}
	var err error
	if x.static, err = staticFields(t.Fields); err != nil {
		return nil, fmt.Errorf("fields: %w", err)
	}
	if !isASCII(t.Start) {
		for _, name := range EncodingNames() {
			if e, err := LookupEncoding(name); err == nil && e != nil {
				x.encodings = append(x.encodings, e)
			}
		}
	}
	return x, nil
}

func compileTemplate(text string) (*tplPattern, error) {
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	p := &tplPattern{re: re}
	for _, name := range re.SubexpNames() {
		f, err := tplFieldNamed(name)
		if err != nil {
			return nil, err
		}
		p.fields = append(p.fields, f)
	}
	return p, nil
}

func isASCII(s string) bool {
	return !slices.ContainsFunc([]byte(s), func(c byte) bool { return c >= utf8.RuneSelf })
}

// Name is the one that the user has given.
func (t *RecordTemplate) Name() string { return t.name }

// Doc is its line in the list of formats.
func (t *RecordTemplate) Doc() string { return "a template of the user's own: " + t.start.re.String() }

// Start reports whether the pattern matches line.
func (t *RecordTemplate) Start(line []byte) bool {
	if t.start.re.Match(line) {
		return true
	}
	if t.encodings == nil || utf8.Valid(line) {
		return false
	}
	for _, e := range t.encodings {
		if t.start.re.Match(e.AppendUTF8(nil, line)) {
			return true
		}
	}
	return false
}

// Score is as sure as can be of what the pattern matches: the user has said so.
func (t *RecordTemplate) Score(e *Event) int {
	line, _ := cutLine(e.Text)
	if t.start.re.Match(line) {
		return 100
	}
	return 0
}

// OwnLines says that Start may match what looks like an envelope.
func (t *RecordTemplate) OwnLines() {}

// Complete reports whether a record has its end, or else closes its quotes.
func (t *RecordTemplate) Complete(e *Event) bool {
	if t.end == nil {
		return quoteAt(e.Text, 0) == 0
	}
	for rest := e.Text; len(rest) > 0; {
		var line []byte
		line, rest = cutLine(rest)
		if t.end.re.Match(line) {
			return true
		}
	}
	return false
}

// Folder returns nil: every record is an event.
func (t *RecordTemplate) Folder() Folder { return nil }

// Finish recovers the values where a record has both texts.
func (t *RecordTemplate) Finish(b *Batch, r *Record) { recoverParams(b, r) }

// Parse reads a record.
func (t *RecordTemplate) Parse(e *Event, p *Parser) bool {
	v, lines := t.read(e.Text)
	if lines == nil {
		return false
	}
	if x, is := v.wrong(p); is {
		p.Reject(e, x.line, string(x.field)+": "+quoteWord(x.value)+" is not "+x.field.kind())
		return true
	}
	r := p.Add(t, e)
	v.fill(r, t, p)
	if t.end != nil && lines[len(lines)-1].as != tplEnd {
		r.Flags |= Truncated
	}
	p.drop(e, r, int(countLines(e.Text))-len(lines))
	return true
}

// tplLine is a line that belongs to a record.
type tplLine struct {
	as    tplPart
	line  []byte
	match []int
}

type tplPart uint8

const (
	tplStart tplPart = iota
	tplText          // goes on with the text before it
	tplMore
	tplEnd
	tplTrace // of a failure
)

// read reads the record that text begins with. lines are nil if it begins with none.
func (t *RecordTemplate) read(text []byte) (v tplValues, lines []tplLine) {
	line, rest := cutLine(text)
	m := t.start.re.FindSubmatchIndex(line)
	if m == nil {
		return v, nil
	}
	lines = []tplLine{{tplStart, line, m}}
	v.take(t.start, line, m)
	var trace []byte
	if t.end == nil && t.more == nil && len(rest) > 0 {
		at := thrownAt(text)
		if failure := thrown(text[at:]); failure != nil && quoteAt(text[:at], 0) == 0 {
			v.fields = append(v.fields, tplValue{"error", failure, 0})
			trace = text[at:]
			_, rest = cutLine(text[:at])
		}
	}
	for _, l := range t.lines(&v, rest) {
		v.line++
		switch l.as {
		case tplEnd:
			v.take(t.end, l.line, l.match)
		case tplMore:
			v.take(t.more, l.line, l.match)
		default:
			v.goOn(l.line)
		}
		lines = append(lines, l)
	}
	for len(trace) > 0 {
		line, trace = cutLine(trace)
		lines = append(lines, tplLine{tplTrace, line, nil})
	}
	return v, lines
}

// lines returns the lines of rest that belong to the record whose first line v
// holds.
func (t *RecordTemplate) lines(v *tplValues, rest []byte) (lines []tplLine) {
	open, end := v.quote(), -1
	for len(rest) > 0 {
		var line []byte
		line, rest = cutLine(rest)
		if t.end != nil {
			if m := t.end.re.FindSubmatchIndex(line); m != nil && (open == 0 || end < 0) {
				if lines = append(lines, tplLine{tplEnd, line, m}); open == 0 {
					if end > 0 {
						lines[end-1].as = tplText
					}
					return lines
				}
				end = len(lines) // unless it is inside of quotes that are closed
				open = quoteAt(line, open)
				continue
			}
		}
		l := tplLine{as: tplText, line: line}
		if t.more != nil {
			if l.match = t.more.re.FindSubmatchIndex(line); l.match == nil {
				break
			}
			l.as = tplMore
		}
		open = quoteAt(line, open)
		lines = append(lines, l)
	}
	if end < 0 {
		return trimTemplate(lines)
	}
	if open != 0 { // the quotes are not: they mean nothing
		return lines[:end]
	}
	lines[end-1].as = tplText
	return trimTemplate(lines)
}

// trimTemplate takes empty lines off the end of lines that are text.
func trimTemplate(lines []tplLine) []tplLine {
	for n := len(lines); n > 0 && lines[n-1].as == tplText && len(bytes.TrimSpace(lines[n-1].line)) == 0; n = len(lines) {
		lines = lines[:n-1]
	}
	return lines
}
