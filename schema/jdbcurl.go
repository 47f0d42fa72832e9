package schema

import "bytes"

// HostPort finds the host and the port in a JDBC url; nil where it has none.
// Known are //host:port/… with a user before it and [v6] addresses (PostgreSQL,
// MySQL, MariaDB, DB2, SQL Server, H2 …), the first of several hosts,
// user/password@host:port:sid and @//host:port/service (Oracle), and
// descriptors with (HOST=…)(PORT=…).
func HostPort(url []byte) (host, port []byte) {
	if h := parameter(url, "host="); h != nil {
		return h, parameter(url, "port=")
	}
	if _, authority, ok := bytes.Cut(url, []byte("//")); ok {
		if i := bytes.IndexAny(authority, "/;?, \t"); i >= 0 {
			authority = authority[:i]
		}
		host = authority[bytes.LastIndexByte(authority, '@')+1:]
	} else if i := bytes.LastIndexByte(url, '@'); i >= 0 && bytes.IndexByte(url[i:], ':') > 0 {
		host = url[i+1:]
	} else {
		return nil, nil // an embedded database's file, or an alias
	}
	if len(host) > 0 && host[0] == '[' {
		if i := bytes.IndexByte(host, ']'); i > 0 {
			return some(host[1:i]), digits(bytes.TrimPrefix(host[i+1:], []byte(":")))
		}
		return nil, nil
	}
	host, port, _ = bytes.Cut(host, []byte(":"))
	host, _, _ = bytes.Cut(host, []byte(`\`)) // SQL Server's host\instance
	return some(host), digits(port)
}

// parameter is the value of a parameter in parentheses, in any case of letters.
func parameter(url []byte, name string) []byte {
	for {
		i := bytes.IndexByte(url, '(')
		if i < 0 {
			return nil
		}
		url = bytes.TrimLeft(url[i+1:], " ")
		if len(url) < len(name) || !bytes.EqualFold(url[:len(name)], []byte(name)) {
			continue
		}
		value, _, ok := bytes.Cut(url[len(name):], []byte(")"))
		if !ok {
			return nil
		}
		return some(bytes.TrimSpace(value))
	}
}

// digits is the number that s begins with.
func digits(s []byte) []byte {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return some(s[:n])
}

func some(s []byte) []byte {
	if len(s) == 0 {
		return nil
	}
	return s
}
