package parse

import (
	"fmt"

	"jdbclog/parse/sqltext"
)

// Parser turns batches of any source into records. It holds the memory of
// normalised statements and scratch space, and serves one goroutine.
type Parser struct {
	norm  *sqltext.Normalizer
	batch *Batch
	zone  Zone
	text  []byte // scratch of layouts
	event Event

	url, urlMasked []byte // the JDBC url seen last, and what became of it
	urlPlain       bool   // nothing
	marks          []int  // scratch

	head   p6Head // of the event, if headed: it was read when the first line was judged
	headed bool
}

// NewParser makes a parser that remembers up to cacheBytes of statement texts.
func NewParser(cacheBytes int) *Parser {
	return &Parser{norm: sqltext.NewNormalizer(cacheBytes)}
}

// Source is that of the batch being parsed.
func (p *Parser) Source() *Source { return p.batch.Source }

// Batch is the one being parsed; text that a format builds goes into it.
func (p *Parser) Batch() *Batch { return p.batch }

// Zone converts stamps that name no zone.
func (p *Parser) Zone() *Zone { return &p.zone }

// Parse fills b's Records, Rejects and counts from its Data: events are cut,
// envelopes taken off, and each event given to the formats of the source.
// Records may be parts until Fold has joined them.
func (p *Parser) Parse(b *Batch) {
	s := b.Source
	p.batch = b
	p.zone.Use(s.Zone)
	if b.Skip > 0 {
		b.Rejects = append(b.Rejects, Reject{StartLine: b.Line, EndLine: b.EndLine(), Lines: b.Lines, Line: b.Line, Offset: b.Offset, Reason: tooLarge(s)})
		return
	}
	b.decode()
	e := &p.event
	for it := newEvents(b); it.next(e); {
		n := len(b.Records)
		switch {
		case it.orphan:
		case len(e.Text) > s.MaxRecord:
			p.Reject(e, 0, tooLarge(s))
			b.Rejects[len(b.Rejects)-1].Text = nil
		default:
			p.parse(s, e, &it.opened)
		}
		b.Skipped += int64(e.Lines) // what was added or rejected has taken its lines
		for i := n; i < len(b.Records); i++ {
			r := &b.Records[i]
			if t := r.Text(); t != nil && r.Stmt == nil {
				r.Stmt = p.norm.Stmt(t)
			}
			if r.Part == Whole {
				r.key = doubleKey(r)
			}
			b.parts = b.parts || r.Part != Whole || r.DayOnly
		}
	}
	p.batch = nil
}

func tooLarge(s *Source) string {
	return fmt.Sprintf("record is over max-record (%d bytes)", s.MaxRecord)
}

func (p *Parser) parse(s *Source, e *Event, o *opening) bool {
	s.open(e, p, o)
	if p.headed = o.headed; p.headed {
		p.head = o.head
	}
	for _, f := range s.Formats {
		if f.Parse(e, p) {
			return true
		}
	}
	return false
}

// Add appends an empty record, or part, of format f with what e tells of it:
// lines, offset, time, thread. The pointer is good until the next Add. All of
// e's lines are counted to the first record that is added for it.
func (p *Parser) Add(f Format, e *Event) *Record {
	b := p.batch
	if n := len(b.Records); n < cap(b.Records) {
		b.Records = b.Records[:n+1]
	} else {
		b.Records = append(b.Records, Record{})
	}
	r := &b.Records[len(b.Records)-1]
	r.reset(f)
	r.StartLine, r.EndLine, r.Offset, r.Lines = e.Start, e.End, e.Offset, e.Lines
	r.Time, r.DayOnly, r.Thread = e.Time, e.DayOnly, e.Thread
	e.Lines = 0
	return r
}

// Reject counts e as a stretch that begins like a record and cannot be read.
// skip is the number of lines of e before the one at fault. reason says what is
// wrong without showing text of the log.
func (p *Parser) Reject(e *Event, skip int, reason string) {
	b := p.batch
	b.Rejects = append(b.Rejects, Reject{StartLine: e.Start, EndLine: e.End, Offset: e.Offset, Line: e.Start + int64(skip), Reason: reason, Text: e.Text, Lines: int64(e.Lines)})
	e.Lines = 0
}

// drop makes r, the record of e, end n lines before e does: these are no part of it.
func (p *Parser) drop(e *Event, r *Record, n int) {
	if n <= 0 || int64(r.Lines) != e.End-e.Start+1 || int64(n) >= int64(r.Lines) {
		return
	}
	r.Lines -= int32(n)
	r.EndLine -= int64(n)
	e.Lines += int32(n)
}

// Stamp reads the time stamp that s begins with, as parseStamp does, in the file's order of dates, and gives
// it in microseconds since 1970 UTC, or as a time of day if dayOnly is set. n is
// its length, 0 if there is none.
func (p *Parser) Stamp(s []byte) (time int64, dayOnly bool, n int) {
	t, n, ok := parseStampIn(s, p.batch.Source.Order)
	if !ok {
		return NoTime, false, 0
	}
	return resolve(t, p.batch.Source, &p.zone), t.dayOnly, n
}

// resolve gives t in microseconds since 1970 UTC, or as a time of day; NoTime
// for no stamp. A stamp without year gets that of the source's date: it is the
// first such day that is not half a year before it, NoTime if that is unknown.
func resolve(t stamp, src *Source, z *Zone) int64 {
	if t == (stamp{}) {
		return NoTime
	}
	if !t.yearless {
		return t.utc(z)
	}
	if src.Date.IsZero() {
		return NoTime
	}
	y, m, d := src.Date.Date()
	_, month, date := civilDate(floorDiv(t.wall, day))
	if Civil(y, month, date) < Civil(y, int(m), d)-183 {
		y++
	}
	t.wall += (Civil(y, month, date) - Civil(yearlessYear, month, date)) * day
	return t.utc(z)
}
