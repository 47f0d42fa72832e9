package sqltext

// clause writes the word of the text that is no operand, as k, and does what it asks for.
func (s *scanner) clause(k kw) {
	if keywords[k].flags&clause != 0 {
		s.settle()
	}
	s.decide(k)
	pos, before, last := len(s.out), s.prev, s.last
	s.lower()
	s.prev, s.last = kReserved, k
	if keywords[k].flags&skips == 0 {
		s.expect = noTable
	}
	s.cte = false
	l := &s.levels[s.depth]
	l.rows = false
	switch k {
	case kwSelect:
		if before == kOpen && !l.plain && s.deeper == 0 {
			s.complexity++
		}
		l.query, l.from, l.ctes = true, false, false
	case kwFrom:
		if before == kReserved && last == kwDistinct || l.call && !l.query || s.verb == kwFetch || s.verb == kwCopy {
			return
		}
		s.expect, l.from = table, true
	case kwJoin:
		s.complexity++
		s.expect = table
	case kwStraightJoin:
		if before.operand() {
			s.complexity++
			s.expect = table
		}
	case kwInto:
		s.expect = tableOfColumns
	case kwInsert, kwUpdate, kwDelete, kwMerge:
		l.ctes = false
		if before == kStart || before == kSemi || before == kOpen || before == kClose {
			s.expect = tableOfColumns
			l.from = k == kwUpdate
		}
	case kwUsing:
		if (s.typ == Merge || s.typ == Delete) && at(s.lx.src, s.lx.ahead(s.lx.end)) != '(' {
			s.expect = table
		}
	case kwOn:
		s.on(l)
	case kwWhere, kwLimit, kwSet, kwReturning:
		l.from = false
	case kwValues:
		l.from, l.ctes = false, false
	case kwHaving:
		l.from = false
		s.complexity++
	case kwUnion, kwIntersect, kwExcept, kwMinus:
		l.from = false
		s.complexity++
	case kwWith:
		if !s.isWithList(before) {
			return
		}
		if before == kOpen && !l.plain && s.deeper == 0 {
			s.complexity++
		}
		l.ctes, l.query, s.cte = true, true, true
	case kwOver:
		if before == kClose || before == kWord && last == kwNulls {
			s.complexity++
		}
	case kwAs:
		if s.tableEnd == pos {
			s.tableEnd = len(s.out)
		}
	case kwNot:
		if before.operand() || before == kReserved && last == kwIs {
			s.last = kwIsNot
		}
	}
}

// on expects a table in CREATE INDEX … ON t, CREATE TRIGGER … ON t, GRANT … ON t, but not in ON DELETE CASCADE and the condition of a join.
func (s *scanner) on(l *level) {
	switch s.verb {
	case kwGrant, kwRevoke:
	case kwCreate:
		if l.query {
			return
		}
	default:
		return
	}
	if s.depth > 0 {
		return
	}
	switch s.nextWord() {
	case kwDelete, kwUpdate, kwInsert, kwSelect:
	default:
		s.expect = tableOfColumns
	}
}

// known does what a word that may be an operand asks for. It reports false for one that is a name like any other here.
func (s *scanner) known(k, last kw, pos int, before kind) bool {
	l := &s.levels[s.depth]
	switch k {
	case kwGroup, kwOrder:
		if s.nextWord() != kwBy {
			return false
		}
		l.from = false
		if k == kwGroup {
			s.complexity++
		}
	case kwFetch, kwWindow:
		if !before.operand() {
			return false
		}
		l.from = false
	case kwApply:
		if before != kWord || last != kwCross && last != kwOuter {
			return false
		}
		s.complexity++
		s.expect = table
	case kwLeft, kwRight, kwFull, kwInner, kwCross, kwNatural, kwOuter:
		return before.operand()
	case kwAsc, kwDesc, kwEnd, kwNulls, kwCollate:
	case kwTable:
		if s.typ != DDL && s.verb != kwLock && s.verb != kwTable {
			return s.expect != noTable
		}
		s.expect = tableOfColumns
		l.from = s.verb == kwDrop || s.verb == kwTruncate || s.verb == kwLock
	case kwTruncate, kwCopy, kwReplace:
		if before != kStart && before != kSemi {
			return false
		}
		s.expect = tableOfColumns
		l.from = k == kwTruncate
	case kwReferences:
		if s.typ != DDL {
			return false
		}
		s.expect = tableOfColumns
	case kwOnly, kwLateral, kwIf, kwIgnore, kwLowPriority, kwConcurrently, kwRecursive:
		s.joined(before)
		return s.expect != noTable || s.cte
	case kwOutfile, kwDumpfile, kwFunction, kwSchema, kwSequence:
		s.expect = noTable
	case kwTop:
		if before != kReserved || last != kwSelect && last != kwDistinct && last != kwDelete && last != kwUpdate && last != kwInsert {
			return false
		}
		s.prev = kReserved
	case kwDate, kwTime, kwTimestamp:
		if before != kDot && before != kCast && before != kTyped && !s.judged {
			s.prev = kTyped
			s.list.typ, s.list.typeKind = pos, before
		}
		return false
	case kwToDate, kwToTimestamp:
		s.list.typ, s.list.typeKind = pos, before
		if before == kDot || before == kCast || s.judged {
			s.last = kwNone
		}
		return false
	default:
		return false
	}
	return true
}

// isWithList tells WITH x AS (…) from WITH TIME ZONE, WITH (NOLOCK), WITH ORDINALITY and their like.
func (s *scanner) isWithList(before kind) bool {
	if before == kStart || before == kSemi || before == kOpen {
		return true
	}
	src := s.lx.src
	i := s.lx.ahead(s.lx.end)
	if at(src, i) == '"' {
		return true
	}
	j := skipWord(src, i)
	if classes[at(src, i)] != cWord {
		return false
	}
	switch keyword(src, i, j) {
	case kwRecursive:
		return true
	case kwOrdinality:
		return false
	}
	k := s.lx.ahead(j)
	return at(src, k) == '(' || keyword(src, k, skipWord(src, k)) == kwAs
}

// nextWord returns the number of the word behind the token.
func (s *scanner) nextWord() kw {
	src := s.lx.src
	i := s.lx.ahead(s.lx.end)
	return keyword(src, i, skipWord(src, i))
}

func setOperation(k kw) bool {
	return k == kwUnion || k == kwIntersect || k == kwExcept || k == kwMinus || k == kwAll
}
