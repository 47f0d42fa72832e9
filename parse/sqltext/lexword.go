package sqltext

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// word reads a name, with its parts t.c in one token, a keyword, or a literal with a prefix.
func (l *lexer) word(i int) token {
	src := l.src
	var j int
	var head uint64
	if i+8 <= len(src) {
		head = binary.LittleEndian.Uint64(src[i:])
		if stop := notWord(head); stop != 0 {
			n := bits.TrailingZeros64(stop) - 7
			head &= 1<<(n&63) - 1
			j = i + n>>3
		} else {
			j = plainWord(src, i+8)
		}
	} else {
		j = plainWord(src, i)
		head = headOf(src, i, j)
	}
	l.end = j
	l.kw = kwNone
	if j < len(src) && wordEnds[src[j]] {
		if src[j] == '.' {
			for at(src, j) == '.' && classes[at(src, j+1)] == cWord {
				j = plainWord(src, j+1)
			}
			l.end = j
			l.tail()
			return tWord
		}
		if t := l.wordEnd(i, j); t != tEnd {
			return t
		}
	}
	if l.prev == tDot || l.prev == tCast {
		return tWord
	}
	l.kw = lookup(head|caseBits, src, i, j)
	if keywords[l.kw].flags&reserved != 0 {
		return tReserved
	}
	return tWord
}

// plainWord returns the end of the letters, digits and underscores at i.
func plainWord(src []byte, i int) int {
	for ; i+8 <= len(src); i += 8 {
		if stop := notWord(binary.LittleEndian.Uint64(src[i:])); stop != 0 {
			return i + bits.TrailingZeros64(stop)>>3
		}
	}
	for i < len(src) && wordBytes[src[i]] && src[i] != '$' {
		i++
	}
	return i
}

// wordEnd reads what begins with the word src[i:j] and goes on behind it; tEnd says that it does not.
func (l *lexer) wordEnd(i, j int) token {
	src := l.src
	switch src[j] {
	case '\'':
		if l.prev == tDot {
			break
		}
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
	case '#', '@', '$':
		if l.tail(); l.end > j {
			return tWord
		}
	}
	return tEnd
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
	for j < len(src) {
		switch c := src[j]; {
		case c == '$',
			c == '#' && !l.mysql && at(src, j+1) != '>' && at(src, j+1) != '-',
			c == '@' && classes[at(src, j+1)] == cWord:
			j = skipWord(src, j+1)
		default:
			l.end = j
			return
		}
	}
	l.end = j
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
		return l.name()
	}
	return tNumber
}

// quoted reads a quoted name. What is cut off, longer than any name, or has a quote behind a backslash is a literal.
func (l *lexer) quoted(i int) token {
	const longest = 512
	q := l.src[i]
	end, doubt := endQuoted(l.src, i, q)
	if end > len(l.src) || end-i > longest || bytes.Contains(l.src[i:end], []byte{'\\', q}) {
		return l.str(end, doubt)
	}
	l.mysql = l.mysql || q == '`'
	return l.upTo(end, tQuoted)
}
