package parse

import (
	"bytes"
	"unicode/utf8"
)

// detectEncoding tells the encoding of text by its bytes, and the first line that
// has any but ASCII; nil stands for UTF-8, of which ASCII is a part.
func detectEncoding(text []byte) (e Encoding, line int64) {
	if utf8.Valid(text) {
		return nil, 0
	}
	var c charStats
	number := int64(0)
	for pos := 0; pos < len(text) && c.runs < 20000; {
		end := lineEnd(text, pos)
		number++
		if c.add(text[pos:end]) && line == 0 {
			line = number
		}
		pos = end
	}
	if name := c.name(); name != "" {
		e, _ = LookupEncoding(name)
	}
	return e, line
}

// IsUTF16 reports whether a file that begins with text is UTF-16: by its mark, or
// by the zeros in every other byte of mostly ASCII text.
func IsUTF16(text []byte) (ok, bigEndian bool) {
	switch {
	case bytes.HasPrefix(text, []byte{0xFF, 0xFE}):
		return true, false
	case bytes.HasPrefix(text, []byte{0xFE, 0xFF}):
		return true, true
	}
	text = text[:min(len(text), 1024)]
	if len(text) < 16 {
		return false, false
	}
	var zeros [2]int
	for i, c := range text {
		if c == 0 {
			zeros[i&1]++
		}
	}
	half := len(text) / 2
	switch {
	case zeros[1]*10 > half*7 && zeros[0]*20 < half:
		return true, false
	case zeros[0]*10 > half*7 && zeros[1]*20 < half:
		return true, true
	}
	return false, false
}

// charStats counts what tells encodings apart.
type charStats struct {
	valid, invalid int // sequences of UTF-8; bytes that are part of none
	runs, single   int // runs of bytes beyond ASCII; those of one byte
	pairs          int // two bytes as the EUC encodings have them: both from A1 on
	hangul         int // lead bytes of Korean syllables, B0 to C8
	symbols        int // lead bytes A1 to A3, which all of them have
	kana           int // lead bytes A4 and A5, kana in EUC-JP
	shiftKana      int // 82 9F to 82 F1, 83 40 to 83 96, kana in Shift-JIS
	shiftPairs     int // lead bytes 81 to 9F and E0 to EA of Shift-JIS
	shiftBad       int // what Shift-JIS has not
}

// add counts a line and reports whether it has more than ASCII.
func (c *charStats) add(s []byte) bool {
	some := false
	for i := 0; i < len(s); {
		if s[i] < 0x80 {
			i++
			continue
		}
		some = true
		end := i
		for end < len(s) && s[end] >= 0x80 {
			end++
		}
		c.run(s, i, end)
		i = end
	}
	return some
}

// run counts the run of bytes beyond ASCII from i to end.
func (c *charStats) run(s []byte, i, end int) {
	c.runs++
	if end-i == 1 {
		c.single++
	}
	for k := i; k < end; {
		r, n := utf8.DecodeRune(s[k:])
		if r == utf8.RuneError && n <= 1 {
			c.invalid++
			k++
		} else {
			c.valid++
			k += n
		}
	}
	for k := i; k+1 < end; k += 2 {
		if s[k] < 0xA1 || s[k+1] < 0xA1 {
			continue
		}
		switch c.pairs++; {
		case s[k] <= 0xA3:
			c.symbols++
		case s[k] <= 0xA5:
			c.kana++
		case s[k] >= 0xB0 && s[k] <= 0xC8:
			c.hangul++
		}
	}
	for k := i; k < end; k++ {
		lead := s[k]
		if lead >= 0xA1 && lead <= 0xDF { // a half-width kana
			continue
		}
		if k+1 >= len(s) || lead == 0x80 || lead == 0xA0 || lead > 0xFC || s[k+1] < 0x40 || s[k+1] == 0x7F || s[k+1] > 0xFC {
			c.shiftBad++
			continue
		}
		k++
		c.shiftPairs++
		if lead == 0x82 && s[k] >= 0x9F && s[k] <= 0xF1 || lead == 0x83 && s[k] <= 0x96 {
			c.shiftKana++
		}
	}
}

// name decides; "" is UTF-8. Chinese is what is left: its characters are spread
// over all lead bytes.
func (c *charStats) name() string {
	switch {
	case c.invalid == 0 || c.valid >= c.invalid:
		return ""
	case c.single*10 >= c.runs*6:
		return "Windows-1252"
	case c.shiftKana*8 >= c.shiftPairs && c.shiftKana > 0 && c.shiftBad*20 <= c.shiftPairs:
		return "Shift-JIS"
	case c.kana*8 >= c.pairs && c.kana > 0:
		return "EUC-JP"
	case c.hangul*20 >= (c.pairs-c.symbols)*19 && c.hangul > 3:
		return "EUC-KR"
	}
	return "GB18030"
}
