package parse

import (
	"bytes"

	"jdbclog/parse/sqltext"
)

// value takes a value of the statement of r's thread. That of the first
// placeholder begins another set when the statement has values already: a batch,
// of which the values are not kept.
func (f *hibernateFolder) value(r *Record, out *Out) {
	bits := r.Depth
	if bits&hibPlain == 0 && (len(r.Extra) == 0 || r.Extra[0] != '[') {
		f.sawPlain(r)
	}
	x := f.owner(r)
	if x == nil || x.Part != hibSQL {
		out.Skip(r)
		return
	}
	have := int64(len(x.Params))
	switch {
	case x.BatchSize == 0:
		x.BatchSize = 1
	case r.Ref == have && have > 0 && bytes.Equal(x.Params[have-1].Value, r.Extra) && (have > 1 || len(sqltext.AppendPlaceholders(nil, x.Prepared)) > 1):
		f.renew(x, r) // the same line again, as additive appenders write it
		return
	case r.Ref == 1 && x.Depth&hibOver == 0:
		x.BatchSize++
		x.Params = nil
	}
	if x.BatchSize > 1 || x.Depth&hibOver != 0 {
		f.renew(x, r)
		return
	}
	if r.Ref != have+1 {
		bits |= hibUnsure
	}
	x.Depth |= bits & hibUnsure
	if f.wording != nil {
		x.Depth |= hibPlain
	}
	if r.Ref == 0 || r.Ref > have {
		// Until the values are bound, Guess says that brackets are the value's own.
		x.Params = f.params.append(x.Params, Param{Value: r.Extra, Null: bits&hibNull != 0, Bare: bits&hibNumeric != 0, Guess: bits&hibPlain != 0})
		f.Grew(x, len(r.Extra))
	}
	f.renew(x, r)
}

// sawPlain notes that the log has the wording of version 3.6, in which values
// stand without brackets: those that have some have them of their own.
func (f *hibernateFolder) sawPlain(r *Record) {
	if f.wording == nil {
		f.wording = f.push([]byte("\x00"), &Record{Format: r.Format, Part: hibOldWording, Offset: r.Offset, EndLine: r.EndLine})
		f.wording.Idle = true
		return
	}
	f.wording.Need = r.Offset // whoever folds afresh sees it here
	f.renew(f.wording, &Record{Offset: r.Offset})
}

func inBrackets(s []byte) bool { return len(s) > 1 && s[0] == '[' && s[len(s)-1] == ']' }

// bind makes the SQL of r with its values.
func (Hibernate) bind(f *Finisher, b *Batch, r *Record) {
	shown, unsure, plain := r.Extra, r.Depth&hibUnsure != 0, r.Depth&hibPlain != 0
	r.Extra, r.Depth = nil, 0
	if r.Prepared == nil || r.Kind == BatchKind && r.BatchSize != 1 {
		return
	}
	values := f.params[:0]
	if r.HasParams {
		values = appendHibValues(values, r.Params, plain)
		f.params = values
	}
	kind := r.Kind
	r.Kind = Statement // one row reads as a statement does
	switch {
	case unsure:
		r.SQL = r.Prepared
		r.Flags |= Unbound
		fallthrough
	case r.HasParams:
		f.bindValues(b, r, values)
	default:
		f.bind(b, r)
	}
	r.Kind = kind
	if shown != nil && r.Flags&Unbound != 0 { // the slow query has them
		r.SQL = shown
		r.Flags &^= Unbound
	}
}

// appendHibValues appends values in their final form. With brackets around all
// of them, the brackets are Hibernate's, unless the log has values without.
func appendHibValues(dst, values []Param, plain bool) []Param {
	for i := range values {
		plain = plain || !values[i].Guess && !inBrackets(values[i].Value)
	}
	for _, v := range values {
		switch {
		case v.Guess:
		case plain:
			v.Null = string(v.Value) == "<null>"
		default:
			v.Value = v.Value[1 : len(v.Value)-1]
			v.Null = string(v.Value) == "null"
		}
		v.Guess = false
		v.Bare = v.Bare && (isNumber(v.Value) || isBoolean(v.Value))
		if v.Null {
			v.Value = nil
		}
		dst = append(dst, v)
	}
	return dst
}

// paramSlab hands out parameters that grow one by one, many to an allocation.
type paramSlab struct{ free []Param }

const (
	slabSize  = 1024
	slabStart = 8
)

// append appends v to p, which is nil or came from here.
func (s *paramSlab) append(p []Param, v Param) []Param {
	if len(p) < cap(p) {
		return append(p, v)
	}
	n := max(slabStart, 2*len(p))
	if n > len(s.free) {
		s.free = make([]Param, max(slabSize, n))
	}
	q := append(s.free[:0:n], p...)
	s.free = s.free[n:]
	return append(q, v)
}
