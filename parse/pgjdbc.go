package parse

import "bytes"

// PgJDBC reads the protocol trace of PostgreSQL's driver: logger
// org.postgresql.core.v3.QueryExecutorImpl at FINEST or TRACE, loglevel 2 in
// the versions before 42.
//
//	FE=> Parse(stmt=S_1,query="select id from t_order where no = $1",oids={1043})
//	FE=> Bind(stmt=S_1,portal=null,$1=<'A'>,type=VARCHAR)
//	FE=> Execute(portal=null,limit=0)
//	FE=> Sync
//	<=BE CommandStatus(SELECT 24)
//	<=BE ReadyForQuery(I)
//
// What one call executed is one record: the driver cuts a string of several
// statements at its semicolons, and sends a batch piece by piece. There is no
// runtime: it is derived from the stamps of Execute and of what the server
// answered. What the driver runs by itself (BEGIN before a statement, settings of
// a new connection) is no record. Values are bound to $1, $2. The url of the
// connection is not given: nothing tells which of several a statement ran on.
// (QueryExecutorImpl and SimpleParameterList, 9.4 to 42.7.)
type PgJDBC struct{}

// The messages, for the Folder. A statement's name is in Method, a portal's in URL.
const (
	pgBegin     Part = 1 + iota // "simple execute", "batch execute 3 queries"
	pgParse                     // Prepared
	pgBind                      // Extra is what stands behind the portal
	pgExecute                   //
	pgQuery                     // SimpleQuery; Prepared
	pgClose                     // CloseStatement
	pgSync                      //
	pgStatus                    // CommandStatus; Extra is its first word
	pgSuspended                 // PortalSuspended or EmptyQuery
	pgError                     // ErrorMessage
	pgReady                     // ReadyForQuery
)

// Bits of Record.Depth of a begin and of the statements behind it.
const (
	pgSetup    = 1 << iota // the driver's own, for a new connection
	pgTx                   // commit() or rollback()
	pgFailed               // of a group: the server has refused something
	pgMixed                // of a group: requests of several connections lie across each other
	pgAnswered             // of a statement: the server has answered
	pgSynced               // its request was sent to the end
	pgOwn                  // its Parse is its own
	pgTexts                // Prepared is put together of several, in memory of its own
)

// Name is the word for it.
func (PgJDBC) Name() string { return "pgjdbc" }

// Doc is its line in the list of formats.
func (PgJDBC) Doc() string {
	return "PostgreSQL's driver at TRACE: FE=> Parse, Bind, Execute and <=BE CommandStatus joined, values bound"
}

// Start reports whether line is a message of the protocol.
func (PgJDBC) Start(line []byte) bool {
	t, _ := pgMessage(line)
	return bytes.HasPrefix(t, []byte("FE=> ")) || bytes.HasPrefix(t, []byte("<=BE "))
}

// Score tells by the arrow.
func (f PgJDBC) Score(e *Event) int {
	t, _ := pgMessage(e.Text[:min(len(e.Text), 100)])
	switch {
	case bytes.HasPrefix(t, []byte("FE=> ")), bytes.HasPrefix(t, []byte("<=BE ")):
		return 97
	case bytes.HasPrefix(t, []byte("simple execute, handler=")), pgBatch(t) >= 0:
		return 90
	}
	return 0
}

// Complete reports whether a query has its end.
func (PgJDBC) Complete(e *Event) bool {
	t, _ := pgMessage(e.Text)
	if rest, ok := bytes.CutPrefix(t, []byte("FE=> Parse(")); ok {
		_, _, ok = pgQueryText(rest, pgOIDs)
		return ok
	}
	return true
}

// Folder returns what joins the messages of an execution.
func (PgJDBC) Folder() Folder { return &pgFolder{} }

// Parse reads a message. Those that tell nothing of a statement are skipped.
func (f PgJDBC) Parse(e *Event, p *Parser) bool {
	t, conn := pgMessage(e.Text)
	if len(t) < 8 {
		return false
	}
	var r *Record
	switch {
	case string(t[:5]) == "FE=> ":
		r = f.request(e, p, t[5:])
	case string(t[:5]) == "<=BE ":
		r = f.answer(e, p, t[5:])
	case t[0] == 's' || t[0] == 'b':
		r = f.begin(e, p, t)
	}
	if r == nil {
		return false
	}
	r.Conn = conn
	return true
}

// begin reads what the driver says before it sends anything.
func (f PgJDBC) begin(e *Event, p *Parser, t []byte) *Record {
	n := 0
	if !bytes.HasPrefix(t, []byte("simple execute, handler=")) {
		if n = pgBatch(t); n < 0 {
			return nil
		}
	}
	r := p.Add(f, e)
	r.Part, r.BatchSize = pgBegin, int32(n)
	switch {
	case bytes.Contains(t, []byte("$TransactionCommandHandler@")):
		r.Depth = pgTx
	case bytes.Contains(t, []byte(".SetupQueryRunner$")):
		r.Depth = pgSetup
	}
	return r
}

// request reads what the driver sends.
func (f PgJDBC) request(e *Event, p *Parser, t []byte) *Record {
	open := bytes.IndexByte(t[:min(len(t), 16)], '(')
	if open < 0 {
		if string(trimSpaceRight(t)) != "Sync" {
			return nil
		}
		r := p.Add(f, e)
		r.Part = pgSync
		return r
	}
	var part Part
	switch string(t[:open]) {
	case "Parse":
		part = pgParse
	case "Bind":
		part = pgBind
	case "Execute":
		part = pgExecute
	case "SimpleQuery":
		part = pgQuery
	case "CloseStatement":
		part = pgClose
	default:
		return nil
	}
	r := p.Add(f, e)
	r.Part = part
	t = t[open+1:]
	switch part {
	case pgParse:
		var ok bool
		r.Method, t = pgField(t, "stmt=")
		if r.Prepared, _, ok = pgQueryText(t, pgOIDs); !ok {
			r.Flags |= Truncated
		}
	case pgBind:
		r.Method, t = pgField(t, "stmt=")
		if r.URL, r.Extra = pgField(t, "portal="); r.Extra == nil {
			r.Extra = t[:0]
		}
	case pgExecute:
		r.URL, _ = pgField(t, "portal=")
	case pgQuery:
		var ok bool
		if r.Prepared, _, ok = pgQueryText(t, pgQuoted); !ok {
			r.Flags |= Truncated
		}
	case pgClose:
		r.Method, _, _ = bytes.Cut(t, []byte(")"))
	}
	return r
}

// answer reads what the server sends.
func (f PgJDBC) answer(e *Event, p *Parser, t []byte) *Record {
	open := bytes.IndexByte(t[:min(len(t), 20)], '(')
	word := t
	if open >= 0 {
		word, t = t[:open], t[open+1:]
	} else {
		word = trimSpaceRight(word)
	}
	var part Part
	switch string(word) {
	case "CommandStatus":
		part = pgStatus
	case "PortalSuspended", "EmptyQuery":
		part = pgSuspended
	case "ErrorMessage":
		part = pgError
	case "ReadyForQuery":
		part = pgReady
	default:
		return nil
	}
	r := p.Add(f, e)
	r.Part = part
	switch part {
	case pgStatus:
		r.Extra, r.Rows, r.UpdateCount = pgTag(t)
	case pgError:
		r.Error = pgErrorLine(t)
	}
	return r
}
