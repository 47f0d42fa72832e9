package parse

import "bytes"

// dspIsJSON reports whether line is an entry in JSON.
func dspIsJSON(line []byte) bool {
	return bytes.HasPrefix(line, []byte(`{"`)) && bytes.Contains(line, []byte(`"querySize":`)) && bytes.Contains(line, []byte(`"success":`))
}

// json reads an entry of asJson(), which escapes quotes, backslashes and line
// ends, and leaves other control characters as they are.
func (f DatasourceProxy) json(e *Event, p *Parser, t []byte) bool {
	h := dspHead{micros: Unknown}
	var query, params []byte
	j := openJSON(t)
	for {
		key, value, more := j.next()
		if !more {
			break
		}
		switch string(key) {
		case "connection":
			if isString(value) {
				value = dspUnquoted(p.batch, value)
			}
			if len(value) > 0 && string(value) != "null" {
				h.conn = value
			}
		case "time":
			n, end := leadingNumber(value)
			if h.micros = scaled(n, 1000); end == 0 || end < len(value) {
				h.micros, h.time = Unknown, value
			}
		case "success":
			h.failed = string(value) == "false"
		case "type":
			h.statement, h.callable = string(value) == `"Statement"`, string(value) == `"Callable"`
		case "batch":
			h.batch = string(value) == "true"
		case "batchSize":
			h.batchSize, _ = leadingNumber(value)
		case "query":
			query = value
		case "params":
			params = value
		}
	}
	switch {
	case h.time != nil:
		p.Reject(e, 0, "time: "+quoteWord(h.time)+" is not a number")
		return true
	case !j.ok && !e.Last || query == nil:
		p.Reject(e, 0, "query: the entry does not end")
		return true
	}
	r := p.Add(f, e)
	h.fill(r, e)
	if !j.ok {
		r.Flags |= Truncated
	} else if n := bytes.Count(j.rest(), newline); n > 0 {
		p.drop(e, r, n)
	}
	h.setText(r, dspQueries(p.batch, query))
	if r.Prepared != nil && r.Kind != BatchKind && len(params) > 1 {
		r.Extra, r.Depth = params[1:len(params)-1], dspJSON
	}
	return true
}

// dspQueries makes one text of the queries in a JSON array.
func dspQueries(b *Batch, array []byte) []byte {
	text, out := []byte(nil), []byte(nil)
	for i := 1; i < len(array); {
		if array[i] != '"' {
			i++
			continue
		}
		n := jsonStringEnd(array[i:])
		switch q := dspUnquoted(b, array[i:i+n]); {
		case text == nil:
			text = q
		default:
			if out == nil { // quotes and commas make room for what is added
				out = append(b.Alloc(len(array))[:0], text...)
			}
			out = append(append(out, ";\n"...), q...)
		}
		i += n
	}
	if out != nil {
		return out
	}
	return text
}

// dspUnquoted is the text of a string of JSON.
func dspUnquoted(b *Batch, s []byte) []byte {
	if len(s) < 2 {
		return nil
	}
	if bytes.IndexByte(s, '\\') < 0 {
		return s[1 : len(s)-1]
	}
	return appendUnquoted(b.Alloc(len(s))[:0], s)
}
