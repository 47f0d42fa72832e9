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
	typeKind kind // what stands before DATE …
	typ      int  // offset of DATE … with the blank before it
}

// expectation says whether the name of a table comes next.
type expectation uint8

const (
	noTable expectation = iota
	table
	tableOfColumns // one that may have a list of columns behind it
)

// maxDepth bounds the parentheses about which something is remembered. Deeper ones are copied.
const maxDepth = 64

// scanner writes the normalised text of one SQL text and gathers what a Stmt tells, in one pass and bounded state besides the text.
type scanner struct {
	lx  lexer
	out []byte

	prev kind
	last kw // the word before, of any kind
	list list
	pure bool // the value at the end is all of its list element so far
	drop bool // it goes if the element ends here: the one before is a lone value too

	levels [maxDepth]level
	depth  int
	deeper int // parentheses open beyond maxDepth

	decided    bool // the type is known
	verb       kw   // the word that decided it
	pending    kw   // a word whose successor decides
	with       bool // the text starts with a WITH list, at withDepth
	withDepth  int
	typ        Type
	complexity int32
	expect     expectation
	cte        bool // a CTE's name comes next
	columns    bool // the last table may have a list of columns behind it
	tables     []span
	aliases    []span
	ctes       []span
	tableEnd   int // end of the last table's name, -1 behind its alias
	brace      int // offset of the last {, -1 behind its }
	braceKind  kind
	backtick   bool // `x` was seen: MySQL, where "x" is a string

	tags []byte
}

// scan normalises src into s.out.
func (s *scanner) scan(src []byte) {
	*s = scanner{out: s.out[:0], tables: s.tables[:0], aliases: s.aliases[:0], ctes: s.ctes[:0], tags: s.tags[:0], tableEnd: -1, brace: -1}
	s.lx.reset(src)
	s.levels[0] = level{plain: true}
	for {
		switch t := s.lx.next(); t {
		case tWord:
			s.word(s.lx.kw)
		case tReserved:
			s.clause(s.lx.kw)
		case tQuoted:
			s.quoted()
		case tString, tNumber, tMark, tDollar, tNamed:
			s.value()
		case tComma:
			s.comma()
		case tDot:
			s.tightly('.', kDot)
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
			s.settle()
			s.tightly(']', kClose)
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

// lower appends the source of the token in lower case.
func (s *scanner) lower() {
	src, i, j := s.lx.src, s.lx.start, s.lx.end
	s.blank()
	o, n := len(s.out), j-i
	if cap(s.out)-o < n+8 {
		s.out = slices.Grow(s.out, n+8)
	}
	out := s.out[:o+n+8]
	for i+8 <= len(src) && n > 0 {
		binary.LittleEndian.PutUint64(out[o:], lower8(binary.LittleEndian.Uint64(src[i:])))
		k := min(8, n)
		i, o, n = i+k, o+k, n-k
	}
	for ; n > 0; i, o, n = i+1, o+1, n-1 {
		c := src[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		out[o] = c
	}
	s.out = out[:o]
}

// lower8 turns the ASCII capitals among eight bytes into small letters.
func lower8(w uint64) uint64 {
	const ones = 0x0101010101010101
	low := w & (0x7f * ones)
	upper := (low + (0x80-'A')*ones) &^ (low + (0x7f-'Z')*ones) &^ w & (0x80 * ones)
	return w | upper>>2
}

// tightly appends a byte that has no blank before it.
func (s *scanner) tightly(c byte, k kind) {
	s.out = append(s.out, c)
	s.prev = k
}

// cut shortens the normalised text to n bytes and forgets the tables in the rest.
func (s *scanner) cut(n int) {
	s.out = s.out[:n]
	s.tables, s.aliases = before(s.tables, n), before(s.aliases, n)
	s.tableEnd = -1
}

func before(spans []span, n int) []span {
	for len(spans) > 0 && spans[len(spans)-1].end > n {
		spans = spans[:len(spans)-1]
	}
	return spans
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
	for len(s.out) > 0 && (s.out[len(s.out)-1] == ';' || s.out[len(s.out)-1] == ' ') {
		s.out = s.out[:len(s.out)-1]
	}
	if len(s.out) > 0 {
		s.complexity++
	}
	if s.pending == kwBegin && len(s.out) > len("begin") {
		s.typ = Call
	}
}
