package sqltext

import "bytes"

// mark tells a placeholder from the operators of jsonb. Two values cannot stand side by side, so a ? between an operand and a value is
// an operator, and so are ?| and ?& behind an operand. ?? is how JDBC spells the operator ?.
func (l *lexer) mark(i int) token {
	src, next := l.src, at(l.src, i+1)
	if l.prev.operand() {
		switch {
		case next == '?':
			if c := at(src, i+2); (c == '|' || c == '&') && at(src, i+3) != c {
				return l.upTo(i+3, tOp)
			}
			return l.upTo(i+2, tOp)
		case (next == '|' || next == '&') && at(src, i+2) != next:
			return l.upTo(i+2, tOp)
		case l.valueAt(l.ahead(i + 1)):
			return l.upTo(i+1, tOp)
		}
	}
	return l.upTo(skipDigits(src, i+1), tMark)
}

// valueAt reports whether a string or a placeholder starts at i.
func (l *lexer) valueAt(i int) bool {
	switch c := at(l.src, i); c {
	case '\'':
		return true
	case '?':
		next := at(l.src, i+1)
		return next != '?' && (next != '|' && next != '&' || at(l.src, i+2) == next)
	case '$':
		return isDigit(at(l.src, i+1))
	case ':', '@':
		return classes[at(l.src, i+1)] == cWord
	}
	return false
}

func (l *lexer) dollar(i int) token {
	src := l.src
	if isDigit(at(src, i+1)) {
		return l.upTo(skipDigits(src, i+1), tDollar)
	}
	if end := endDollarQuoted(src, i); end > 0 {
		return l.upTo(end, tString)
	}
	if classes[at(src, i+1)] == cWord {
		return l.upTo(skipWord(src, i+1), tNamed)
	}
	return l.one(tOp)
}

// colon tells :name and :1 from a cast, an assignment and the bound of a slice.
func (l *lexer) colon(i int) token {
	switch c := at(l.src, i+1); {
	case c == ':':
		return l.upTo(i+2, tCast)
	case c == '=':
		return l.upTo(i+2, tOp)
	case (isDigit(c) || classes[c] == cWord) && (l.brackets == 0 || !l.prev.operand()):
		return l.upTo(skipWord(l.src, i+1), tNamed)
	}
	return l.one(tOp)
}

// atSign tells @p1 from @@rowcount and the operators @>, @@, @?.
func (l *lexer) atSign(i int) token {
	src := l.src
	c := at(src, i+1)
	switch {
	case classes[c] == cWord:
		return l.upTo(skipWord(src, i+1), tNamed)
	case c == '@' && classes[at(src, i+2)] == cWord:
		l.upTo(skipWord(src, i+2), tWord)
		return l.name()
	case c == '?' && l.prev.operand():
		return l.upTo(i+2, tOp)
	}
	return l.operator(i)
}

// hash tells a comment of MySQL, where it is certain, from the #temp table of T-SQL and the operators of PostgreSQL: a comment
// begins a statement, or a line and is followed by a blank, or follows a name in backquotes.
func (l *lexer) hash(i int) token {
	src := l.src
	newline := bytes.IndexByte(src[l.behind:i], '\n') >= 0
	if c := at(src, i+1); l.prev == tEnd || l.prev == tSemi || l.mysql || newline && (c == 0 || isSpace(c)) {
		return l.upTo(endLine(src, i), tComment)
	}
	if !l.prev.operand() {
		j := i
		for at(src, j) == '#' {
			j++
		}
		if classes[at(src, j)] == cWord {
			l.upTo(skipWord(src, j), tWord)
			return l.name()
		}
	}
	return l.operator(i)
}

// sign reads + and -, the operators that begin with them, and comments.
func (l *lexer) sign(i int) token {
	src := l.src
	if src[i] == '-' {
		switch at(src, i+1) {
		case '-':
			return l.upTo(endLine(src, i), tComment)
		case '>':
			if at(src, i+2) == '>' {
				return l.upTo(i+3, tOp)
			}
			return l.upTo(i+2, tOp)
		case '|':
			if at(src, i+2) == '-' {
				return l.upTo(i+3, tOp)
			}
		}
	}
	if l.prev.operand() {
		return l.one(tOp)
	}
	return l.one(tSign)
}

// operator reads a run of operator bytes. It stops before a comment, before a sign, except in <-> and #-, and before @p1.
func (l *lexer) operator(i int) token {
	src := l.src
	if !l.prev.operand() {
		switch src[i] {
		case '*':
			return l.one(tStar)
		case '<':
			if classes[at(src, i+1)] == cWord {
				if end := endAngle(src, i); end > 0 {
					return l.upTo(end, tNumber)
				}
			}
		}
	}
	j := i + 1
	for ; j < len(src) && opBytes[src[j]]; j++ {
		switch {
		case src[j] == '@' && classes[at(src, j+1)] == cWord, src[j] == '/' && at(src, j+1) == '*':
			return l.upTo(j, tOp)
		}
	}
	switch {
	case src[j-1] == '<' && at(src, j) == '-' && at(src, j+1) == '>':
		j += 2
	case src[j-1] == '#' && at(src, j) == '-' && j == i+1:
		j++
	}
	return l.upTo(j, tOp)
}

// bracket tells the name [x] of T-SQL from a subscript, a slice and a list of array elements.
func (l *lexer) bracket(i int) token {
	src := l.src
	c := at(src, i+1)
	name := isSpace(c) || wordBytes[at(src, l.ahead(i+1))]
	switch {
	case l.prev == tWord && l.kw == kwArray, l.prev == tBracket, l.prev == tComma && l.brackets > 0:
		name = false
	case l.prev.operand():
		name = i > l.behind && classes[c] == cWord
	}
	if name {
		if end := endBracket(src, i); end > 0 {
			return l.upTo(end, tQuoted)
		}
	}
	l.brackets++
	return l.one(tBracket)
}

// endBracket returns the index behind the name in brackets at i, 0 if it does not end within the length of a name.
func endBracket(src []byte, i int) int {
	const longest = 400
	rest := src[i:min(len(src), i+longest)]
	for j := 1; j < len(rest); j++ {
		k := bytes.IndexByte(rest[j:], ']')
		if k < 0 {
			return 0
		}
		if j += k + 1; at(src, i+j) != ']' {
			return i + j
		}
	}
	return 0
}
