package sqltext

// class says what a token that starts with a byte can be.
type class uint8

const (
	cSpace class = iota // blanks and control characters
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
		case c <= ' ' || c == 0x7f:
			t[c] = cSpace
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80:
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
