package parse

import "bytes"

// mbWord is the word of a message.
type mbWord uint8

const (
	mbNothing mbWord = iota
	mbPreparing
	mbExecuting
	mbParameters
	mbColumns
	mbRow
	mbTotal
	mbUpdates
)

// mbRead reads the beginning of a message: an arrow of two equals signs for each
// level of nesting, and a word. rest begins behind the colon and one blank.
func mbRead(t []byte) (w mbWord, depth uint8, rest []byte) {
	if len(t) < 12 {
		return mbNothing, 0, nil
	}
	i, in := 0, t[0] == '='
	if !in {
		if t[0] != '<' {
			return mbNothing, 0, nil
		}
		i = 1
	}
	from := i
	for i < len(t) && t[i] == '=' {
		i++
	}
	n := i - from
	if in {
		if i == len(t) || t[i] != '>' {
			return mbNothing, 0, nil
		}
		i++
	}
	if n == 0 || n%2 != 0 || n > 400 || i == len(t) || t[i] != ' ' {
		return mbNothing, 0, nil
	}
	s := trimLeftBlanks(t[i:])
	colon := bytes.IndexByte(s[:min(len(s), 11)], ':')
	if colon < 0 {
		return mbNothing, 0, nil
	}
	switch string(s[:colon]) {
	case "Preparing":
		w = mbPreparing
	case "Executing":
		w = mbExecuting
	case "Parameters":
		w = mbParameters
	case "Columns":
		w = mbColumns
	case "Row":
		w = mbRow
	case "Total":
		w = mbTotal
	case "Updates":
		w = mbUpdates
	}
	rest = s[colon+1:]
	switch {
	case in != (w <= mbParameters):
		w = mbNothing
	case len(rest) > 0 && rest[0] == ' ':
		rest = rest[1:]
	case w != mbParameters || len(rest) > 0 && !isSpace(rest[0]):
		w = mbNothing
	}
	return w, uint8(n / 2), rest
}

// mbPlain takes off t what a pattern may have put behind the message:
// " (BaseJdbcLogger.java:137) ".
func mbPlain(t []byte) []byte {
	s := trimSpaceRight(t)
	if len(s) == 0 || s[len(s)-1] != ')' {
		return t
	}
	i := len(s) - 2
	for i >= 0 && s[i] >= '0' && s[i] <= '9' {
		i--
	}
	if i < 0 || !bytes.HasSuffix(s[:i+1], []byte(".java:")) {
		return t
	}
	if at := bytes.LastIndexByte(s[:i], '('); at > 0 && s[at-1] == ' ' && bytes.IndexByte(s[at:], ' ') < 0 {
		return s[:at-1]
	}
	return t
}

// mbValueText is what stands behind "Parameters: ": values may have line breaks,
// so it goes to the last line that ends as a value does. more is what follows.
func mbValueText(t []byte) (values, more []byte) {
	end := len(t)
	if bytes.IndexByte(t, '\n') < 0 {
		return trimSpaceRight(mbPlain(t)), nil
	}
	for {
		s := trimSpaceRight(mbPlain(t[:end]))
		nl := bytes.LastIndexByte(t[:end], '\n')
		if nl < 0 || mbEndsValue(s) {
			if end < len(t) {
				more = t[end+1:]
			}
			return s, more
		}
		end = nl
	}
}

// mbEndsValue reports whether s ends in a type in parentheses, or is or ends in
// a null.
func mbEndsValue(s []byte) bool {
	if n := len(s); n > 0 && s[n-1] == ')' {
		return mbTypeAt(s, n-1) >= 0
	}
	s, ok := bytes.CutSuffix(s, []byte("null"))
	return ok && (len(s) == 0 || bytes.HasSuffix(s, []byte(", ")))
}

// mbTypeAt returns where the "(String)" begins whose parenthesis closes at
// s[shut], or -1. Types are simple names of Java classes, and arrays.
func mbTypeAt(s []byte, shut int) int {
	i := shut - 1
	for i >= 1 && s[i] == ']' && s[i-1] == '[' {
		i -= 2
	}
	array, last := i < shut-1, i
	for i >= 0 && isJava(s[i]) {
		i--
	}
	if i < 0 || s[i] != '(' || i == last {
		return -1
	}
	if c := s[i+1]; c >= 'A' && c <= 'Z' || c >= 0x80 || array && c >= 'a' && c <= 'z' {
		return i
	}
	return -1
}

// mbMapper is the id of the mapped statement, which is its logger. The oldest
// versions log under the classes of JDBC instead.
func mbMapper(logger []byte) []byte {
	logger = trimSpace(logger)
	for _, p := range [...]string{"java.sql.", "j.s.", "j.sql.", "org.apache.ibatis.", "o.a.i."} {
		if len(logger) >= len(p) && string(logger[:len(p)]) == p {
			return nil
		}
	}
	if len(logger) == 0 {
		return nil
	}
	return logger
}

// mbTransaction reads what org.apache.ibatis.transaction.jdbc.JdbcTransaction
// logs before it ends one. kind is Statement for all other text.
func mbTransaction(t []byte) (kind Kind, conn []byte) {
	switch {
	case bytes.HasPrefix(t, []byte("Committing JDBC Connection [")):
		kind, t = Commit, t[len("Committing JDBC Connection ["):]
	case bytes.HasPrefix(t, []byte("Rolling back JDBC Connection [")):
		kind, t = Rollback, t[len("Rolling back JDBC Connection ["):]
	default:
		return Statement, nil
	}
	t, _ = cutLine(t)
	if i := bytes.LastIndexByte(t, ']'); i >= 0 {
		t = t[:i]
	}
	if i := bytes.LastIndex(t, []byte(" wrapping ")); i >= 0 {
		t = t[i+len(" wrapping "):] // a pool's proxy is another each time
	}
	return kind, t
}

// mbException finds an exception as MyBatis describes it:
//
//	### Error updating database.  Cause: java.sql.SQLException: no
//	### The error may involve …
//	### SQL: insert into t values (?)
func mbException(t []byte) (sql, cause []byte, ok bool) {
	at := bytes.Index(t, []byte("### Error "))
	if at < 0 || at > 0 && t[at-1] != '\n' {
		return nil, nil, false
	}
	line, rest := cutLine(t[at+len("### "):])
	if _, c, found := bytes.Cut(line, []byte("Cause: ")); found {
		line = c
	}
	if i := bytes.Index(rest, []byte("### SQL: ")); i >= 0 {
		sql = rest[i+len("### SQL: "):]
		if j := bytes.Index(sql, []byte("\n### ")); j >= 0 {
			sql = sql[:j]
		}
	}
	return sql, trimSpace(line), true
}

// mbSession reports whether line is one of those that MyBatis and mybatis-spring
// write around statements. They end what stands before them.
func mbSession(line []byte) bool {
	if len(line) < 16 {
		return false
	}
	var words []string
	switch line[0] {
	case '#':
		words = mbSessionWords[0]
	case 'C':
		words = mbSessionWords[1]
	case 'F', 'J', 'O':
		words = mbSessionWords[2]
	case 'R', 'S', 'T':
		words = mbSessionWords[3]
	}
	for _, w := range words {
		if len(line) >= len(w) && string(line[:len(w)]) == w {
			return true
		}
	}
	return false
}

var mbSessionWords = [...][]string{
	{"### Error "},
	{"Creating a new SqlSession", "Closing non transactional SqlSession [", "Committing JDBC Connection [", "Closing JDBC Connection [",
		"Cache Hit Ratio [", "Created connection ", "Checked out connection "},
	{"Fetched SqlSession [", "JDBC Connection [", "Opening JDBC Connection", "Original SQL: "},
	{"Registering transaction synchronization for SqlSession [", "Releasing transactional SqlSession [", "Rolling back JDBC Connection [",
		"Resetting autocommit to ", "Returned connection ", "SqlSession [", "Setting autocommit to ", "Transaction synchronization "},
}
