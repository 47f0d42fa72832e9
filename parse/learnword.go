package parse

import "bytes"

// word takes what stands without brackets: a level, a number, a logger.
func (l *learner) word() bool {
	if n := l.takeLevel(); n {
		return true
	}
	t := l.rest(0)
	n := 0
	for n < len(t) && t[n] != ' ' && t[n] != '|' && t[n] != '\t' {
		n++
	}
	word := t[:n]
	next := bytes.TrimLeft(t[n:], " ")
	blanks := len(t) - n - len(next)
	switch {
	case len(next) == 0 && n < len(t) && !l.level:
		return false
	case isNumeral(word) && n <= 9:
		return l.number(n, next)
	case l.boot || l.logger:
		return false
	case n > 1 && word[n-1] == ':' && isClass(word[:n-1]) && l.fields > 0: // "a.b.C: message"
		l.logger = true
		l.field(n-1, "%logger")
		l.same(1)
		if l.i < len(l.s) {
			l.same(1)
		}
		l.end()
		return true
	case isClassAndLine(word) && separates(next):
		l.logger = true
		colon := bytes.LastIndexByte(word, ':')
		l.field(colon, "%logger")
		l.out = append(l.out, ':')
		l.field(n-colon, "%line")
		return true
	case isCaller(word) && separates(next):
		l.logger = true
		at := bytes.IndexByte(word, '(')
		l.field(at, "%logger")
		l.same(1)
		if isNumeral(word[at+1 : n-1]) {
			l.field(n-at-2, "%line")
		} else {
			l.field(n-at-2, "%file:%line")
		}
		l.same(1)
		return true
	case l.level && isClass(word) && blanks == 1 && isNamesThenDash(next): // "logger method - message"
		l.logger = true
		l.field(n, "%logger")
		l.same(1)
		l.field(bytes.IndexByte(next, ' '), "%method")
		return true
	case isClass(word) && (separates(next) || opensCaller(next) || bytes.IndexByte(word, '.') > 0 && (levelAt(next, 0) > 0 && !l.level || l.level && !l.thread && next[0] == '[')):
		l.unpad()
		l.logger = true
		l.padded(n, blanks, "logger")
		return true
	case l.level && bytes.Count(word, []byte{'.'}) > 1 && isClass(word) && blanks == 1: // Tomcat: no separator
		l.logger = true
		l.field(n, "%logger")
		return true
	case !l.level && !l.thread && l.date && blanks > 0 && levelAt(next, 0) > 0 && isThread(word):
		l.thread = true
		l.field(n, "%thread")
		return true
	}
	return false
}

// twoLines takes the class and the method of java.util.logging's SimpleFormatter,
// which end the line, if the next one begins with a level.
func (l *learner) twoLines(next []byte) bool {
	rest := l.rest(0)
	at := bytes.IndexByte(rest, ' ')
	class := rest
	if at >= 0 {
		class = rest[:at]
	}
	colon := bytes.IndexByte(next[:min(len(next), 40)], ':')
	if !isClass(class) || at >= 0 && !isName(rest[at+1:]) || colon <= 0 || !bytes.HasPrefix(next[colon:], []byte(": ")) {
		return false
	}
	l.field(len(class), "%logger")
	l.level, l.logger = true, true
	l.fields++
	if at >= 0 {
		l.same(1)
		l.field(len(rest)-at-1, "%method")
	}
	return true
}

// webSphere takes the columns behind the stamp of WebSphere's basic format:
//
//	[6/3/24 15:33:20:140 CST] 00000042 SystemOut     O text
func (l *learner) webSphere() bool {
	t := l.rest(0)
	if len(t) < 26 || t[8] != ' ' || t[22] != ' ' || t[24] != ' ' || !isLetter(t[23]) || l.s[0] != '[' {
		return false
	}
	for _, c := range t[:8] {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	l.field(8, "%thread")
	l.same(1)
	l.field(13, "%-13logger")
	l.same(1)
	l.field(1, "%.1level")
	l.same(1)
	l.thread, l.logger, l.level, l.sphere = true, true, true, true
	return true
}

// webLogic takes fields in angle brackets, the last of which is the message:
//
//	<Jun 3, 2024 3:33:20 PM CST> <Info> <Security> <BEA-090905> <text>
func (l *learner) webLogic() {
	if l.s[l.i] == '#' {
		l.same(4)
	}
	for {
		l.same(1)
		end := bytes.Index(l.rest(0), []byte("> <"))
		if end < 0 {
			l.suffix = ">"
			return
		}
		content := l.rest(0)[:end]
		switch {
		case !l.date:
			if !isStamp(content, l.order) || !l.stamp() {
				return
			}
		case !l.level && levelAt(content, 0) == len(content) && end > 0:
			l.level = true
			l.field(end, "%level")
		case !l.thread && bytes.Contains(content, []byte("Thread")):
			l.thread = true
			l.field(end, "%thread")
		default:
			l.field(end, "%X")
		}
		l.same(2)
	}
}

// end stops the learner: the message begins.
func (l *learner) end() { l.s = l.s[:l.i] }

// takeLevel takes the word for a level. It is padded to five letters, on one side
// or the other; the pattern for both is the same, for the layout takes both.
func (l *learner) takeLevel() bool {
	if l.level {
		return false
	}
	n := levelAt(l.s, l.i)
	if n == 0 {
		return false
	}
	if at := l.i + n; at < len(l.s) && bytes.IndexByte([]byte(" ]|:)>,\t"), l.s[at]) < 0 {
		return false
	}
	if l.i == 0 && l.i+n < len(l.s) && l.s[l.i+n] == ':' { // "ERROR: ..." of anybody
		return false
	}
	l.level = true
	l.unpad()
	if m := len(l.out); n < 5 && m > 1 && l.out[m-1] == ' ' && bytes.IndexByte([]byte("[(<|"), l.out[m-2]) >= 0 {
		l.out = l.out[:m-1]
	} else if m == 1 && l.out[0] == ' ' {
		l.out = l.out[:0]
	}
	l.field(n, "%-5level")
	if n < 5 {
		extra := skipBlanks(l.s, l.i, 5-n) - l.i
		if extra > 0 && l.i+extra < len(l.s) && (l.s[l.i+extra] == ' ' || l.s[l.i+extra] == ']' || l.s[l.i+extra] == '|') {
			l.i += extra
		}
	}
	if l.i < len(l.s) && l.s[l.i] == ':' && l.fields > 1 { // "INFO: message"
		l.same(1)
		if l.i < len(l.s) {
			l.same(1)
		}
		l.end()
	}
	return true
}

// number takes a process id, or the milliseconds since the start.
func (l *learner) number(n int, next []byte) bool {
	switch {
	case l.pid || len(next) == 0:
		return false
	case bytes.HasPrefix(next, []byte("--- ")), l.level && (next[0] == '[' || next[0] == '-' || isLetter(next[0])) && n <= 7 && !l.thread && !l.logger:
		l.unpad()
		l.pid = true
		l.field(n, "%pid")
		return true
	case l.i == 0 && !l.date && next[0] == '[':
		l.pid = true
		l.out = append(l.out, "%-"...)
		l.out = append(l.out, '0'+byte(max(4, n)))
		l.field(n, "r")
		for l.i+1 < len(l.s) && l.s[l.i] == ' ' && l.s[l.i+1] == ' ' {
			l.i++
		}
		return true
	}
	return false
}

// bracket takes a field in square or round brackets.
func (l *learner) bracket() bool {
	c := l.s[l.i]
	if c != '[' && c != '(' {
		return false
	}
	end := bracketEnd(l.s, l.i)
	if end < 0 {
		return false
	}
	content := l.s[l.i+1 : end]
	text := bytes.Trim(content, " ")
	after := l.rest(end + 1 - l.i)
	if c == '(' && (isNumeral(text) || !l.date && !l.level) {
		return false
	}
	if len(after) > 0 && bytes.IndexByte([]byte(" [(|:-,\t"), after[0]) < 0 {
		return false
	}
	l.bracketed = true
	word := ""
	switch {
	case !l.date && isStamp(text, l.order):
		l.same(1)
		return l.stamp() && l.close(end)
	case !l.level && len(text) > 0 && levelAt(text, 0) == len(text):
		l.same(1 + bytes.IndexByte(content, text[0]))
		return l.takeLevel() && l.close(end)
	case isCaller(text):
		word = "%caller"
	case isClassAndLine(bytes.ReplaceAll(text, []byte(": "), []byte(":"))):
		word = "%class:%line"
	case len(text) == 0 || isTraceID(text):
		word = "%X"
	case !l.logger && (isClass(text) && bytes.IndexByte(text, '.') > 0 || isName(text) && bytes.HasPrefix(after, []byte(" ("))):
		word, l.logger = "%logger", true
	case !l.thread:
		word, l.thread = "%thread", true
	default:
		word = "%X"
	}
	l.same(1)
	l.field(end-l.i, word)
	return l.close(end)
}

// close takes the closing bracket at end.
func (l *learner) close(end int) bool {
	l.i = end
	l.same(1)
	if l.i < len(l.s) && l.s[l.i] == ':' && (l.i+1 == len(l.s) || l.s[l.i+1] == ' ') && l.fields > 1 {
		l.same(min(2, len(l.s)-l.i))
		l.end()
	}
	return true
}

// bracketEnd returns where the bracket at i is closed, or -1.
func bracketEnd(s []byte, i int) int {
	open, shut := s[i], byte(']')
	if open == '(' {
		shut = ')'
	}
	depth := 0
	for n := i; n < len(s) && n < i+200; n++ {
		switch s[n] {
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return n
			}
		case '\'', '"':
			if open == '(' {
				return -1
			}
		}
	}
	return -1
}

// separates reports whether s, what follows a logger, begins with what ends an
// envelope, or with more of it.
func separates(s []byte) bool {
	return len(s) > 0 && (s[0] == '-' || s[0] == ':' || s[0] == '|') && (len(s) == 1 || s[1] == ' ' || s[1] == '-')
}

// opensCaller reports whether s begins with "(F.java:12) ".
func opensCaller(s []byte) bool {
	if len(s) < 3 || s[0] != '(' && s[0] != '[' {
		return false
	}
	end := bracketEnd(s, 0)
	return end > 0 && (isClassAndLine(s[1:end]) || bytes.HasPrefix(s[end+1:], []byte(" - ")))
}

// isNamesThenDash reports whether s is a name, a dash and more.
func isNamesThenDash(s []byte) bool {
	n := bytes.IndexByte(s, ' ')
	return n > 0 && isName(s[:n]) && (bytes.HasPrefix(s[n:], []byte(" - ")) || bytes.Equal(s[n:], []byte(" -")))
}

// isNumeral reports whether s is digits alone.
func isNumeral(s []byte) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(s) > 0
}

// isName reports whether s is an identifier of Java.
func isName(s []byte) bool {
	for i, c := range s {
		if !isLetter(c) && c != '_' && c != '$' && c != '<' && c != '>' && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return len(s) > 0
}

// isClass reports whether s reads as a logger's name: identifiers with points
// between, digits and dashes here and there.
func isClass(s []byte) bool {
	if len(s) == 0 || !isLetter(s[0]) && s[0] != '_' || s[len(s)-1] == '.' {
		return false
	}
	for _, c := range s {
		if !isLetter(c) && c != '.' && c != '_' && c != '$' && c != '-' && c != '/' && c != '[' && c != ']' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// isClassAndLine reports whether s is a class, file or method with a line number.
func isClassAndLine(s []byte) bool {
	at := bytes.LastIndexByte(s, ':')
	return at > 0 && isNumeral(s[at+1:]) && isClass(s[:at])
}

// isCaller reports whether s is "a.b.C.d(C.java:12)", or with a line number alone.
func isCaller(s []byte) bool {
	at := bytes.IndexByte(s, '(')
	if at <= 0 || s[len(s)-1] != ')' || !isClass(bytes.TrimSuffix(s[:at], []byte{'.'})) { // "a.B.(B.java:12)" is clicked on in an editor
		return false
	}
	in := s[at+1 : len(s)-1]
	return isNumeral(in) || isClassAndLine(in)
}

// isThread reports whether s, without blanks, can be the name of a thread.
func isThread(s []byte) bool {
	for _, c := range s {
		if !isLetter(c) && c < 0x80 && (c < '0' || c > '9') && bytes.IndexByte([]byte("-_.#:@/"), c) < 0 {
			return false
		}
	}
	return len(s) > 0 && s[len(s)-1] != ':'
}

// isTraceID reports whether s is what tracing writes into brackets.
func isTraceID(s []byte) bool {
	if bytes.HasPrefix(s, []byte("TID:")) || bytes.IndexByte(s, '=') > 0 || bytes.IndexByte(s, ',') >= 0 || s[len(s)-1] == ':' {
		return true
	}
	hex := 0
	for _, c := range s {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'f' {
			hex++
		} else if c != '-' {
			return false
		}
	}
	return hex >= 16
}
