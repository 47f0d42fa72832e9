package sqltext

// token is what a lexer finds.
type token uint8

const (
	tEnd        token = iota
	tWord             // a name or a word that can be an operand
	tReserved         // a word that is no operand
	tQuoted           // "x", `x`, [x]
	tStar             // * where an operand stands, as in count(*)
	tString           // a literal in quotes of any kind
	tNumber           // a number, or a value without quotes that is no word
	tMark             // ?
	tDollar           // $1
	tNamed            // :1, :name, @p1
	tClose            // )
	tBraceEnd         // }
	tBracketEnd       // ]
	tOpen             // (
	tBrace            // {
	tBracket          // [
	tComma
	tDot
	tSemi
	tCast // ::
	tSign // + or - where no operand is before it
	tOp   // any other operator
	tComment
)

// operand reports whether a token of this kind ends an operand.
func (t token) operand() bool { return t >= tWord && t <= tBracketEnd && t != tReserved }

// lexer cuts a text into tokens. Every consumer of this package reads through it, so they agree on what is a literal.
type lexer struct {
	src        []byte
	last       token // the token that next returned last
	prev       token // the token before that one, comments left out
	kw         kw    // of tWord and tReserved
	start, end int   // of the token in src
	behind     int   // end of the token before this one, comments left out
	brackets   int   // open [
	flat       bool  // a comment was found that closes only if comments do not nest
	mysql      bool  // `x` was seen: a backslash escapes, # begins a comment
	doubt      bool  // the end of a string was a matter of judgement
	cut        bool  // the text ends inside a string
}

func (l *lexer) reset(src []byte) { *l = lexer{src: src} }

// next returns the kind of the next token, and tEnd for ever at the end of the text.
func (l *lexer) next() token {
	l.last = l.read()
	return l.last
}

func (l *lexer) read() token {
	src, i := l.src, l.end
	if l.last != tComment {
		l.prev, l.behind = l.last, i
	}
	if i < len(src) && src[i] == ' ' { // one blank is the usual case
		i++
	}
	if i < len(src) && classes[src[i]] == cSpace {
		i = skipSpace(src, i)
	}
	l.start = i
	if i >= len(src) {
		l.end = i
		return tEnd
	}
	switch classes[src[i]] {
	case cWord:
		return l.word(i)
	case cDigit:
		return l.number(i)
	case cQuote:
		if l.mysql {
			return l.upTo(endEscaped(src, i), tString)
		}
		return l.str(endQuoted(src, i, '\''))
	case cDouble, cBackquote:
		return l.quoted(i)
	case cOpen:
		return l.one(tOpen)
	case cClose:
		return l.one(tClose)
	case cComma:
		return l.one(tComma)
	case cDot:
		if !l.prev.operand() && l.prev != tDot && isDigit(at(src, i+1)) {
			return l.number(i)
		}
		return l.one(tDot)
	case cSemi:
		return l.one(tSemi)
	case cMark:
		return l.mark(i)
	case cDollar:
		return l.dollar(i)
	case cColon:
		return l.colon(i)
	case cAt:
		return l.atSign(i)
	case cHash:
		return l.hash(i)
	case cSign:
		return l.sign(i)
	case cSlash:
		if at(src, i+1) == '*' {
			l.end = l.endComment(i)
			return tComment
		}
	case cBracket:
		return l.bracket(i)
	case cBracketEnd:
		if l.brackets > 0 {
			l.brackets--
		}
		return l.one(tBracketEnd)
	case cBrace:
		return l.one(tBrace)
	case cBraceEnd:
		return l.one(tBraceEnd)
	}
	return l.operator(i)
}

func (l *lexer) one(t token) token {
	l.end = l.start + 1
	return t
}

func (l *lexer) upTo(end int, t token) token {
	l.end = end
	if end > len(l.src) {
		l.end, l.cut = len(l.src), true
	}
	return t
}

// name makes the token a word that no rule knows.
func (l *lexer) name() token {
	l.kw = kwNone
	return tWord
}

func (l *lexer) str(end int, doubt bool) token {
	l.doubt = l.doubt || doubt
	return l.upTo(end, tString)
}
