package sqltext

import "bytes"

// value writes ? for a literal or a placeholder. Values side by side are one ('a' 'b', N'x'), a sign before one belongs to it, and so
// does DATE, TIME or TIMESTAMP.
func (s *scanner) value() {
	s.expect, s.cte = noTable, false
	if s.prev == kTyped {
		s.out, s.prev = s.out[:s.list.typ], s.list.typeKind
	}
	if s.prev == kSign {
		s.out, s.prev = s.out[:s.list.sign], s.list.signKind
	}
	if s.prev == kValue {
		return
	}
	if n := len(s.out); s.prev == kOp && s.doubled && bytes.HasSuffix(s.out, doubled) {
		s.out = s.out[:n-1]
	}
	s.drop = s.prev == kComma && s.list.after
	s.src = span{s.lx.start, s.lx.end}
	s.pure = s.prev == kComma || s.prev == kOpen || s.prev == kStart || s.prev == kReserved && keywords[s.last].flags&lists != 0
	s.blank()
	s.out = append(s.out, '?')
	s.prev = kValue
}

// settle ends a list element: a lone value behind a lone value goes.
func (s *scanner) settle() {
	if s.prev == kValue && s.drop {
		s.out = s.out[:s.list.comma]
		s.pure, s.drop = true, false
	}
}

func (s *scanner) comma() {
	s.settle()
	s.list.after = s.prev == kValue && s.pure
	s.list.comma = len(s.out)
	l := &s.levels[s.depth]
	switch {
	case s.deeper > 0:
	case l.ctes && s.prev == kClose:
		s.cte = true
	case l.from:
		s.expect = table
	}
	s.tightly(',', kComma)
}

// open starts a parenthesis. No blank goes between a name and it, as in a call, but for the column list of an INSERT or a table.
func (s *scanner) open() {
	pos := len(s.out)
	if s.prev != kWord && s.prev != kTyped {
		s.blank()
	}
	if s.depth+1 == maxDepth {
		s.deeper++
		s.tightly('(', kOpen)
		return
	}
	up := &s.levels[s.depth]
	s.depth++
	l := &s.levels[s.depth]
	*l = level{before: s.prev, list: s.list, pos: pos, start: len(s.out), complexity: s.complexity}
	s.joined(s.prev)
	switch s.prev {
	case kReserved:
		l.wrap = keywords[s.last].flags&wraps != 0
		l.row = s.last == kwValues
		l.plain = s.last == kwAs || s.last == kwMaterialized || setOperation(s.last)
	case kStart, kSemi, kName:
		l.plain = true
		l.wrap = s.prev == kName
	case kOpen:
		l.plain = up.plain
	case kComma:
		l.row = up.rows && s.list.comma == up.last.end
		l.wrap = l.row
	case kWord, kTyped, kClose, kValue:
		l.wrap = true
		l.call = s.prev == kWord || s.prev == kTyped
		l.plain = s.prev == kClose && s.typ == Insert && !up.query // insert into t (a) (select …)
		if l.call {
			l.function = s.last
		}
		if n := len(s.tables); s.tableEnd == pos && s.tables[n-1].end == pos { // a function in FROM is no table
			s.tables = s.tables[:n-1]
			s.tableEnd = -1
		}
	}
	l.from = s.expect != noTable
	up.rows = l.row
	s.tightly('(', kOpen)
}

// close ends a parenthesis. One around a lone value goes, unless it is a list of its own, and so does a row of VALUES that equals the
// row before it.
func (s *scanner) close() {
	s.settle()
	s.expect = noTable
	if s.deeper > 0 {
		s.deeper--
		s.tightly(')', kClose)
		return
	}
	if s.depth == 0 {
		s.tightly(')', kClose)
		return
	}
	l := &s.levels[s.depth]
	s.depth--
	if s.prev == kValue && s.pure && len(s.out) == l.start+2 {
		switch {
		case !l.wrap:
			s.out, s.prev, s.list, s.complexity = s.out[:l.pos], l.before, l.list, l.complexity
			s.value()
			return
		case s.isBoundDate(l):
			s.out, s.prev, s.list = s.out[:l.list.typ], l.list.typeKind, l.list
			s.value()
			return
		}
	}
	s.tightly(')', kClose)
	if !l.row {
		return
	}
	up := &s.levels[s.depth]
	row := span{l.start, len(s.out)}
	if p := up.last; l.before == kComma && p.end > 0 && string(s.out[p.start:p.end]) == string(s.out[row.start:row.end]) {
		s.cut(p.end)
		s.complexity = l.complexity
		return
	}
	up.last = row
}

// isBoundDate reports whether the call that ends is what log4jdbc makes of a date bound for Oracle. It is known by its format.
func (s *scanner) isBoundDate(l *level) bool {
	switch format := s.lx.src[s.src.start:s.src.end]; l.function {
	case kwToTimestamp:
		return string(format) == "'mm/dd/yyyy hh24:mi:ss.ff3'"
	case kwToDate:
		return string(format) == "'mm/dd/yyyy hh24:mi:ss'"
	}
	return false
}
