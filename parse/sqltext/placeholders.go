package sqltext

// AppendPlaceholders appends to dst the byte offsets of the ? placeholders of sql, in order: those outside literals, comments, dollar
// quotes and quoted names that are no operator of jsonb (?|, ?&, ??, and col ? 'key', where it is certain).
func AppendPlaceholders(dst []int, sql []byte) []int {
	var l lexer
	l.reset(sql)
	for t := l.next(); t != tEnd; t = l.next() {
		if t == tMark {
			dst = append(dst, l.start)
		}
	}
	return dst
}

// Placeholder is a numbered placeholder such as $1: its bytes are sql[Start:End].
type Placeholder struct {
	Start, End int
	Number     int
}

// AppendDollarPlaceholders appends to dst the placeholders $1, $2 … of sql, in order of appearance, by the rules of AppendPlaceholders.
func AppendDollarPlaceholders(dst []Placeholder, sql []byte) []Placeholder {
	var l lexer
	l.reset(sql)
	for t := l.next(); t != tEnd; t = l.next() {
		if t == tDollar {
			dst = append(dst, Placeholder{l.start, l.end, number(sql[l.start+1 : l.end])})
		}
	}
	return dst
}

// number reads digits; what no driver takes is the largest number.
func number(digits []byte) int {
	const most = 1<<31 - 1
	n := 0
	for _, c := range digits {
		if isDigit(c) {
			n = min(n*10+int(c-'0'), most)
		}
	}
	return n
}
