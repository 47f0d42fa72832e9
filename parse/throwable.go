package parse

import "bytes"

// frameLine reports whether line is a frame of a stack trace, or what stands
// between frames: "Caused by: …", "... 12 more".
func frameLine(line []byte) bool {
	t := bytes.TrimLeft(line, " \t")
	switch {
	case bytes.HasPrefix(t, []byte("Caused by: ")), bytes.HasPrefix(t, []byte("Wrapped by: ")), bytes.HasPrefix(t, []byte("Suppressed: ")):
		return true
	case len(t) == len(line):
		return false
	case bytes.HasPrefix(t, []byte("at ")):
		return bytes.IndexByte(t, '(') > 0
	}
	return len(t) > 4 && string(t[:4]) == "... " && t[4] >= '0' && t[4] <= '9'
}

// thrownAt returns where the exception at the end of text begins, at the start
// of a line behind the first; len(text) if there is none. What comes before may
// be SQL, so the line with the class is looked for upwards from the first frame;
// without a frame it must be the last of its kind.
func thrownAt(text []byte) int {
	end := len(text)
	if at := firstFrame(text); at > 0 {
		end = at - 1
	}
	for {
		nl := bytes.LastIndexByte(text[:end], '\n')
		if nl < 0 {
			return len(text)
		}
		if isThrown(text[nl+1 : end]) {
			return nl + 1
		}
		end = nl
	}
}

// firstFrame returns where the first line of text behind its first that is a
// frame starts, or -1.
func firstFrame(text []byte) int {
	for at := 0; ; {
		nl := bytes.IndexByte(text[at:], '\n')
		if nl < 0 {
			return -1
		}
		at += nl + 1
		if at < len(text) && (text[at] == ' ' || text[at] == '\t') && bytes.HasPrefix(trimLeftBlanks(text[at:]), []byte("at ")) {
			if line, _ := cutLine(text[at:]); frameLine(line) {
				return at
			}
		}
	}
}

// thrown returns the first line of the exception that text begins with, blank
// lines aside; nil if it begins with none.
func thrown(text []byte) []byte {
	line, rest := cutLine(bytes.TrimLeft(text, "\r\n"))
	if isThrown(line) {
		return trimSpace(line)
	}
	if next, _ := cutLine(rest); len(line) > 0 && !frameLine(line) && frameLine(next) {
		return trimSpace(line)
	}
	return nil
}
