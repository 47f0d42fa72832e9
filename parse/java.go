package parse

import "bytes"

// javaMillis reads the number of milliseconds that s begins with, as Java prints
// a double (3.417743, 12.0, 9.99E-4, 1.2345678E7), and gives microseconds,
// rounded down; Unknown for a negative one. n is its length, 0 if there is none.
func javaMillis(s []byte) (micros int64, n int) {
	i := 0
	negative := len(s) > 0 && s[0] == '-'
	if negative {
		i++
	}
	v, w := digits(s, i, 15)
	if w == 0 {
		return 0, 0
	}
	i += w
	power := 3
	if i < len(s) && s[i] == '.' {
		for i++; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
			if v < 1e16 {
				v = v*10 + int64(s[i]-'0')
				power--
			}
		}
	}
	if i < len(s) && s[i] == 'E' {
		j := i + 1
		sign := 1
		if j < len(s) && s[j] == '-' {
			sign = -1
			j++
		}
		if e, w := digits(s, j, 3); w > 0 {
			power += sign * int(e)
			i = j + w
		}
	}
	if negative {
		return Unknown, i
	}
	for ; power < 0 && v > 0; power++ {
		v /= 10
	}
	for ; power > 0 && v > 0; power-- {
		v = scaled(v, 10)
	}
	return v, i
}

// javaIdentity reports whether value is what Object.toString makes of an object
// that does not describe itself: [B@1b2c3d, com.example.Order@7f31c0de.
func javaIdentity(value []byte) bool {
	at := bytes.LastIndexByte(value, '@')
	if at < 1 || at == len(value)-1 || len(value)-at > 9 {
		return false
	}
	for _, c := range value[at+1:] {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	class := value[:at]
	if class[0] == '[' {
		return len(class) == 2 || len(class) > 2 && (class[1] == '[' || class[1] == 'L')
	}
	for _, c := range class {
		if !isJava(c) && c != '.' {
			return false
		}
	}
	simple := class[bytes.LastIndexByte(class, '.')+1:]
	return len(simple) < len(class) && len(simple) > 0 && simple[0] >= 'A' && simple[0] <= 'Z'
}

// isNumeric reports whether values of a type of java.sql.Types stand in SQL
// without quotes.
func isNumeric(kind []byte) bool {
	switch string(kind) {
	case "INTEGER", "BIGINT", "SMALLINT", "TINYINT", "DECIMAL", "NUMERIC", "DOUBLE", "FLOAT", "REAL", "BIT", "BOOLEAN":
		return true
	}
	return false
}

func isBoolean(s []byte) bool { return string(s) == "true" || string(s) == "false" }
