package parse

import "bytes"

// pgMessage takes off text what the versions before 42 put before a message,
// the number of the connection in brackets, and the blanks that all versions do.
func pgMessage(text []byte) (t, conn []byte) {
	t = trimLeftBlanks(text)
	if len(t) > 3 && t[0] == '(' {
		if _, w := digits(t, 1, 9); w > 0 && 1+w < len(t) && t[1+w] == ')' {
			conn = t[1 : 1+w]
			t = trimLeftBlanks(t[2+w:])
		}
	}
	return t, conn
}

// pgBatch is the number of a "batch execute 3 queries, ", -1 if t is none.
func pgBatch(t []byte) int {
	rest, ok := bytes.CutPrefix(t, []byte("batch execute "))
	if !ok {
		return -1
	}
	w := groupedWidth(rest)
	if w == 0 || !bytes.HasPrefix(rest[w:], []byte(" queries, ")) {
		return -1
	}
	return int(max(0, min(groupedNumber(rest[:w]), 1<<30)))
}

// pgField reads "stmt=S_1," or "portal=null)": a name up to a comma or the
// bracket, nil for null. rest begins behind the comma; at the bracket it is empty
// but not nil.
func pgField(t []byte, key string) (name, rest []byte) {
	if len(t) < len(key) || string(t[:len(key)]) != key {
		return nil, nil
	}
	t = t[len(key):]
	end := bytes.IndexAny(t, ",)\n")
	if end < 0 {
		end = len(t)
	}
	name, rest = t[:end], t[end:]
	if end < len(t) {
		if t[end] == ',' {
			rest = t[end+1:]
		} else {
			rest = t[:0]
		}
	}
	if string(name) == "null" {
		name = nil
	}
	return name, rest
}

// What closes a query: `",oids={20,1043})` or `")`, at the end of a line.
const (
	pgOIDs   = `",oids={`
	pgQuoted = `")`
)

// pgQueryText reads `query="...` up to its close. The text may hold anything, the
// close too, so the last one counts. Without one it is all of the text, and ok
// is false. more is what follows on other lines.
func pgQueryText(t []byte, closing string) (query, more []byte, ok bool) {
	t, has := bytes.CutPrefix(t, []byte(`query="`))
	if !has {
		return t, nil, false
	}
	for end := len(t); ; {
		at := bytes.LastIndex(t[:end], []byte(closing))
		if at < 0 {
			return t, nil, false
		}
		n := at + len(closing)
		if closing == pgOIDs {
			for n < len(t) && (t[n] >= '0' && t[n] <= '9' || t[n] == ',') {
				n++
			}
			if !bytes.HasPrefix(t[n:], []byte("})")) {
				end = at
				continue
			}
			n += 2
		}
		line, more := cutLine(t[n:])
		if len(trimSpace(line)) == 0 {
			return t[:at], more, true
		}
		end = at + len(closing) - 1
	}
}

// pgTag reads the tag of a CommandStatus: "SELECT 24)", "INSERT 0 1)", "SET)".
func pgTag(t []byte) (word []byte, rows, count int64) {
	n := 0
	for n < len(t) && isLetter(t[n]) {
		n++
	}
	word, rows, count = t[:n], Unknown, Unknown
	t, _, _ = bytes.Cut(t[n:], []byte(")"))
	last := bytes.LastIndexByte(t, ' ')
	if last < 0 {
		return word, rows, count
	}
	number := t[last+1:]
	if w := groupedWidth(number); w == 0 || w != len(number) {
		return word, rows, count
	}
	v := groupedNumber(number)
	switch string(word) {
	case "SELECT", "FETCH":
		rows = v
	case "INSERT", "UPDATE", "DELETE", "MERGE", "COPY":
		count = v
	}
	return word, rows, count
}

// pgErrorLine is the first line of an ErrorMessage, which ends in a bracket if
// it is the only one.
func pgErrorLine(t []byte) []byte {
	line, more := cutLine(t)
	if more == nil {
		line = bytes.TrimSuffix(trimSpaceRight(line), []byte(")"))
	}
	return trimSpace(line)
}
