package parse

import "bytes"

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
