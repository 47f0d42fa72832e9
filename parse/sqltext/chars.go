package sqltext

// class says what a token that starts with a byte can be.
type class uint8

const (
	cSpace class = iota // blanks and the control characters before them
	cWord               // letters, underscore, every byte of a multi-byte character
	cDigit
	cOp // an operator without a meaning of its own
	cQuote
	cDouble
	cBackquote
	cOpen
	cClose
	cComma
	cDot
	cSemi
	cMark
	cDollar
	cColon
	cAt
	cHash
	cSign
	cSlash
	cBracket
	cBracketEnd
	cBrace
	cBraceEnd
)

// classes maps a byte to its class.
var classes = func() (t [256]class) {
	for c := range t {
		switch {
		case c <= ' ':
			t[c] = cSpace
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x7f:
			t[c] = cWord
		case c >= '0' && c <= '9':
			t[c] = cDigit
		default:
			t[c] = cOp
		}
	}
	for c, k := range map[byte]class{'\'': cQuote, '"': cDouble, '`': cBackquote, '(': cOpen, ')': cClose, ',': cComma,
		'.': cDot, ';': cSemi, '?': cMark, '$': cDollar, ':': cColon, '@': cAt, '#': cHash, '-': cSign, '+': cSign, '/': cSlash,
		'[': cBracket, ']': cBracketEnd, '{': cBrace, '}': cBraceEnd} {
		t[c] = k
	}
	return t
}()

// wordBytes has the bytes that go on in a word: letters, digits, underscore, dollar sign, non-ASCII.
var wordBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = classes[c] == cWord || classes[c] == cDigit || c == '$'
	}
	return t
}()

// opBytes has the bytes that go on in an operator. A sign does not: `=-1` is two tokens.
var opBytes = func() (t [256]bool) {
	for _, c := range []byte("*/<>=~!@#%^&|\\") {
		t[c] = true
	}
	return t
}()

// wordEnds has the bytes behind a word that may make it something else: the quote of a literal, the dot of a longer name …
var wordEnds = func() (t [256]bool) {
	for _, c := range []byte(".'&-#@$") {
		t[c] = true
	}
	return t
}()

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// notWord returns eight bytes with the high bit set where a byte of w does not go on in a word; it takes $ for such a byte.
func notWord(w uint64) uint64 {
	x := w &^ highs
	y := x | 0x20*ones
	letter := (y + (0x80-'a')*ones) &^ (y + (0x7f-'z')*ones)
	digit := (x + (0x80-'0')*ones) &^ (x + (0x7f-'9')*ones)
	underscore := y + ones // 0x5f and 0x7f
	return ^(letter | digit | underscore | w) & highs
}

// lower8 turns the ASCII capitals among eight bytes into small letters.
func lower8(w uint64) uint64 {
	x := w &^ highs
	upper := (x + (0x80-'A')*ones) &^ (x + (0x7f-'Z')*ones) &^ w & highs
	return w | upper>>2
}

func isSpace(c byte) bool { return classes[c] == cSpace }
func isDigit(c byte) bool { return c-'0' <= 9 }

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// at returns the byte at i, or 0 beyond either end.
func at(src []byte, i int) byte {
	if uint(i) < uint(len(src)) {
		return src[i]
	}
	return 0
}

// skipSpace returns the index of the first byte at or behind i that is not white space.
func skipSpace(src []byte, i int) int {
	for i < len(src) && isSpace(src[i]) {
		i++
	}
	return i
}

// skipWord returns the end of the word bytes at i.
func skipWord(src []byte, i int) int {
	for i < len(src) && wordBytes[src[i]] {
		i++
	}
	return i
}
