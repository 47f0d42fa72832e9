package parse

import "bytes"

// DatasourceProxy reads the query log of datasource-proxy, in one line, in
// several or in JSON:
//
//	Name:ds, Connection:3, Time:12, Success:True, Type:Prepared, Batch:False, QuerySize:1, BatchSize:0, Query:["select id from t_order where no = ?"], Params:[(A)]
//
// Nothing in it is escaped but in JSON. The listener of slow queries writes the
// same entry while the query still runs; the Folder drops it when the query's own
// entry follows. (net.ttddyy.dsproxy.listener.logging, 1.3 to 1.11.)
type DatasourceProxy struct{}

// What the Folder is given.
const (
	dspSlow  Part = 1 + iota // of the listener of slow queries
	dspMaybe                 // perhaps; else a failure
)

// Bits of Record.Depth: what Extra is.
const (
	dspText  = 1 << iota // (a,b)
	dspJSON              // [["a","b"]]
	dspNamed             // values may have their placeholder's number before them: 1=a,2=b
)

// Name is the word for it.
func (DatasourceProxy) Name() string { return "datasource-proxy" }

// Doc is its line in the list of formats.
func (DatasourceProxy) Doc() string {
	return "datasource-proxy: Name:, Connection:1, Time:12, Success:True, … Query:[…], Params:[…] in one line, several, or JSON"
}

// Start reports whether line begins an entry.
func (DatasourceProxy) Start(line []byte) bool {
	if len(line) < 16 {
		return false
	}
	if line[0] == '{' {
		return dspIsJSON(line)
	}
	_, ok := dspRead(line)
	return ok
}

// Score tells by the head of the entry.
func (f DatasourceProxy) Score(e *Event) int {
	t := trimHeadSpace(e.Text)
	if f.Start(t[:min(len(t), startPrefix)]) {
		return 95
	}
	return 0
}

// Complete reports whether the parameters, which come last, are there.
func (f DatasourceProxy) Complete(e *Event) bool {
	t := trimHeadSpace(e.Text)
	return len(t) == 0 || t[0] == '{' || !f.Start(t) || bytes.Contains(t, []byte("Params:["))
}

// Folder returns what drops entries of slow queries.
func (DatasourceProxy) Folder() Folder { return &dspFolder{} }

// Parse reads an entry.
func (f DatasourceProxy) Parse(e *Event, p *Parser) bool {
	t := trimHeadSpace(e.Text)
	if len(t) < 16 {
		return false
	}
	if t[0] == '{' {
		return dspIsJSON(t) && f.json(e, p, t)
	}
	h, ok := dspRead(t)
	if !ok {
		return false
	}
	if h.micros == Unknown {
		p.Reject(e, bytes.Count(e.Text[:len(e.Text)-len(t)], newline), "time: "+quoteWord(h.time)+" is not a number")
		return true
	}
	queries, values, trailer, whole := h.cut()
	if !whole && !e.Last {
		p.Reject(e, 0, "params: not found")
		return true
	}
	r := p.Add(f, e)
	h.fill(r, e)
	if !whole {
		r.Flags |= Truncated
	}
	if n := bytes.Count(trailer, newline); n > 0 {
		p.drop(e, r, n)
	}
	text := queries
	if h.querySize > 1 {
		if text, ok = dspJoin(p.batch, queries, h.querySize); !ok {
			r.Flags |= Ambiguous
		}
	}
	h.setText(r, text)
	if r.Prepared != nil && r.Kind != BatchKind {
		if r.Extra = values; values != nil {
			r.Depth = dspText
		}
		if h.conn == nil || h.callable {
			r.Depth |= dspNamed
		}
	}
	return true
}

// fill gives r what stands before the query.
func (h *dspHead) fill(r *Record, e *Event) {
	r.Conn, r.Runtime, r.Failed = h.conn, h.micros, h.failed
	if r.Thread == nil {
		r.Thread = h.thread
	}
	if h.batch {
		r.Kind, r.BatchSize = BatchKind, int32(min(h.batchSize, 1<<31-1))
	}
	switch {
	case !h.failed:
	case bytes.Contains(e.Logger, []byte("Slow")):
		r.Part = dspSlow
	case h.micros >= 500_000 && (e.Logger == nil || string(e.Level) == "WARN"):
		r.Part = dspMaybe
	}
}

// setText gives r the statement's text.
func (h *dspHead) setText(r *Record, text []byte) {
	if h.statement {
		r.SQL = trimSpace(text)
	} else {
		r.Prepared = trimSpace(text)
	}
}
