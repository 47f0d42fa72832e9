package parse

import (
	"bytes"
	"unicode/utf8"
)

// months are the words for January to December that Java writes for %b and MMM,
// per language (CLDR and the JDK's own tables, short and long where they
// differ). A point may follow.
var months = [...][12]string{
	{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"},
	{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"},
	{"jan", "feb", "mär", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez"},                                    // de
	{"januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember"}, // de
	{"janv", "févr", "mars", "avr", "mai", "juin", "juil", "août", "sept", "oct", "nov", "déc"},                             // fr
	{"ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"},                                   // es
	{"gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"},                                    // it
	{"jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"},                                    // pt
	{"jan", "feb", "mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec"},                                    // nl
	{"sty", "lut", "mar", "kwi", "maj", "cze", "lip", "sie", "wrz", "paź", "lis", "gru"},                                    // pl
	{"янв", "февр", "мар", "апр", "мая", "июн", "июл", "авг", "сент", "окт", "нояб", "дек"},                                 // ru
	{"янв", "фев", "марта", "апр", "май", "июня", "июля", "авг", "сен", "окт", "ноя", "дек"},                                // ru
	{"oca", "şub", "mar", "nis", "may", "haz", "tem", "ağu", "eyl", "eki", "kas", "ara"},                                    // tr
	{"一月", "二月", "三月", "四月", "五月", "六月", "七月", "八月", "九月", "十月", "十一月", "十二月"},                                              // zh
	{"1月", "2月", "3月", "4月", "5月", "6月", "7月", "8月", "9月", "10月", "11月", "12月"},                                             // zh, ja
	{"1월", "2월", "3월", "4월", "5월", "6월", "7월", "8월", "9월", "10월", "11월", "12월"},                                             // ko
}

// monthAt reads the name of a month at i, which must be a whole word, with the
// point of an abbreviation.
func monthAt(s []byte, i int) (month, w int) {
	for i+w < len(s) && w < 20 && (isLetter(s[i+w]) || s[i+w] >= 0x80) {
		w++
	}
	if w == 3 {
		if m := englishMonth(s[i:]); m > 0 {
			return m, dotted(s, i, w)
		}
	}
	if w == 0 { // 6月
		if _, w = digits(s, i, 2); w == 0 || i+w+3 > len(s) || s[i+w] < 0x80 {
			return 0, 0
		}
		w += 3
	}
	if i+w < len(s) && s[i+w] != ' ' && s[i+w] != '.' && s[i+w] != '-' && s[i+w] != '/' {
		return 0, 0
	}
	var buf [24]byte
	word := lowerTo(buf[:0], s[i:i+w])
	for _, names := range months {
		for m, name := range names {
			if string(word) == name {
				return m + 1, dotted(s, i, w)
			}
		}
	}
	return 0, 0
}

// dotted is w, and one more if a point follows that ends the abbreviation.
func dotted(s []byte, i, w int) int {
	if i+w+1 < len(s) && s[i+w] == '.' && s[i+w+1] == ' ' {
		w++
	}
	return w
}

// lowerTo appends s to dst with small letters, ASCII and Cyrillic.
func lowerTo(dst, s []byte) []byte {
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		s = s[n:]
		if r >= 'A' && r <= 'Z' || r >= 'А' && r <= 'Я' {
			r += 0x20
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

func englishMonth(s []byte) int {
	switch string([]byte{s[0] | 0x20, s[1] | 0x20, s[2] | 0x20}) {
	case "jan":
		return 1
	case "feb":
		return 2
	case "mar":
		return 3
	case "apr":
		return 4
	case "may":
		return 5
	case "jun":
		return 6
	case "jul":
		return 7
	case "aug":
		return 8
	case "sep":
		return 9
	case "oct":
		return 10
	case "nov":
		return 11
	case "dec":
		return 12
	}
	return 0
}

// halves are the words for the halves of the day, the first six before noon.
var halves = [...]string{"上午", "午前", "오전", "凌晨", "早上", "am", "下午", "午後", "오후", "晚上", "中午", "pm"}

// halfDay reads a word for half of the day at i: 'A' before noon, 'P' after it.
func halfDay(s []byte, i int) (half byte, w int) {
	if i+2 > len(s) {
		return 0, 0
	}
	if c := s[i] | 0x20; c < 0x80 && c != 'a' && c != 'p' {
		return 0, 0
	}
	for k, word := range halves {
		if len(s)-i < len(word) {
			continue
		}
		if at := s[i : i+len(word)]; string(at) == word || len(word) == 2 && bytes.EqualFold(at, []byte(word)) {
			if len(word) == 2 && i+2 < len(s) && (isLetter(s[i+2]) || s[i+2] == '_') {
				return 0, 0
			}
			half = 'A'
			if k >= len(halves)/2 {
				half = 'P'
			}
			return half, len(word)
		}
	}
	return 0, 0
}

// blankAt is the length of the blank at i: a space, or one that does not break
// (U+00A0; U+202F, which JDK 20 and later write before AM and PM).
func blankAt(s []byte, i int) int {
	switch {
	case i >= len(s):
		return 0
	case s[i] == ' ':
		return 1
	case s[i] == 0xC2 && i+1 < len(s) && s[i+1] == 0xA0:
		return 2
	case s[i] == 0xE2 && i+2 < len(s) && s[i+1] == 0x80 && s[i+2] == 0xAF:
		return 3
	}
	return 0
}
