package parse

import "bytes"

// bind reads the values of r and makes its SQL.
func (DatasourceProxy) bind(f *Finisher, b *Batch, r *Record) {
	text, form := r.Extra, r.Depth
	r.Extra, r.Depth = nil, 0
	if text == nil || r.Kind == BatchKind || r.Prepared == nil {
		return
	}
	var sure, ok, ambiguous bool
	values := f.params[:0]
	if form&dspJSON != 0 {
		values, sure = appendJSONValues(values, b, text)
		ok = true
	} else {
		values, sure, ok, ambiguous = appendDspValues(values, text, len(f.placeholders(r)), form&dspNamed != 0)
	}
	f.params = values
	if r.Failed && len(values) == 1 && len(values[0].Value) == 0 && !values[0].Null {
		sure, ok = false, false // an empty value looks as if none was set
	}
	if !sure {
		r.SQL = r.Prepared
		r.Flags |= Unbound
		if ambiguous {
			r.Flags |= Ambiguous
		}
	}
	if ok {
		f.bindValues(b, r, values)
	}
}

// appendDspValues splits "(a,b)", where nothing is escaped, into n values. With
// as many commas as there must be there is one way to do it. ok is false if it
// cannot be done; sure tells that the values are what was given to the
// placeholders, in order.
func appendDspValues(dst []Param, text []byte, n int, named bool) (values []Param, sure, ok, ambiguous bool) {
	if len(text) == 0 && n > 0 {
		return dst, false, false, false
	}
	text = bytes.TrimSuffix(bytes.TrimPrefix(text, []byte{'('}), []byte{')'})
	have := 0
	if len(text) > 0 {
		have = 1 + bytes.Count(text, []byte{','})
	}
	switch {
	case have < n && n > 1 || n == 0 && have > 0:
		return dst, false, false, false
	case have > n && n > 1:
		return dst, false, false, true
	}
	sure = true
	named = named && dspNumbered(text)
	for range n {
		value := text
		if n > 1 {
			value, text, _ = bytes.Cut(text, []byte{','})
		}
		if named {
			_, value, _ = bytes.Cut(value, []byte{'='})
		}
		v, certain := dspParam(value)
		dst = append(dst, v)
		sure = sure && certain
	}
	return dst, sure, true, false
}

// dspNumbered reports whether values have the numbers of their placeholders
// before them.
func dspNumbered(text []byte) bool { return bytes.HasPrefix(text, []byte("1=")) }

// dspParam makes a parameter of a printed value. certain is false if it is not
// the value: of an OUT parameter, or an object that does not show what it holds.
func dspParam(value []byte) (v Param, certain bool) {
	switch {
	case string(value) == "null", bytes.HasPrefix(value, []byte("NULL(")) && value[len(value)-1] == ')':
		return Param{Null: true}, true
	case bytes.HasPrefix(value, []byte("OUTPUT(")):
		return Param{Null: true}, false
	}
	return Param{Value: value, Guess: true}, !javaIdentity(value)
}

// appendJSONValues reads the values of [["a",null]] or [{"1":"a","2":"b"}], the
// outer brackets aside. sure is false if they have names.
func appendJSONValues(dst []Param, b *Batch, text []byte) (values []Param, sure bool) {
	sure = true
	object := len(text) > 0 && text[0] == '{'
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			n := jsonStringEnd(text[i:])
			s := dspUnquoted(b, text[i:i+n])
			i += n
			if object && i < len(text) && text[i] == ':' {
				if k, end := leadingNumber(s); end != len(s) || k != int64(len(dst)+1) {
					sure = false
				}
				continue
			}
			v, certain := dspParam(s)
			if bytes.HasPrefix(s, []byte("NULL(")) { // is said by null in JSON, but for what was set by setNull
				v.Null = true
			}
			dst = append(dst, v)
			sure = sure && certain
		case c == 'n':
			dst = append(dst, Param{Null: true})
			i += len("null")
		case c == ']' || c == '}':
			return dst, sure
		default:
			i++
		}
	}
	return dst, sure
}
