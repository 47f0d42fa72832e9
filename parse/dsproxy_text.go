package parse

import "bytes"

// dspHead is what stands before the query of an entry.
type dspHead struct {
	conn, thread         []byte
	time                 []byte // as it stands
	micros               int64  // Unknown if that is no number
	failed, batch        bool
	statement, callable  bool // of the types; the third is Prepared
	querySize, batchSize int64
	rest                 []byte // behind "Query:["; nil if there is none
}

// dspKey is the key of a value.
type dspKey uint8

const (
	dspNoKey dspKey = iota
	dspName
	dspConnection
	dspIsolation
	dspThread
	dspTime
	dspSuccess
	dspType
	dspBatch
	dspQuerySize
	dspBatchSize
	dspQuery
)

var dspKeys = [...]struct {
	text string
	key  dspKey
}{
	{"Name:", dspName},
	{"Connection:", dspConnection},
	{"Isolation:", dspIsolation},
	{"Thread:", dspThread},
	{"Time:", dspTime},
	{"Success:", dspSuccess},
	{"Type:", dspType},
	{"Batch:", dspBatch},
	{"QuerySize:", dspQuerySize},
	{"BatchSize:", dspBatchSize},
	{"Query:", dspQuery},
}

// dspKeyAt reads the key that s begins with, and gives what stands behind its colon.
func dspKeyAt(s []byte) (key dspKey, rest []byte) {
	if len(s) < 5 {
		return dspNoKey, nil
	}
	for i := range dspKeys {
		x := &dspKeys[i]
		if x.text[0] == s[0] && len(s) >= len(x.text) && string(s[:len(x.text)]) == x.text {
			return x.key, s[len(x.text):]
		}
	}
	return dspNoKey, nil
}

// dspRead reads the head of an entry, the keys and values up to the query. They
// are separated by ", " or line breaks; names and ids of connections may hold
// anything, and end before the next key. ok is false without time and success.
func dspRead(t []byte) (h dspHead, ok bool) {
	key, t := dspKeyAt(t)
	if key != dspName && key != dspTime && key != dspThread && key != dspConnection {
		return h, false
	}
	h.querySize = 1
	timed, told := false, false
	for key != dspNoKey {
		if key == dspQuery {
			if len(t) > 0 && t[0] == '[' {
				h.rest = t[1:]
			}
			break
		}
		var value []byte
		field := key
		value, key, t = dspValue(t, key == dspName || key == dspConnection)
		switch field {
		case dspConnection:
			if len(value) > 0 {
				h.conn = value
			}
		case dspThread:
			h.thread = value
		case dspTime:
			timed, h.time = true, value
			n, end := leadingNumber(value)
			if h.micros = scaled(n, 1000); end == 0 || end < len(value) {
				h.micros = Unknown
			}
		case dspSuccess:
			told, h.failed = true, string(value) == "False"
		case dspType:
			h.statement, h.callable = string(value) == "Statement", string(value) == "Callable"
		case dspBatch:
			h.batch = string(value) == "True"
		case dspQuerySize:
			h.querySize, _ = leadingNumber(value)
		case dspBatchSize:
			h.batchSize, _ = leadingNumber(value)
		}
	}
	return h, timed && told
}

// dspValue reads a value and the key behind it: up to the next key if it is free
// text, else up to the next separator.
func dspValue(t []byte, free bool) (value []byte, key dspKey, rest []byte) {
	for i := 0; i < len(t) && i < matchWindow; i++ {
		switch t[i] {
		case ',':
			if i+1 == len(t) || t[i+1] != ' ' {
				continue
			}
			if key, rest = dspKeyAt(t[i+2:]); key != dspNoKey || !free {
				return t[:i], key, rest
			}
		case '\n':
			key, rest = dspKeyAt(t[i+1:])
			return trimCR(t[:i]), key, rest
		}
	}
	line, _ := cutLine(t)
	return line, dspNoKey, nil
}

// The ends of the list of queries.
var dspAnchors = [...][]byte{[]byte("], Params:["), []byte("]\nParams:["), []byte("]\r\nParams:[")}

// cut divides what stands behind "Query:[". queries and values are inside of
// their brackets, queries without the quotes at both ends; trailer is what
// follows. whole is false if the entry does not end as it should; queries is all
// there is then.
func (h *dspHead) cut() (queries, values, trailer []byte, whole bool) {
	at, width := dspParams(h.rest)
	if at < 0 {
		if end := bytes.LastIndex(h.rest, []byte(`"]`)); end > 0 && len(trimSpace(h.rest[end+2:])) == 0 {
			return h.rest[1:end], nil, nil, true // without parameters, as people have it
		}
		return bytes.TrimPrefix(h.rest, []byte{'"'}), nil, nil, false
	}
	queries = h.rest[:at]
	if len(queries) > 1 && queries[0] == '"' && queries[len(queries)-1] == '"' {
		queries = queries[1 : len(queries)-1]
	}
	values = h.rest[at+width:]
	end := dspEnd(values)
	if end < 0 {
		return queries, nil, nil, false
	}
	trailer = values[end+1:]
	return queries, values[:end], trailer, true
}

// dspParams returns where the list of queries ends, and the length of what
// stands from there to the parameters. Both queries and parameters may hold the
// same words: it is the first place that is outside of the quotes of SQL, the
// last one if none is.
func dspParams(t []byte) (at, width int) {
	at = -1
	open, seen := byte(0), min(1, len(t))
	for from, tries := 0, 0; tries < 1000; tries++ {
		i := bytes.Index(t[from:], []byte("Params:["))
		if i < 0 {
			break
		}
		i += from
		from = i + 8
		for _, a := range dspAnchors {
			end := i - len(a) + 8
			if end < 0 || !bytes.HasPrefix(t[end:], a) || end > 0 && (end < 2 || t[end-1] != '"') {
				continue
			}
			at, width = end, len(a)
			last := max(end-1, seen)
			open = quoteAt(t[seen:last], open)
			if seen = last; open == 0 {
				return at, width
			}
		}
	}
	return at, width
}

// dspEnd returns where the list of parameters, inside of its brackets, ends: at
// the last bracket that may be its end and ends a line, or has OutParams behind it.
func dspEnd(t []byte) int {
	for _, empty := range [...]string{"]", "()]"} {
		if len(t) >= len(empty) && string(t[:len(empty)]) == empty && atLineEnd(t[len(empty):]) {
			return len(empty) - 1
		}
	}
	if i := bytes.LastIndex(t, []byte(")], OutParams:[")); i >= 0 {
		return i + 1
	}
	for end := len(t); ; {
		i := bytes.LastIndexByte(t[:end], ']')
		if i < 0 {
			return -1
		}
		if i > 0 && t[i-1] == ')' && atLineEnd(t[i+1:]) {
			return i
		}
		end = i
	}
}

// dspJoin makes one text of n queries, which stand as a","b: one a line, ended
// by semicolons. It reports false, and gives them as they stand, if it is not
// certain where one ends.
func dspJoin(b *Batch, queries []byte, n int64) (text []byte, ok bool) {
	sep := []byte(`","`)
	surplus := int64(bytes.Count(queries, sep)) + 1 - n
	if surplus < 0 {
		return queries, false
	}
	out := b.Alloc(len(queries))[:0] // the separator is the longer one
	open := byte(0)
	for {
		i := 0
		for {
			j := bytes.Index(queries[i:], sep)
			if j < 0 {
				out = append(out, queries...)
				return out, n == 1
			}
			if surplus > 0 {
				open = quoteAt(queries[i:i+j], open)
			}
			i += j
			if open == 0 {
				break
			}
			open = quoteAt(sep, open)
			i += len(sep)
		}
		out = append(append(out, queries[:i]...), ";\n"...)
		queries = queries[i+len(sep):]
		n--
	}
}
