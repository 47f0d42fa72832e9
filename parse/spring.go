package parse

import "bytes"

// SpringJDBC reads what Spring's JdbcTemplate logs at DEBUG and TRACE:
//
//	Executing prepared SQL query
//	Executing prepared SQL statement [select id from t_order where no = ?]
//	Setting SQL statement parameter value: column index 1, parameter value [A], value class [java.lang.String], SQL type unknown
//	SQL update affected 1 rows
//	Executing SQL batch update of 3 statements
//
// One execution is told of by up to three messages and one for each value, of one
// thread. There is no runtime and no number of rows. A batch of plain statements
// and a statement of the application's own PreparedStatementCreator are logged
// without SQL: their records have none. What an exception of Spring says of a
// statement is its error. (org.springframework.jdbc.core, 2.5 to 6.2.)
type SpringJDBC struct{}

// The messages, for the Folder.
const (
	springBatch     Part = 1 + iota // a batch announces itself; Prepared
	springStatement                 // an execution begins; SQL, or Prepared
	springValue                     // one value; BatchSize is its number
	springCount                     // UpdateCount
	springError                     // an exception; Extra is the SQL that it names
)

// Bits of Record.Depth.
const (
	springUnsure = 1 << iota // a value is not shown, or its message is missing
	springBegun              // a batch's statement was prepared
)

// Name is the word for it.
func (SpringJDBC) Name() string { return "spring-jdbc" }

// Doc is its line in the list of formats.
func (SpringJDBC) Doc() string {
	return "Spring's JdbcTemplate at DEBUG or TRACE: Executing prepared SQL statement [..] and its values, joined and bound"
}

// Start reports whether line begins a message of the template.
func (SpringJDBC) Start(line []byte) bool {
	w, _ := springRead(line)
	return w != springNothing
}

// Score tells by the message, and by the logger if there is one.
func (SpringJDBC) Score(e *Event) int {
	switch w, _ := springMessage(e); w {
	case springNothing:
		return 0
	case springTransaction:
		return 30
	}
	return 90
}

// Folder returns what joins the messages of an execution.
func (SpringJDBC) Folder() Folder { return &springFolder{} }

// Parse reads a message.
func (f SpringJDBC) Parse(e *Event, p *Parser) bool {
	w, t := springMessage(e)
	switch w {
	case springNothing:
		return f.exception(e, p)
	case springAnnounced:
		return false
	case springQuery, springPrepared, springBatched:
		sql, more, ok := springBracket(t)
		if !ok {
			if e.Last {
				r := p.Add(f, e)
				r.Flags |= Truncated
				f.begin(r, w, trimSpace(t))
				return true
			}
			p.Reject(e, 0, "SQL in brackets has no end")
			return true
		}
		r := p.Add(f, e)
		p.drop(e, r, more)
		f.begin(r, w, sql)
	case springUnnamed:
		r := p.Add(f, e)
		r.Part = springStatement
	case springCounted:
		n, w := leadingNumber(t)
		r := p.Add(f, e)
		r.Part, r.Kind, r.BatchSize = springStatement, BatchKind, int32(min(n, 1<<30))
		if w == 0 {
			r.BatchSize = 0
		}
	case springAffected:
		n, w := leadingNumber(t)
		if w == 0 {
			return false
		}
		r := p.Add(f, e)
		r.Part, r.UpdateCount = springCount, n
	case springSetting:
		r := p.Add(f, e)
		if !springParam(r, t) {
			r.Flags |= Unbound
		}
	case springTransaction:
		r := p.Add(f, e)
		if r.Kind = Commit; t[0] == 'R' {
			r.Kind = Rollback
		}
	}
	return true
}

// begin gives r the text of an execution.
func (SpringJDBC) begin(r *Record, w springWord, sql []byte) {
	r.Part = springStatement
	switch w {
	case springQuery:
		r.SQL = sql
	case springPrepared:
		r.Prepared = sql
	case springBatched:
		r.Part, r.Kind, r.Prepared = springBatch, BatchKind, sql
	}
}

// exception reads an exception that names the statement.
func (f SpringJDBC) exception(e *Event, p *Parser) bool {
	if !e.IsError() && !bytes.EqualFold(e.Level, []byte("WARN")) {
		return false
	}
	sql, failure, ok := springException(e.Text)
	if !ok {
		return false
	}
	r := p.Add(f, e)
	r.Part, r.Failed, r.Error, r.Extra = springError, true, failure, sql
	return true
}
