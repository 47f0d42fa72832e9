package report

import (
	"bytes"
	"slices"
	"strings"
)

// lengths are the lengths of the IN list that one statement came with.
type lengths struct {
	Known []int32 `json:"known,omitempty"` // the shortest lengthLimit ones, in order
	More  bool    `json:"more,omitempty"`  // there are longer ones
	Max   int32   `json:"max,omitempty"`
}

const lengthLimit = 64

func (l *lengths) add(n int32) {
	if n <= 0 {
		return
	}
	l.Max = max(l.Max, n)
	i, found := slices.BinarySearch(l.Known, n)
	switch {
	case found:
	case i >= lengthLimit:
		l.More = true
	default:
		if l.Known = slices.Insert(l.Known, i, n); len(l.Known) > lengthLimit {
			l.Known, l.More = l.Known[:lengthLimit], true
		}
	}
}

func (l *lengths) merge(o *lengths) {
	for _, n := range o.Known {
		l.add(n)
	}
	l.More = l.More || o.More
	l.Max = max(l.Max, o.Max)
}

// hasList reports whether a normalised text has a list of values behind IN.
func hasList(normalized string) bool { return strings.Contains(normalized, " in (?)") }

// listLength is the number of values in the first list behind IN of a text, 0 if
// there is none: a query may stand there.
func listLength(sql []byte) int32 {
	for at := 0; ; {
		i := bytes.IndexByte(sql[at:], '(')
		if i < 0 {
			return 0
		}
		at += i + 1
		before := bytes.TrimRight(sql[:at-1], " \t\r\n")
		if n := len(before); n < 3 || before[n-1]|0x20 != 'n' || before[n-2]|0x20 != 'i' || isWord(before[n-3]) {
			continue
		}
		if n := values(sql[at:]); n > 0 {
			return n
		}
	}
}

// values counts the values of a list up to its closing parenthesis; 0 if one of
// them is a query.
func values(sql []byte) int32 {
	first := bytes.TrimLeft(sql, " \t\r\n(")
	if len(first) > 6 && strings.EqualFold(string(first[:6]), "select") {
		return 0
	}
	n, depth := int32(1), 0
	for i := 0; i < len(sql); i++ {
		switch sql[i] {
		case '\'':
			j := bytes.IndexByte(sql[i+1:], '\'')
			if j < 0 {
				return n
			}
			i += j + 1
		case ',':
			if depth == 0 {
				n++
			}
		case '(':
			depth++
		case ')':
			if depth == 0 {
				return n
			}
			depth--
		}
	}
	return n
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}
