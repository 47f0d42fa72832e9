package parse

import "bytes"

// druidID is what an entry begins with: {conn-10001, pstmt-20000, rs-50000}.
type druidID struct {
	conn         []byte
	stmt, result int64 // 0 for none
	prepared     bool  // the statement is a prepared or callable one
}

// ref packs the numbers of the statement and of the result, as far as they are
// needed to tell those apart that are open at the same time.
func (id druidID) ref() int64 { return id.stmt<<32 | id.result&0xFFFFFFFF }

// setText gives r the statement's text.
func (id druidID) setText(r *Record, text []byte) {
	if id.prepared {
		r.Prepared = trimSpace(text)
	} else {
		r.SQL = trimSpace(text)
	}
}

// druidHead reads the ids at the beginning of a message. A rollback has a blank
// for the dash, and versions that know the server's process have it behind the
// connection: {conn-10001,procId-12}.
func druidHead(t []byte) (id druidID, rest []byte, ok bool) {
	if len(t) < 8 || string(t[:5]) != "{conn" || t[5] != '-' && t[5] != ' ' {
		return id, nil, false
	}
	_, n := leadingNumber(t[6:])
	if n == 0 {
		return id, nil, false
	}
	id.conn, t = t[6:6+n], t[6+n:]
	for len(t) > 1 && t[0] == ',' {
		t = t[1:]
		if t[0] == ' ' {
			t = t[1:]
		}
		dash := bytes.IndexByte(t[:min(len(t), 8)], '-')
		if dash < 0 {
			return id, nil, false
		}
		number, n := leadingNumber(t[dash+1:])
		if n == 0 {
			return id, nil, false
		}
		switch string(t[:dash]) {
		case "stmt":
			id.stmt = number
		case "pstmt", "cstmt":
			id.stmt, id.prepared = number, true
		case "rs":
			id.result = number
		case "procId":
		default:
			return id, nil, false
		}
		t = t[dash+1+n:]
	}
	if len(t) < 2 || t[0] != '}' || t[1] != ' ' {
		return id, nil, false
	}
	return id, t[2:], true
}

// druidWord is the word of an entry.
type druidWord uint8

const (
	druidNothing druidWord = iota
	druidOther             // tells nothing of an execution
	druidCreate
	druidParameters
	druidTypeNames
	druidExecuted
	druidQuery
	druidUpdate
	druidBatch
	druidError
	druidResult
	druidClose
	druidCommitted
	druidRolledBack
)

// druidWords are the beginnings of entries, by their first letter.
var druidWords = [...]struct {
	text string
	word druidWord
}{
	{"Header: [", druidOther},
	{"Parameters : [", druidParameters},
	{"Result: [", druidResult},
	{"Types : [", druidTypeNames},
	{"batch executed. ", druidBatch},
	{"clearParameters", druidOther},
	{"closed", druidClose},
	{"commited", druidCommitted}, // up to 1.2.8
	{"committed", druidCommitted},
	{"connected", druidOther},
	{"created. ", druidCreate},
	{"created", druidOther},
	{"execute error. ", druidError},
	{"executed. ", druidExecuted},
	{"open", druidOther},
	{"pool-connect", druidOther},
	{"pool-recycle", druidOther},
	{"query executed. ", druidQuery},
	{"rollback", druidRolledBack},
	{"setAutoCommit ", druidOther},
	{"setSavepoint", druidOther},
	{"update executed. effort ", druidUpdate},
}

// druidRead reads the word behind the ids.
func druidRead(t []byte) (w druidWord, rest []byte) {
	if len(t) == 0 {
		return druidNothing, nil
	}
	for i := range druidWords {
		x := &druidWords[i]
		if x.text[0] == t[0] && len(t) >= len(x.text) && string(t[:len(x.text)]) == x.text {
			return x.word, t[len(x.text):]
		}
	}
	return druidNothing, nil
}

// druidMillis reads "3.417743 millis. " and gives microseconds, rounded down.
func druidMillis(t []byte) (micros int64, rest []byte, ok bool) {
	micros, n := javaMillis(t)
	rest, ok = bytes.CutPrefix(t[n:], []byte(" millis."))
	if n == 0 || !ok || len(rest) > 0 && !isSpace(rest[0]) {
		return 0, nil, false
	}
	return micros, rest, true
}

// druidBadMillis reports whether t is a time whose number is none.
func druidBadMillis(t []byte) bool {
	first := druidFirst(t)
	return len(first) > 0 && bytes.HasPrefix(t[len(first):], []byte(" millis."))
}

// druidFirst is the first word of t.
func druidFirst(t []byte) []byte {
	for i, c := range t {
		if isSpace(c) {
			return t[:i]
		}
	}
	return t
}

// druidSlowHead reads "slow sql 1203 millis. ".
func druidSlowHead(t []byte) (micros int64, rest []byte, ok bool) {
	const words = "slow sql "
	if len(t) < len(words) || string(t[:len(words)]) != words {
		return 0, nil, false
	}
	t = t[len(words):]
	n, end := leadingNumber(t)
	rest, ok = bytes.CutPrefix(t[end:], []byte(" millis."))
	if end == 0 || !ok || len(rest) > 0 && !isSpace(rest[0]) {
		return 0, nil, false
	}
	return scaled(n, 1000), rest, true
}

// druidThrownAt returns where the exception behind the SQL of an error begins: at
// the first line that names one outside of quotes. SQL that fails may have open
// quotes, and a class may be called anything; the frames show it then.
func druidThrownAt(t []byte) int {
	open := byte(0)
	for at := 0; at < len(t); {
		end := lineEnd(t, at)
		if at > 0 && open == 0 && isThrown(trimEOL(t[at:end])) {
			return at
		}
		open = quoteAt(t[at:end], open)
		at = end
	}
	at := thrownAt(t)
	if frame := firstFrame(t); at == len(t) && frame > 0 {
		return bytes.LastIndexByte(t[:frame-1], '\n') + 1
	}
	return at
}

// druidArray returns where the array of values begins that text ends with:
// scalars of JSON, but an empty slot for a value that was not set. The SQL before
// it may end in brackets too, so it is read from its end. -1 if there is none.
func druidArray(text []byte) int {
	i := len(text) - 2
	if i < 0 || text[i+1] != ']' {
		return -1
	}
	for i >= 0 {
		switch c := text[i]; {
		case c == '[':
			return i
		case c == '"':
			if i = jsonStringStart(text, i); i < 0 {
				return -1
			}
		case c == ',' || c == '.' || c == '-' || c == '+' || isLetter(c) || c >= '0' && c <= '9':
		default:
			return -1
		}
		i--
	}
	return -1
}

// jsonStringStart returns where the string of JSON begins whose last quote is at
// end, or -1.
func jsonStringStart(text []byte, end int) int {
	for {
		i := bytes.LastIndexByte(text[:end], '"')
		if i < 0 {
			return -1
		}
		slashes := 0
		for slashes < i && text[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i
		}
		end = i
	}
}

// jsonStringEnd returns the length of the string of JSON that s begins with.
func jsonStringEnd(s []byte) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}
