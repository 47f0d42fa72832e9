package parse

import (
	"bytes"
	"slices"

	"jdbclog/parse/sqltext"
)

// Finisher completes records after Fold: what needs no memory of other events,
// and so can be done by whoever consumes the batch. It serves one goroutine.
type Finisher struct {
	Mask bool // literal values, parameters and error details are taken out

	norm   *sqltext.Normalizer
	marks  []int
	places map[*sqltext.Stmt]places
	pieces []valuePiece
	params []Param
	dollar []sqltext.Placeholder
	buf    []byte
}

// places are the placeholders of one text of a statement.
type places struct {
	text  string
	marks []int
}

// maxPlaces is the number of texts whose placeholders are remembered.
const maxPlaces = 4096

// NewFinisher makes a finisher that remembers up to cacheBytes of statement texts.
func NewFinisher(cacheBytes int) *Finisher {
	return &Finisher{norm: sqltext.NewNormalizer(cacheBytes)}
}

// Finish completes b's records: formats split their raw parameters, SQL is
// bound where the log has the prepared text and the values, every record gets
// its Stmt.
func (f *Finisher) Finish(b *Batch) {
	for i := range b.Records {
		r := &b.Records[i]
		switch c := r.Format.(type) {
		case binding:
			c.bind(f, b, r)
		case Completing:
			c.Finish(b, r)
		}
		if r.SQL == nil && r.Prepared != nil {
			f.bind(b, r)
		}
		if r.Stmt == nil {
			r.Stmt = f.norm.Stmt(f.text(r))
		}
		if f.Mask {
			f.mask(b, r)
		}
	}
}

// What calls without text are normalised from.
var commitText, rollbackText = []byte("commit"), []byte("rollback")

// text is what the statement is normalised from.
func (f *Finisher) text(r *Record) []byte {
	if t := r.Text(); len(t) > 0 {
		return t
	}
	switch r.Kind {
	case Commit:
		return commitText
	case Rollback:
		return rollbackText
	}
	return nil
}

// bind makes r.SQL out of its prepared text and values; where these do not fit
// together, the prepared text stands, flagged Unbound.
func (f *Finisher) bind(b *Batch, r *Record) {
	r.SQL = r.Prepared
	if r.Kind == BatchKind {
		return
	}
	marks := f.placeholders(r)
	if !r.HasParams || len(marks) != len(r.Params) {
		if len(marks) > 0 || len(r.Params) > 0 {
			r.Flags |= Unbound
		}
		return
	}
	if len(marks) == 0 {
		return
	}
	out, from := f.buf[:0], 0
	for i, at := range marks {
		out = append(out, r.Prepared[from:at]...)
		out = r.Params[i].AppendSQL(out)
		from = at + 1
	}
	out = append(out, r.Prepared[from:]...)
	f.buf = out
	r.SQL = b.Copy(out)
}

// bindValues does what bind does with values, which are scratch: r keeps them
// only if the source asks for them.
func (f *Finisher) bindValues(b *Batch, r *Record, values []Param) {
	r.Params, r.HasParams = values, true
	if r.SQL == nil {
		f.bind(b, r)
	}
	r.Params = nil
	if b.Source.Params {
		r.Params = slices.Clone(values)
	}
}

// placeholders returns the offsets of the placeholders in r's prepared text. The
// slice is good until the next call.
func (f *Finisher) placeholders(r *Record) []int {
	if r.Stmt == nil {
		f.marks = sqltext.AppendPlaceholders(f.marks[:0], r.Prepared)
		return f.marks
	}
	known, ok := f.places[r.Stmt]
	if ok && known.text == string(r.Prepared) {
		return known.marks
	}
	f.marks = sqltext.AppendPlaceholders(f.marks[:0], r.Prepared)
	if !ok && len(r.Prepared) < 64<<10 {
		if f.places == nil || len(f.places) >= maxPlaces {
			f.places = map[*sqltext.Stmt]places{}
		}
		f.places[r.Stmt] = places{string(r.Prepared), slices.Clone(f.marks)}
	}
	return f.marks
}

// AppendSQL appends the value as it reads in SQL: NULL, a number or boolean
// bare, anything else quoted with its quotes doubled.
func (v Param) AppendSQL(dst []byte) []byte {
	switch {
	case v.Null:
		return append(dst, "NULL"...)
	case v.Bare, v.Guess && isNumber(v.Value):
		return append(dst, v.Value...)
	}
	dst = append(dst, '\'')
	s := v.Value
	for i := bytes.IndexByte(s, '\''); i >= 0; i = bytes.IndexByte(s, '\'') {
		dst = append(append(dst, s[:i+1]...), '\'')
		s = s[i+1:]
	}
	return append(append(dst, s...), '\'')
}

// isNumber reports whether s reads as a decimal number of SQL.
func isNumber(s []byte) bool {
	if len(s) > 0 && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	digits, dot, i := 0, false, 0
	for ; i < len(s); i++ {
		if s[i] >= '0' && s[i] <= '9' {
			digits++
		} else if s[i] == '.' && !dot {
			dot = true
		} else {
			break
		}
	}
	if digits == 0 {
		return false
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '-' || s[i] == '+') {
			i++
		}
		if i == len(s) {
			return false
		}
		for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		}
	}
	return i == len(s)
}

// mask takes out of r what may be somebody's data.
func (f *Finisher) mask(b *Batch, r *Record) {
	same := len(r.SQL) == len(r.Prepared) && len(r.SQL) > 0 && &r.SQL[0] == &r.Prepared[0]
	if r.Prepared != nil {
		f.buf = sqltext.AppendMasked(f.buf[:0], r.Prepared)
		r.Prepared = b.Copy(f.buf)
	}
	if same || r.Prepared != nil && r.Kind != BatchKind {
		r.SQL = r.Prepared
	} else if r.SQL != nil {
		f.buf = sqltext.AppendMasked(f.buf[:0], r.SQL)
		r.SQL = b.Copy(f.buf)
	}
	r.Params, r.HasParams, r.Extra = nil, false, nil
	if i := bytes.IndexByte(r.Error, ':'); i >= 0 {
		r.Error = r.Error[:i]
	} else if i := bytes.IndexByte(r.Error, ' '); i >= 0 {
		r.Error = r.Error[:i]
	}
}
