package parse

import "bytes"

// MySQLConnectorJ reads what MySQL's driver logs with profileSQL=true and
// logSlowQueries=true, through StandardLogger or slf4j:
//
//	[QUERY] select id from t_order where no = 'A' [Created on: Mon Jun 03 15:33:20 CST 2024, duration: 12, connection-id: 77, statement-id: 3, resultset-id: 0,	at com.example.OrderDao.find(OrderDao.java:42)]
//	[FETCH]  [Created on: Mon Jun 03 15:33:20 CST 2024, duration: 0, connection-id: 77, statement-id: 3, resultset-id: 5]
//	Slow query (exceeded 2000 ms, duration: 5,001 ms): select * from t_big
//	Profiler Event: [QUERY] at com.example.OrderDao.find(OrderDao.java:42) duration: 12 ms, connection-id: 77, statement-id: 3, resultset-id: 0, message: select 1
//
// The last is the layout of 5.1. A duration without unit is taken for
// milliseconds, which it is unless useNanosForElapsedTime is set. Abbreviations
// of zones are not trusted. A slow query that the profiler logs too is one
// record; an EXECUTE gets its prepared text from the PREPARE of its statement.
// (ProfilerEventImpl 8.0 to 9.1, LogUtils 5.1.)
type MySQLConnectorJ struct{}

// The events that the Folder joins; a QUERY is whole. Extra of all is the
// statement's id.
const (
	myExecute Part = 1 + iota
	myPrepare
	mySlow
)

// Name is the word for it.
func (MySQLConnectorJ) Name() string { return "mysql-connectorj" }

// Doc is its line in the list of formats.
func (MySQLConnectorJ) Doc() string {
	return "MySQL Connector/J, profileSQL and logSlowQueries: [QUERY] sql [Created on: .., duration: 12, connection-id: 77, ..]"
}

// Start reports whether line begins an event of the profiler, or a slow query.
func (MySQLConnectorJ) Start(line []byte) bool {
	if _, rest := myEvent(line); rest != nil {
		return true
	}
	_, ok := mySlowHead(line)
	return ok || bytes.HasPrefix(line, []byte(myProfiler))
}

// Score tells by what ends an event, or begins it.
func (MySQLConnectorJ) Score(e *Event) int {
	if _, rest := myEvent(e.Text); rest != nil {
		if _, ok := myLastTail(rest); ok {
			return 95
		}
		return 20
	}
	if _, ok := mySlowHead(e.Text); ok {
		return 85
	}
	if rest, ok := bytes.CutPrefix(e.Text, []byte(myProfiler)); ok {
		if _, ok = myOldHead(rest); ok {
			return 95
		}
	}
	return 0
}

// Complete reports whether an event of the profiler has its end.
func (MySQLConnectorJ) Complete(e *Event) bool {
	_, rest := myEvent(e.Text)
	if rest == nil {
		return true
	}
	_, ok := myLastTail(rest)
	return ok
}

// Folder returns what joins events of one execution.
func (MySQLConnectorJ) Folder() Folder { return &mysqljFolder{} }

// Parse reads an event of the profiler, or a slow query.
func (f MySQLConnectorJ) Parse(e *Event, p *Parser) bool {
	t := e.Text
	if kind, rest := myEvent(t); rest != nil {
		if kind == myOther {
			return false
		}
		f.event(e, p, kind, rest)
		return true
	}
	if head, ok := mySlowHead(t); ok {
		r := p.Add(f, e)
		r.Part, r.Runtime = mySlow, head.micros
		myTexts(r, head)
		return true
	}
	rest, ok := bytes.CutPrefix(t, []byte(myProfiler))
	if !ok {
		return false
	}
	head, ok := myOldHead(rest)
	if !ok || head.kind == myOther || head.text == nil {
		return false
	}
	r := p.Add(f, e)
	r.Runtime, r.Conn, r.Ref, r.Extra, r.Method = head.micros, head.conn, head.ref, head.stmt, head.caller
	f.text(r, head.kind, head.text)
	return true
}

// event reads what stands behind the "[QUERY] " of an event.
func (f MySQLConnectorJ) event(e *Event, p *Parser, kind myKind, t []byte) {
	tail, ok := myLastTail(t)
	if !ok {
		if !e.Last {
			p.Reject(e, 0, "event of the profiler has no end")
			return
		}
		r := p.Add(f, e)
		r.Flags |= Truncated
		f.text(r, kind, t)
		return
	}
	r := p.Add(f, e)
	if time, dayOnly, n := p.Stamp(tail.created); n > 0 {
		r.Time, r.DayOnly = time, dayOnly
	}
	r.Runtime, r.Conn, r.Ref, r.Extra, r.Method = tail.micros, tail.conn, tail.ref, tail.stmt, tail.caller
	p.drop(e, r, int(countLines(tail.more)))
	f.text(r, kind, t[:tail.at])
}

// text gives r its SQL.
func (f MySQLConnectorJ) text(r *Record, kind myKind, t []byte) {
	switch kind {
	case myPrepared:
		r.Part, r.Prepared = myPrepare, myCut(r, t)
	case myExecuted:
		r.Part, r.SQL = myExecute, myCut(r, t)
	case mySlowQuery:
		r.Part = mySlow
		if head, ok := mySlowHead(t); ok {
			myTexts(r, head)
		} else {
			r.SQL = myCut(r, t)
		}
	default:
		r.SQL = myCut(r, t)
	}
}

// myTexts gives r the texts of a slow query.
func myTexts(r *Record, head mySlowText) {
	r.SQL = myCut(r, head.text)
	if head.prepared != nil {
		r.Prepared = myCut(r, head.prepared)
	}
}

// myCut takes off text what the driver puts behind one that it has cut at
// maxQuerySizeToLog.
func myCut(r *Record, text []byte) []byte {
	text = trimSpace(text)
	if cut, ok := bytes.CutSuffix(text, []byte("... (truncated)")); ok {
		r.Flags |= Truncated
		return trimSpace(cut)
	}
	return text
}
