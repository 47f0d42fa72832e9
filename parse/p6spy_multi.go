package parse

import "bytes"

// lines reads the texts of a multi-line record out of s, what stands behind its
// header, and returns where they end.
func (h *p6Head) lines(r *Record, e *Event, p *Parser, s []byte) int {
	url, from := h.bodyStart(s)
	if from > 0 {
		r.URL = p.URL(url)
	}
	body := s[from:]
	if r.Kind == Commit || r.Kind == Rollback {
		return from + emptyBody(body)
	}
	if bytes.IndexByte(body, '\n') < 0 && h.layout == p6Multi && from == 0 {
		at, f, ambiguous := splitTexts(body, '|') // a template in the layout's likeness, on one line
		r.setTexts(e, body, at, f, ambiguous)
		return len(s)
	}
	if h.layout == p6Took {
		end := lastSemicolon(body, len(body))
		if end < 0 {
			end = len(body)
		}
		r.SQL = trimSpace(body[:end])
		return from + end
	}
	return from + r.body(e, body)
}

// bodyStart goes over the url, which only versions since 3.8 write.
func (h *p6Head) bodyStart(s []byte) (url []byte, from int) {
	u, ok := bytes.CutPrefix(s[afterBlanks(s, 0):], []byte("url "))
	if !ok {
		return nil, 0
	}
	line, rest := cutLine(u)
	return trimSpace(line), len(s) - len(rest)
}

// emptyBody is where the body of a commit ends: with an empty line and a lone
// semicolon, one or both of which may have been dropped on the way.
func emptyBody(s []byte) int {
	for rest := s; len(rest) > 0; {
		var line []byte
		line, rest = cutLine(rest)
		switch line = trimSpace(line); {
		case len(line) == 1 && line[0] == ';':
			return len(s) - len(rest)
		case len(line) > 0:
			return 0
		}
	}
	return 0
}

// body reads "prepared LF sql ;" and returns where that ends. The semicolon is
// the layout's own; there may be more of them, and other text behind.
func (r *Record) body(e *Event, s []byte) int {
	end := lastSemicolon(s, len(s))
	for k, tries := end, 0; k >= 0 && tries < 32; k, tries = lastSemicolon(s, k), tries+1 {
		if at, f, ambiguous := splitTexts(s[:k], '\n'); f >= fitGaps || f == fitOnly && k == end {
			r.setTexts(e, s[:k], at, f, ambiguous)
			return k
		}
	}
	if end >= 0 && len(trimSpace(s[end+1:])) == 0 || end >= 0 && !e.Last {
		at, f, ambiguous := splitTexts(s[:end], '\n')
		r.setTexts(e, s[:end], at, f, ambiguous)
		return end
	}
	if at, f, ambiguous := splitTexts(s, '\n'); f >= fitGaps {
		r.setTexts(e, s, at, f, ambiguous)
		return len(s)
	}
	r.Flags |= Truncated
	if r.Part == Whole {
		r.Part = p6OpenPart
	}
	r.cutBody(s)
	return len(s)
}

// cutBody reads a body that ends early, perhaps within its second text: that is
// what begins as the first text does.
func (r *Record) cutBody(s []byte) {
	q := bytes.IndexByte(s, '?')
	if q < 0 {
		q = len(s)
	}
	for k := nextByte(s, '\n', -1); k < len(s); k = nextByte(s, '\n', k) {
		head, sql := s[:min(q, k)], s[k+1:]
		if n := min(len(head), len(sql)); n > 0 && bytes.Equal(head[:n], sql[:n]) {
			r.Prepared, r.SQL = trimSpace(s[:k]), trimSpace(sql)
			return
		}
	}
	r.SQL = trimSpace(s)
}

// lastSemicolon is the place of the last semicolon in s[:end] with which a line
// ends, -1 if there is none.
func lastSemicolon(s []byte, end int) int {
	for end > 0 {
		i := bytes.LastIndexByte(s[:end], ';')
		if i < 0 {
			return -1
		}
		if line, _ := cutLine(s[i+1:]); len(trimSpace(line)) == 0 {
			return i
		}
		end = i
	}
	return -1
}
