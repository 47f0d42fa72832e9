package parse

import "bytes"

// MariaDB reads what MariaDB's driver logs: 2.x with profileSql=true or
// slowQueryThresholdNanos, 3.x at DEBUG.
//
//	conn=123(M) - 1.234 ms - Query: select id from t_order where no=?, parameters ['A']
//	execute query: select 1
//	Error: 1064-42000: You have an error in your SQL syntax
//
// Of 2.x a failed statement has no line, text is cut at maxQuerySizeToLog, and
// values are neither escaped nor separated by anything that they could not hold.
// 3.x has neither runtime nor values. (ProtocolLoggingProxy 2.2 to 2.7,
// StandardClient and the client messages of 3.0 to 3.5.)
type MariaDB struct{}

// The messages of 3.x, which the Folder joins; those of 2.x are whole.
const (
	mariaQuery Part = 1 + iota
	mariaError
)

// Name is the word for it.
func (MariaDB) Name() string { return "mariadb" }

// Doc is its line in the list of formats.
func (MariaDB) Doc() string {
	return "MariaDB Connector/J, profileSql of 2.x: conn=123(M) - 1.234 ms - Query: .., parameters [..]; DEBUG of 3.x: execute query: .."
}

// Start reports whether line is a message of 2.x.
func (MariaDB) Start(line []byte) bool {
	_, _, _, ok := mariaHead(line)
	return ok
}

// Score tells by the beginning, and of 3.x by the logger.
func (MariaDB) Score(e *Event) int {
	if _, _, _, ok := mariaHead(e.Text); ok {
		return 96
	}
	switch {
	case !mariaLogger(e.Logger):
	case e.Logger == nil:
		if bytes.HasPrefix(e.Text, []byte(mariaExecute)) {
			return 40
		}
	case bytes.HasPrefix(e.Text, []byte(mariaExecute)):
		return 90
	case mariaFailure(e.Text) != nil:
		return 60
	}
	return 0
}

// mariaExecute begins a query of 3.x.
const mariaExecute = "execute query: "

// Folder returns what gives a query of 3.x its error.
func (MariaDB) Folder() Folder { return &mariaFolder{} }

// Parse reads a message.
func (f MariaDB) Parse(e *Event, p *Parser) bool {
	t := e.Text
	if conn, micros, rest, ok := mariaHead(t); ok {
		r := p.Add(f, e)
		r.Conn, r.Runtime = conn, micros
		mariaText(r, rest)
		return true
	}
	if !mariaLogger(e.Logger) {
		return false
	}
	if rest, ok := bytes.CutPrefix(t, []byte(mariaExecute)); ok {
		kind, sql, ok := mariaMessage(rest)
		if !ok {
			return false
		}
		r := p.Add(f, e)
		r.Part, r.Kind = mariaQuery, kind
		if sql = trimSpace(sql); bytes.IndexByte(sql, '?') >= 0 {
			r.Prepared = sql // its values are not logged
		} else {
			r.SQL = sql
		}
		return true
	}
	if failure := mariaFailure(t); failure != nil {
		r := p.Add(f, e)
		r.Part, r.Failed, r.Error = mariaError, true, failure
		return true
	}
	return false
}

// mariaHead reads "conn=123(M) - 1.234 ms - Query: ".
func mariaHead(t []byte) (conn []byte, micros int64, rest []byte, ok bool) {
	t, ok = bytes.CutPrefix(t, []byte("conn="))
	if !ok {
		return nil, 0, nil, false
	}
	_, w := digits(t, 0, 19)
	if w == 0 || len(t) < w+6 || t[w] != '(' || t[w+2] != ')' || string(t[w+3:w+6]) != " - " {
		return nil, 0, nil, false
	}
	conn, t = t[:w], t[w+6:]
	at := bytes.Index(t[:min(len(t), 48)], []byte(" ms - Query: "))
	if at <= 0 {
		return nil, 0, nil, false
	}
	micros, ok = localMillis(t[:at])
	return conn, micros, t[at+len(" ms - Query: "):], ok
}

// mariaText gives r the SQL of a message of 2.x, perhaps with values.
func mariaText(r *Record, t []byte) {
	t = trimSpace(t)
	if cut, ok := bytes.CutSuffix(t, []byte("...")); ok {
		t = trimSpace(cut)
		r.Flags |= Truncated
	}
	sql, values := mariaSplit(t, r.Flags&Truncated != 0)
	if values == nil {
		r.SQL = t
		return
	}
	r.Prepared, r.Extra = trimSpace(sql), values
	if n := mariaGroups(values); n > 1 {
		r.Kind, r.BatchSize = BatchKind, int32(n)
	}
}

// mariaLogger reports whether a logger may be of 3.x: it is the driver's, perhaps
// shortened, or is not known.
func mariaLogger(name []byte) bool {
	return name == nil || bytes.Contains(name, []byte("mariadb")) || bytes.HasSuffix(name, []byte("StandardClient")) || bytes.HasSuffix(name, []byte("ErrorPacket"))
}

// mariaMessage reads what 3.x says of a message to the server. ok is false for
// those that execute nothing.
func mariaMessage(t []byte) (kind Kind, sql []byte, ok bool) {
	switch string(trimSpace(t[:min(len(t), 16)])) {
	case "", "PING", "RESET", "QUIT":
		return Statement, nil, false
	}
	if rest, is := bytes.CutPrefix(t, []byte("BULK: ")); is {
		return BatchKind, rest, true
	}
	if rest, is := bytes.CutPrefix(t, []byte("EXECUTE ")); is && mariaVerb(rest) {
		return Statement, rest, true
	}
	if rest, is := bytes.CutPrefix(t, []byte("PREPARE ")); is && mariaVerb(rest) || bytes.HasPrefix(t, []byte("Closing PREPARE ")) {
		return Statement, nil, false
	}
	return Statement, t, true
}

// mariaVerb reports whether t begins as a statement does that can be prepared,
// and not with the name of a prepared one.
func mariaVerb(t []byte) bool {
	word := leadingWord(t)
	for _, verb := range [...]string{"select", "insert", "update", "delete", "replace", "call", "with", "set", "show", "create", "alter", "drop", "truncate", "do", "begin", "commit", "analyze"} {
		if bytes.EqualFold(word, []byte(verb)) {
			return len(word) < len(t)
		}
	}
	return len(t) > 1 && t[0] == '/' && t[1] == '*'
}

// mariaFailure reads "Error: 1064-42000: message", up to the end of the line.
func mariaFailure(t []byte) []byte {
	rest, ok := bytes.CutPrefix(t, []byte("Error: "))
	if !ok {
		return nil
	}
	_, w := digits(rest, 0, 9)
	if w == 0 || len(rest) < w+8 || rest[w] != '-' || rest[w+6] != ':' {
		return nil
	}
	line, _ := cutLine(t)
	return trimSpace(line)
}
