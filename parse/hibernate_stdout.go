package parse

import "bytes"

// hibPrefix takes off what standard output has before a statement: "Hibernate: ",
// or "[Hibernate] " with or without colours. What follows must be one: text that
// begins as SQL does, or, if it is formatted, the next line.
func hibPrefix(t []byte) (text []byte, ok bool) {
	s := trimLeftBlanks(t)
	s = s[sgr(s):]
	switch {
	case bytes.HasPrefix(s, []byte("Hibernate:")):
		s = s[len("Hibernate:"):]
	case bytes.HasPrefix(s, []byte("[Hibernate]")):
		s = s[len("[Hibernate]"):]
		s = s[sgr(s):]
	default:
		return nil, false
	}
	text = s
	if s = trimLeftBlanks(s); len(s) == 0 || s[0] == '\n' || s[0] == '\r' {
		return text, true
	}
	s = s[sgr(s):]
	return text, len(s) < len(text) && hibBegins(s)
}

// hibBegins reports whether s begins as a statement does.
func hibBegins(s []byte) bool {
	if len(s) < 3 {
		return false
	}
	switch s[0] {
	case '(', '{', '/', '-':
		return s[0] == '(' || s[0] == '{' || s[1] == s[0] || s[1] == '*'
	}
	var buf [12]byte
	switch string(appendWord(buf[:0], s)) {
	case "select", "insert", "update", "delete", "merge", "with", "call", "create", "alter", "drop", "truncate", "values", "set", "lock",
		"begin", "commit", "rollback", "show", "exec", "execute", "declare", "comment", "grant", "revoke", "replace", "upsert", "explain",
		"analyze", "refresh", "use", "vacuum", "do", "next", "identity":
		return true
	}
	return false
}

// appendWord appends the word that s begins with, in lower case, as far as there
// is room in dst.
func appendWord(dst, s []byte) []byte {
	for i := 0; i < len(s) && isJava(s[i]) && len(dst) < cap(dst); i++ {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		dst = append(dst, c)
	}
	return dst
}

// hibPlainText takes the colours of highlight_sql out of a statement.
func hibPlainText(b *Batch, t []byte) []byte {
	if bytes.IndexByte(t, esc) < 0 || trimHeadSpace(t)[0] != esc && !bytes.Contains(t, []byte("\x1b[34m")) {
		return t
	}
	return appendPlain(b.Alloc(len(t))[:0], t)
}

// hibCut returns how far the statement goes that t begins with; lines is the
// number of lines behind it, which something else has printed: those that begin
// without a blank and go on with nothing that is open. Without an envelope they
// may follow any statement. With one they are looked for behind formatted ones
// only, whose lines have blanks before them, but for those that begin in a literal.
func hibCut(t []byte, stdout bool) (sql []byte, lines int) {
	line, rest := cutLine(t)
	if rest == nil {
		return t, 0
	}
	formatted := len(trimSpace(line)) == 0
	sure := 0 // it goes at least so far
	if !stdout {
		if sure = bytes.LastIndex(t, []byte("\n    ")); !formatted {
			sure = len(t)
		}
	}
	var open hibOpen
	open.scan(line)
	end, before := len(line), line
	for at := len(t) - len(rest); at < len(t); {
		next := lineEnd(t, at)
		line = trimEOL(t[at:next])
		if open.none() {
			if _, ok := hibPrefix(line); ok {
				break
			}
			blank := len(trimSpace(line)) == 0
			if !blank && at > sure && !hibGoesOn(line, before, formatted) {
				break
			}
			if blank {
				at = next
				continue
			}
		}
		open.scan(line)
		end, before = at+len(line), line
		at = next
	}
	return t[:end], bytes.Count(t[end:], newline)
}

// hibGoesOn reports whether line goes on with the statement in which before is
// the line before it.
func hibGoesOn(line, before []byte, formatted bool) bool {
	if line[0] == ' ' || line[0] == '\t' {
		return !frameLine(line)
	}
	if formatted {
		return false
	}
	before = trimSpaceRight(before)
	if n := len(before); line[0] == ')' || line[0] == ',' || n > 0 && (before[n-1] == ',' || before[n-1] == '=') {
		return true
	}
	var buf [12]byte
	switch string(appendWord(buf[:0], line)) {
	case "select", "from", "where", "group", "order", "having", "limit", "union", "intersect", "except", "inner", "join", "values", "returning":
		return true
	case "and", "or", "on", "set", "left", "right", "full", "cross", "using", "when", "for", "offset", "fetch": // words of English too
		return bytes.ContainsAny(line, "=?<>(") || bytes.Contains(line, []byte(" join ")) || bytes.Contains(line, []byte(" update"))
	}
	return false
}

// hibOpen is what is open at a place in SQL.
type hibOpen struct {
	quote byte // ' or ", * of a comment; 0 for none
	depth int  // of parentheses
}

func (o *hibOpen) none() bool { return o.quote == 0 && o.depth <= 0 }

// scan goes over a line.
func (o *hibOpen) scan(s []byte) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case o.quote == '*':
			if c == '*' && i+1 < len(s) && s[i+1] == '/' {
				o.quote = 0
				i++
			}
		case o.quote != 0:
			if c == o.quote {
				o.quote = 0
			}
		case c == '\'' || c == '"':
			o.quote = c
		case c == '(':
			o.depth++
		case c == ')':
			o.depth--
		case c == '-' && i+1 < len(s) && s[i+1] == '-':
			return
		case c == '/' && i+1 < len(s) && s[i+1] == '*':
			o.quote = '*'
			i++
		}
	}
}
