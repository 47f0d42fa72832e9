package sqltext

import "bytes"

// plain writes a word that no rule knows.
func (s *scanner) plain() {
	if !s.decided || s.pending != kwNone {
		s.decide(kwNone)
	}
	pos, before := len(s.out), s.prev
	s.lower()
	s.prev, s.last = kWord, kwNone
	if before == kDot || s.expect != noTable || s.cte || s.tableEnd == pos {
		s.name(pos, before)
	}
}

// word writes a word that may be an operand and has a meaning for some rule.
func (s *scanner) word(k kw) {
	switch k {
	case kwNull, kwTrue, kwFalse, kwNan, kwInfinity:
		if s.isValue(k) {
			s.value()
			return
		}
	case kwMinus:
		if s.prev.operand() && s.nextWord() == kwSelect {
			s.clause(k)
			return
		}
	case kwValue:
		if s.typ == Insert && (s.prev == kClose || s.prev == kName) {
			s.clause(kwValues)
			return
		}
	}
	if keywords[k].flags&clause != 0 {
		s.settle()
	}
	if s.prev != kDot && s.prev != kCast {
		s.decide(k)
	}
	pos, before, last := len(s.out), s.prev, s.last
	s.lower()
	s.prev, s.last = kWord, k
	if !s.known(k, last, pos, before) {
		s.name(pos, before)
	}
}

// isValue tells NULL, TRUE and FALSE as values from those that are part of the statement: IS NULL, NOT NULL, SET NULL, a INT NULL.
func (s *scanner) isValue(k kw) bool {
	if s.prev.operand() || s.prev == kDot || s.prev == kCast {
		return false
	}
	if s.prev == kReserved {
		switch s.last {
		case kwIs, kwIsNot:
			return false
		case kwSet, kwOn:
			return k != kwNull
		}
	}
	return true
}

// quoted writes a quoted name as it is. Where only a value can stand, as in VALUES ("x"), it is a string of MySQL.
func (s *scanner) quoted() {
	src, i, j := s.lx.src, s.lx.start, s.lx.end
	if src[i] == '"' {
		next := at(src, s.lx.ahead(j))
		row := s.deeper == 0 && s.levels[s.depth].row && (s.prev == kOpen || s.prev == kComma)
		if row && (next == ',' || next == ')') || s.lx.mysql && s.prev == kOp && next != '.' {
			s.lx.last = tString
			s.value()
			return
		}
	}
	pos, before := len(s.out), s.prev
	s.decide(kwNone)
	s.blank()
	s.out = append(s.out, src[i:j]...)
	s.prev, s.last = kWord, kwNone
	s.name(pos, before)
}

// name does what a name asks for: it may be a table's, a CTE's or an alias. pos is the offset of the blank before it.
func (s *scanner) name(pos int, before kind) {
	end := len(s.out)
	switch {
	case s.cte:
		s.cte = false
		s.complexity++
		if len(s.ctes) < mostNames {
			s.ctes = append(s.ctes, span{skipSpace(s.out, pos), end})
		}
		s.prev = kName
	case before == kDot:
		dots := s.out[max(0, pos-2):pos] // of db..table two
		if n := len(s.tables); n > 0 && (s.tables[n-1].end == pos-1 || s.tables[n-1].end == pos-2 && dots[0] == '.') {
			s.tables[n-1].end = end
			s.tableEnd = end
			if s.columns {
				s.prev = kName
			}
		}
	case s.expect != noTable:
		s.joined(before)
		if len(s.tables) < mostNames {
			s.tables = append(s.tables, span{skipSpace(s.out, pos), end})
		}
		s.tableEnd = end
		s.columns = s.expect == tableOfColumns
		s.prev = kWord
		if s.columns {
			s.prev = kName
		}
		s.expect = noTable
	case s.tableEnd == pos:
		name := span{skipSpace(s.out, pos), end}
		if len(s.aliases) < mostNames && bytes.IndexByte(s.out[name.start:end], '.') < 0 {
			s.aliases = append(s.aliases, alias{name, s.tables[len(s.tables)-1]})
		}
		s.tableEnd = -1
		s.prev = kWord
	}
}

// joined counts a join by comma: FROM a, b.
func (s *scanner) joined(before kind) {
	if s.expect != noTable && before == kComma && s.typ != DDL {
		s.complexity++
	}
}
