package parse

import "bytes"

// Druid reads what the data source of Alibaba Druid logs: its LogFilter
// (Slf4jLogFilter, Log4jFilter, …) and the slow SQL of its StatFilter.
//
//	{conn-10001, pstmt-20000} created. select id from t_order where no = ?
//	{conn-10001, pstmt-20000} Parameters : [A]
//	{conn-10001, pstmt-20000} Types : [VARCHAR]
//	{conn-10001, pstmt-20000, rs-50000} query executed. 1.234567 millis. select id from t_order where no = ?
//	{conn-10001, pstmt-20000, rs-50000} Result: [7]
//	{conn-10001, pstmt-20000, rs-50000} closed
//	slow sql 1203 millis. select pg_sleep(?) [1.2]
//
// The record is the "executed" or "execute error" entry; the Folder adds the
// values before it, the rows behind it, the text with values that
// statementExecutableSqlLogEnable has printed, and the slow SQL entry of the same
// execution. (com.alibaba.druid.filter.logging.LogFilter and
// filter.stat.StatFilter, 1.0.14 to 1.2.29.)
type Druid struct{}

// What the Folder is given. Record.Ref has the numbers of the statement and of
// its result set.
const (
	druidCreated Part = 1 + iota // Extra is the SQL
	druidValues                  // Extra is what stands in Parameters
	druidTypes                   // Extra is what stands in Types
	druidText                    // the text with values
	druidEnd                     // an execution, or a failed one
	druidSlow                    // the slow SQL entry; Extra is its values, in JSON
	druidRow                     // a row of a result
	druidClosed                  // a statement, or a result, is closed
)

// Bits of Record.Depth.
const (
	druidJSON      = 1 << iota // Extra is JSON
	druidWithSlow              // of what is held: its slow SQL was seen
	druidAnyResult             // of what is held: it may have several results
)

// Name is the word for it.
func (Druid) Name() string { return "druid" }

// Doc is its line in the list of formats.
func (Druid) Doc() string {
	return "Alibaba Druid: {conn-1, pstmt-2} Parameters, Types, executed, Result joined, values bound; slow sql N millis"
}

// Start reports whether line is an entry of the LogFilter or of slow SQL.
func (Druid) Start(line []byte) bool {
	if len(line) < 12 || line[0] != '{' && line[0] != 's' {
		return false
	}
	if _, _, ok := druidSlowHead(line); ok {
		return true
	}
	_, rest, ok := druidHead(line)
	if ok {
		w, _ := druidRead(rest)
		return w != druidNothing
	}
	return false
}

// Score tells by the head of the message.
func (Druid) Score(e *Event) int {
	t := trimLeftBlanks(e.Text)
	if len(t) == 0 || t[0] != '{' && t[0] != 's' {
		return 0
	}
	if _, rest, ok := druidHead(t); ok {
		if w, _ := druidRead(rest); w != druidNothing {
			return 95
		}
		return 60
	}
	if _, _, ok := druidSlowHead(t); ok {
		return 90
	}
	return 0
}

// Folder returns what joins the entries of an execution.
func (Druid) Folder() Folder { return &druidFolder{} }

// Parse reads an entry. Those that tell nothing of an execution are skipped.
func (f Druid) Parse(e *Event, p *Parser) bool {
	t := trimLeftBlanks(e.Text)
	if len(t) == 0 || t[0] != '{' && t[0] != 's' {
		return false
	}
	if ms, text, ok := druidSlowHead(t); ok {
		f.slow(e, p, ms, text)
		return true
	}
	id, rest, ok := druidHead(t)
	if !ok {
		return false
	}
	w, rest := druidRead(rest)
	switch w {
	case druidCreate:
		if id.prepared {
			r := f.add(e, p, id)
			r.Part, r.Extra = druidCreated, trimSpace(rest)
		}
	case druidParameters, druidTypeNames:
		r := f.add(e, p, id)
		r.Part = druidValues
		if w == druidTypeNames {
			r.Part = druidTypes
		}
		if i := bytes.LastIndexByte(rest, ']'); i >= 0 {
			rest = rest[:i]
		}
		r.Extra = rest
	case druidExecuted, druidQuery, druidUpdate, druidBatch:
		f.executed(e, p, id, w, rest)
	case druidError:
		f.failed(e, p, id, rest)
	case druidResult:
		if id.result > 0 {
			f.add(e, p, id).Part = druidRow
		}
	case druidClose:
		if id.stmt > 0 {
			f.add(e, p, id).Part = druidClosed
		}
	case druidCommitted:
		f.add(e, p, id).Kind = Commit
	case druidRolledBack:
		f.add(e, p, id).Kind = Rollback
	}
	return true
}

func (f Druid) add(e *Event, p *Parser, id druidID) *Record {
	r := p.Add(f, e)
	r.Conn, r.Ref = id.conn, id.ref()
	return r
}

// executed reads what stands behind "executed. " and its like: perhaps the rows
// changed, the elapsed time, the SQL. Without a time it is the text with values.
func (f Druid) executed(e *Event, p *Parser, id druidID, w druidWord, rest []byte) {
	count := int64(Unknown)
	if w == druidUpdate {
		n, end := leadingNumber(rest)
		negative := len(rest) > 0 && rest[0] == '-'
		if negative {
			_, end = leadingNumber(rest[1:])
			n, end = Unknown, end+1
		}
		if end == 0 || !bytes.HasPrefix(rest[end:], []byte(". ")) {
			p.Reject(e, 0, "effort: "+quoteWord(druidFirst(rest))+" is not a number")
			return
		}
		count, rest = n, rest[end+2:]
	}
	micros, sql, ok := druidMillis(rest)
	if !ok && (w != druidExecuted || druidBadMillis(rest)) {
		p.Reject(e, 0, "elapsed: "+quoteWord(druidFirst(rest))+" is not a number")
		return
	}
	r := f.add(e, p, id)
	if !ok {
		r.Part, r.SQL = druidText, trimSpace(rest)
		return
	}
	r.Part, r.Runtime, r.UpdateCount = druidEnd, micros, count
	if w == druidBatch {
		r.Kind = BatchKind
		if sql = trimSpace(sql); !id.prepared && len(sql) > 0 {
			r.BatchSize = int32(1 + bytes.Count(sql, []byte("\n;\n"))) // StatementProxyImpl.getBatchSql
		}
	}
	id.setText(r, sql)
}

// failed reads what stands behind "execute error. ": the SQL, and the exception.
func (f Druid) failed(e *Event, p *Parser, id druidID, rest []byte) {
	at := druidThrownAt(rest)
	r := f.add(e, p, id)
	r.Part, r.Failed, r.Error = druidEnd, true, thrown(rest[at:])
	id.setText(r, rest[:at])
}

// slow reads an entry of slow SQL.
func (f Druid) slow(e *Event, p *Parser, micros int64, text []byte) {
	text = trimSpace(text)
	r := p.Add(f, e)
	r.Part, r.Runtime, r.Depth = druidSlow, micros, druidJSON
	at := druidArray(text)
	if at < 0 {
		r.Prepared, r.Flags = text, Truncated
		return
	}
	sql := trimSpace(text[:at])
	if values := text[at+1 : len(text)-1]; len(values) == 0 {
		r.SQL = sql
	} else {
		r.Prepared, r.Extra = sql, values
	}
}
