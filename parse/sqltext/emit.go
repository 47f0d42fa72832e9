package sqltext

// doubled is the operator ? of jsonb as JDBC spells it. It is normalised to a single one between a name and a value.
var doubled = []byte("??")

// operator writes an operator with blanks around it, a sign with one before it, and the * of SELECT * as an operand.
func (s *scanner) operator(t token) {
	s.expect = noTable
	if t == tSign && s.prev != kSign {
		s.list.sign, s.list.signKind = len(s.out), s.prev
	}
	op := s.lx.src[s.lx.start:s.lx.end]
	if op[0] == '?' {
		switch {
		case len(op) > 2: // ??| and ??&, as JDBC spells them
			op = op[1:]
		case op[len(op)-1] == '?' && s.prev == kValue: // apart from values: ? ?? ?
			op = doubled
		}
		s.doubled = s.prev != kValue
	}
	if s.prev == kSign { // two signs side by side would be a comment
		s.out = append(s.out, ' ')
	} else {
		s.blank()
	}
	s.out = append(s.out, op...)
	switch t {
	case tSign:
		s.prev = kSign
	case tStar:
		s.prev, s.last = kWord, kwNone
	default:
		s.prev = kOp
	}
}

// dot writes the dot of a name with no blanks around it, but for one that keeps it away from a known word: `drop.x` would be a name.
// Behind no operand it is a stray byte.
func (s *scanner) dot() {
	switch {
	case s.prev == kReserved || !s.prev.operand() && s.prev != kDot:
		s.blank()
		s.tightly('.', kOp)
		return
	case s.prev != kDot && s.prev != kClose && s.prev != kValue && s.last != kwNone:
		s.blank()
	}
	if n := len(s.aliases); n > 0 && s.aliases[n-1].name.end == len(s.out) {
		s.aliases = s.aliases[:n-1] // the name of a column
	}
	s.tightly('.', kDot)
}

// cast writes :: and drops it, with its type, behind a value: '1'::int4 is what drivers make of a bound 1.
func (s *scanner) cast() {
	if s.prev == kValue {
		s.lx.end = endType(s.lx.src, s.lx.end)
		s.lx.last = tString
		return
	}
	operand := s.prev.operand()
	if !operand {
		s.blank()
	}
	s.out = append(s.out, "::"...)
	s.prev = kCast
	if !operand {
		s.prev = kOp
	}
}

// semicolon ends a statement. Empty statements go.
func (s *scanner) semicolon() {
	s.settle()
	s.decideAtEnd()
	if s.prev != kStart && s.prev != kSemi {
		s.tightly(';', kSemi)
	}
	s.depth, s.deeper = 0, 0
	s.levels[0] = level{plain: true}
	s.expect, s.cte = noTable, false
}

func (s *scanner) openBracket() {
	if !s.prev.operand() {
		s.blank()
	}
	s.expect = noTable
	s.tightly('[', kOpen)
}

func (s *scanner) closeBracket() {
	s.settle()
	if n := len(s.out); n > 0 && s.out[n-1] == ']' && s.prev != kClose { // [n]] would be another name
		s.out = append(s.out, ' ')
	}
	s.tightly(']', kClose)
}

func (s *scanner) openBrace() {
	s.brace = brace{len(s.out), s.prev, s.verdict, s.complexity}
	s.blank()
	s.tightly('{', kOpen)
}

// closeBrace ends {call f(?)}, and makes the JDBC literals {d '…'}, {t '…'} and {ts '…'} values.
func (s *scanner) closeBrace() {
	s.settle()
	b := s.brace
	s.brace.pos = -1
	if b.pos >= 0 && s.prev == kValue {
		switch string(s.out[skipSpace(s.out, b.pos):]) {
		case "{d ?", "{t ?", "{ts ?":
			s.cut(b.pos)
			s.prev, s.verdict, s.complexity = b.before, b.verdict, b.complexity
			s.value()
			return
		}
	}
	s.tightly('}', kClose)
}
