package parse

import (
	"bytes"
	"unicode/utf8"
)

// bind reads the values of r and makes its SQL.
func (Druid) bind(f *Finisher, b *Batch, r *Record) {
	text, types, fromSlow := r.Extra, r.URL, r.Depth&druidJSON != 0
	r.Extra, r.URL, r.Depth = nil, nil, 0
	if text == nil || r.Kind == BatchKind || r.Prepared == nil {
		return
	}
	var sure, ok, ambiguous bool
	values := f.params[:0]
	if fromSlow {
		values, sure = appendSlowValues(values, b, text)
		ok = true
	} else {
		n := len(f.placeholders(r))
		if types != nil {
			n = countList(types)
		}
		values, sure, ok, ambiguous = appendDruidValues(values, text, types, n)
	}
	f.params = values
	if r.Failed && len(values) > 0 && len(f.placeholders(r)) == 0 {
		r.SQL, r.Prepared = r.Prepared, nil // with statementExecutableSqlLogEnable errors show the values
	}
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

var commaBlank = []byte(", ")

// countList is the number of items of a list as Druid writes it, which have no
// comma of their own.
func countList(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	return 1 + bytes.Count(text, commaBlank)
}

// appendDruidValues splits what stands in Parameters, where nothing is escaped,
// into n values. types is what stands in Types, nil if that is not logged. With as
// many commas as there must be there is one way to do it; with more of them too
// if only one value is of a type that may have one. ok is false if it cannot be
// done; sure tells that the values are what was given to the placeholders.
func appendDruidValues(dst []Param, text, types []byte, n int) (values []Param, sure, ok, ambiguous bool) {
	surplus := countList(text) - n
	if n == 1 && surplus < 0 {
		surplus = 0 // an empty one
	}
	if surplus < 0 || n == 0 && surplus > 0 {
		return dst, false, false, false
	}
	wide := 0
	if surplus > 0 && n > 1 {
		if types == nil {
			return dst, false, false, true
		}
		for rest, more := types, true; more; {
			var kind []byte
			kind, rest, more = bytes.Cut(rest, commaBlank)
			if !isNarrow(kind) {
				wide++
			}
		}
		if wide != 1 {
			return dst, false, false, wide > 1
		}
	}
	typed := types != nil
	sure = true
	for range n {
		var kind, value []byte
		kind, types, _ = bytes.Cut(types, commaBlank)
		pieces := 1
		if n == 1 || wide == 1 && !isNarrow(kind) {
			pieces += surplus
		}
		value, text = cutPieces(text, pieces)
		v, certain := druidParam(value, kind, typed)
		dst = append(dst, v)
		sure = sure && certain
	}
	return dst, sure, true, false
}

// cutPieces takes n items off the list, and what is between them.
func cutPieces(text []byte, n int) (pieces, rest []byte) {
	end := 0
	for ; n > 1; n-- {
		end += bytes.Index(text[end:], commaBlank) + len(commaBlank)
	}
	if i := bytes.Index(text[end:], commaBlank); i >= 0 {
		return text[:end+i], text[end+i+len(commaBlank):]
	}
	return text, nil
}

// isNarrow reports whether values of a type of java.sql.Types have no comma
// followed by a blank when they are printed.
func isNarrow(kind []byte) bool {
	switch string(kind) {
	case "", "NULL", "DATE", "TIME", "TIMESTAMP", "TIMESTAMP_WITH_TIMEZONE", "TIME_WITH_TIMEZONE":
		return true
	}
	return isNumeric(kind)
}

// druidParam makes a parameter of a printed value. certain is false if it is not
// the value: none was set, or an object that does not show what it holds.
func druidParam(value, kind []byte, typed bool) (v Param, certain bool) {
	switch {
	case typed && len(kind) == 0:
		return Param{Null: true}, false
	case string(value) == "null", string(value) == "NULL" && (!typed || string(kind) == "NULL"):
		return Param{Null: true}, true
	case !typed:
		return Param{Value: value, Guess: true}, !javaIdentity(value)
	case isNumeric(kind):
		return Param{Value: value, Bare: isNumber(value) || isBoolean(value)}, true
	}
	switch string(kind) {
	case "VARCHAR", "CHAR", "LONGVARCHAR", "NVARCHAR", "NCHAR", "LONGNVARCHAR":
		return Param{Value: value}, true
	}
	return Param{Value: value}, !javaIdentity(value)
}

// appendSlowValues reads the values of slow SQL. sure is false if one is not the
// value that was given to its placeholder: it was cut, or is the name of a class, or
// may be a date printed as a number.
func appendSlowValues(dst []Param, b *Batch, text []byte) (values []Param, sure bool) {
	sure = true
	for more := true; more; {
		end := 0
		if len(text) > 0 && text[0] == '"' {
			end = jsonStringEnd(text)
		}
		if i := bytes.IndexByte(text[end:], ','); i < 0 {
			end, more = len(text), false
		} else {
			end += i
		}
		v, certain := slowParam(b, text[:end])
		dst = append(dst, v)
		sure = sure && certain
		text = text[min(end+1, len(text)):]
	}
	return dst, sure
}

func slowParam(b *Batch, s []byte) (v Param, certain bool) {
	switch {
	case len(s) == 0:
		return Param{Null: true}, false
	case string(s) == "null":
		return Param{Null: true}, true
	case !isString(s):
		millis := len(s) == 13 && s[0] == '1' && bytes.IndexByte(s, '.') < 0
		return Param{Value: s, Bare: isNumber(s) || isBoolean(s)}, !millis
	}
	value := s[1 : len(s)-1]
	if bytes.IndexByte(value, '\\') >= 0 {
		value = appendUnquoted(b.Alloc(len(s))[:0], s)
	}
	cut := bytes.HasSuffix(value, []byte("...")) && utf16Len(value) == 100
	object := len(value) > 2 && value[0] == '<' && value[len(value)-1] == '>'
	return Param{Value: value}, !cut && !object
}

// utf16Len is the length that Java gives for s.
func utf16Len(s []byte) (n int) {
	for len(s) > 0 {
		r, size := utf8.DecodeRune(s)
		if r >= 0x10000 {
			n++
		}
		n++
		s = s[size:]
	}
	return n
}
