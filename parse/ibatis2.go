package parse

import "bytes"

// IBatis2 reads what iBatis 2 logs at DEBUG on java.sql.Connection,
// PreparedStatement, Statement and ResultSet:
//
//	{conn-100000} Preparing Statement:    select id from t_order where no = ?
//	{pstm-100001} Executing Statement:    select id from t_order where no = ?
//	{pstm-100001} Parameters: [A]
//	{pstm-100001} Types: [java.lang.String]
//	{rset-100002} Result: [7]
//
// An execution begins with Executing; what was prepared before it, under another
// number, is the same text of the same thread. If only connections are logged,
// a statement that is prepared is taken for executed. Rows are counted. There is
// no runtime. (com.ibatis.common.jdbc.logging, 2.0 to 2.3.)
type IBatis2 struct{}

// The messages, for the Folder. Record.Ref is the number of the statement, or of
// the result; in what is held, that of the statement above that of the result.
const (
	ibPrepared Part = 1 + iota
	ibExecuted
	ibValues // Extra is what stands in brackets
	ibTypes
	ibResult // a result begins
	ibRow
)

// Name is the word for it.
func (IBatis2) Name() string { return "ibatis2" }

// Doc is its line in the list of formats.
func (IBatis2) Doc() string {
	return "iBatis 2: {pstm-100001} Executing Statement, Parameters and Types joined, values bound"
}

// Start reports whether line is a message. Numbers have six digits at least.
func (IBatis2) Start(line []byte) bool {
	kind, number, rest := ibHead(line)
	return number >= 100_000 && ibRead(kind, rest) != 0
}

// Score tells by the message.
func (IBatis2) Score(e *Event) int {
	kind, number, rest := ibHead(e.Text[:min(len(e.Text), 64)])
	switch {
	case ibRead(kind, rest) == 0:
		return 0
	case number < 100_000:
		return 30
	}
	return 95
}

// Folder returns what joins the messages of an execution.
func (IBatis2) Folder() Folder { return &ibatisFolder{} }

// Parse reads a message.
func (f IBatis2) Parse(e *Event, p *Parser) bool {
	kind, number, rest := ibHead(e.Text)
	w := ibRead(kind, rest)
	if w == 0 || w == ibNoise {
		return false
	}
	if w != ibResult {
		rest = rest[bytes.IndexByte(rest, ':')+1:]
	}
	r := p.Add(f, e)
	r.Part, r.Ref = w, number
	switch w {
	case ibPrepared:
		r.Conn = trimBraces(e.Text)
		r.Prepared = trimSpace(rest)
	case ibExecuted:
		if kind == ibPlain {
			r.SQL = trimSpace(rest)
		} else {
			r.Prepared = trimSpace(rest)
		}
		if e.Open {
			r.Flags |= Truncated
		}
	case ibValues, ibTypes:
		r.Extra = ibList(rest)
	}
	return true
}

// ibKind is what a message is of.
type ibKind uint8

const (
	ibNone ibKind = iota
	ibConnection
	ibStatement
	ibPlain
	ibRows
)

// ibNoise is a message that tells nothing of an execution.
const ibNoise Part = 255

// ibHead reads "{pstm-100001} ".
func ibHead(t []byte) (kind ibKind, number int64, rest []byte) {
	if len(t) < 10 || t[0] != '{' || t[5] != '-' {
		return ibNone, 0, nil
	}
	switch string(t[1:5]) {
	case "conn":
		kind = ibConnection
	case "pstm":
		kind = ibStatement
	case "stmt":
		kind = ibPlain
	case "rset":
		kind = ibRows
	default:
		return ibNone, 0, nil
	}
	n, w := digits(t, 6, 9)
	if w == 0 || len(t) < 8+w || t[6+w] != '}' || t[7+w] != ' ' {
		return ibNone, 0, nil
	}
	return kind, n, t[8+w:]
}

// ibRead tells by the words behind the number what a message is; 0 for none.
func ibRead(kind ibKind, t []byte) Part {
	has := func(word string) bool { return len(t) >= len(word) && string(t[:len(word)]) == word }
	switch kind {
	case ibConnection:
		switch {
		case has("Preparing Statement:"), has("Preparing Call:"):
			return ibPrepared
		case string(trimSpaceRight(t)) == "Connection":
			return ibNoise
		}
	case ibStatement:
		switch {
		case has("Executing Statement:"):
			return ibExecuted
		case has("Parameters: ["):
			return ibValues
		case has("Types: ["):
			return ibTypes
		case string(trimSpaceRight(t)) == "PreparedStatement":
			return ibNoise
		}
	case ibPlain:
		if has("Statement:") {
			return ibExecuted
		}
	case ibRows:
		switch {
		case has("Result: ["):
			return ibRow
		case has("Header: ["), string(trimSpaceRight(t)) == "ResultSet":
			return ibResult
		}
	}
	return 0
}

// trimBraces is the number in "{conn-100000} ".
func trimBraces(t []byte) []byte {
	return t[len("{conn-"):bytes.IndexByte(t, '}')]
}

// ibList is what stands in the brackets of " [A, 5]".
func ibList(t []byte) []byte {
	t = trimSpace(t)[1:]
	if end := bytes.LastIndexByte(t, ']'); end >= 0 {
		return t[:end]
	}
	return t
}
