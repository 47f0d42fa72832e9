package parse

import (
	"bytes"
	"strings"

	"jdbclog/parse/sqltext"
)

// slow takes the time of the statement that was logged last, if it is that, and
// else is a record of its own. Standard output repeats what the logger has.
func (f *hibernateFolder) slow(r *Record, out *Out) {
	if r.Depth&hibStdout != 0 {
		x := f.last
		for n := 0; x != nil && n < druidNear; n, x = n+1, x.prev {
			if x.Depth&hibSlowed != 0 && x.Depth&hibStdout == 0 && x.Runtime == r.Runtime {
				out.Skip(r)
				return
			}
		}
	}
	x := f.owner(r)
	if x == nil || x.Part != hibSQL || x.Depth&hibSlowed != 0 || !x.isShownAs(r) {
		f.goOn(r, out)
		x = f.push(r.Thread, r)
		x.Depth |= hibSlowed
		f.end(x, out)
		return
	}
	x.Runtime, x.Time, x.DayOnly = r.Runtime, r.Time, r.DayOnly
	x.Depth |= hibSlowed
	x.Extra = r.SQL
	f.touch(x, r)
}

// isShownAs reports whether slow has the text of x: the same statement, or the
// same up to the first value, which drivers print with a type.
func (x *Held) isShownAs(slow *Record) bool {
	if len(slow.Text()) == 0 {
		return true
	}
	if x.Stmt == nil || slow.Stmt == nil {
		return false
	}
	if x.Stmt.Digest == slow.Stmt.Digest {
		return true
	}
	head, _, _ := strings.Cut(x.Stmt.Normalized, "?")
	return len(head) > 16 && strings.HasPrefix(slow.Stmt.Normalized, head)
}

// hibSlowOf reads "SlowQuery: 1200 milliseconds. SQL: '…'" or "Slow query took
// 1200 milliseconds [...]". The text may hold what ends it: the last counts.
func hibSlowOf(t []byte) (micros int64, text, trailer []byte, ok bool) {
	rest, shut := bytes.TrimPrefix(t, []byte("SlowQuery: ")), byte('\'')
	if len(rest) == len(t) {
		rest, shut = bytes.TrimPrefix(t, []byte("Slow query took ")), ']'
	}
	n, end := leadingNumber(rest)
	rest, ok = bytes.CutPrefix(rest[end:], []byte(" milliseconds"))
	if end == 0 || !ok {
		return 0, nil, nil, false
	}
	if shut == ']' {
		rest, ok = bytes.CutPrefix(rest, []byte(" ["))
	} else {
		rest, ok = bytes.CutPrefix(rest, []byte(". SQL: '"))
	}
	if !ok {
		return 0, nil, nil, false
	}
	if i := bytes.LastIndexByte(rest, shut); i >= 0 {
		rest, trailer = rest[:i], rest[i+1:]
	}
	return scaled(n, 1000), rest, trailer, true
}

// hibUnwrap takes off a statement's text what pools and drivers put around it:
// "HikariProxyPreparedStatement@12 wrapping …", "com.mysql.cj.jdbc.ClientPreparedStatement: …",
// "prep1: … {1: 'a'}", "sql : '…', parameters : ['a']". What is no more than an object's
// name is no text. prepared tells that it has placeholders.
func hibUnwrap(t []byte) (text []byte, prepared bool) {
	t = trimSpace(t)
	for {
		i := bytes.IndexAny(t, " \n")
		word := t
		if i > 0 {
			word = t[:i]
		}
		colon := len(word) > 1 && word[len(word)-1] == ':'
		if colon {
			word = word[:len(word)-1]
		}
		rest := t[len(t):]
		if i > 0 {
			rest = trimHeadSpace(t[i:])
		}
		switch {
		case colon && bytes.HasPrefix(word, []byte("prep")) && hibIndex(word[4:]) > 0: // H2
			t = rest
			if at := bytes.LastIndex(t, []byte(" {1: ")); at >= 0 && t[len(t)-1] == '}' {
				t = t[:at]
			}
		case colon && hibIsClass(word):
			t = rest
		case !colon && hibIsClass(word) && bytes.HasPrefix(rest, []byte("wrapping ")):
			t = trimHeadSpace(rest[len("wrapping "):])
		case i < 0 && bytes.IndexByte(word, '@') > 0 && hibIsClass(word):
			return nil, false
		case string(word) == "sql" && bytes.HasPrefix(rest, []byte(": '")): // MariaDB
			at := bytes.LastIndex(rest, []byte("', parameters : ["))
			if at < 3 {
				at = len(rest)
			}
			t = rest[3:at]
			return t, true
		default:
			return t, len(sqltext.AppendPlaceholders(nil, t)) > 0
		}
	}
}

// hibIsClass reports whether word is the name of a class, perhaps with the
// identity of an object.
func hibIsClass(word []byte) bool {
	name := word
	if at := bytes.LastIndexByte(word, '@'); at > 0 {
		name = word[:at]
	} else if bytes.IndexByte(word, '.') < 0 {
		return false
	}
	for _, c := range name {
		if !isJava(c) && c != '.' {
			return false
		}
	}
	return len(name) > 0
}
