package parse

// trimSpace takes blanks, tabs and line ends off both ends of s.
func trimSpace(s []byte) []byte {
	for len(s) > 0 && isSpace(s[0]) {
		s = s[1:]
	}
	for len(s) > 0 && isSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// trimSpaceRight takes blanks, tabs and line ends off the end of s.
func trimSpaceRight(s []byte) []byte {
	for len(s) > 0 && isSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

// trimLeftBlanks takes blanks and tabs off the beginning of s.
func trimLeftBlanks(s []byte) []byte {
	for len(s) > 0 && (s[0] == ' ' || s[0] == '\t') {
		s = s[1:]
	}
	return s
}

// trimHeadSpace takes blanks, tabs and line ends off the beginning of s.
func trimHeadSpace(s []byte) []byte {
	for len(s) > 0 && isSpace(s[0]) {
		s = s[1:]
	}
	return s
}

// atLineEnd reports whether nothing but blanks and tabs stands before the end of
// the line that s begins in.
func atLineEnd(s []byte) bool {
	s = trimLeftBlanks(s)
	return len(s) == 0 || s[0] == '\n' || s[0] == '\r'
}
