package parse

import "bytes"

// masked stands for a password.
const masked = "***"

// URL returns a JDBC url of the log with any password in it masked, nil if it
// is empty. It lives as long as the batch.
func (p *Parser) URL(raw []byte) []byte {
	if len(raw) == 0 {
		return nil
	}
	if !bytes.Equal(raw, p.url) { // a log names few
		p.url = append(p.url[:0], raw...)
		p.urlMasked = appendMaskedURL(p.urlMasked[:0], raw)
		p.urlPlain = bytes.Equal(raw, p.urlMasked)
	}
	if p.urlPlain {
		return raw
	}
	return p.batch.Copy(p.urlMasked)
}

// appendMaskedURL appends the url with what is secret in it replaced: the
// passwords before an @ (scheme://user:password@host, Oracle's
// thin:user/password@host) and the values of keys that name one, in the forms of
// MySQL (?password=x&, (password=x)), SQL Server and H2 (;password={x};),
// Oracle (password="x"), DB2 and Informix (:user=x;password=y;).
func appendMaskedURL(dst, url []byte) []byte {
	from := 0
	if i, j := userPassword(url); j > i {
		dst = append(append(dst, url[:i]...), masked...)
		from = j
	}
	for at := from; at < len(url); {
		n := bytes.IndexByte(url[at:], '=')
		if n < 0 {
			break
		}
		at += n + 1
		if !isSecretKey(keyBefore(url, at-1)) {
			continue
		}
		dst = append(append(dst, url[from:at]...), masked...)
		at += secretLen(url[at:])
		from = at
	}
	return append(dst, url[from:]...)
}

// userPassword returns where the password before an @ is.
func userPassword(url []byte) (from, to int) {
	sep := byte(':')
	at := bytes.Index(url, []byte("://"))
	if at >= 0 {
		at += len("://")
	}
	for _, driver := range [...]string{":thin:", ":oci:", ":oci8:", ":kprb:"} {
		if i := bytes.Index(url, []byte(driver)); i >= 0 {
			at, sep = i+len(driver), '/'
			break
		}
	}
	if at < 0 {
		return 0, 0
	}
	end := len(url)
	if sep == ':' {
		if i := bytes.IndexAny(url[at:], "?;"); i >= 0 {
			end = at + i
		}
	}
	// Oracle's own host begins with an @; what is secret may hold one.
	host := bytes.LastIndexByte(url[at:end], '@')
	if i := bytes.Index(url[at:end], []byte("@//")); sep == '/' && i >= 0 {
		host = i
	} else if i := bytes.Index(url[at:end], []byte("@(")); sep == '/' && i >= 0 {
		host = i
	}
	if host < 0 {
		return 0, 0
	}
	if i := bytes.IndexByte(url[at:at+host], sep); i >= 0 {
		return at + i + 1, at + host
	}
	return 0, 0
}

// keyBefore is the name in front of the = at i.
func keyBefore(url []byte, i int) []byte {
	for i > 0 && isBlank(url[i-1]) {
		i--
	}
	at := i
	for at > 0 && (isLetter(url[at-1]) || url[at-1] >= '0' && url[at-1] <= '9' || url[at-1] == '_' || url[at-1] == '-' || url[at-1] == '.') {
		at--
	}
	return url[at:i]
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// isSecretKey reports whether a property of that name is a password or the like.
func isSecretKey(key []byte) bool {
	var buf [64]byte
	if len(key) > len(buf) {
		key = key[len(key)-len(buf):]
	}
	low := buf[:0]
	for _, c := range key {
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		low = append(low, c)
	}
	switch string(low) {
	case "pwd", "pass", "passphrase":
		return true
	}
	if bytes.HasSuffix(low, []byte("token")) {
		return true
	}
	for _, word := range [...]string{"password", "passwd", "passcode", "secret", "privatekey", "private_key", "accesskey", "apikey", "_pwd", "_pass", "credential"} {
		if bytes.Contains(low, []byte(word)) {
			return true
		}
	}
	return false
}

// secretLen is the length of the value that s begins with. In braces or quotes
// it may hold anything, the closing one doubled.
func secretLen(s []byte) int {
	at := 0
	for at < len(s) && isBlank(s[at]) {
		at++
	}
	if at < len(s) {
		closing := byte(0)
		switch s[at] {
		case '{':
			closing = '}'
		case '"', '\'':
			closing = s[at]
		}
		if closing != 0 {
			for i := at + 1; i < len(s); i++ {
				if s[i] != closing {
					continue
				}
				if i+1 == len(s) || s[i+1] != closing {
					return i + 1
				}
				i++
			}
			return len(s)
		}
	}
	if i := bytes.IndexAny(s[at:], "&;,)("); i >= 0 {
		return at + i
	}
	return len(s)
}
