package parse

import "bytes"

// unsure reports whether r's values cannot be told for sure.
func (IBatis2) unsure(r *Record) bool {
	if r.Prepared == nil {
		return false
	}
	_, sure, ok, _ := appendIbatisValues(nil, r.Extra, countPlaceholders(r.Prepared))
	return !ok || !sure
}

// bind splits the values of r and makes its SQL.
func (IBatis2) bind(f *Finisher, b *Batch, r *Record) {
	text := r.Extra
	r.Extra = nil
	if r.Prepared == nil || text == nil {
		return
	}
	values, sure, ok, ambiguous := appendIbatisValues(f.params[:0], text, len(f.placeholders(r)))
	f.params = values
	if !sure && r.SQL == nil {
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

// appendIbatisValues splits "A, 5", behind which a NUL and the types may stand,
// into n values. Nothing is escaped: with as many commas as there must be there is
// one way to do it; with more of them too if only one value is of a type that may
// have one. ok is false if it cannot be done; sure tells that the values are what
// was given to the placeholders.
func appendIbatisValues(dst []Param, text []byte, n int) (values []Param, sure, ok, ambiguous bool) {
	text, types, typed := bytes.Cut(text, []byte{0})
	if typed && countList(types) != n {
		return dst, false, false, false
	}
	surplus := countList(text) - n
	if n == 1 && surplus < 0 {
		surplus = 0 // an empty one
	}
	if surplus < 0 || n == 0 && surplus > 0 {
		return dst, false, false, false
	}
	wide := 0
	for rest, more := types, typed && n > 0; more; {
		var class []byte
		if class, rest, more = bytes.Cut(rest, commaBlank); ibMayHaveComma(class) {
			wide++
		}
	}
	if surplus > 0 && n > 1 && wide != 1 {
		return dst, false, false, !typed || wide > 1
	}
	sure = true
	for range n {
		var class, value []byte
		class, types, _ = bytes.Cut(types, commaBlank)
		pieces := 1
		if n == 1 || wide == 1 && ibMayHaveComma(class) {
			pieces += surplus
		}
		value, text = cutPieces(text, pieces)
		v := Param{Value: value, Guess: !typed}
		switch simple := class[bytes.LastIndexByte(class, '.')+1:]; {
		case string(value) == "null" && (!typed || string(class) == "null"):
			v = Param{Null: true}
		case typed:
			v.Bare = isBare(value, simple)
		}
		sure = sure && (string(class) == "java.lang.String" || !javaIdentity(value))
		dst = append(dst, v)
	}
	return dst, sure, true, false
}

// ibMayHaveComma reports whether a value of the class may be printed with a comma
// and a blank in it.
func ibMayHaveComma(class []byte) bool {
	switch string(class) {
	case "null", "java.lang.Boolean", "java.sql.Date", "java.sql.Time", "java.sql.Timestamp", "java.util.Date":
		return false
	}
	return !isBare([]byte{'0'}, class[bytes.LastIndexByte(class, '.')+1:])
}
