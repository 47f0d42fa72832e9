package parse

import "bytes"

// Hibernate reads what Hibernate 3 to 7 logs of its statements: the logger
// org.hibernate.SQL or standard output (show_sql), the values at TRACE in the
// wording of any version, slow queries, sizes of batches, errors.
//
//	2024-06-03 15:33:20.140 DEBUG 1 --- [exec-1] org.hibernate.SQL           : select o1_0.id from t_order o1_0 where o1_0.no=?
//	2024-06-03 15:33:20.141 TRACE 1 --- [exec-1] org.hibernate.orm.jdbc.bind : binding parameter (1:VARCHAR) <- [A]
//	Hibernate: insert into t_order (no) values (?)
//
// A statement is logged before it is executed, and nothing tells that it ended:
// it has a runtime only if it was a slow one. The Folder joins by thread.
type Hibernate struct{}

// What the Folder is given.
const (
	hibSQL        Part = 1 + iota // a statement
	hibLine                       // a line of one that standard output shows line by line
	hibBind                       // a value; Ref is the number of its placeholder, 0 if it has a name
	hibBatch                      // a batch was executed; BatchSize says how large
	hibError                      // a statement failed
	hibMessage                    // why
	hibSlow                       // how long a statement took, and its text if it is shown
	hibOldWording                 // of what is held: values without brackets have been seen
)

// Bits of Record.Depth.
const (
	hibStdout  = 1 << iota // a statement, or slow query, of standard output
	hibUnsure              // a value is not what was given to its placeholder
	hibEchoed              // of what is held: standard output has shown it too
	hibOver                // of what is held: its batch was executed
	hibSlowed              // of what is held: its runtime is known
	hibNumeric             // a value of a numeric or boolean type
	hibPlain               // brackets are the value's own
	hibNull                // a plain value is NULL

	hibByLine = hibNumeric // of what is held: it came line by line
)

// Name is the word for it.
func (Hibernate) Name() string { return "hibernate" }

// Doc is its line in the list of formats.
func (Hibernate) Doc() string {
	return "Hibernate 3 to 7: org.hibernate.SQL or `Hibernate: ` on standard output, values bound, slow queries, batches, errors"
}

// Start reports whether line begins a statement on standard output, or a message
// of Hibernate without envelope.
func (Hibernate) Start(line []byte) bool {
	if len(line) < 10 {
		return false
	}
	switch line[0] {
	case 'H', '[', esc, ' ', '\t':
		_, ok := hibPrefix(line)
		return ok
	case 'b', 'S':
		switch hibRead(line) {
		case hibBinding, hibSlowQuery, hibErrorCode:
			return true
		}
	}
	return false
}

// Prints reports whether line is what show_sql writes to standard output.
func (Hibernate) Prints(line []byte) bool {
	_, ok := hibPrefix(line)
	return ok || hibRead(line) == hibSlowQuery
}

// Score tells by the logger, or by the message.
func (Hibernate) Score(e *Event) int {
	if hibLogger(e.Logger) == hibSQLLogger {
		return 90
	}
	if _, ok := hibPrefix(e.Text); ok {
		return 95
	}
	switch hibRead(e.Text) {
	case hibNothing:
		return 0
	case hibBinding, hibSlowQuery:
		return 95
	}
	return 60
}

// Folder returns what joins the messages of an execution.
func (Hibernate) Folder() Folder { return &hibernateFolder{} }

// Parse reads a message.
func (f Hibernate) Parse(e *Event, p *Parser) bool {
	logger := hibLogger(e.Logger)
	if logger == hibSQLLogger {
		f.statement(e, p, e.Text, false)
		return true
	}
	if text, ok := hibPrefix(e.Text); ok {
		f.statement(e, p, text, true)
		return true
	}
	switch hibRead(e.Text) {
	case hibBinding:
		return f.binding(e, p)
	case hibSlowQuery:
		return f.slow(e, p)
	case hibBatchSize:
		if n := hibBatchOf(e.Text); n > 0 {
			r := p.Add(f, e)
			r.Part, r.BatchSize = hibBatch, n
		}
		return true
	case hibErrorCode:
		if !hibUnconnected(e.Text) {
			p.Add(f, e).Part = hibError
		}
		return true
	case hibNoise:
		return true
	}
	switch {
	case logger == hibErrorLogger && e.IsError():
		line, _ := cutLine(e.Text)
		r := p.Add(f, e)
		r.Part, r.Error = hibMessage, trimSpace(line)
	case logger == hibStdoutLogger && len(e.Text) > 4 && string(e.Text[:4]) == "    ":
		r := p.Add(f, e)
		r.Part, r.Extra = hibLine, e.Text
	default:
		return false
	}
	return true
}

// statement reads a statement's text, and leaves out what was printed behind it.
func (f Hibernate) statement(e *Event, p *Parser, text []byte, stdout bool) {
	text = hibPlainText(p.batch, text)
	sql, lines := hibCut(text, stdout)
	r := p.Add(f, e)
	r.Part, r.Prepared = hibSQL, trimSpace(sql)
	if stdout {
		r.Depth = hibStdout
	}
	p.drop(e, r, lines)
}

// binding reads a value.
func (f Hibernate) binding(e *Event, p *Parser) bool {
	v, ok := hibBindingOf(e.Text, e.Logger)
	if !ok {
		return false
	}
	r := p.Add(f, e)
	r.Part, r.Ref, r.Extra, r.Depth = hibBind, v.index, v.value, v.bits
	p.drop(e, r, bytes.Count(v.trailer, newline))
	return true
}

// slow reads a slow query. Its text is that of the statement as the driver, or
// the pool around it, prints it, and may be missing.
func (f Hibernate) slow(e *Event, p *Parser) bool {
	micros, text, trailer, ok := hibSlowOf(e.Text)
	if !ok {
		p.Reject(e, 0, "elapsed: the number or its unit cannot be read")
		return true
	}
	r := p.Add(f, e)
	r.Part, r.Runtime = hibSlow, micros
	if e.Bare {
		r.Depth = hibStdout
	}
	text, prepared := hibUnwrap(text)
	if prepared {
		r.Prepared = text
	} else {
		r.SQL = text
	}
	p.drop(e, r, bytes.Count(trailer, newline))
	return true
}
