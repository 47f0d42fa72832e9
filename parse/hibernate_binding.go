package parse

import "bytes"

// hibValue is a value that was bound.
type hibValue struct {
	index          int64
	value, trailer []byte
	bits           uint8
}

// hibBindingOf reads a value in one of the wordings
//
//	binding parameter (1:VARCHAR) <- [foo]        6.3 and later
//	binding parameter [1] as [VARCHAR] - [foo]    4 to 6.2
//	binding parameter [1] as [VARCHAR] - foo      3.6
//	binding 'foo' to parameter: 1                 3.0 to 3.5, by the type's logger
//
// Whether brackets are the value's own in the third is told by the other values
// of the statement.
func hibBindingOf(t, logger []byte) (v hibValue, ok bool) {
	rest, ok := bytes.CutPrefix(t, []byte("binding parameter "))
	if !ok {
		return hibOldBinding(t, logger)
	}
	var kind []byte
	switch {
	case len(rest) > 3 && rest[0] == '(':
		i := bytes.Index(rest, []byte(") <- ["))
		colon := bytes.IndexByte(rest, ':')
		if i < 0 || colon < 0 || colon > i {
			return v, false
		}
		v.index = hibIndex(rest[1:colon])
		kind, v.value, v.bits = rest[colon+1:i], rest[i+len(") <- ["):], hibPlain
		if i = bytes.LastIndexByte(v.value, ']'); i >= 0 {
			v.value, v.trailer = v.value[:i], v.value[i+1:]
		}
	case len(rest) > 3 && rest[0] == '[':
		i := bytes.Index(rest, []byte("] as ["))
		if i < 0 {
			return v, false
		}
		v.index = hibIndex(rest[1:i])
		kind = rest[i+len("] as ["):]
		if i = bytes.Index(kind, []byte("] - ")); i < 0 {
			return v, false
		}
		kind, v.value = kind[:i], kind[i+len("] - "):]
	default:
		return v, false
	}
	if v.bits == 0 && len(v.value) > 0 && v.value[0] == '[' { // what is printed behind it has no bracket
		if i := bytes.LastIndexByte(v.value, ']'); i > 0 && i+1 < len(v.value) && isSpace(v.value[i+1]) {
			v.value, v.trailer = v.value[:i+1], v.value[i+1:]
		}
	}
	if isNumeric(kind) {
		v.bits |= hibNumeric
	}
	null := string(v.value) == "[null]" || string(v.value) == "<null>"
	if v.bits&hibPlain != 0 && string(v.value) == "null" {
		v.bits |= hibNull
		null = true
	}
	if !null && hibOpaque(kind, v.value) || v.index == 0 {
		v.bits |= hibUnsure
	}
	return v, true
}

// hibIndex is the number of a placeholder; 0 if it is a name.
func hibIndex(s []byte) int64 {
	n, end := leadingNumber(s)
	if end < len(s) {
		return 0
	}
	return n
}

// hibOpaque reports whether a value of that type is not printed as it is.
func hibOpaque(kind, value []byte) bool {
	switch string(kind) {
	case "VARCHAR", "CHAR":
		return false
	case "BINARY", "VARBINARY", "LONGVARBINARY", "BLOB":
		return true
	}
	return javaIdentity(value) || len(value) > 2 && javaIdentity(value[1:len(value)-1])
}

// hibOldBinding reads a value as Hibernate 3.0 to 3.5 has it.
func hibOldBinding(t, logger []byte) (v hibValue, ok bool) {
	const to = " to parameter: "
	i := bytes.LastIndex(t, []byte(to))
	if i < len("binding ") {
		return v, false
	}
	v.bits = hibPlain
	v.value = t[len("binding "):i]
	n, end := leadingNumber(t[i+len(to):])
	if end == 0 {
		return v, false
	}
	v.index, v.trailer = n, t[i+len(to)+end:]
	switch {
	case string(v.value) == "null":
		v.bits |= hibNull
		return v, true
	case len(v.value) < 2 || v.value[0] != '\'' || v.value[len(v.value)-1] != '\'':
		return v, false
	}
	v.value = v.value[1 : len(v.value)-1]
	logger = trimSpaceRight(logger)
	switch string(logger[bytes.LastIndexByte(logger, '.')+1:]) {
	case "LongType", "IntegerType", "ShortType", "ByteType", "BigDecimalType", "BigIntegerType", "DoubleType", "FloatType", "BooleanType":
		v.bits |= hibNumeric
	case "BinaryType", "BlobType", "SerializableType":
		v.bits |= hibUnsure
	}
	return v, true
}
