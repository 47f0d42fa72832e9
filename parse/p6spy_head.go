package parse

import (
	"bytes"
	"encoding/binary"
)

// p6Layout is one of the layouts of P6Spy's own formatters.
type p6Layout uint8

const (
	p6Single p6Layout = iota // url, prepared and sql, or the latter two
	p6Old                    // the connection stands before the category
	p6Glued                  // "connection7", CustomLineFormat's default, and other templates with one text
	p6Multi                  // prepared and sql on lines of their own, a ; behind
	p6Took                   // the copy of MultiLineFormat that blogs pass on: without #, with one text
)

// p6Category is what a line tells of.
type p6Category uint8

const (
	p6None p6Category = iota
	p6Statement
	p6Commit
	p6Rollback
	p6Batch
	p6Outage
	p6Noise // messages, rows of results
)

// p6Head is what stands before a record's texts. Its ints are places in the line.
type p6Head struct {
	epoch         int64 // the stamp in microseconds, or NoTime if it is none of 13 digits
	elapsed       int64 // ms, or -1
	from, time    int   // the stamp
	conn, connEnd int
	rest          int // where the texts begin
	layout        p6Layout
	category      p6Category
}

// p6StampMax is the longest stamp that is looked through for its end.
const p6StampMax = 64

// p6Header reads the beginning of a record.
func p6Header(t []byte) (h p6Head, ok bool) {
	ok = h.read(t)
	return h, ok
}

// read fills h from the beginning of a record, or returns false.
func (h *p6Head) read(t []byte) bool {
	if len(t) < 16 {
		return false
	}
	*h = p6Head{epoch: NoTime}
	switch c := t[0]; {
	case c == '#':
		h.from = 1
	case c <= ' ', c == '\'', c == '"':
		return false
	}
	if at := h.from + 13; t[at] == '|' || t[at] == ' ' && t[at+1] == '|' {
		if v, ok := thirteen(t[h.from:]); ok {
			h.epoch = v * 1000
			if t[at] == ' ' {
				at++
			}
			return h.fields(t, at)
		}
	}
	stamp := t[:min(len(t), h.from+p6StampMax)]
	for i := h.from + 1; i < len(stamp); i++ {
		n := bytes.IndexByte(stamp[i:], '|')
		if n < 0 {
			break
		}
		if i += n; h.fields(t, i) {
			return p6Stamp(trimSpace(t[h.from:h.time]))
		}
	}
	return false
}

// p6Stamp reports whether s can be what a dateformat makes: any text, but not an
// envelope with the stamp behind it.
func p6Stamp(s []byte) bool {
	if isStamp(s, anyOrder) {
		return true
	}
	_, _, stamped := parseStamp(s)
	n := len(s) - 13
	return !stamped && bytes.IndexByte(s, '\n') < 0 && !(n > 0 && isNumeral(s[n:]))
}

// fields reads what follows a stamp that ends at the pipe at i.
func (h *p6Head) fields(t []byte, i int) bool {
	h.time = i
	i++
	if i >= len(t) {
		return false
	}
	if t[i] == ' ' {
		return h.took(t, i)
	}
	if h.from > 0 {
		return false
	}
	var ok bool
	if h.elapsed, i, ok = p6Number(t, i); !ok {
		return false
	}
	if i = p6Unit(t, i); i >= len(t) || t[i] != '|' {
		return false
	}
	i++
	if i < len(t) && (t[i] == '|' || t[i] >= '0' && t[i] <= '9') { // the connection first
		h.layout = p6Old
		h.conn = i
		for i < len(t) && t[i] >= '0' && t[i] <= '9' {
			i++
		}
		h.connEnd = i
		if i >= len(t) || t[i] != '|' {
			return false
		}
		h.category, i = p6Word(t, i+1)
		h.rest = i + 1
		return h.category != p6None && i < len(t) && t[i] == '|'
	}
	if h.category, i = p6Word(t, i); h.category == p6None || i >= len(t) || t[i] != '|' {
		return false
	}
	h.layout = p6Single
	return h.connection(t, i+1) && h.closed(t)
}

// took reads the fields of the multi-line layouts: " took 5ms | statement | connection 7|".
func (h *p6Head) took(t []byte, i int) (ok bool) {
	if !bytes.HasPrefix(t[i:], []byte(" took ")) {
		return false
	}
	if h.elapsed, i, ok = p6Number(t, i+6); !ok || !bytes.HasPrefix(t[i:], []byte("ms | ")) {
		return false
	}
	if h.category, i = p6Word(t, i+5); h.category == p6None || !bytes.HasPrefix(t[i:], []byte(" | ")) {
		return false
	}
	if !h.connection(t, i+3) {
		return false
	}
	h.layout = p6Multi
	if h.from > 0 || h.rest < len(t) && t[h.rest] == '|' {
		return h.closed(t)
	}
	if h.rest = afterBlanks(t, h.rest); h.rest < len(t) && t[h.rest] == '|' {
		h.layout = p6Glued
		return h.closed(t)
	}
	h.layout = p6Took
	return h.rest == len(t) || t[h.rest] == '\n' || t[h.rest] == '\r'
}

// connection reads "connection 7", or glued to its number.
func (h *p6Head) connection(t []byte, i int) bool {
	const word = "connection"
	if len(t) < i+len(word)+1 || string(t[i:i+len(word)]) != word {
		return false
	}
	i += len(word)
	if t[i] == ' ' {
		i++
	} else {
		h.layout = p6Glued
	}
	h.conn = i
	if i < len(t) && t[i] == '-' {
		i++
	}
	at := i
	for i < len(t) && t[i] >= '0' && t[i] <= '9' {
		i++
	}
	h.connEnd, h.rest = i, i
	return i > at
}

// closed takes the pipe behind the connection.
func (h *p6Head) closed(t []byte) bool {
	h.rest++
	return h.rest <= len(t) && t[h.rest-1] == '|'
}

// p6Number reads a number of milliseconds, -1 if it is below zero.
func p6Number(t []byte, i int) (v int64, end int, ok bool) {
	negative := i < len(t) && t[i] == '-'
	if negative {
		i++
	}
	v, w := digits(t, i, 15)
	if negative {
		v = -1
	}
	return v, i + w, w > 0
}

// p6Unit goes over "ms" behind a number, glued or not.
func p6Unit(t []byte, i int) int {
	at := i
	if i < len(t) && t[i] == ' ' {
		i++
	}
	if i+1 < len(t) && t[i] == 'm' && t[i+1] == 's' {
		return i + 2
	}
	return at
}

// thirteen reads the thirteen digits that s begins with: eight at once, for every
// line of a log has them.
func thirteen(s []byte) (v int64, ok bool) {
	const ones = 0x0101010101010101
	x := binary.LittleEndian.Uint64(s) ^ ones*'0' // digits are 0 to 9 now, and nothing else is
	if (x|(x+ones*(0x7f-9)))&(ones*0x80) != 0 {
		return 0, false
	}
	x = x*10 + x>>8 // pairs, in every second byte
	x = ((x&0x000000ff000000ff)*(100+1000000<<32) + (x>>16&0x000000ff000000ff)*(1+10000<<32)) >> 32
	rest, w := digits(s, 8, 5)
	return int64(x)*100000 + rest, w == 5
}

// p6Word reads a category.
func p6Word(t []byte, i int) (c p6Category, end int) {
	const most = "statement|" // nearly every line has it
	if len(t)-i >= len(most) && string(t[i:i+len(most)]) == most {
		return p6Statement, i + len(most) - 1
	}
	at := i
	for i < len(t) && i < at+10 && t[i] >= 'a' && t[i] <= 'z' {
		i++
	}
	return p6CategoryOf(t[at:i]), i
}

// p6CategoryOf knows P6Spy's closed set of words (com.p6spy.engine.logging.Category).
func p6CategoryOf(word []byte) p6Category {
	switch string(word) {
	case "statement":
		return p6Statement
	case "commit":
		return p6Commit
	case "rollback":
		return p6Rollback
	case "batch":
		return p6Batch
	case "outage":
		return p6Outage
	case "resultset", "result", "info", "debug", "warn", "error":
		return p6Noise
	}
	return p6None
}

// afterBlanks returns where what is neither blank nor tab begins, from i on.
func afterBlanks(t []byte, i int) int {
	for i < len(t) && (t[i] == ' ' || t[i] == '\t') {
		i++
	}
	return i
}
