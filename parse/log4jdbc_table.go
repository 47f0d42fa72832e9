package parse

import "bytes"

// l4TableRows counts the rows of a result's table, or returns -1 when they
// cannot be told:
//
//	|---|------|
//	|id |code  |
//	|---|------|
//	|1  |a|b   |
//	|---|------|
//
// Every row is as long as the rule, counted in the chars of Java, or longer by
// the word null. That is how a row is known whose cells have line breaks or bars
// of their own.
func l4TableRows(t []byte) int {
	t = bytes.TrimLeft(t, "\r\n")
	rule, t := cutLine(t)
	head, t := cutLine(t)
	again, t := cutLine(t)
	width := javaLength(rule)
	if !isRule(rule) || !bytes.Equal(rule, again) || javaLength(head) != width {
		return -1
	}
	rows, length := 0, 0 // length is that of an unfinished row
	for len(t) > 0 {
		end := lineEnd(t, 0)
		line := bytes.TrimSuffix(t[:end], newline)
		t = t[end:]
		if length == 0 && bytes.Equal(trimCR(line), rule) && len(trimSpace(t)) == 0 {
			return rows
		}
		if length += javaLength(line); length >= width && bytes.HasSuffix(trimCR(line), []byte{'|'}) {
			rows++
			length = 0
		} else {
			length++ // the line break
		}
	}
	return -1
}

// isRule reports whether line is "|---|------|".
func isRule(line []byte) bool {
	for _, c := range line {
		if c != '|' && c != '-' {
			return false
		}
	}
	return len(line) > 2 && line[0] == '|' && line[len(line)-1] == '|'
}

// javaLength is the length of s in UTF-16 units.
func javaLength(s []byte) int {
	n := 0
	for _, r := range string(s) {
		if n++; r > 0xffff {
			n++
		}
	}
	return n
}
