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

// value reports whether a token of this kind is a literal or a placeholder.
func (t token) value() bool { return t >= tString && t <= tNamed }

// lexer cuts a text into tokens. Every consumer of this package reads through it, so they agree on what is a literal.
type lexer struct {
	src        []byte
	last       token // the token that next returned last
	prev       token // the token before that one, comments left out
	kw         kw    // of tWord and tReserved
	start, end int   // of the token in src
	behind     int   // end of the token before this one, comments left out
	brackets   int   // open [
	newline    bool  // only white space is before the token on its line
	flat       bool  // a comment was found that closes only if comments do not nest
	doubt      bool  // the end of a string was a matter of judgement
	cut        bool  // the text ends inside a string
}

func (l *lexer) reset(src []byte) { *l = lexer{src: src, newline: true} }

// next returns the kind of the next token, and tEnd for ever at the end of the text.
func (l *lexer) next() token {
	l.last = l.read()
	return l.last
}

func (l *lexer) read() token {
	src, i := l.src, l.end
	if l.last != tComment {
		l.prev, l.behind = l.last, i
		l.newline = l.last == tEnd
	}
	for i < len(src) && classes[src[i]] == cSpace {
		if src[i] == '\n' {
			l.newline = true
		}
		i++
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
		if !l.prev.operand() && isDigit(at(src, i+1)) {
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

func (l *lexer) str(end int, doubt bool) token {
	l.doubt = l.doubt || doubt
	return l.upTo(end, tString)
}

// word reads a name, a keyword, or a literal with a prefix.
func (l *lexer) word(i int) token {
	src := l.src
	j := i + 1
	for j < len(src) && wordBytes[src[j]] {
		j++
	}
	l.end = j
	l.kw = kwNone
	if l.prev == tDot || l.prev == tCast {
		l.tail()
		return tWord
	}
	if j < len(src) {
		switch src[j] {
		case '\'':
			if end, doubt := endPrefixed(src, i, j); end > 0 {
				return l.str(end, doubt)
			}
		case '&':
			if j == i+1 && src[i]|0x20 == 'u' && at(src, j+1) == '\'' {
				return l.str(endQuoted(src, j+1, '\''))
			}
		case '-':
			if end := endUUID(src, i); end > 0 {
				return l.upTo(end, tNumber)
			}
		case '#', '@':
			l.tail()
			if l.end > j {
				return tWord
			}
		case '.':
			return tWord
		}
	}
	l.kw = keyword(src, i, j)
	if keywords[l.kw].flags&reserved != 0 {
		return tReserved
	}
	return tWord
}

// endPrefixed returns the index behind the literal with the prefix src[i:j], whose quote is at j; 0 if that is no prefix.
func endPrefixed(src []byte, i, j int) (end int, doubt bool) {
	switch n := j - i; {
	case n == 1:
		switch src[i] | 0x20 {
		case 'e':
			return endEscaped(src, j), false
		case 'q':
			return endOracleQuoted(src, j), false
		case 'n', 'b', 'x':
			return endQuoted(src, j, '\'')
		}
	case n == 2 && src[i]|0x20 == 'n' && src[i+1]|0x20 == 'q':
		return endOracleQuoted(src, j), false
	case src[i] == '_': // the character set of MySQL: _utf8mb4'x'
		return endQuoted(src, j, '\'')
	}
	return 0, false
}

// tail lets a name go on over the # of Oracle (serial#) and the @ of a database link (emp@remote). The #> and #- of PostgreSQL do not.
func (l *lexer) tail() {
	src, j := l.src, l.end
	for {
		switch c := at(src, j); {
		case c == '#' && at(src, j+1) != '>' && at(src, j+1) != '-':
			j = skipWord(src, j+1)
		case c == '@' && classes[at(src, j+1)] == cWord:
			j = skipWord(src, j+1)
		default:
			l.end = j
			return
		}
	}
}

func (l *lexer) number(i int) token {
	if l.brackets > 0 { // a[10:20] is a slice, not a time
		end := skipDigits(l.src, i)
		if at(l.src, end) == ':' {
			return l.upTo(end, tNumber)
		}
	}
	end, word := 0, false
	if l.src[i] == '.' {
		end, word = endFraction(l.src, i)
	} else {
		end, word = endNumber(l.src, i)
	}
	l.end = end
	if word {
		l.kw = kwNone
		return tWord
	}
	return tNumber
}

// quoted reads a quoted name. What is cut off, or longer than any name, is a literal.
func (l *lexer) quoted(i int) token {
	const longest = 512
	end, doubt := endQuoted(l.src, i, l.src[i])
	if end > len(l.src) || end-i > longest {
		return l.str(end, doubt)
	}
	return l.upTo(end, tQuoted)
}
