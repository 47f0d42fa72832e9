package sqltext

// AppendMasked appends sql to dst with a ? for every literal: strings of all kinds, numbers, TRUE and FALSE, also those in comments.
// Other text is kept as it is; NULL and placeholders are not literals. Where it is not certain what is a literal, it masks more:
//
//   - a text that ends inside a literal is masked from the start of that literal;
//   - where a literal touches a word, or its end depends on what a backslash means, the rest of the text is masked;
//   - a text with such a doubt that does not begin like a statement may have lost its head, and is masked as a whole;
//   - "x" is kept as a name only where it cannot be a string of MySQL or looks like a name.
//
// The masked text has the digest of sql unless the rest or the whole of it was masked.
func AppendMasked(dst, sql []byte) []byte {
	m := masker{first: len(dst), dst: dst}
	m.lx.reset(sql)
	for {
		t := m.lx.next()
		if t == tEnd {
			return append(m.dst, sql[m.done:]...)
		}
		if !m.token(t) {
			return m.dst
		}
		if t != tComment {
			m.prevKW = kwNone
			if t == tWord || t == tReserved {
				m.prevKW = m.lx.kw
			}
		}
	}
}

type masker struct {
	lx       lexer
	dst      []byte
	first    int  // length of dst before
	done     int  // sql up to here is in dst
	words    bool // a word was seen
	headless bool // the first word begins no statement
	values   bool // in VALUES (…) or IN (…)
	prevKW   kw
}

// token masks one token. It reports false when it masked the rest of the text.
func (m *masker) token(t token) bool {
	sql := m.lx.src
	i, j := m.lx.start, m.lx.end
	switch t {
	case tString:
		if m.touches(i, j) || m.lx.doubt || m.lx.cut {
			return m.rest()
		}
		m.mask()
	case tNumber:
		m.mask()
	case tQuoted:
		if sql[i] == '"' && m.isString(i, j) {
			m.mask()
		}
	case tWord, tReserved:
		if !m.words {
			m.words, m.headless = true, !begins(m.lx.kw)
		}
		switch {
		case t == tReserved:
			m.values = m.lx.kw == kwValues || m.lx.kw == kwIn
		case isDigit(sql[i]):
			m.mask()
		case (m.lx.kw == kwTrue || m.lx.kw == kwFalse) && m.prevKW != kwIs && m.prevKW != kwNot:
			m.mask()
		}
	case tComment:
		m.comment(i, j)
	}
	return true
}

// mask puts ? in the place of the token.
func (m *masker) mask() {
	m.dst = append(append(m.dst, m.lx.src[m.done:m.lx.start]...), '?')
	m.done = m.lx.end
}

// rest puts ? in the place of the token and everything behind it, and of all that is before it if the text may have lost its head. A
// word that touches the token goes too.
func (m *masker) rest() bool {
	i := m.lx.start
	for i > m.done && wordBytes[m.lx.src[i-1]] {
		i--
	}
	if m.headless || !m.words {
		m.dst, m.done, i = m.dst[:m.first], 0, 0
	}
	m.dst = append(append(m.dst, m.lx.src[m.done:i]...), '?')
	return false
}

// touches reports whether the string sql[i:j] has a word right before or behind it that is no part of it: then one of them is not what
// it seems.
func (m *masker) touches(i, j int) bool {
	sql := m.lx.src
	if j < len(sql) && (wordBytes[sql[j]] || sql[j] == '\\') {
		return true
	}
	if m.lx.behind < i || m.lx.prev != tWord && m.lx.prev != tNumber {
		return false
	}
	return m.prevKW != kwDate && m.prevKW != kwTime && m.prevKW != kwTimestamp
}

// isString reports whether "…" at sql[i:j] may be a string: it stands like a value, or does not look like a name.
func (m *masker) isString(i, j int) bool {
	sql := m.lx.src
	next := at(sql, skipSpace(sql, j))
	if next == '.' || m.lx.prev == tDot || m.prevKW == kwAs {
		return false
	}
	for _, c := range sql[i+1 : j-1] {
		if !wordBytes[c] && c != ' ' {
			return true
		}
	}
	inList := m.values && (m.lx.prev == tOpen || m.lx.prev == tComma) && (next == ',' || next == ')')
	like := m.prevKW == kwLike || m.prevKW == kwIlike || m.prevKW == kwBetween || m.prevKW == kwRlike || m.prevKW == kwRegexp
	return inList || like || m.lx.prev == tOp || m.lx.mysql
}

// comment masks what looks like a literal in the comment sql[i:j]. An apostrophe masks the rest of it.
func (m *masker) comment(i, j int) {
	c := m.lx.src[:j]
	for k := i + 1; k < j; {
		var end int
		switch classes[c[k]] {
		case cWord:
			k = skipWord(c, k)
			continue
		case cQuote, cDouble:
			var doubt bool
			if end, doubt = endQuoted(c, k, c[k]); doubt || end < j && wordBytes[c[end]] {
				end = j
			}
		case cDigit:
			end, _ = endNumber(c, k)
		case cDollar:
			if end = endDollarQuoted(c, k); end == 0 {
				k++
				continue
			}
		default:
			k++
			continue
		}
		end = min(end, j)
		m.dst = append(append(m.dst, c[m.done:k]...), '?')
		m.done, k = end, end
		if end == j && c[i] == '/' && j-i >= 4 && c[j-1] == '/' && c[j-2] == '*' {
			m.dst = append(m.dst, "*/"...)
		}
	}
}

// begins reports whether a statement can begin with the word.
func begins(k kw) bool {
	switch k {
	case kwSelect, kwInsert, kwUpdate, kwDelete, kwMerge, kwWith, kwValues, kwCall, kwCreate, kwAlter, kwDrop, kwTruncate, kwReplace,
		kwSet, kwBegin, kwExec, kwExecute, kwGrant, kwExplain, kwDeclare, kwCopy, kwComment, kwLock, kwDo:
		return true
	}
	return false
}
