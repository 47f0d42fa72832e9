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
	valid, invalid int    // sequences of UTF-8; bytes that are part of none
	runs, single   int    // runs of bytes beyond ASCII; those of one byte
	pairs          int    // two bytes as the EUC encodings have them: both from A1 on
	hangul         int    // lead bytes of Korean syllables, B0 to C8
	symbols        int    // lead bytes A1 to A3, which all of them have
	kana           int    // lead bytes A4 and A5, kana in EUC-JP
	shiftKana      int    // 82 9F to 82 F1, 83 40 to 83 96, kana in Shift-JIS
	shiftPairs     int    // pairs of Shift-JIS
	shiftLow       int    // those with lead bytes 81 to 9F, which are rare in the others
	high           int    // bytes beyond ASCII
	sample         []byte // pairs that may be Korean or Chinese
	shiftBad       int    // what Shift-JIS has not
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
	c.high += end - i
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
			if c.hangul++; len(c.sample) < 8000 {
				c.sample = append(c.sample, s[k], s[k+1])
			}
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
		if lead <= 0x9F {
			c.shiftLow++
		}
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
	case (c.shiftKana*8 >= c.shiftPairs && c.shiftKana > 0 || c.shiftLow*3 >= c.high) && c.shiftBad*20 <= c.shiftPairs:
		return "Shift-JIS"
	case c.kana*8 >= c.pairs && c.kana > 0:
		return "EUC-JP"
	case c.hangul*20 >= (c.pairs-c.symbols)*19 && c.common("EUC-KR", hangulWords) > c.common("GB18030", hanziWords):
		return "EUC-KR"
	}
	return "GB18030"
}

// The most frequent characters of the languages, with those of software and forms.
const (
	hangulWords = "이다는에을의가고하지를로도은사한기나아자리어서라인해대일그시들수전제보만게니여정것부적면장주원구스공조동오관상발회과성위신음용합개국소경안선비무생건업내실미방치문법년교민화우드단간계연산당본설후체통모입차분물명학알림록등번호울조습료름표준"
	hanziWords  = "的一是不了在人有我他这中来上大为和国地到以说时要就出会可也对生能子那得于下自之年过发后作里用道行所家种事成方多经去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日者意无力它与长把机民第公此已工使情明性知全三又关点正业外将两高间由问最重并物手应向头文体政美相见被利二等产或新制身果加西月话合回特代内信表化老给世位次度门任常先海通教原东提立及比员解水名论处各入口条平系气题更别变四总何电数安少报结反受目量再建务做接必场件计管期市直资命山金指统区保至形社便空决治展科司五基书非则听白界达光放强权思完设式色路记南品住告类求据程北边张该交规万取格望术领共确传师清今切院让识导争运案编号称查询态型录删除修改增功败京初诉判执登账户密码参返异常错误"
)

// common counts the frequent characters of a language in the sample.
func (c *charStats) common(name, words string) (n int) {
	e, _ := LookupEncoding(name)
	frequent := make(map[rune]bool, len(words)/3)
	for _, r := range words {
		frequent[r] = true
	}
	for _, r := range string(e.AppendUTF8(nil, c.sample)) {
		if frequent[r] {
			n++
		}
	}
	return n
}
