package parse

import "bytes"

// cri is the log file of containerd and CRI-O, the node's files of Kubernetes. P
// marks a piece of a line, F its end.
//
//	2024-06-03T15:33:20.140123456Z stdout F text
type cri struct{}

func (cri) String() string { return "cri" }
func (cri) New() Unwrapper { return &criLines{} }

func (cri) wraps(line []byte) (bool, int) {
	_, _, _, n := criHead(line)
	return n > 0, 0
}

// criHead reads what stands before the text, which begins at n.
func criHead(line []byte) (t stamp, stream int, ends bool, n int) {
	t, n, ok := parseStamp(line)
	if !ok || !t.hasOffset || t.dayOnly || !bytes.HasPrefix(line[n:], []byte(" std")) || len(line) < n+9 {
		return t, 0, false, 0
	}
	switch string(line[n+1 : n+7]) {
	case "stdout":
	case "stderr":
		stream = 1
	default:
		return t, 0, false, 0
	}
	tag := line[n+8:]
	if line[n+7] != ' ' || tag[0] != 'P' && tag[0] != 'F' {
		return t, 0, false, 0
	}
	end := bytes.IndexByte(tag, ' ')
	if end < 0 { // an editor took the last blank
		end = len(tag)
	}
	if end > 1 && tag[1] != ':' || end > 100 {
		return t, 0, false, 0
	}
	return t, stream, tag[0] == 'F', n + 8 + end + 1
}

type criLines struct{ joiner }

func (c *criLines) Unwrap(dst, line []byte) (out []byte, x Unwrapped) {
	t, stream, ends, n := criHead(line)
	if n == 0 {
		return c.whole(dst, line)
	}
	at := len(dst)
	return c.add(append(dst, line[min(n, len(line)):]...), at, stream, t, ends)
}

// prefix is an Unwrapper of lines that have something before the text, each for
// itself: head returns where the text begins, 0 if there is no such thing.
type prefix struct {
	head func(line []byte) (n int, t stamp)
}

func (p prefix) Unwrap(dst, line []byte) (out []byte, x Unwrapped) {
	n, t := p.head(line)
	return append(dst, line[min(n, len(line)):]...), Unwrapped{Done: true, Stamp: t}
}

func (p prefix) Rest(dst []byte) []byte { return dst }

// kubectl is what `kubectl logs --timestamps --prefix` and `docker logs -t` print.
//
//	[pod/app-7/app] 2024-06-03T15:33:20.140123456Z text
type kubectl struct{}

func (kubectl) String() string { return "kubectl" }
func (kubectl) New() Unwrapper { return prefix{kubectlHead} }

// wraps wants more than milliseconds: layouts print stamps with these.
func (kubectl) wraps(line []byte) (bool, int) {
	n, t := kubectlHead(line)
	_, w := digits(line, bytes.IndexByte(line[:min(n, len(line))], '.')+1, 9)
	return n > 0 && (line[0] == '[' || t != stamp{} && w >= 6), 0
}

func kubectlHead(line []byte) (n int, t stamp) {
	if bytes.HasPrefix(line, []byte("[pod/")) {
		if n = bytes.IndexByte(line, ']') + 1; n == 0 || n < len(line) && line[n] != ' ' {
			return 0, t
		}
		n++
	}
	if n >= len(line) {
		return n, t
	}
	t, w, ok := parseStamp(line[n:])
	if !ok || !t.hasOffset || t.dayOnly || line[n]|1 == '[' {
		return n, stamp{}
	}
	if n += w; n < len(line) && line[n] != ' ' {
		return n - w, stamp{}
	}
	return n + 1, t
}

// compose is what `docker compose up` and `docker compose logs` print: the name
// of the service, padded, and a pipe, perhaps in colour.
//
//	app-1  | text
type compose struct{}

func (compose) String() string { return "compose" }
func (compose) New() Unwrapper { return prefix{composeHead} }

func (compose) wraps(line []byte) (bool, int) {
	n, _ := composeHead(line)
	return n > 0, bytes.IndexByte(line, '|')
}

func composeHead(line []byte) (n int, t stamp) {
	if n < len(line) && line[n] == esc {
		n += sgr(line)
	}
	name := n
	for n < len(line) && (isLetter(line[n]) || line[n] >= '0' && line[n] <= '9' || line[n] == '-' || line[n] == '_' || line[n] == '.') {
		n++
	}
	blank := skipBlanks(line, n, 100)
	if n == name || blank == n || levelAt(line, name) == n-name || blank >= len(line) || line[blank] != '|' {
		return 0, t
	}
	n = blank + 1
	if n < len(line) && line[n] == esc {
		n += sgr(line[n:])
	}
	if n < len(line) && line[n] != ' ' {
		return 0, t
	}
	return n + 1, t
}

// tanuki is the Java Service Wrapper: the level, who speaks, and the time before
// each line.
//
//	INFO   | jvm 1    | 2024/06/03 15:33:20 | text
type tanuki struct{}

func (tanuki) String() string { return "tanuki" }
func (tanuki) New() Unwrapper { return prefix{tanukiHead} }

func (tanuki) wraps(line []byte) (bool, int) {
	n, _ := tanukiHead(line)
	return n > 0, n
}

func tanukiHead(line []byte) (n int, t stamp) {
	for n < len(line) && line[n] >= 'A' && line[n] <= 'Z' {
		n++
	}
	if n < 4 || n > 8 {
		return 0, t
	}
	n = skipBlanks(line, n, 8)
	who, ok := bytes.CutPrefix(line[n:], []byte("| "))
	if !ok || !bytes.HasPrefix(who, []byte("jvm ")) && !bytes.HasPrefix(who, []byte("wrapper ")) {
		return 0, t
	}
	bar := bytes.IndexByte(who[:min(len(who), 24)], '|')
	if bar < 0 || bar+2 > len(who) {
		return 0, t
	}
	n += 2 + bar + 2
	t, w, ok := parseStamp(line[n:])
	if !ok || !bytes.HasPrefix(line[n+w:], []byte(" |")) {
		return 0, stamp{}
	}
	return n + w + 3, t
}
