package parse

import (
	"bytes"

	"jdbclog/parse/sqltext"
)

// Finish recovers the values out of the two texts, where they are wanted: P6Spy
// does not log them by themselves.
func (P6Spy) Finish(b *Batch, r *Record) { recoverParams(b, r) }

// recoverParams gives r the values by which its two texts differ. It does so only
// if there is no doubt: P6Spy gives the values to the ? of the text in order,
// those in literals and comments too, and then nothing is as it was.
func recoverParams(b *Batch, r *Record) {
	if !b.Source.Params || r.HasParams || r.Prepared == nil || r.Kind == BatchKind || r.Flags&(Truncated|Ambiguous) != 0 {
		return
	}
	n := bytes.Count(r.Prepared, []byte{'?'})
	if n == 0 || len(sqltext.AppendPlaceholders(nil, r.Prepared)) != n {
		return
	}
	f, values := appendBound(nil, true, r.Prepared, r.SQL)
	if f != fitBound {
		return
	}
	params := make([]Param, n)
	for i, v := range values {
		p, ok := literalValue(b, v)
		if !ok {
			return
		}
		params[i] = p
	}
	r.Params, r.HasParams = params, true
}

// literalValue is the value of a literal that stands alone.
func literalValue(b *Batch, s []byte) (p Param, ok bool) {
	switch {
	case s[0] == '?':
		return p, false // P6Spy had no value for it
	case s[0] == '\'':
		return Param{Value: unquote(b, s[1:len(s)-1])}, true
	case bytes.EqualFold(s, []byte("null")):
		return Param{Null: true}, true
	case bytes.IndexByte(s, '\'') >= 0:
		return p, false // DATE '2024-06-03'
	}
	return Param{Value: s, Bare: true}, true
}

// unquote undoes the doubling of quotes in s.
func unquote(b *Batch, s []byte) []byte {
	if bytes.IndexByte(s, '\'') < 0 {
		return s
	}
	out := b.Alloc(len(s))[:0]
	for i := 0; i < len(s); i++ {
		out = append(out, s[i])
		if s[i] == '\'' {
			i++
		}
	}
	return out
}
