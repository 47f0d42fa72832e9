package parse

import "bytes"

// springWord is what a message is.
type springWord uint8

const (
	springNothing     springWord = iota
	springAnnounced              // the SQL follows in another message
	springQuery                  // of a plain statement
	springPrepared               // of a prepared one
	springUnnamed                // of one whose SQL is not known
	springBatched                // of a prepared batch
	springCounted                // of a batch of plain statements; how many
	springSetting                // a value
	springAffected               // rows that were changed
	springTransaction            // commit or rollback, of the transaction manager
)

// springRead reads the beginning of a message. rest is what stands in brackets,
// with the closing one, or the number that follows.
func springRead(t []byte) (w springWord, rest []byte) {
	if len(t) < 20 {
		return springNothing, nil
	}
	switch t[0] {
	case 'E':
		if rest, ok := bytes.CutPrefix(t, []byte("Executing ")); ok {
			return springExecuting(rest)
		}
	case 'S':
		if rest, ok := bytes.CutPrefix(t, []byte("Setting SQL statement parameter value: column index ")); ok {
			return springSetting, rest
		}
		if rest, ok := bytes.CutPrefix(t, []byte("SQL update affected ")); ok {
			return springAffected, rest
		}
	case 'C':
		if rest, ok := bytes.CutPrefix(t, []byte("Calling stored procedure [")); ok {
			return springPrepared, rest
		}
		if bytes.HasPrefix(t, []byte("Committing JDBC transaction on Connection [")) {
			return springTransaction, t
		}
	case 'R':
		if bytes.HasPrefix(t, []byte("Rolling back JDBC transaction on Connection [")) {
			return springTransaction, t
		}
	}
	return springNothing, nil
}

// springExecuting reads what follows "Executing ".
func springExecuting(t []byte) (w springWord, rest []byte) {
	if rest, ok := bytes.CutPrefix(t, []byte("prepared SQL ")); ok {
		if sql, ok := bytes.CutPrefix(rest, []byte("statement [")); ok {
			return springPrepared, sql
		}
		switch line, _ := cutLine(rest); string(trimSpaceRight(line)) {
		case "statement":
			return springUnnamed, nil
		case "query", "update", "call":
			return springAnnounced, nil
		}
		return springNothing, nil
	}
	rest, ok := bytes.CutPrefix(t, []byte("SQL "))
	if !ok {
		return springNothing, nil
	}
	for _, word := range [...]string{"query [", "update [", "statement ["} {
		if sql, ok := bytes.CutPrefix(rest, []byte(word)); ok {
			return springQuery, sql
		}
	}
	if sql, ok := bytes.CutPrefix(rest, []byte("batch update [")); ok {
		return springBatched, sql
	}
	if number, ok := bytes.CutPrefix(rest, []byte("batch update of ")); ok {
		return springCounted, number
	}
	if bytes.HasPrefix(rest, []byte("update and returning ")) {
		return springAnnounced, nil
	}
	return springNothing, nil
}

// springMessage is springRead for an event whose logger, if it has one, may be the
// template's: that is the class of the object, which may be a subclass.
func springMessage(e *Event) (w springWord, rest []byte) {
	if w, rest = springRead(e.Text); w == springNothing || e.Logger == nil {
		return w, rest
	}
	for _, end := range [...]string{"Template", "StatementCreatorUtils", "TransactionManager", "Dao", "DAO", "Repository"} {
		if bytes.HasSuffix(e.Logger, []byte(end)) {
			return w, rest
		}
	}
	if bytes.Contains(e.Logger, []byte("jdbc")) || bytes.Contains(e.Logger, []byte("Jdbc")) {
		return w, rest
	}
	return springNothing, nil
}

// springBracket takes the SQL out of its brackets. It may have brackets of its
// own, so the last that ends a line closes them. more is the number of lines
// that follow.
func springBracket(t []byte) (sql []byte, more int, ok bool) {
	for end := len(t); end > 0; {
		nl := bytes.LastIndexByte(t[:end], '\n') + 1
		if line := trimSpaceRight(t[nl:end]); len(line) > 0 && line[len(line)-1] == ']' {
			return trimSpace(t[:nl+len(line)-1]), more, true
		}
		if nl == 0 {
			break
		}
		more++
		end = nl - 1
	}
	return nil, 0, false
}

// springParam reads "1, parameter value [A], value class [java.lang.String], SQL
// type unknown" into r: BatchSize is the number, Extra the value, nil for NULL,
// Method the class. It reports false if that is not all there.
func springParam(r *Record, t []byte) bool {
	r.Part = springValue
	n, w := leadingNumber(t)
	r.BatchSize = int32(min(n, 1<<30))
	value, ok := bytes.CutPrefix(t[w:], []byte(", parameter value ["))
	if !ok || w == 0 {
		return false
	}
	at := bytes.LastIndex(value, []byte("], value class ["))
	if at < 0 {
		return false
	}
	class := value[at+len("], value class ["):]
	value = value[:at]
	end := bytes.LastIndex(class, []byte("], SQL type "))
	if end < 0 {
		return false
	}
	r.Method = class[:end]
	if string(r.Method) != "null" || string(value) != "null" {
		r.Extra = value
	}
	return true
}

// springValueOf is the parameter that r, of springParam, tells of. known is false
// if what is printed is not the value.
func springValueOf(r *Record) (v Param, known bool) {
	if r.Extra == nil {
		return Param{Null: true}, r.Flags&Unbound == 0
	}
	class := r.Method[bytes.LastIndexByte(r.Method, '.')+1:]
	return Param{Value: r.Extra, Bare: isBare(r.Extra, class)}, !javaIdentity(r.Extra) || string(class) == "String"
}

// springException finds the SQL in the message of an exception, and what it says:
//
//	PreparedStatementCallback; bad SQL grammar [select ?]; nested exception is …
//	StatementCallback; SQL [select 1]; ERROR: …
func springException(t []byte) (sql, failure []byte, ok bool) {
	at := bytes.Index(t, []byte("Callback; "))
	if at < 0 {
		return nil, nil, false
	}
	rest := t[at+len("Callback; "):]
	open := bytes.IndexByte(rest[:min(len(rest), 64)], '[')
	if open < 0 || !bytes.Contains(rest[:open], []byte("SQL")) {
		return nil, nil, false
	}
	rest = rest[open+1:]
	shut := bytes.Index(rest, []byte("]; "))
	if shut < 0 {
		return nil, nil, false
	}
	sql = rest[:shut]
	if cause := bytes.LastIndex(t, []byte("\nCaused by: ")); cause >= 0 {
		failure, _ = cutLine(t[cause+len("\nCaused by: "):])
	} else if failure = thrown(t[thrownAt(t):]); failure == nil {
		failure, _ = cutLine(rest[shut+len("]; "):])
	}
	return trimSpace(sql), trimSpace(failure), true
}
