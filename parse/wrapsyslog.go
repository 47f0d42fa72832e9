package parse

import "bytes"

// syslog is a line of syslog or journalctl, with the host and the program before
// the text, and what Heroku prints, without the host.
//
//	Jun  3 15:33:20 host app[7298]: text
//	<14>2024-06-03T15:33:20.140+08:00 host app: text
//	<14>1 2024-06-03T15:33:20.140Z host app 7298 - - text
//	2024-06-03T15:33:20.140204+00:00 app[web.1]: text
//
// (RFC 3164, RFC 5424.) rsyslog writes control characters as #011 and #012.
type syslog struct{}

func (syslog) String() string { return "syslog" }
func (syslog) New() Unwrapper { return &syslogLines{} }

func (syslog) wraps(line []byte) (bool, int) {
	n, _, _ := syslogHead(line)
	return n > 0, 0
}

// herokuPiece is the length of text at which Heroku cuts lines.
const herokuPiece = 10000

type syslogLines struct{ joiner }

func (s *syslogLines) Unwrap(dst, line []byte) (out []byte, x Unwrapped) {
	n, t, hosted := syslogHead(line)
	if n == 0 {
		return s.whole(dst, line)
	}
	text := line[min(n, len(line)):]
	at := len(dst)
	return s.add(appendOctal(dst, text), at, 0, t, hosted || len(text) != herokuPiece)
}

// syslogHead reads what stands before the text, which begins at n.
func syslogHead(line []byte) (n int, t stamp, hosted bool) {
	pri := 0
	if len(line) > 3 && line[0] == '<' {
		_, w := digits(line, 1, 3)
		if w == 0 || 1+w >= len(line) || line[1+w] != '>' {
			return 0, t, false
		}
		pri = w + 2
		n = pri
		if v, w := digits(line, n, 2); w == 1 && v == 1 && n+1 < len(line) && line[n+1] == ' ' {
			return syslog5424(line, n+2)
		}
	}
	t, w, ok := parseStamp(line[n:])
	if !ok || t.dayOnly || !t.yearless && !t.hasOffset || n+w >= len(line) || line[n+w] != ' ' {
		return 0, stamp{}, false
	}
	n += w + 1
	if pri == 0 && !t.yearless {
		if _, frac := digits(line, len("2024-06-03T15:33:20."), 9); line[10] != 'T' || frac > 6 { // nine digits are a container's
			return 0, stamp{}, false
		}
	}
	for range 2 { // host and program, or the program alone
		end := bytes.IndexByte(line[n:min(len(line), n+256)], ' ')
		if end < 0 {
			end = min(len(line)-n, 256)
		}
		word := line[n : n+end]
		n += end + 1
		if len(word) > 1 && word[len(word)-1] == ':' && isTag(word[:len(word)-1]) {
			return n, t, hosted
		}
		if len(word) == 0 || hosted || n >= len(line) || levelAt(word, 0) == len(word) {
			break
		}
		hosted = true
	}
	return 0, stamp{}, false
}

// isTag reports whether s is a program's name, with its process in brackets or not.
func isTag(s []byte) bool {
	if s[0] == '[' || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	for _, c := range s {
		if c <= ' ' || c == ':' || c == '"' || c == '\'' || c == '|' || c == '=' {
			return false
		}
	}
	return true
}

// syslog5424 reads the header that begins with the stamp at n.
func syslog5424(line []byte, n int) (end int, t stamp, hosted bool) {
	t, w, ok := parseStamp(line[n:])
	if !ok {
		return 0, t, false
	}
	n += w
	for range 4 { // host, program, process, message id
		if n >= len(line) || line[n] != ' ' {
			return 0, t, false
		}
		w = bytes.IndexByte(line[n+1:], ' ')
		if w <= 0 {
			return 0, t, false
		}
		n += 1 + w
	}
	n++
	if n < len(line) && line[n] == '[' { // structured data
		quoted := false
		for n < len(line) {
			c := line[n]
			if c == '\\' {
				n++
			} else if c == '"' {
				quoted = !quoted
			} else if c == ' ' && !quoted && line[n-1] == ']' {
				break
			}
			n++
		}
	} else if n < len(line) && line[n] == '-' {
		n++
	} else {
		return 0, t, false
	}
	if n++; n < len(line) && bytes.HasPrefix(line[n:], bom) {
		n += len(bom)
	}
	return n, t, true
}

// appendOctal appends s with the control characters that rsyslog has written as
// # and three octal digits: tab, LF and CR. Others may be the text's own.
func appendOctal(dst, s []byte) []byte {
	for {
		i := bytes.Index(s, []byte("#01"))
		if i < 0 || i+4 > len(s) {
			return append(dst, s...)
		}
		c := byte(0)
		switch s[i+3] {
		case '1':
			c = '\t'
		case '2':
			c = '\n'
		case '5':
			c = '\r'
		}
		if c == 0 || i+4 < len(s) && s[i+4] >= '0' && s[i+4] <= '9' {
			dst = append(dst, s[:i+3]...)
			s = s[i+3:]
			continue
		}
		dst = append(append(dst, s[:i]...), c)
		s = s[i+4:]
	}
}
