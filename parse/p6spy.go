package parse

import "bytes"

// P6Spy reads what P6Spy's own formatters and their best known descendants
// write, all of which may stand in one file:
//
//	1717400000123|5|statement|connection 7|url jdbc:h2:mem:t|select ?|select 1
//	1717400000123|5|statement|connection 7|select ?|select 1
//	1717400000123|5|7|statement|select ?|select 1
//	1717400000123|5|statement|connection7|select 1
//	#1717400000123 | took 5ms | statement | connection 7| url jdbc:h2:mem:t
//	select ?
//	select 1;
//
// (com.p6spy.engine.spy.appender: SingleLineFormat since 3.8, since 2.0 and in
// 1.3, CustomLineFormat's default, MultiLineFormat.) The stamp is milliseconds
// since 1970 or whatever the option dateformat makes of it. Nothing is escaped.
// Layouts of users' own are read by Template.
type P6Spy struct{}

// The parts of records that need earlier lines.
const (
	p6BatchPart  Part = 1 + iota // an addBatch or executeBatch
	p6OutagePart                 // a statement that is still running
	p6OpenPart                   // a multi-line record without its end
)

func (P6Spy) Name() string { return "p6spy" }

func (P6Spy) Doc() string {
	return "P6Spy, single-line and multi-line, all versions: stamp|ms|category|connection N|url U|prepared|sql"
}

// Start accepts a line only if stamp, elapsed time, category and connection are
// all well-formed: logs are stored in tables, too.
func (P6Spy) Start(line []byte) bool {
	_, ok := p6Header(line)
	return ok || p6House.start(line)
}

func (P6Spy) Score(e *Event) int {
	h, ok := p6Header(e.Text)
	switch {
	case !ok:
		return p6House.score(e.Text)
	case h.layout == p6Old:
		return 95
	case h.epoch == NoTime && !isStamp(trimSpace(e.Text[h.from:h.time]), anyOrder):
		return 30 // a dateformat of any text, or another tool's SQL that holds a record
	}
	return 100
}

func (P6Spy) Folder() Folder { return &p6Folder{} }

func (f P6Spy) Parse(e *Event, p *Parser) bool {
	h := &p.head
	if !p.headed && !h.read(e.Text) {
		return p6House.read(f, e, p)
	}
	if h.category == p6Noise {
		return true // P6Spy's own messages and rows of results are no executions
	}
	r := p.Add(f, e)
	h.fill(r, e, p)
	r.Extra = e.Text // for the Folder, which may have to join events
	text := e.Text
	if e.Start != e.End {
		var trace []byte
		if text, trace = cutTrace(text); trace != nil {
			r.Method = caller(trace)
		}
	}
	used := 0 // where the record's text ends
	switch {
	case len(text) < h.rest:
		used = len(text)
	case h.layout == p6Multi || h.layout == p6Took:
		used = h.rest + h.lines(r, e, p, text[h.rest:])
	default:
		used = h.rest + h.columns(r, e, p, text[h.rest:])
	}
	if len(text) == len(e.Text) && used < len(text) { // a trace behind counts to the record, with all before it
		p.drop(e, r, bytes.Count(text[used:], newline))
	}
	return true
}

// Complete reports whether e needs nothing that may follow: a multi-line record
// ends with a semicolon.
func (P6Spy) Complete(e *Event) bool {
	h, ok := p6Header(e.Text)
	if !ok {
		return p6House.complete(e)
	}
	if h.layout != p6Multi && h.layout != p6Took {
		return true
	}
	text, trace := cutTrace(e.Text)
	text = trimSpaceRight(text)
	return trace != nil || len(text) > 0 && text[len(text)-1] == ';'
}

// fill puts what the header tells into r.
func (h *p6Head) fill(r *Record, e *Event, p *Parser) {
	t := e.Text
	if h.epoch != NoTime {
		r.Time, r.DayOnly = h.epoch, false
	} else {
		p6Time(r, p, t[h.from:h.time])
	}
	if h.elapsed >= 0 {
		r.Runtime = h.elapsed * 1000
	}
	if h.conn < h.connEnd && t[h.conn] != '-' {
		r.Conn = t[h.conn:h.connEnd]
	}
	h.category.fill(r)
}

func (c p6Category) fill(r *Record) {
	switch c {
	case p6Commit:
		r.Kind = Commit
	case p6Rollback:
		r.Kind = Rollback
	case p6Batch:
		r.Kind, r.Part = BatchKind, p6BatchPart
	case p6Outage:
		r.Part = p6OutagePart
	}
}

// p6Time reads the stamp of a dateformat. What is no stamp leaves the envelope's.
func p6Time(r *Record, p *Parser, s []byte) {
	s = trimSpace(s)
	if time, dayOnly, n := p.Stamp(s); n > 0 && zoneWord(s, n) == len(s) {
		r.Time, r.DayOnly = time, dayOnly
	}
}
