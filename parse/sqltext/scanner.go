package sqltext

import (
	"encoding/binary"
	"slices"
)

// kind is what stands at the end of the normalised text.
type kind uint8

const (
	kStart kind = iota
	kOpen       // (, [ or {
	kDot
	kCast
	kSign     // + or - before an operand; no blank follows the kinds up to here
	kReserved // a word that is no operand
	kComma
	kOp
	kSemi
	kWord  // operands from here
	kTyped // DATE, TIME, TIMESTAMP: with a value behind it, one value
	kName  // a table that may have a list of columns behind it
	kClose
	kValue
)

func (k kind) operand() bool { return k >= kWord }
func (k kind) tight() bool   { return k <= kSign }

// span is a stretch of the normalised text.
type span struct{ start, end int }

// brace is what was known at the last {. pos is its offset, -1 behind its }.
type brace struct {
	pos        int
	before     kind
	verdict    verdict
	complexity int32
}

// alias is the other name of a table.
type alias struct{ name, table span }

// level is what is known of an open parenthesis.
type level struct {
	before     kind // what stands before it
	list       list // the list it stands in, and the sign before it
	pos, start int  // its offset with and without the blank before it
	complexity int32
	wrap       bool // it stays around a single value
	row        bool // it is a row of VALUES
	plain      bool // a SELECT in it is no sub-query
	call       bool // it holds the arguments of a function
	function   kw   // the function, if a rule knows it
	query      bool // SELECT was seen in it
	from       bool // names behind a comma are tables
	rows       bool // rows of VALUES are listed in it
	ctes       bool // a WITH list is open in it
	last       span // the last row of VALUES in it
}

// list is what value needs to know of the tokens before it.
type list struct {
	after    bool // the element before the last comma is a lone value
	comma    int  // offset of the last comma
	signKind kind // what stands before the sign
	sign     int  // offset of the sign with the blank before it
	typeKind kind // what stands before DATE … or TO_DATE …
	typ      int  // offset of DATE … or TO_DATE … with the blank before it
}

// expectation says whether the name of a table comes next.
type expectation uint8

const (
	noTable expectation = iota
	table
	tableOfColumns // one that may have a list of columns behind it
)

const (
	maxDepth  = 64   // parentheses about which something is remembered; deeper ones are copied
	mostNames = 1000 // tables, aliases and CTEs remembered of one text
)

// scanner writes the normalised text of one SQL text and gathers what a Stmt tells, in one pass and bounded state besides the text.
type scanner struct {
	state
	lx      lexer
	out     []byte
	tables  []span
	aliases []alias
	ctes    []span
	tags    []byte
	levels  [maxDepth]level
}

// state is the part of a scanner that each text begins anew.
type state struct {
	prev kind
	last kw // the word before, of any kind
	list list
	pure bool // the value at the end is all of its list element so far
	drop bool // it goes if the element ends here: the one before is a lone value too
	src  span // the value in the source

	doubled bool // the operator at the end may be a ?? that a value makes single

	depth  int
	deeper int // parentheses open beyond maxDepth

	verdict
	complexity int32
	expect     expectation
	cte        bool // a CTE's name comes next
	columns    bool // the last table may have a list of columns behind it
	tableEnd   int  // end of the last table's name, -1 behind its alias
	brace      brace
}

// scan normalises src into s.out.
func (s *scanner) scan(src []byte) {
	s.state = state{tableEnd: -1, brace: brace{pos: -1}}
	s.out, s.tables, s.aliases, s.ctes, s.tags = s.out[:0], s.tables[:0], s.aliases[:0], s.ctes[:0], s.tags[:0]
	s.lx.reset(src)
	s.levels[0] = level{plain: true}
	for {
		switch t := s.lx.next(); t {
		case tWord:
			if k := s.lx.kw; k == kwNone {
				s.plain()
			} else {
				s.word(k)
			}
		case tReserved:
			s.clause(s.lx.kw)
		case tQuoted:
			s.quoted()
		case tString, tNumber, tMark, tDollar, tNamed:
			s.value()
		case tComma:
			s.comma()
		case tDot:
			s.dot()
		case tOpen:
			s.open()
		case tClose:
			s.close()
		case tOp, tStar, tSign:
			s.operator(t)
		case tCast:
			s.cast()
		case tSemi:
			s.semicolon()
		case tBracket:
			s.openBracket()
		case tBracketEnd:
			s.closeBracket()
		case tBrace:
			s.openBrace()
		case tBraceEnd:
			s.closeBrace()
		case tComment:
			s.comment()
		case tEnd:
			s.finish()
			return
		}
	}
}

// blank puts a blank before a token where one belongs.
func (s *scanner) blank() {
	if !s.prev.tight() {
		s.out = append(s.out, ' ')
	}
}

// lower appends the source of the token, a word, in lower case.
func (s *scanner) lower() {
	l := &s.lx
	o, n := len(s.out), l.end-l.start
	if cap(s.out)-o < n+16 {
		s.out = slices.Grow(s.out, n+16)
	}
	out := s.out[:o+n+16]
	if !s.prev.tight() {
		out[o] = ' '
		o++
	}
	s.out = out[:o+n]
	src, i := l.src, l.start
	if n < 8 && i+8 > len(src) { // at the very end of the text
		for ; n > 0; i, o, n = i+1, o+1, n-1 {
			c := src[i]
			if c >= 'A' && c <= 'Z' {
				c |= 0x20
			}
			out[o] = c
		}
		return
	}
	for ; n > 8; i, o, n = i+8, o+8, n-8 {
		binary.LittleEndian.PutUint64(out[o:], lower8(binary.LittleEndian.Uint64(src[i:])))
	}
	if i+8 > len(src) { // the last eight bytes, some of them again
		i, o = l.end-8, o+n-8
	}
	binary.LittleEndian.PutUint64(out[o:], lower8(binary.LittleEndian.Uint64(src[i:])))
}

// tightly appends a byte that has no blank before it.
func (s *scanner) tightly(c byte, k kind) {
	s.out = append(s.out, c)
	s.prev = k
}

// cut shortens the normalised text to n bytes and forgets the names in the rest.
func (s *scanner) cut(n int) {
	s.out = s.out[:n]
	for len(s.tables) > 0 && s.tables[len(s.tables)-1].end > n {
		s.tables = s.tables[:len(s.tables)-1]
	}
	for len(s.aliases) > 0 && s.aliases[len(s.aliases)-1].name.end > n {
		s.aliases = s.aliases[:len(s.aliases)-1]
	}
	s.tableEnd = -1
}

// comment keeps hints and tags aside.
func (s *scanner) comment() {
	const most = 4096
	if t := tag(s.lx.src[s.lx.start:s.lx.end]); len(t) > 0 && len(s.tags)+len(t) < most {
		if len(s.tags) > 0 {
			s.tags = append(s.tags, ' ')
		}
		s.tags = append(s.tags, t...)
	}
}

// finish ends the text: what the last list and the last statement leave open is settled, trailing semicolons go.
func (s *scanner) finish() {
	s.settle()
	s.decideAtEnd()
	for len(s.out) > 0 && (s.out[len(s.out)-1] == ';' || s.out[len(s.out)-1] == ' ') {
		s.out = s.out[:len(s.out)-1]
	}
	if len(s.out) > 0 {
		s.complexity++
	}
}
