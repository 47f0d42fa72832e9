package parse

import "bytes"

// l4Logger is what a logger of log4jdbc writes.
type l4Logger uint8

const (
	l4Foreign   l4Logger = iota // not known to be log4jdbc's
	l4Silent                    // connections and rows of results: no executions
	l4Audit                     // calls and what they returned
	l4SQLOnly                   // SQL before its execution
	l4SQLTiming                 // SQL behind its execution
	l4Delegator                 // all of these, of the log4j2 delegator
	l4Table                     // results as tables
)

// l4LoggerOf knows the loggers, whole or abbreviated by the layout.
func l4LoggerOf(name []byte) l4Logger {
	if i := bytes.IndexByte(name, ' '); i >= 0 {
		name = name[:i]
	}
	var of []byte
	if i := bytes.LastIndexByte(name, '.'); i >= 0 {
		of, name = name[:i], name[i+1:]
	}
	switch string(name) {
	case "sqltiming":
		return l4SQLTiming
	case "sqlonly":
		return l4SQLOnly
	case "resultsettable":
		return l4Table
	}
	switch string(of) {
	case "jdbc", "j":
		switch string(name) {
		case "audit":
			return l4Audit
		case "resultset", "connection":
			return l4Silent
		}
	case "log4jdbc", "l":
		if string(name) == "log4j2" {
			return l4Delegator
		}
	}
	return l4Foreign
}

// l4Head is what stands before the SQL.
type l4Head struct{ conn, method []byte }

func (h *l4Head) fill(r *Record) { r.Conn, r.Method = h.conn, h.method }

// l4Open takes the caller, one line or a whole stack, and the connection's
// number off a text. Without a caller a number is only taken as one when texts
// are numbered or a call follows: SQL may begin with a number.
func l4Open(t []byte, numbered bool) (h l4Head, rest []byte) {
	if len(t) == 0 {
		return h, t
	}
	switch {
	case t[0] == ' ' || t[0] == '\t':
		line, after := cutLine(t)
		if c := l4Caller(line); c != nil {
			if n, rest := l4Number(after); n != nil || len(trimSpace(after)) == 0 {
				return l4Head{n, c}, rest
			}
		}
		t = trimLeftBlanks(t)
	case t[0] == 'a' && bytes.HasPrefix(t, []byte("at ")):
		if c, after := l4Stack(t); c != nil {
			if n, rest := l4Number(after); n != nil {
				return l4Head{n, c}, rest
			}
		}
	}
	if n, rest := l4Number(t); n != nil {
		if call, _ := l4Call(rest); numbered || call != l4NoCall {
			h.conn, t = n, rest
		}
	}
	return h, t
}

// l4Caller reads "com.example.Dao.find(Dao.java:42)" with blanks around it; nil
// if line is something else.
func l4Caller(line []byte) []byte {
	line = trimSpace(line)
	if len(line) == 0 || line[len(line)-1] != ')' {
		return nil
	}
	dots, i := 0, 0
	for i < len(line) && line[i] != '(' {
		switch c := line[i]; {
		case c == '.':
			dots++
		case isJava(c), c == '<', c == '>', c == '-', c == '/', c == '@':
		default:
			return nil
		}
		i++
	}
	if dots == 0 || i+1 >= len(line)-1 || line[i-1] == '.' || bytes.IndexByte(line[i+1:len(line)-1], '(') >= 0 {
		return nil
	}
	return line
}

// isJava reports whether c may stand in a Java name.
func isJava(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// l4Stack reads a whole stack in place of the caller, and gives the frame of
// the application.
func l4Stack(t []byte) (method, rest []byte) {
	var first []byte
	for len(t) > 0 {
		line, after := cutLine(t)
		line = trimSpace(line)
		frame, ok := bytes.CutPrefix(line, []byte("at "))
		if !ok && len(line) > 0 {
			break
		}
		if t = after; !ok {
			continue
		}
		if first == nil {
			first = frame
		}
		if method == nil && !isPlumbing(frame) {
			method = frame
		}
	}
	if method == nil {
		method = first
	}
	return method, t
}

// l4Number reads "7. "; n is nil if t begins with something else.
func l4Number(t []byte) (n, rest []byte) {
	i := 0
	for i < len(t) && i < 10 && t[i] >= '0' && t[i] <= '9' {
		i++
	}
	if i == 0 || i == len(t) || t[i] != '.' || i+1 < len(t) && !isSpace(t[i+1]) {
		return nil, t
	}
	return t[:i], t[min(len(t), i+2):]
}

// l4Method is a method of JDBC, by what its call tells.
type l4Method uint8

const (
	l4NoCall l4Method = iota
	l4OtherCall
	l4Execute
	l4Prepare
	l4GetCount
	l4Commit
	l4Rollback
)

// kind is what sort of execution a call is.
func (m l4Method) kind() Kind {
	switch m {
	case l4Commit:
		return Commit
	case l4Rollback:
		return Rollback
	}
	return Statement
}

// l4IsTable reports whether a text is a result's table.
func l4IsTable(t []byte) bool {
	return bytes.HasPrefix(t, []byte("\n|-")) || bytes.HasPrefix(t, []byte("\r\n|-"))
}

// l4Call reads the beginning of a call, "PreparedStatement.executeQuery(". args
// begins behind the parenthesis.
func l4Call(t []byte) (m l4Method, args []byte) {
	dot := bytes.IndexByte(t[:min(len(t), 24)], '.')
	if dot < 0 {
		return l4NoCall, nil
	}
	var statement bool
	switch string(t[:dot]) {
	case "Statement", "PreparedStatement", "CallableStatement":
		statement = true
	case "Connection", "ResultSet":
	default:
		return l4NoCall, nil
	}
	t = t[dot+1:]
	open := bytes.IndexByte(t[:min(len(t), 48)], '(')
	if open < 0 {
		return l4OtherCall, nil
	}
	name, args := t[:open], t[open+1:]
	switch {
	case statement && bytes.HasPrefix(name, []byte("execute")):
		return l4Execute, args
	case statement && (string(name) == "getUpdateCount" || string(name) == "getLargeUpdateCount"):
		return l4GetCount, args
	case statement:
	case bytes.HasPrefix(name, []byte("prepare")):
		return l4Prepare, args
	case string(name) == "commit":
		return l4Commit, args
	case string(name) == "rollback":
		return l4Rollback, args
	}
	return l4OtherCall, args
}

// l4Argument takes the further arguments of execute(sql, …) off.
func l4Argument(args []byte) []byte {
	at := bytes.LastIndex(args, []byte(", "))
	if at < 0 {
		return args
	}
	last := args[at+2:]
	if _, end := leadingNumber(last); end > 0 && end == len(last) || len(last) > 2 && last[0] == '[' && bytes.IndexByte(last, '@') > 0 {
		return args[:at]
	}
	return args
}

// l4Failed takes the call off a text that stands behind it.
func l4Failed(t []byte) (l4Method, []byte) {
	call, args := l4Call(t)
	switch call {
	case l4NoCall, l4Commit, l4Rollback:
		return call, t
	}
	sql := l4Twin(args, []byte(") FAILED! "))
	switch {
	case sql == nil:
		return l4NoCall, t
	case call == l4OtherCall && len(trimSpace(sql)) > 0:
		return l4Execute, sql
	}
	return call, sql
}

// l4Twin finds the SQL in "SQL) FAILED! SQL" or, when the call has no argument,
// in ") FAILED! SQL", where sep stands between the two; nil if there is no sep.
// The first of them is as the application passed it, the second as the log
// shows it: white space may differ, a semicolon may be added, and further
// arguments follow the first.
func l4Twin(t, sep []byte) []byte {
	if bytes.HasPrefix(t, sep) {
		return t[len(sep):]
	}
	var near []byte
	distance := len(t)
	for from, budget := 0, 3*len(t); budget > 0; {
		i := bytes.Index(t[from:], sep)
		if i < 0 {
			break
		}
		i += from
		from = i + 1
		left, right := t[:i], t[i+len(sep):]
		same, compared := l4Same(left, right)
		if same {
			return right
		}
		budget -= compared
		if d := max(len(left)-len(right), len(right)-len(left)); near == nil || d < distance {
			near, distance = right, d
		}
	}
	return near
}

// l4Same reports whether a call's arguments begin with the SQL, and how many
// bytes it has compared.
func l4Same(args, sql []byte) (same bool, i int) {
	sql = trimSpace(sql)
	j := 0
	for {
		for i < len(args) && isSpace(args[i]) {
			i++
		}
		for j < len(sql) && isSpace(sql[j]) {
			j++
		}
		switch {
		case j == len(sql) || j == len(sql)-1 && sql[j] == ';' && (i == len(args) || args[i] == ','):
			return i == len(args) || args[i] == ',', i
		case i == len(args) || args[i] != sql[j]:
			return false, i
		}
		i++
		j++
	}
}

// l4NoExecution reports whether what stands in place of the SQL is none.
func l4NoExecution(t []byte) bool {
	t = trimSpace(t)
	return bytes.HasPrefix(t, []byte("getGeneratedKeys on query: ")) ||
		bytes.HasPrefix(t, []byte("Connection opened")) || bytes.HasPrefix(t, []byte("Connection closed")) || bytes.HasPrefix(t, []byte("Connection aborted"))
}
