package parse

import "bytes"

// MyBatis reads the statement log of MyBatis and MyBatis-Plus, through any
// logging framework or printed to standard output:
//
//	==>  Preparing: select id from t_order where no = ?
//	==> Parameters: A(String)
//	====>  Preparing: select * from t_item where order_id = ?
//	====> Parameters: 7(Long)
//	<====      Total: 2
//	<==      Total: 1
//
// Longer arrows are selects nested in the statement around them. The logger is
// the id of the mapped statement. There is no runtime: it is derived from the
// stamps of the first and the last line. (org.apache.ibatis.logging.jdbc,
// 3.0 to 3.5.)
type MyBatis struct{}

// The messages, for the Folder. Record.Depth is the nesting, from 1.
const (
	mbStatement Part = 1 + iota // Preparing or Executing
	mbValues                    // Parameters; Extra is what stands there
	mbResult                    // Total or Updates
	mbError                     // an exception of MyBatis; Extra is the SQL it names
	mbOver                      // of what is held: the execution is over, the statement may be executed again
)

// Name is the word for it.
func (MyBatis) Name() string { return "mybatis" }

// Doc is its line in the list of formats.
func (MyBatis) Doc() string {
	return "MyBatis, MyBatis-Plus: ==>  Preparing, ==> Parameters, <==      Total or Updates of one thread joined, values bound"
}

// Start reports whether line is a message of MyBatis, or of mybatis-spring.
func (MyBatis) Start(line []byte) bool {
	w, _, _ := mbRead(line)
	return w != mbNothing || mbSession(line)
}

// Score tells by the message.
func (MyBatis) Score(e *Event) int {
	switch w, _, _ := mbRead(e.Text); w {
	case mbNothing:
		if kind, _ := mbTransaction(e.Text); kind != Statement {
			return 30
		}
		return 0
	case mbColumns, mbRow:
		return 60
	}
	return 95
}

// Folder returns what joins the messages of an execution.
func (MyBatis) Folder() Folder { return &mybatisFolder{} }

// Parse reads a message, an exception, or a commit or rollback.
func (f MyBatis) Parse(e *Event, p *Parser) bool {
	w, depth, rest := mbRead(e.Text)
	switch w {
	case mbNothing:
		return f.other(e, p)
	case mbPreparing, mbExecuting:
		line, more := cutLine(rest)
		r := p.Add(f, e)
		r.Part, r.Depth, r.Method = mbStatement, depth, mbMapper(e.Logger)
		sql := trimSpace(mbPlain(line))
		if w == mbPreparing {
			r.Prepared = sql
		} else {
			r.SQL = sql
		}
		f.trailer(e, p, r, more)
	case mbParameters:
		values, more := mbValueText(rest)
		r := p.Add(f, e)
		r.Part, r.Depth, r.Method, r.Extra = mbValues, depth, mbMapper(e.Logger), values
		f.trailer(e, p, r, more)
	case mbTotal, mbUpdates:
		line, more := cutLine(rest)
		n, end := leadingNumber(line)
		if end == 0 || end < len(line) && !isSpace(line[end]) {
			return false
		}
		r := p.Add(f, e)
		r.Part, r.Depth, r.Method = mbResult, depth, mbMapper(e.Logger)
		if w == mbTotal {
			r.Rows = n
		} else {
			r.UpdateCount = n
		}
		f.trailer(e, p, r, more)
	}
	return true
}

// trailer looks at the lines that stand behind a message, which are no part of
// it: an exception that was printed, or something else.
func (f MyBatis) trailer(e *Event, p *Parser, r *Record, more []byte) {
	if len(more) == 0 {
		return
	}
	if _, cause, ok := mbException(more); ok {
		r.Failed, r.Error = true, cause
		return
	}
	p.drop(e, r, int(countLines(more)))
}

// other reads what MyBatis tells besides statements.
func (f MyBatis) other(e *Event, p *Parser) bool {
	t := e.Text
	if len(t) == 0 {
		return false
	}
	if kind, conn := mbTransaction(t); kind != Statement {
		r := p.Add(f, e)
		r.Kind, r.Conn = kind, conn
		_, more := cutLine(t)
		f.trailer(e, p, r, more)
		return true
	}
	if t[0] != '#' && bytes.IndexByte(t, '\n') < 0 {
		return false
	}
	sql, cause, ok := mbException(t)
	if !ok {
		return false
	}
	r := p.Add(f, e)
	r.Part, r.Failed, r.Error, r.Extra = mbError, true, cause, sql
	return true
}
