package parse

import "bytes"

// p6Match is what a template has found in a record.
type p6Match struct {
	text                            []byte
	budget                          int
	elapsed                         int64
	category                        p6Category
	conn, stamp, url, method        []byte
	prepared, sql                   []byte
	hasElapsed, hasPrepared, hasSQL bool
	ambiguous                       bool
	begun                           bool // all that is before the first text was found
	prefix                          bool // text may go on behind the pieces
	end                             int  // where a block ends, if there is one
}

// match reads a record off the beginning of text, and returns where it ends.
func (t *P6SpyTemplate) match(m *p6Match, text []byte) (used int, ok bool) {
	head := afterBlanks(text, 0)
	end := len(text)
	if t.oneRow { // it has as many lines as the template
		end = head
		for range t.breaks + 1 {
			end = lineEnd(text, min(end, len(text)))
		}
		if end > 0 && text[end-1] == '\n' {
			end--
		}
	}
	var first p6Match
	for range 64 {
		*m = p6Match{text: trimSpaceRight(text[:end]), budget: 4096}
		if m.pieces(t.pieces, head) {
			if !m.ambiguous || t.oneRow {
				return m.used(), true
			}
			if first.text == nil {
				first = *m
			}
		}
		// Other text may have come behind, which ends with a line.
		if t.oneRow || !m.begun {
			break
		}
		if end = bytes.LastIndexByte(m.text, '\n'); end < head {
			break
		}
	}
	*m = first
	return m.used(), first.text != nil
}

// used is where the record ends.
func (m *p6Match) used() int {
	if m.end > 0 {
		return m.end
	}
	return len(m.text)
}

// pieces matches what is left of a template with what is left of the text.
func (m *p6Match) pieces(pieces []p6Piece, at int) bool {
	for i := range pieces {
		x, rest := &pieces[i], pieces[i+1:]
		if m.budget--; m.budget < 0 {
			return false
		}
		if x.open() {
			return m.open(x, rest, at)
		}
		n := x.width(m.text[at:])
		if (x.kind == p6Conn || x.kind == p6Elapsed) && len(rest) > 0 && groupSeparator(rest[0].text) > 0 {
			n = numberWidth(m.text[at:]) // what looks like one group of digits more is another field
		}
		if n < 0 {
			return false
		}
		m.set(x.kind, m.text[at:at+n])
		at += n
	}
	return m.prefix || at == len(m.text)
}

// open matches a piece that has no end of its own, and the rest: it ends where
// the rest begins.
func (m *p6Match) open(x *p6Piece, rest []p6Piece, at int) bool {
	m.begun = m.begun || x.kind >= p6Prepared
	if x.kind >= p6Prepared && len(rest) > 1 && rest[1].kind >= p6Prepared {
		return m.pair(x, rest, at)
	}
	if len(rest) == 0 {
		s := m.text[at:]
		if x.kind == p6Block {
			s = sqlBlock(s)
			m.end = at + len(s)
		}
		m.set(x.kind, s)
		return x.fits(s)
	}
	until := len(m.text)
	if x.kind < p6Prepared {
		until = lineEnd(m.text, at)
		if x.kind == p6When {
			until = min(until, at+p6StampMax)
		}
	}
	// The last possible end of an SQL counts: it may hold the words of the template.
	if x.kind >= p6Prepared {
		for end := until; end >= at; end-- {
			if end = rest[0].last(m.text, at, end); end < at {
				return false
			}
			if m.pieces(rest, end) {
				m.set(x.kind, m.text[at:end])
				return true
			}
		}
		return false
	}
	for end := at; end <= until; end++ {
		if end = rest[0].first(m.text, end, until); end < 0 {
			return false
		}
		if x.fits(m.text[at:end]) && m.pieces(rest, end) {
			m.set(x.kind, m.text[at:end])
			return true
		}
	}
	return false
}

// pair matches two texts side by side, a separator between them: both are
// needed to see where one ends.
func (m *p6Match) pair(x *p6Piece, rest []p6Piece, at int) bool {
	sep, other, behind := &rest[0], &rest[1], rest[2:]
	for end := len(m.text); end >= at; end-- {
		if len(behind) > 0 {
			if end = behind[0].last(m.text, at, end); end < at {
				return false
			}
			if !m.pieces(behind, end) {
				continue
			}
		}
		s := m.text[at:end]
		k, n, ambiguous := splitBy(s, sep, x.kind == p6SQL)
		if k >= 0 {
			m.set(x.kind, s[:k])
			m.set(other.kind, s[k+n:])
			m.ambiguous = ambiguous
			return true
		}
		if len(behind) == 0 {
			return false
		}
	}
	return false
}

// set notes what a piece has matched.
func (m *p6Match) set(k p6Kind, s []byte) {
	switch k {
	case p6Conn:
		m.conn = s
	case p6When:
		m.stamp = s
	case p6Elapsed:
		m.elapsed, m.hasElapsed = groupedNumber(s), true
	case p6Cat:
		m.category = p6CategoryOf(s)
	case p6URL:
		m.url = s
	case p6Method:
		m.method = s
	case p6Prepared:
		m.prepared, m.hasPrepared = s, true
	case p6SQL, p6Block:
		m.sql, m.hasSQL = s, true
	}
}

// fill puts what was found into r.
func (m *p6Match) fill(r *Record, p *Parser) {
	if len(m.stamp) > 0 {
		p6Time(r, p, m.stamp)
	}
	if m.hasElapsed && m.elapsed >= 0 {
		r.Runtime = m.elapsed * 1000
	}
	if len(m.conn) > 0 && m.conn[0] != '-' {
		r.Conn = ungrouped(p, m.conn)
	}
	r.URL = p.URL(trimSpace(m.url))
	if method := trimSpace(m.method); len(method) > 0 {
		r.Method = method
	}
	m.category.fill(r)
	if r.Kind == Commit || r.Kind == Rollback {
		return
	}
	if m.ambiguous {
		r.Flags |= Ambiguous
	}
	prepared, sql := trimSpace(m.prepared), trimSpace(m.sql)
	if m.hasSQL {
		r.SQL = sql
	}
	if m.hasPrepared {
		r.Prepared = prepared
	}
	if m.hasSQL && m.hasPrepared && len(sql) == 0 {
		r.SQL, r.Prepared = prepared, nil
	}
}

// ungrouped is the number s without what separates its groups of digits.
func ungrouped(p *Parser, s []byte) []byte {
	if _, w := digits(s, 0, len(s)); w == len(s) {
		return s
	}
	out := p.batch.Alloc(len(s))[:0]
	for _, c := range s {
		if c >= '0' && c <= '9' {
			out = append(out, c)
		}
	}
	return out
}
