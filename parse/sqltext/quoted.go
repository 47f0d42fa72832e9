package sqltext

import "bytes"

// endQuoted returns the index behind the quoted text that starts at i, and len(src)+1 for a text that is cut inside it, as do its likes.
//
// A quote is doubled to stand for itself. Whether a backslash escapes one depends on the server (MySQL: yes by default; the standard
// and `ESCAPE '\'`: no), which a log does not tell, so the quotes right behind an odd number of backslashes are judged by what is around
// them and around the next quote. doubt says that a judgement was not certain.
func endQuoted(src []byte, i int, q byte) (end int, doubt bool) {
	first := i + 1
	for i = first; ; {
		k := bytes.IndexByte(src[i:], q)
		if k < 0 {
			return len(src) + 1, doubt
		}
		k += i
		for i = k + 1; i < len(src) && src[i] == q; {
			i++
		}
		if k > first && src[k-1] == '\\' && oddBackslashes(src[first:k]) {
			if isEscapeClause(src, first, k) {
				return i, doubt
			}
			inside, certain := staysInside(src, i, q)
			doubt = doubt || !certain
			if inside {
				continue
			}
			return i, doubt
		}
		if (i-k)&1 == 1 {
			return i, doubt
		}
	}
}

func oddBackslashes(s []byte) bool {
	n := 0
	for n < len(s) && s[len(s)-1-n] == '\\' {
		n++
	}
	return n&1 == 1
}

// isEscapeClause reports whether the literal whose content is src[first:k] is the '\' of LIKE … ESCAPE '\'.
func isEscapeClause(src []byte, first, k int) bool {
	i := first - 1
	for i > 0 && isSpace(src[i-1]) && first-i < 16 {
		i--
	}
	return k == first+1 && i >= 6 && keyword(src, i-6, i) == kwEscape
}

// staysInside judges whether the quotes before i, which a backslash precedes, are inside their literal.
//
// If they closed it, what follows goes on behind a literal, and the next quote opens one where a literal can begin. If they did not,
// the next quote closes it. Only one of the two is mostly possible: 'it\'s', 'C:\', 'D:\'.
func staysInside(src []byte, i int, q byte) (inside, certain bool) {
	if !canFollow(src, i) {
		return true, true
	}
	k := bytes.IndexByte(src[i:], q)
	if k < 0 {
		return false, false
	}
	k += i
	opens := canPrecede(src, i, k)
	closes := canFollow(src, k+1) && at(src, k+1) != q
	return !opens, opens != closes
}

// canFollow reports whether the text at i can stand behind a literal.
func canFollow(src []byte, i int) bool {
	if c := at(src, i); wordBytes[c] || c == '\\' {
		return false
	}
	j := skipSpace(src, i)
	switch c := at(src, j); {
	case c == '\\', j > i && isDigit(c):
		return false
	case j > i && classes[c] == cWord:
		return keywords[keyword(src, j, skipWord(src, j))].flags&follows != 0
	}
	return true
}

// canPrecede reports whether the text src[from:i] can stand before the quote of a literal at i.
func canPrecede(src []byte, from, i int) bool {
	j := i
	for j > from && isSpace(src[j-1]) {
		j--
	}
	if j == from {
		return true
	}
	c := src[j-1]
	switch classes[c] {
	case cOp, cComma, cOpen, cColon, cSign, cSlash, cBracket:
		return c != '\\'
	case cWord, cDigit:
	default:
		return false
	}
	w := j
	for w > from && j-w < 16 && wordBytes[src[w-1]] {
		w--
	}
	k := keyword(src, w, j)
	if keywords[k].flags&reserved != 0 || k == kwDate || k == kwTime || k == kwTimestamp {
		return true
	}
	end, _ := endPrefixed(src[:i+1], w, j)
	return j == i && end > 0 // N'x'
}
