package parse

import "bytes"

// hibKind is the kind of a logger.
type hibKind uint8

const (
	hibForeign hibKind = iota
	hibSQLLogger
	hibErrorLogger  // tells of SQLExceptions
	hibStdoutLogger // an application server's standard output
)

// hibLogger tells what is logged under a name, which may be abbreviated.
func hibLogger(name []byte) hibKind {
	name = trimSpaceRight(name)
	switch dot := bytes.LastIndexByte(name, '.'); string(name[dot+1:]) {
	case "SQL":
		if dot > 0 && name[0] == 'o' && bytes.Contains(name[:dot], []byte(".h")) {
			return hibSQLLogger
		}
	case "SqlExceptionHelper", "JDBCExceptionReporter":
		return hibErrorLogger
	case "error":
		if bytes.HasSuffix(name, []byte(".jdbc.error")) || bytes.HasSuffix(name, []byte(".j.error")) {
			return hibErrorLogger
		}
	case "stdout", "STDOUT", "SystemOut", "out":
		return hibStdoutLogger
	}
	return hibForeign
}

// hibWord is what a message begins with.
type hibWord uint8

const (
	hibNothing   hibWord = iota
	hibNoise             // tells nothing of an execution
	hibBinding           // a value
	hibSlowQuery         // a slow query
	hibBatchSize         // a batch that was executed
	hibErrorCode         // a failure
)

// hibWords are the beginnings of messages.
var hibWords = [...]struct {
	text string
	word hibWord
}{
	{"binding ", hibBinding},
	{"extracted value (", hibNoise},
	{"found [", hibNoise},
	{"returning ", hibNoise},
	{"SlowQuery: ", hibSlowQuery},
	{"Slow query took ", hibSlowQuery},
	{"Executing batch size: ", hibBatchSize},
	{"Executing JDBC batch (", hibBatchSize},
	{"Adding to JDBC batch (", hibNoise},
	{"Reusing batch statement", hibNoise},
	{"SQL Error: ", hibErrorCode},
	{"HHH000247: ErrorCode: ", hibErrorCode},
}

// hibRead reads the beginning of a message.
func hibRead(t []byte) hibWord {
	if len(t) == 0 {
		return hibNothing
	}
	for i := range hibWords {
		x := &hibWords[i]
		if x.text[0] != t[0] || len(t) < len(x.text) || string(t[:len(x.text)]) != x.text {
			continue
		}
		switch {
		case x.word == hibBinding && t[8] != '\'' && !bytes.HasPrefix(t, []byte("binding parameter ")) && !bytes.HasPrefix(t, []byte("binding null to parameter: ")):
			return hibNothing
		case t[0] == 'r' && !bytes.Contains(t[:min(len(t), startPrefix)], []byte(" as column: ")): // of Hibernate 3.0 to 3.5
			return hibNothing
		case t[0] == 'f' && !bytes.Contains(t, []byte("] as column [")):
			return hibNothing
		}
		return x.word
	}
	return hibNothing
}

// hibBatchOf is the size of a batch: "Executing batch size: 3", "Executing JDBC
// batch (3 / 20) - …".
func hibBatchOf(t []byte) int32 {
	i := bytes.IndexAny(t, ":(")
	n, _ := leadingNumber(trimLeftBlanks(t[i+1:]))
	return int32(min(n, 1<<30))
}

// hibUnconnected reports whether an error is one without a statement: no
// connection could be had.
func hibUnconnected(t []byte) bool {
	_, state, _ := bytes.Cut(t, []byte("SQLState: "))
	return bytes.HasPrefix(state, []byte("null")) || bytes.HasPrefix(state, []byte("08"))
}
