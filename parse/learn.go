package parse

import (
	"bytes"
	"strconv"
)

// learnWindow is how much of a line is looked at for its envelope.
const learnWindow = 400

// learnPattern guesses the pattern of the envelope that a line begins with. It
// names what it knows (stamp, level, process, brackets, loggers, separators) from
// left to right and takes for the message what begins where it knows nothing.
// A single line may mislead it, a message that begins with a bracket for
// instance; the caller asks for many and lets them vote. fields is the number of
// things named, 0 if there is no envelope. next is the line that follows: that of
// java.util.logging has the level and the message there.
func learnPattern(line, next []byte, order DateOrder) (text string, fields int) {
	l := learner{s: line[:min(len(line), learnWindow)], order: order}
	l.run()
	if l.date && l.fields == 1 && l.twoLines(next) {
		return string(l.out) + "%n%level: %msg", l.fields
	}
	if !l.date && !l.level || l.fields == 0 {
		return "", 0
	}
	if l.fields == 1 && !l.date && string(l.out) != "%-5level - " { // "ERROR happened": no envelope
		return "", 0
	}
	return string(l.out) + "%msg" + l.suffix, l.fields
}

type learner struct {
	s                                []byte
	i                                int
	out                              []byte
	order                            DateOrder
	fields                           int
	date, level, thread, logger, pid bool
	boot                             bool   // the dashes of Spring Boot were seen
	piped                            bool   // fields stand between pipes
	sphere                           bool   // WebSphere's columns were seen
	twice                            bool   // two stamps were seen
	bracketed                        bool   // fields stand in brackets
	suffix                           string // behind the message
}

// run goes over the line until the message begins.
func (l *learner) run() {
	if n := ornament(l.s); n > 0 {
		l.same(n)
	}
	if l.i < len(l.s) && l.s[l.i] == '<' || bytes.HasPrefix(l.s, []byte("####<")) {
		l.webLogic()
		return
	}
	for l.i < len(l.s) {
		if l.s[l.i] == ' ' || l.s[l.i] == '\t' {
			l.same(1)
			continue
		}
		at := l.i
		if l.date && l.fields == 1 && l.webSphere() {
			continue
		}
		if l.separator() {
			return
		}
		if l.i == at && !(l.stamp() || l.word() || l.bracket()) {
			if string(l.rest(0)) == "[[" && l.bracketed { // GlassFish: the message is on the next line
				l.out = append(l.out, "[[%n  "...)
				l.suffix = "]]"
			}
			return
		}
	}
}

// ornament is the length of the punctuation that some patterns begin with: "#### ".
func ornament(s []byte) int {
	n := 0
	for n < len(s) && n < 8 && (s[n] == '#' || s[n] == '*' || s[n] == '>' || s[n] == '=') {
		n++
	}
	if n < 2 || n >= len(s) || s[n] != ' ' {
		return 0
	}
	return n
}

// same takes n bytes as they are.
func (l *learner) same(n int) {
	for _, c := range l.s[l.i : l.i+n] {
		switch c {
		case '%':
			l.out = append(l.out, "%%"...)
		case '\\', '$':
			l.out = append(l.out, '\\', c)
		default:
			l.out = append(l.out, c)
		}
	}
	l.i += n
}

// field takes n bytes for a conversion word.
func (l *learner) field(n int, word string) {
	l.out = append(l.out, word...)
	l.i += n
	l.fields++
}

// unpad makes the blanks before a field one: the rest is padding.
func (l *learner) unpad() {
	for n := len(l.out); n > 1 && l.out[n-1] == ' ' && l.out[n-2] == ' '; n = len(l.out) {
		l.out = l.out[:n-1]
	}
}

// rest is what follows the next n bytes.
func (l *learner) rest(n int) []byte { return l.s[min(len(l.s), l.i+n):] }

// separator takes what ends an envelope, and reports whether it did: a dash or
// a colon between blanks, or a pipe that nothing known follows.
func (l *learner) separator() bool {
	if l.fields == 0 {
		return false
	}
	c, rest := l.s[l.i], l.rest(1)
	ends := len(rest) == 0 || rest[0] == ' '
	switch {
	case c == '-' && bytes.HasPrefix(rest, []byte("--")) && (len(rest) == 2 || rest[2] == ' '):
		l.boot = true
		l.same(3)
		if l.i < len(l.s) {
			l.same(1)
		}
		l.groups()
		return l.i >= len(l.s)
	case c == '|' && (l.piped || ends || levelBetweenPipes(rest)):
		l.piped = true
		l.same(1)
		return l.pipes()
	case (c == '-' || c == ':') && ends, c == '>' && ends:
		if l.thread || l.logger || l.level {
			l.same(min(2, len(rest)+1))
			if n := methodAndLine(l.rest(0)); n > 0 {
				l.out = append(l.out, "[%method,%line] - "...)
				l.i += n
				l.fields += 2
			}
			return true
		}
		l.same(1)
		return false
	}
	return false
}

// levelBetweenPipes reports whether one of the first fields of s is a level.
func levelBetweenPipes(s []byte) bool {
	for range 4 {
		end := bytes.IndexByte(s, '|')
		if end < 0 {
			return false
		}
		field := bytes.Trim(s[:end], " ")
		if len(field) > 0 && levelAt(field, 0) == len(field) {
			return true
		}
		s = s[end+1:]
	}
	return false
}

// methodAndLine is the length of a "[debug,137] - ".
func methodAndLine(s []byte) int {
	end := bytes.IndexByte(s, ']')
	if end < 0 || s[0] != '[' || !bytes.HasPrefix(s[end:], []byte("] - ")) {
		return 0
	}
	comma := bytes.IndexByte(s[:end], ',')
	if comma < 0 || !isNumeral(s[comma+1:end]) || !isName(s[1:comma]) {
		return 0
	}
	return end + len("] - ")
}

// groups takes the brackets that Spring Boot 3 puts between its dashes and the
// logger: application, group, thread and correlation, all but the thread optional.
func (l *learner) groups() {
	var starts [8]int // of the groups
	n, i := 0, l.i
	correlated := false
	for n < len(starts) && i < len(l.s) && l.s[i] == '[' {
		end := bracketEnd(l.s, i)
		if end < 0 {
			break
		}
		starts[n] = i
		n++
		correlated = isCorrelation(l.s[i+1 : end])
		i = skipBlanks(l.s, end+1, 2)
	}
	thread := n - 1
	if correlated && n > 1 {
		thread--
	}
	for k := range n {
		end := bracketEnd(l.s, starts[k])
		if k == thread {
			l.out = append(l.out, "[%15.15t]"...)
			l.thread = true
		} else {
			l.out = append(l.out, "[%X]"...)
		}
		l.fields++
		l.i = end + 1
		if l.i < len(l.s) && l.s[l.i] == ' ' {
			l.same(1)
		}
	}
	if w := bytes.IndexByte(l.rest(0), ' '); w > 0 {
		if at := skipBlanks(l.s, l.i+w, 60); at > l.i+w && (bytes.HasPrefix(l.s[at:], []byte(": ")) || bytes.Equal(l.s[at:], []byte(":"))) {
			l.i = at
			l.field(0, "%-40.40logger{39} ")
			l.logger = true
		}
	}
}

// isCorrelation reports whether the content of a bracket is that of Boot's
// correlation id: trace and span in hexadecimal, or blanks.
func isCorrelation(s []byte) bool {
	for _, c := range s {
		if c != '-' && c != ' ' && (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) == 0 || len(s) >= 16
}

// pipes takes fields between pipes. It reports whether the message begins.
func (l *learner) pipes() bool {
	for {
		if l.i < len(l.s) && l.s[l.i] == ' ' {
			l.same(1)
		}
		end := bytes.IndexByte(l.rest(0), '|')
		if end < 0 || end > 100 {
			return true
		}
		content := bytes.TrimRight(l.rest(0)[:end], " ")
		text := bytes.TrimLeft(content, " ")
		n, blanks := len(content), end-len(content)
		switch {
		case !l.date && isStamp(text, l.order):
			l.i += n - len(text)
			l.stamp()
		case !l.level && levelAt(text, 0) == len(text) && len(text) > 0:
			l.level = true
			l.field(end-min(1, blanks), "%-5level")
		case len(text) == 0 || isMessage(text):
			return true
		case isCaller(text):
			l.padded(n, blanks, "caller")
		case !l.logger && isClass(text) && (bytes.IndexByte(text, '.') > 0 || l.thread || string(text) == "p6spy"):
			l.logger = true
			l.padded(n, blanks, "logger")
		case !l.thread && !isNumeral(text):
			l.thread = true
			l.padded(n, blanks, "thread")
		default:
			l.padded(n, blanks, "X")
		}
		if l.i < len(l.s) && l.s[l.i] == ' ' {
			l.same(1)
		}
		if l.i >= len(l.s) || l.s[l.i] != '|' {
			return true
		}
		l.same(1)
	}
}

// padded takes a field of n bytes that blanks follow; all of them but the last
// are its padding.
func (l *learner) padded(n, blanks int, word string) {
	if blanks > 1 {
		n += blanks - 1
		word = "-" + strconv.Itoa(n) + word
	}
	l.field(n, "%"+word)
}

// isMessage reports whether text between pipes is more than a field of an envelope.
func isMessage(s []byte) bool {
	return len(s) > 60 || bytes.IndexByte(s, '\'') >= 0 || bytes.IndexByte(s, '=') >= 0 && bytes.IndexByte(s, ' ') >= 0 || isNumeral(s) && len(s) > 7
}

// isStamp reports whether all of s is a stamp with a date, or a time of day.
func isStamp(s []byte, order DateOrder) bool {
	_, n, ok := parseStampIn(s, order)
	return ok && n > 7 && zoneWord(s, n) == len(s) && !isNumeral(s)
}

// zoneWord returns where the abbreviation of a zone ends that follows at n, or n.
func zoneWord(s []byte, n int) int {
	i := n
	if i < len(s) && s[i] == ' ' {
		i++
		for i < len(s) && i < n+5 && s[i] >= 'A' && s[i] <= 'Z' {
			i++
		}
	}
	if i < n+4 || i < len(s) && s[i] != ']' && s[i] != '>' {
		return n
	}
	return i
}

// stamp takes a time stamp.
func (l *learner) stamp() bool {
	t := l.rest(0)
	_, n, ok := parseStampIn(t, l.order)
	if !ok || n < 8 || isNumeral(t[:n]) && n < 14 {
		return false
	}
	if l.date && (l.twice || n >= len(t) || t[n] != ' ' || l.level && !l.sphere) {
		return false // a second one is that of a log inside another
	}
	if l.twice = l.date; l.twice {
		l.level, l.thread, l.logger = false, false, false
	}
	n = zoneWord(t, n)
	if n < len(t) && bytes.IndexByte([]byte(" ])>|,;:-\t"), t[n]) < 0 {
		return false
	}
	l.date = true
	if p := describeStamp(t[:n], l.order); p != "" {
		l.field(n, "%d{"+p+"}")
	} else {
		l.field(n, "%d")
	}
	return true
}
