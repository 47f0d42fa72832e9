package parse

import (
	"bytes"
	"math"
	"strconv"
)

// l4Tail is "{executed in 12 msec}" or "{FAILED after 12 msec}".
type l4Tail struct {
	at, end int   // from the brace to behind the other
	micros  int64 // Unknown when the log has -1
	failed  bool
	ms      bool // the unit is the one of the log4j2 delegator
}

// l4LastTail finds the tail: the last that ends a line, for the words may stand
// in a literal. Behind that of a failure nothing may stand but an exception, or
// the text in a fork; if none is so, the last counts.
func l4LastTail(t []byte) (x l4Tail, ok bool) {
	for end := len(t); ; {
		i := bytes.LastIndexByte(t[:end], '{')
		if i < 0 {
			return x, ok
		}
		end = i
		y, good := l4ReadTail(t, i)
		if !good {
			continue
		}
		if !y.failed {
			if !ok {
				x = y
			}
			return x, true
		}
		rest := trimSpace(t[y.end:])
		if n, _ := l4Number(rest); len(rest) == 0 || n != nil || thrown(rest) != nil {
			return y, true
		}
		if !ok {
			x, ok = y, true
		}
	}
}

// l4ReadTail reads the tail at t[i:], which must end a line.
func l4ReadTail(t []byte, i int) (x l4Tail, ok bool) {
	s := t[i:]
	switch {
	case bytes.HasPrefix(s, []byte("{executed in ")):
		s = s[len("{executed in "):]
	case bytes.HasPrefix(s, []byte("{FAILED after ")):
		s = s[len("{FAILED after "):]
		x.failed = true
	default:
		return x, false
	}
	negative := len(s) > 0 && s[0] == '-'
	if negative {
		s = s[1:]
	}
	n, end := leadingNumber(s)
	if end == 0 {
		return x, false
	}
	s = trimLeftBlanks(s[end:])
	unit := bytes.IndexByte(s[:min(len(s), 8)], '}')
	if unit < 0 {
		return x, false
	}
	switch string(s[:unit]) {
	case "ms":
		x.ms = true
		x.micros = scaled(n, 1000)
	case "msec":
		x.micros = scaled(n, 1000)
	case "nanoSec", "nsec", "ns":
		x.micros = n / 1000
	case "usec", "us":
		x.micros = n
	case "sec", "s":
		x.micros = scaled(n, 1_000_000)
	default:
		return x, false
	}
	if negative {
		x.micros = Unknown
	}
	s = trimLeftBlanks(s[unit+1:])
	if len(s) > 0 && s[0] != '\n' && s[0] != '\r' {
		return x, false
	}
	x.at, x.end = i, len(t)-len(s)
	return x, true
}

// l4BadTail finds a tail at the end of t whose number is none. line counts the
// lines before it.
func l4BadTail(t []byte) (word []byte, line int) {
	t = trimSpace(t)
	i := bytes.LastIndex(t, []byte("{executed in "))
	if i < 0 || t[len(t)-1] != '}' {
		return nil, 0
	}
	word = t[i+len("{executed in ") : len(t)-1]
	if j := bytes.IndexByte(word, ' '); j >= 0 {
		word = word[:j]
	}
	return word, bytes.Count(t[:i], newline)
}

// quoteWord quotes a malformed number or keyword for a message, cut to 20 bytes.
func quoteWord(word []byte) string { return strconv.Quote(string(word[:min(len(word), 20)])) }

// leadingNumber reads the decimal number that s begins with; end is 0 if there
// is none, or it does not fit.
func leadingNumber(s []byte) (n int64, end int) {
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		if end == 18 {
			return 0, 0
		}
		n = n*10 + int64(s[end]-'0')
		end++
	}
	return n, end
}

// scaled is n times unit, or as large as can be.
func scaled(n, unit int64) int64 {
	if n > math.MaxInt64/unit {
		return math.MaxInt64
	}
	return n * unit
}
