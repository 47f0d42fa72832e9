package parse

import "bytes"

// columns reads the texts of a single-line record out of s, what stands behind
// its header, and returns where they end: what follows is no part of it.
func (h *p6Head) columns(r *Record, e *Event, p *Parser, s []byte) int {
	line := s
	if e.Start != e.End {
		if i := bytes.IndexByte(s, '\n'); i >= 0 {
			line = s[:i]
		}
	}
	var rest []byte
	url := h.layout == p6Single && bytes.HasPrefix(line, []byte("url "))
	if url {
		rest = line[len("url "):]
	}
	switch {
	case r.Kind == Commit || r.Kind == Rollback:
		if url {
			r.URL = p.URL(bytes.TrimSuffix(trimCR(rest), []byte("||")))
		}
	case url:
		urlColumns(r, e, p, rest)
	case h.layout == p6Glued:
		if len(line) < len(s) && quoteAt(line, 0) != 0 {
			line = s // the template did not make its text one line
		}
		r.SQL = trimSpace(line)
	default:
		// Versions 2.0 to 2.1.1 keep line breaks. What another writer has put behind
		// the record does not fit the prepared text.
		at, f, ambiguous := splitTexts(s, '|')
		if len(line) < len(s) && f < fitGaps {
			if at1, f1, ambiguous1 := splitTexts(line, '|'); f1 >= fitGaps || f1 == fitOnly && bindFit(line[:at1], line[at1+1:]) != fitNone {
				at, f, ambiguous, s = at1, f1, ambiguous1, line
			}
		}
		r.setTexts(e, s, at, f, ambiguous)
		return len(s)
	}
	return len(line)
}

// urlColumns reads "U|prepared|sql".
func urlColumns(r *Record, e *Event, p *Parser, s []byte) {
	end := bytes.IndexByte(s, '|')
	if end < 0 {
		r.URL = p.URL(trimSpace(s))
		r.Flags |= Truncated
		return
	}
	at, f, ambiguous := splitTexts(s[end+1:], '|')
	if f < fitGaps && f != fitOnly {
		// Pipes are legal in a url, too: the texts fit behind one of them.
		for u, tries := nextByte(s, '|', end), 0; u < len(s) && tries < 8; u, tries = nextByte(s, '|', u), tries+1 {
			at2, f2, ambiguous2 := splitTexts(s[u+1:], '|')
			if f2 == fitOnly {
				f2 = bindFit(s[u+1:][:at2], s[u+1:][at2+1:])
			}
			if f2 >= fitBound {
				end, at, f, ambiguous = u, at2, f2, ambiguous2
				break
			}
		}
	}
	r.URL = p.URL(s[:end])
	r.setTexts(e, s[end+1:], at, f, ambiguous)
}

// setTexts gives r the prepared text s[:at] and the text with values behind the
// separator at at, as splitTexts has found it. One of them may be missing: those
// of a plain Statement are the same, and old versions write only one.
func (r *Record) setTexts(e *Event, s []byte, at int, f fit, ambiguous bool) {
	if ambiguous {
		r.Flags |= Ambiguous
	}
	if f == fitNone {
		r.SQL = trimSpace(s)
		if e.Open {
			r.Flags |= Truncated
		}
		return
	}
	prepared, sql := trimSpace(s[:at]), trimSpace(s[at+1:])
	switch {
	case f == fitEqual:
		r.Prepared, r.SQL = prepared, prepared
	case len(sql) == 0:
		r.SQL = prepared
	case len(prepared) == 0:
		r.SQL = sql
	case f == fitOnly && prepared[0] != sql[0] && !e.Open:
		r.SQL = trimSpace(s) // a template with one text, which holds the separator
	default:
		r.Prepared, r.SQL = prepared, sql
		if e.Open && f == fitOnly && bindFit(prepared, sql) == fitNone {
			r.Flags |= Truncated
		}
	}
}
