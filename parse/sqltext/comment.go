package sqltext

import "bytes"

// endLine returns the index of the line break that ends the comment at i.
func endLine(src []byte, i int) int {
	for i < len(src) && src[i] != '\n' && src[i] != '\r' {
		i++
	}
	return i
}

// endComment returns the index behind the comment /* … */ at i. Comments nest, as in PostgreSQL, unless that would leave one open to the
// end of the text; then they close at the first */, as in MySQL and Oracle, from there on.
func (l *lexer) endComment(i int) int {
	src := l.src
	first := i + 2
	if !l.flat {
		for j, depth := first, 1; ; {
			k := bytes.IndexByte(src[j:], '/')
			if k < 0 {
				l.flat = true
				break
			}
			k += j
			j = k + 1
			if k > first && src[k-1] == '*' {
				if depth--; depth == 0 {
					return j
				}
				first = j
			} else if at(src, j) == '*' {
				depth++
				j++
				first = j
			}
		}
	}
	if k := bytes.Index(src[i+2:], []byte("*/")); k >= 0 {
		return i + 2 + k + 2
	}
	return len(src)
}

// ahead returns the index of the first byte at or behind i that is no white space and in no comment.
func (l *lexer) ahead(i int) int {
	src := l.src
	for {
		i = skipSpace(src, i)
		switch c := at(src, i); {
		case c == '-' && at(src, i+1) == '-':
			i = endLine(src, i)
		case c == '/' && at(src, i+1) == '*':
			i = l.endComment(i)
		default:
			return i
		}
	}
}

// tag returns what a comment says to a program: the hint /*+ … */ or --+ …, the conditional code /*! … */ of MySQL, and the
// key='value' pairs of sqlcommenter. It is empty for a comment that is for people.
func tag(comment []byte) []byte {
	c := comment[min(2, len(comment)):]
	if comment[0] == '/' {
		c = bytes.TrimSuffix(c, []byte("*/"))
	} else if comment[0] != '-' {
		return nil
	}
	if len(c) > 0 && (c[0] == '+' || c[0] == '!' && comment[0] == '/') {
		return c
	}
	c = bytes.TrimSpace(c)
	eq := bytes.Index(c, []byte("='"))
	if eq <= 0 || c[len(c)-1] != '\'' || comment[0] != '/' {
		return nil
	}
	for _, b := range c[:eq] {
		if !wordBytes[b] && b != '%' && b != '-' && b != '.' {
			return nil
		}
	}
	return c
}
