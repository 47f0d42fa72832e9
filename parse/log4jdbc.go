package parse

import "bytes"

// Log4jdbc reads the log4jdbc family: log4jdbc, log4jdbc-remix,
// log4jdbc-log4j2 through slf4j or its own delegator, and forks of them.
//
//	2024-06-03 15:33:20,140 DEBUG jdbc.sqltiming -  com.example.OrderDao.find(OrderDao.java:42)
//	7. select id
//	from t_order
//	 {executed in 12 msec}
//
// One execution is told of on up to four loggers: jdbc.sqlonly before it,
// jdbc.sqltiming behind it, jdbc.audit with what the call returned, and
// jdbc.resultsettable when the result was read. The record is the sqltiming
// entry, the last of those that are there otherwise; the Folder adds what the
// others know. The grammar is that of Slf4jSpyLogDelegator (log4jdbc 7202ac9,
// log4jdbc-log4j2 e73603a) and Log4j2SpyLogDelegator.
type Log4jdbc struct{}

// What the Folder is given. l4Error is a failure as any logger shows it.
const (
	l4Only   Part = 1 + iota // the SQL, before it is executed
	l4Timing                 // a whole execution
	l4Error                  // a failed one, or a failed commit or rollback
	l4Return                 // what an execute method returned; Extra is the SQL, if its arguments show it
	l4Count                  // what getUpdateCount returned
	l4Rows                   // how many rows a result had
)

// Bits of Record.Depth: which loggers have told of a failure.
const (
	l4ByAudit = 1 << iota
	l4ByOnly
	l4ByTiming
)

// Name is the word for it.
func (Log4jdbc) Name() string { return "log4jdbc" }

// Doc is its line in the list of formats.
func (Log4jdbc) Doc() string {
	return "log4jdbc, log4jdbc-remix, log4jdbc-log4j2: SQL, then {executed in 12 msec}; jdbc.sqlonly, sqltiming, audit and resultsettable joined"
}

// Start reports whether line begins an entry that has no envelope: the caller's
// line, the first of a full stack, or a call.
func (Log4jdbc) Start(line []byte) bool {
	if len(line) < 8 {
		return false
	}
	switch c := line[0]; {
	case c == ' ':
		return line[1] != ' ' && l4Caller(line) != nil
	case c == 'a':
		return bytes.HasPrefix(line, []byte("at ")) && l4Caller(line[2:]) != nil
	case c >= '1' && c <= '9':
		if n, rest := l4Number(line); n != nil {
			call, _ := l4Call(rest)
			return call != l4NoCall
		}
	}
	return false
}

// Score tells by the logger, or by what ends or begins the text.
func (f Log4jdbc) Score(e *Event) int {
	if l4LoggerOf(e.Logger) != l4Foreign {
		return 90
	}
	t := e.Text
	if x, ok := l4LastTail(t); ok && (x.failed || len(trimSpace(t[x.end:])) == 0) {
		return 95
	}
	if h, _ := l4Open(t, false); h.conn != nil {
		return 60
	}
	return 0
}

// Complete reports whether e is not waiting for its tail.
func (Log4jdbc) Complete(e *Event) bool {
	switch l4LoggerOf(e.Logger) {
	case l4SQLTiming, l4Delegator:
		_, ok := l4LastTail(e.Text)
		return ok || e.IsError()
	}
	return true
}

// Folder returns what joins the entries of several loggers.
func (Log4jdbc) Folder() Folder { return &log4jdbcFolder{} }

// Parse reads an entry of any of the loggers. Without a logger's name, or under
// another, the text must show what it is.
func (f Log4jdbc) Parse(e *Event, p *Parser) bool {
	switch l4LoggerOf(e.Logger) {
	case l4Silent:
	case l4Audit:
		f.audit(e, p)
	case l4SQLOnly:
		f.only(e, p)
	case l4SQLTiming:
		f.timing(e, p, false)
	case l4Delegator:
		f.delegator(e, p)
	case l4Table:
		f.table(e, p)
	default:
		return f.guess(e, p)
	}
	return true
}

// delegator reads an entry of the log4j2 delegator, which has one logger.
func (f Log4jdbc) delegator(e *Event, p *Parser) {
	if l4IsTable(e.Text) {
		f.table(e, p)
		return
	}
	_, rest := l4Open(e.Text, true)
	if call, args := l4Call(rest); call != l4NoCall && !e.IsError() && bytes.Contains(args, []byte(") returned")) {
		f.audit(e, p)
		return
	}
	f.timing(e, p, true)
}

// guess reads an entry by its text alone.
func (f Log4jdbc) guess(e *Event, p *Parser) bool {
	t := e.Text
	if l4IsTable(t) {
		f.table(e, p)
		return true
	}
	if x, ok := l4LastTail(t); ok {
		f.timing(e, p, x.ms)
		return true
	}
	h, rest := l4Open(t, false)
	switch {
	case h.method != nil:
		f.only(e, p)
	case h.conn == nil:
		return false
	default:
		if call, _ := l4Call(rest); call == l4NoCall {
			return false
		}
		f.audit(e, p)
	}
	return true
}

// timing reads an entry of jdbc.sqltiming, or of the log4j2 delegator, whose
// texts are numbered.
func (f Log4jdbc) timing(e *Event, p *Parser, numbered bool) {
	t := e.Text
	x, ok := l4LastTail(t)
	if !ok {
		f.untimed(e, p, numbered)
		return
	}
	h, sql := l4Open(t[:x.at], numbered || x.ms)
	trailer := t[x.end:]
	call, kind := l4NoCall, Statement
	if x.failed {
		if call, sql = l4Failed(sql); call == l4OtherCall {
			return
		}
		kind = call.kind()
	}
	if kind == Statement && len(trimSpace(sql)) == 0 && len(trimSpace(trailer)) > 0 {
		// A fork has the tail before the text.
		if n, rest := l4Number(trimSpace(trailer)); n != nil {
			at := len(rest)
			if x.failed {
				at = thrownAt(rest)
			}
			h.conn, sql, trailer = n, rest[:at], rest[at:]
		}
	}
	if l4NoExecution(sql) {
		return
	}
	r := p.Add(f, e)
	r.Part, r.Runtime = l4Timing, x.micros
	h.fill(r)
	if r.Kind = kind; kind == Statement {
		f.text(r, p, sql)
	}
	if x.failed {
		r.Part, r.Failed, r.Depth = l4Error, true, l4ByTiming
		r.Error = thrown(trailer)
	}
	if r.Error == nil && len(trimSpace(trailer)) > 0 {
		p.drop(e, r, bytes.Count(trailer, newline))
	}
}

// untimed reads an entry of jdbc.sqltiming without a tail: a failure of a call
// without SQL, or one that was cut.
func (f Log4jdbc) untimed(e *Event, p *Parser, numbered bool) {
	h, rest := l4Open(e.Text, numbered)
	if call, _ := l4Call(rest); call != l4NoCall || e.IsError() {
		f.failure(e, p, h, rest, l4ByTiming)
		return
	}
	if word, line := l4BadTail(e.Text); word != nil {
		p.Reject(e, line, "elapsed: "+quoteWord(word)+" is not a number")
		return
	}
	if l4NoExecution(rest) {
		return
	}
	r := p.Add(f, e)
	r.Part, r.Flags = l4Timing, Truncated
	h.fill(r)
	f.text(r, p, rest)
}

// only reads an entry of jdbc.sqlonly.
func (f Log4jdbc) only(e *Event, p *Parser) {
	h, rest := l4Open(e.Text, false)
	if e.IsError() || e.Level == nil && firstFrame(rest) > 0 {
		f.failure(e, p, h, rest, l4ByOnly)
		return
	}
	if l4NoExecution(rest) {
		return
	}
	r := p.Add(f, e)
	r.Part = l4Only
	h.fill(r)
	f.text(r, p, rest)
}

// failure reads what every logger shows of a failed call: its description, the
// SQL if there is any, the exception.
func (f Log4jdbc) failure(e *Event, p *Parser, h l4Head, rest []byte, by uint8) {
	at := thrownAt(rest)
	text, trace := rest[:at], rest[at:]
	call, args := l4Call(text)
	var sql []byte
	switch call {
	case l4Commit, l4Rollback:
	case l4Execute, l4Prepare:
		if sql = l4Twin(args, []byte(") FAILED! ")); sql == nil {
			sql = l4Twin(args, []byte(") "))
		}
		if sql == nil {
			return
		}
	case l4NoCall:
		sql = text
	default:
		return
	}
	if sql != nil && l4NoExecution(sql) {
		return
	}
	r := p.Add(f, e)
	r.Part, r.Failed, r.Depth = l4Error, true, by
	r.Error = thrown(trace)
	h.fill(r)
	if r.Kind = call.kind(); r.Kind == Statement {
		f.text(r, p, sql)
	}
}

// audit reads an entry of jdbc.audit. Those calls that execute nothing and
// return nothing about it are skipped.
func (f Log4jdbc) audit(e *Event, p *Parser) {
	h, rest := l4Open(e.Text, false)
	call, args := l4Call(rest)
	if call == l4NoCall || call == l4OtherCall {
		return
	}
	at := bytes.LastIndex(args, []byte(") returned"))
	if at < 0 || e.IsError() {
		f.failure(e, p, h, rest, l4ByAudit)
		return
	}
	value, count := trimSpace(args[at+len(") returned"):]), int64(Unknown)
	if n, end := leadingNumber(value); end > 0 {
		count, value = n, value[end:]
	}
	if c := l4Caller(value); c != nil {
		h.method = c
	}
	switch call {
	case l4Commit, l4Rollback:
		r := p.Add(f, e)
		h.fill(r)
		r.Kind = call.kind()
	case l4Execute:
		r := p.Add(f, e)
		h.fill(r)
		r.Part, r.UpdateCount = l4Return, count
		if at > 0 {
			r.Extra = trimSpace(l4Argument(args[:at]))
		}
	case l4GetCount:
		if count >= 0 {
			r := p.Add(f, e)
			h.fill(r)
			r.Part, r.UpdateCount = l4Count, count
		}
	}
}

// table reads an entry of jdbc.resultsettable. An empty table shows only that
// no value was read: it tells no number of rows.
func (f Log4jdbc) table(e *Event, p *Parser) {
	n := l4TableRows(e.Text)
	r := p.Add(f, e)
	r.Part = l4Rows
	if n > 0 {
		r.Rows = int64(n)
	}
}
