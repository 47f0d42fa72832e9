package parse

import (
	"bytes"

	"jdbclog/parse/sqltext"
)

// Values as MyBatis writes them, "A(String), null, 7(Long)", are not escaped: a
// value may hold ", ", "(String)" and line breaks. A *piece* is the shortest
// stretch that may be a value. Every way to read the text puts whole pieces
// together, so with as many placeholders as pieces there is one way only.

// valuePiece is one of them, from the byte behind the separator to behind the
// type's parenthesis.
type valuePiece struct {
	start, end int
	shape      int // where the type begins; -1 for null
}

// appendPieces appends the pieces of text. ok is false if text does not end as a
// value does.
func appendPieces(dst []valuePiece, text []byte) (pieces []valuePiece, ok bool) {
	for start := 0; start < len(text); {
		rest := text[start:]
		if bytes.HasPrefix(rest, []byte("null")) && (len(rest) == 4 || rest[4] == ',' && len(rest) > 5 && rest[5] == ' ') {
			dst = append(dst, valuePiece{start, start + 4, -1})
			start += 6
			continue
		}
		end, shape := start, -1
		for shape < 0 {
			i := bytes.IndexByte(text[end:], ')')
			if i < 0 {
				return dst, false
			}
			end += i + 1
			if end < len(text) && (text[end] != ',' || end+1 == len(text) || text[end+1] != ' ') {
				continue
			}
			if shape = mbTypeAt(text, end-1); shape < start {
				shape = -1
			}
		}
		dst = append(dst, valuePiece{start, end, shape})
		start = end + 2
	}
	return dst, true
}

// countValues is the number of pieces of text, -1 if it is no list of values.
func countValues(text []byte) int {
	pieces, ok := appendPieces(nil, text)
	if !ok {
		return -1
	}
	return len(pieces)
}

// fitPieces puts pieces together to n values, in place. It reports false when
// that cannot be done, or in several ways.
func fitPieces(pieces []valuePiece, n int) (values []valuePiece, ok, ambiguous bool) {
	m := len(pieces)
	switch {
	case n == m:
		return pieces, true, false
	case n > m || n == 0:
		return nil, false, false
	case n == 1:
		last := pieces[m-1]
		last.start = pieces[0].start
		pieces[0] = last
		return pieces[:1], last.shape >= 0, false
	case m > maxAmbiguous:
		return nil, false, true
	}
	// ways[i][k] counts, up to 2, the ways to make k values of the pieces from i.
	var ways [maxAmbiguous + 1][maxAmbiguous + 1]uint8
	ways[m][0] = 1
	for i := m - 1; i >= 0; i-- {
		for k := 1; k <= min(n, m-i); k++ {
			for j := i; j < m && ways[i][k] < 2; j++ {
				if j == i || pieces[j].shape >= 0 {
					ways[i][k] += ways[j+1][k-1]
				}
			}
		}
	}
	if ways[0][n] != 1 {
		return nil, false, ways[0][n] > 1
	}
	for i, k, out := 0, n, 0; k > 0; k-- {
		j := i
		for ways[j+1][k-1] == 0 || j > i && pieces[j].shape < 0 {
			j++
		}
		v := pieces[j]
		v.start = pieces[i].start
		pieces[out] = v
		out++
		i = j + 1
	}
	return pieces[:n], true, false
}

// maxAmbiguous is the number of pieces up to which it is tried to put them
// together; with more there is more than one way, but for rare lists of nulls.
const maxAmbiguous = 64

// param makes a parameter of the value v of text.
func (v valuePiece) param(text []byte) Param {
	if v.shape < 0 {
		return Param{Null: true}
	}
	return Param{Value: text[v.start:v.shape], Bare: isBare(text[v.start:v.shape], text[v.shape+1:v.end-1])}
}

// isBare reports whether a value of that Java type stands in SQL without quotes.
func isBare(value, class []byte) bool {
	switch string(class) {
	case "Integer", "Long", "Short", "Byte", "BigDecimal", "Double", "Float", "BigInteger", "AtomicInteger", "AtomicLong":
		return isNumber(value)
	case "Boolean":
		return string(value) == "true" || string(value) == "false"
	}
	return false
}

// unsure reports whether r's values fit its placeholders in no way, or in several.
func (MyBatis) unsure(r *Record) bool {
	if r.Prepared == nil || r.Kind == BatchKind || r.BatchSize > 1 {
		return false
	}
	pieces, ok := appendPieces(nil, r.Extra)
	n := len(sqltext.AppendPlaceholders(nil, r.Prepared))
	_, fits, _ := fitPieces(pieces, n)
	return !ok || !fits && n > 0
}

// bind splits the values of r and makes its SQL.
func (MyBatis) bind(f *Finisher, b *Batch, r *Record) {
	text := r.Extra
	if r.Kind == BatchKind || text == nil || r.Prepared == nil {
		return
	}
	r.Extra = nil
	if r.SQL != nil {
		return // another tool's
	}
	marks := f.placeholders(r)
	pieces, ok := appendPieces(f.pieces[:0], text)
	f.pieces = pieces
	values, fits, ambiguous := fitPieces(pieces, len(marks))
	if !ok || len(marks) == 0 && len(text) > 0 || len(marks) > 0 && !fits {
		r.SQL = r.Prepared
		r.Flags |= Unbound
		if ambiguous {
			r.Flags |= Ambiguous
		}
		return
	}
	r.HasParams = true
	if len(marks) == 0 {
		r.SQL = r.Prepared
		return
	}
	if b.Source.Params {
		r.Params = make([]Param, len(values))
		for i, v := range values {
			r.Params[i] = v.param(text)
		}
	}
	out, from := f.buf[:0], 0
	for i, at := range marks {
		out = append(out, r.Prepared[from:at]...)
		out = values[i].param(text).AppendSQL(out)
		from = at + 1
	}
	f.buf = append(out, r.Prepared[from:]...)
	r.SQL = b.Copy(f.buf)
}
