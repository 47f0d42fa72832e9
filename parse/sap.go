package parse

import "bytes"

// SAPCommerce reads the JDBC log of SAP Commerce (hybris), jdbc.log:
//
//	113|master|240603-15:33:20:140|1 ms|statement|SELECT * FROM t WHERE PK=?|SELECT * FROM t WHERE PK=8796|StatementImpl:52:PoolFactory:101:OrderDao:42
//
// Thread, data source, start (milliseconds are not padded), runtime, category,
// prepared text; then, by option, the text with its values and the calls that led
// here. Nothing is escaped. The data source is given for the connection. (The
// documentation of db.log.sql.parameters and db.log.appendStackTrace, and logs.)
type SAPCommerce struct{}

// Name is the word for it.
func (SAPCommerce) Name() string { return "sap-commerce" }

// Doc is its line in the list of formats.
func (SAPCommerce) Doc() string {
	return "SAP Commerce (hybris) jdbc.log: thread|source|240603-15:33:20:140|1 ms|statement|sql|sql with values|calls"
}

// Start reports whether line is a record.
func (SAPCommerce) Start(line []byte) bool {
	_, ok := sapRead(line)
	return ok
}

// Score tells by the five columns before the text.
func (SAPCommerce) Score(e *Event) int {
	if _, ok := sapRead(e.Text); ok {
		return 97
	}
	return 0
}

// Folder returns nil: every record is a line.
func (SAPCommerce) Folder() Folder { return nil }

// Parse reads a record.
func (f SAPCommerce) Parse(e *Event, p *Parser) bool {
	line, more := cutLine(e.Text)
	h, ok := sapRead(line)
	if !ok {
		return false
	}
	time, dayOnly, n := p.Stamp(h.stamp)
	if n != len(h.stamp) {
		p.Reject(e, 0, "start of the statement is not a time stamp")
		return true
	}
	r := p.Add(f, e)
	if len(more) > 0 {
		p.drop(e, r, int(countLines(more)))
	}
	r.Time, r.DayOnly, r.Runtime, r.Kind, r.Thread, r.Conn = time, dayOnly, h.micros, h.kind, h.thread, h.source
	if h.kind != Statement {
		return true
	}
	text := h.text
	if at := bytes.LastIndexByte(text, '|'); at >= 0 && sapCalls(text[at+1:]) {
		r.Method = sapCaller(text[at+1:])
		text = text[:at]
	}
	sapTexts(r, text)
	if e.Open && r.Method == nil && quoteAt(r.Text(), 0) != 0 {
		r.Flags |= Truncated
	}
	return true
}

// sapHead is what stands before the text.
type sapHead struct {
	thread, source, stamp []byte
	micros                int64
	kind                  Kind
	text                  []byte
}

// sapRead reads the five columns before the text.
func sapRead(t []byte) (h sapHead, ok bool) {
	_, w := digits(t, 0, 12)
	if w == 0 || w == len(t) || t[w] != '|' {
		return h, false
	}
	h.thread, t = t[:w], t[w+1:]
	end := bytes.IndexByte(t[:min(len(t), 64)], '|')
	if end < 0 {
		return h, false
	}
	if end > 0 {
		h.source = t[:end]
	}
	t = t[end+1:]
	end = bytes.IndexByte(t[:min(len(t), 40)], '|')
	if end < 10 || t[0] < '0' || t[0] > '9' {
		return h, false
	}
	h.stamp, t = t[:end], t[end+1:]
	if w = numberWidth(t); w < 0 || !bytes.HasPrefix(t[w:], []byte(" ms|")) {
		return h, false
	}
	h.micros = Unknown
	if n := groupedNumber(t[:w]); n >= 0 {
		h.micros = scaled(n, 1000)
	}
	t = t[w+len(" ms|"):]
	end = bytes.IndexByte(t[:min(len(t), 16)], '|')
	if end < 0 {
		return h, false
	}
	switch string(t[:end]) {
	case "statement":
	case "commit":
		h.kind = Commit
	case "rollback":
		h.kind = Rollback
	default:
		return h, false
	}
	h.text = t[end+1:]
	return h, true
}

// sapTexts gives r its one or two texts.
func sapTexts(r *Record, s []byte) {
	at, f, ambiguous := splitTexts(s, '|')
	switch {
	case f == fitOnly && bindFit(s[:at], s[at+1:]) == fitNone && len(s) > at+1 && at > 0,
		f == fitGuess, f == fitNone:
		text := trimSpace(s) // the option is off: the pipes are the text's own
		if bytes.IndexByte(text, '?') >= 0 {
			r.Prepared = text
		} else {
			r.SQL = text
		}
		if ambiguous && f == fitGuess && sapBarePipe(text) {
			r.Flags |= Ambiguous
		}
		return
	case f == fitEqual:
		r.Prepared = trimSpace(s[:at])
		r.SQL = r.Prepared
		return
	}
	r.Prepared, r.SQL = trimSpace(s[:at]), trimSpace(s[at+1:])
	if len(r.SQL) == 0 {
		r.Prepared, r.SQL = nil, r.Prepared
	} else if len(r.Prepared) == 0 {
		r.Prepared = nil
	}
	if ambiguous {
		r.Flags |= Ambiguous
	}
}

// sapBarePipe reports whether a pipe stands outside of quotes, and is not half of
// the operator ||.
func sapBarePipe(s []byte) bool {
	var open byte
	for from := 0; ; {
		i := bytes.IndexByte(s[from:], '|')
		if i < 0 {
			return false
		}
		i += from
		if open = quoteAt(s[from:i], open); open == 0 {
			if i+1 == len(s) || s[i+1] != '|' {
				return true
			}
			i++
		}
		from = i + 1
	}
}

// sapCalls reports whether s is a list of calls: Class:12:Other$Inner:7.
func sapCalls(s []byte) bool {
	s = trimSpaceRight(s)
	for n := 0; ; n++ {
		w := 0
		for w < len(s) && (isJava(s[w]) || s[w] == '.') {
			w++
		}
		if w == 0 || s[0] >= '0' && s[0] <= '9' || w == len(s) || s[w] != ':' {
			return false
		}
		if s = s[w+1:]; len(s) > 0 && s[0] == '-' {
			s = s[1:]
		}
		if _, w = digits(s, 0, 9); w == 0 {
			return false
		}
		if s = s[w:]; len(s) == 0 {
			return true
		}
		if s[0] != ':' {
			return false
		}
		s = s[1:]
	}
}

// sapCaller is the first call that is no wrapper's of a statement or connection.
func sapCaller(s []byte) (first []byte) {
	for s = trimSpaceRight(s); len(s) > 0; {
		end := bytes.IndexByte(s, ':') + 1
		for end < len(s) && s[end] != ':' {
			end++
		}
		call := s[:end]
		s = s[min(len(s), end+1):]
		if first == nil {
			first = call
		}
		class, _, _ := bytes.Cut(call, []byte{':'})
		switch string(class) {
		case "PreparedStatementImpl", "StatementImpl", "CallableStatementImpl", "ConnectionImpl", "DataSourceImpl", "DataSourceImplFactory", "JdbcTemplate", "NamedParameterJdbcTemplate":
		default:
			return call
		}
	}
	return first
}

// Finish recovers the values out of the two texts, where they are wanted.
func (SAPCommerce) Finish(b *Batch, r *Record) { recoverParams(b, r) }
