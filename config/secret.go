package config

import (
	"net/url"
	"strings"
)

const masked = "****"

// MaskDSN is dsn, a URL or a keyword string, with its passwords replaced by
// ****. Where dsn is malformed it rather hides too much.
func MaskDSN(dsn string) string {
	scheme := strings.Index(dsn, "://")
	if scheme > 0 && !strings.ContainsAny(dsn[:scheme], " \t\r\n=") {
		return dsn[:scheme+3] + maskURL(dsn[scheme+3:])
	}
	return maskKeywords(dsn)
}

func isPassword(key string) bool {
	if k, err := url.QueryUnescape(key); err == nil {
		key = k
	}
	switch strings.ToLower(strings.TrimSpace(key)) {
	case "password", "passwd", "pwd", "pass", "sslpassword", "pgpassword", "oauth_client_secret", "scram_client_key", "scram_server_key":
		return true
	}
	return false
}

// maskURL masks what is behind "://". A password may hold an unescaped /, ?
// or @, so user and password reach to the last @.
func maskURL(s string) string {
	var b strings.Builder
	if at := strings.LastIndexByte(s, '@'); at >= 0 {
		user, _, found := strings.Cut(s[:at], ":")
		b.WriteString(maskParameters(user))
		if found {
			b.WriteString(":" + masked)
		}
		b.WriteByte('@')
		s = s[at+1:]
	}
	b.WriteString(maskParameters(s))
	return b.String()
}

// maskParameters masks ?password=x&sslpassword=y; the ; is for JDBC urls.
func maskParameters(s string) string {
	start := strings.IndexAny(s, "?&;")
	if start < 0 {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:start])
	for s = s[start:]; s != ""; {
		end := strings.IndexAny(s[1:], "?&;") + 1
		if end == 0 {
			end = len(s)
		}
		switch key, value, found := strings.Cut(s[1:end], "="); {
		case found && value != "" && isPassword(key):
			b.WriteString(s[:1] + key + "=" + masked)
		case !found && key != "": // the rest of a password with an unescaped & in it
			b.WriteString(s[:1] + masked)
		default:
			b.WriteString(s[:end])
		}
		s = s[end:]
	}
	return b.String()
}

// maskKeywords masks "host=x password='a b'", with libpq's quotes and
// backslashes, and blanks around the =. From where it is no such string on,
// everything is hidden.
func maskKeywords(s string) string {
	var b strings.Builder
	for strings.TrimSpace(s) != "" {
		key, rest, found := strings.Cut(s, "=")
		if !found || len(strings.Fields(key)) != 1 {
			return b.String() + " " + masked
		}
		trimmed := strings.TrimLeft(rest, blanks)
		n := keywordValue(trimmed)
		if n < 0 {
			return b.String() + key + "=" + masked
		}
		value := trimmed[:n]
		if isPassword(key) && value != "" {
			value = masked
		}
		b.WriteString(key + "=" + rest[:len(rest)-len(trimmed)] + value)
		s = trimmed[n:]
	}
	return b.String()
}

const blanks = " \t\r\n\v\f"

// keywordValue is the length of the value that s begins with, -1 when its
// quote does not end.
func keywordValue(s string) int {
	quoted := strings.HasPrefix(s, "'")
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case quoted && c == '\'' && i > 0:
			return i + 1
		case !quoted && strings.IndexByte(blanks, c) >= 0:
			return i
		}
	}
	if quoted {
		return -1
	}
	return len(s)
}
