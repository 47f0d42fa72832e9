package parse

import "bytes"

// fit says how sure it is where a prepared text ends and the text with its
// values begins: the separator is legal in both.
type fit uint8

const (
	fitNone    fit = iota // no separator, or none with sides that begin alike
	fitGuess              // the one nearest to the middle
	fitOnly               // the only separator
	fitKeyword            // both sides begin with the same word and close their quotes; no other two do
	fitGaps               // the one side is the other with something in place of each ?
	fitBound              // the one side is the other with a literal in place of each ?
	fitEqual              // both sides are the same
)

// splitTexts finds the separator between a prepared text and the text with its
// values, which P6Spy writes side by side without escaping anything. Ambiguous
// is true when it is a guess.
//
// Looked for are, in this order: halves that are equal, as of a plain Statement;
// the split of which sql is prepared with each ? replaced by a literal; an empty
// side; sides that begin with the same word and close their quotes; that near the middle.
func splitTexts(s []byte, sep byte) (at int, f fit, ambiguous bool) {
	if n := len(s); n&1 == 1 && s[n/2] == sep && bytes.Equal(s[:n/2], s[n/2+1:]) {
		return n / 2, fitEqual, false
	}
	if n := len(s); sep == '\n' && n&1 == 0 && n > 1 && s[n/2] == sep && s[n/2-1] == '\r' && bytes.Equal(s[:n/2-1], s[n/2+1:]) {
		return n / 2, fitEqual, false
	}
	at = bytes.IndexByte(s, sep)
	if at < 0 {
		return len(s), fitNone, false
	}
	if sep == '|' && bytes.IndexByte(s[at+1:], sep) < 0 {
		return at, fitOnly, false
	}
	return splitMany(s, sep, at)
}

// splitBudget bounds what is compared in texts that are made to be hard to split.
func splitBudget(s []byte) int { return 1<<20 + 16*len(s) }

// splitMany is splitTexts for several separators, the first of them at first.
func splitMany(s []byte, sep byte, first int) (at int, f fit, ambiguous bool) {
	budget := splitBudget(s)
	at = -1
	q := bytes.IndexByte(s, '?')
	if q < 0 {
		q = len(s)
	}
	gaps, gapped := -1, false
	for k := first; k < len(s) && budget > 0; k = nextByte(s, sep, k) {
		prepared, sql := s[:k], s[k+1:]
		if sep == '\n' {
			prepared = trimCR(prepared)
		}
		// sql begins as prepared does, up to the first value. That settles most.
		head := prepared[:min(q, len(prepared))]
		if peek := head[:min(16, len(head))]; len(head) == 0 || len(sql) == 0 || !bytes.HasPrefix(sql, peek) || k < q && len(sql) != len(prepared) {
			budget -= 16
			continue
		}
		budget -= k
		switch m := bindFit(prepared, sql); {
		case m == fitBound && at < 0:
			at = k
		case m == fitBound:
			return at, fitBound, true
		case m == fitGaps && gaps < 0:
			gaps = k
		case m == fitGaps:
			gapped = true
		}
	}
	switch {
	case at >= 0:
		return at, fitBound, budget <= 0
	case gaps >= 0:
		return gaps, fitGaps, gapped || budget <= 0
	case s[0] == sep:
		return 0, fitOnly, false // the oldest versions leave prepared empty for a plain Statement
	case s[len(s)-1] == sep:
		return len(s) - 1, fitOnly, false // those before 3.0 sql
	}
	return splitByWord(s, sep, first)
}

// splitByWord finds sides that begin with the same word and close their quotes,
// or of those that only begin so the ones nearest to the middle.
func splitByWord(s []byte, sep byte, first int) (at int, f fit, ambiguous bool) {
	word := leadingWord(s)
	closed, guess := -1, -1
	found, tries := 0, 64
	var open byte // the quote that s[:k] has left open
	from := 0
	for k := first; k < len(s); k = nextByte(s, sep, k) {
		open = quoteAt(s[from:k], open)
		from = k
		if len(word) == 0 || !bytes.EqualFold(word, leadingWord(s[k+1:])) {
			continue
		}
		if guess < 0 || abs(2*k-len(s)) < abs(2*guess-len(s)) {
			guess = k
		}
		if open != 0 || found > 1 || tries == 0 {
			continue
		}
		if tries--; quoteAt(s[k+1:], 0) == 0 {
			closed = k
			found++
		}
	}
	switch {
	case found == 1 && tries > 0:
		return closed, fitKeyword, false
	case guess >= 0:
		return guess, fitGuess, true
	}
	return len(s), fitNone, true
}

// nextByte is the next place of c behind k, len(s) if there is none.
func nextByte(s []byte, c byte, k int) int {
	if n := bytes.IndexByte(s[k+1:], c); n >= 0 {
		return k + 1 + n
	}
	return len(s)
}

// leadingWord is the word that s begins with, behind blanks and brackets.
func leadingWord(s []byte) []byte {
	for len(s) > 0 && (isSpace(s[0]) || s[0] == '(' || s[0] == '{') {
		s = s[1:]
	}
	n := 0
	for n < len(s) && isLetter(s[n]) {
		n++
	}
	return s[:n]
}

// quoteAt returns the quote that is open at the end of s, which begins inside
// quotes if open is not 0; 0 if none is.
func quoteAt(s []byte, open byte) byte {
	for len(s) > 0 {
		i := -1
		if open != 0 {
			i = bytes.IndexByte(s, open)
		} else {
			i = bytes.IndexAny(s, `'"`)
		}
		if i < 0 {
			break
		}
		if open == 0 {
			open = s[i]
		} else {
			open = 0
		}
		s = s[i+1:]
	}
	return open
}

func abs(n int) int { return max(n, -n) }

// trimCR takes the CR of a CRLF off the end.
func trimCR(s []byte) []byte { return bytes.TrimSuffix(s, []byte{'\r'}) }
