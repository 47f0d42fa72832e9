package parse

import (
	"bytes"

	"jdbclog/parse/sqltext"
)

// bind splits the values of a Bind and makes r's SQL.
func (PgJDBC) bind(f *Finisher, b *Batch, r *Record) {
	text := r.Extra
	r.Extra, r.SQL = nil, r.Prepared
	if text == nil || r.Kind == BatchKind || r.Prepared == nil {
		return
	}
	values, known, ok := pgValues(f.params[:0], b, text)
	f.params = values
	if !ok {
		r.Flags |= Unbound
		return
	}
	if r.HasParams = true; b.Source.Params {
		r.Params = append([]Param{}, values...)
	}
	if !known {
		r.Flags |= Unbound
		return
	}
	marks := sqltext.AppendDollarPlaceholders(f.dollar[:0], r.Prepared)
	f.dollar = marks
	most := 0
	for _, m := range marks {
		most = max(most, m.Number)
	}
	if most != len(values) {
		r.Flags |= Unbound
		return
	}
	if len(marks) == 0 {
		return
	}
	out, from := f.buf[:0], 0
	for _, m := range marks {
		out = append(out, r.Prepared[from:m.Start]...)
		if m.Number > 0 {
			out = values[m.Number-1].AppendSQL(out)
		} else {
			out = append(out, r.Prepared[m.Start:m.End]...)
		}
		from = m.End
	}
	f.buf = append(out, r.Prepared[from:]...)
	r.SQL = b.Copy(f.buf)
}

// pgValues appends the values of "$1=<'a'>,type=VARCHAR,$2=<NULL>)". They are
// written as literals, so that any value can be told from what stands behind
// it. known is false if one is shown as a question mark, which stands for bytes.
func pgValues(dst []Param, b *Batch, t []byte) (values []Param, known, ok bool) {
	known = true
	for len(t) > 0 && t[0] == '$' {
		_, w := digits(t, 1, 6)
		t = t[1+w:]
		if w == 0 || !bytes.HasPrefix(t, []byte("=<")) {
			return dst, false, false
		}
		var v Param
		var n int
		if v, n, ok = pgLiteral(b, t[2:]); !ok || 2+n >= len(t) || t[2+n] != '>' {
			return dst, false, false
		}
		known = known && !(n == 1 && t[2] == '?')
		t = t[2+n+1:]
		kind, w := pgType(t)
		switch t = t[w:]; {
		case kind == nil:
			v.Guess = true
		case pgIsBare(kind):
			v.Bare = isNumber(v.Value) || string(v.Value) == "true" || string(v.Value) == "false"
		}
		dst = append(dst, v)
		if len(t) == 0 || t[0] != ',' {
			break
		}
		t = t[1:]
	}
	return dst, known, len(t) == 0 || t[0] == ')'
}

// pgLiteral reads the value that t begins with and returns its length: 'x',
// 'x'::int4, ('x'::int4), NULL, (NULL), 12, ?.
func pgLiteral(b *Batch, t []byte) (v Param, n int, ok bool) {
	if n < len(t) && t[n] == '(' {
		n++
	}
	if n < len(t) && t[n] == '\'' {
		w := quotedLen(t[n:])
		if n+w > len(t) {
			return v, 0, false
		}
		v.Value = unquote(b, t[n+1:n+w-1])
		n += w
	} else {
		w := bytes.IndexAny(t[n:], ")>:")
		if w <= 0 {
			return v, 0, false
		}
		switch word := t[n : n+w]; string(word) {
		case "NULL":
			v.Null = true
		default:
			v.Value = word
		}
		n += w
	}
	if end := bytes.IndexByte(t[n:], '>'); end >= 0 {
		return v, n + end, true
	}
	return v, 0, false
}

// pgType reads ",type=INT4" or, of the versions before 42, ":B:21", the letter of
// the format and the number of the type. kind is nil if there is none.
func pgType(t []byte) (kind []byte, w int) {
	rest, ok := bytes.CutPrefix(t, []byte(",type="))
	if !ok {
		if len(t) < 4 || t[0] != ':' || t[2] != ':' {
			return nil, 0
		}
		rest = t[3:]
	}
	end := bytes.IndexAny(rest, ",)")
	if end < 0 {
		end = len(rest)
	}
	return rest[:end], len(t) - len(rest) + end
}

// pgIsBare reports whether values of the type stand in SQL without quotes.
func pgIsBare(kind []byte) bool {
	switch string(kind) {
	case "INT2", "INT4", "INT8", "OID", "NUMERIC", "FLOAT4", "FLOAT8", "BOOL",
		"16", "20", "21", "23", "26", "700", "701", "1700":
		return true
	}
	return false
}
