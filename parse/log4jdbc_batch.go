package parse

import (
	"bytes"

	"jdbclog/parse/sqltext"
)

var l4Warning = []byte("{WARNING: Statement used to run SQL} ")

// text sets r's SQL: t without what log4jdbc has added. A batch,
//
//	batching 2 statements:
//	1:  insert into t(a) values (1)
//	2:  insert into t(a) values (2)
//
// becomes its statements with ";" and a line break between them.
func (f Log4jdbc) text(r *Record, p *Parser, t []byte) {
	t = trimSpace(t)
	t = trimSpace(bytes.TrimPrefix(t, l4Warning))
	r.SQL = t
	rest, ok := bytes.CutPrefix(t, []byte("batching "))
	if !ok {
		return
	}
	n, end := leadingNumber(rest)
	body, ok := bytes.CutPrefix(rest[end:], []byte(" statements:"))
	if end == 0 || !ok || n > 1<<30 || len(body) > 0 && !isSpace(body[0]) && string(body) != ";" {
		return
	}
	r.Kind, r.BatchSize = BatchKind, int32(n)
	r.SQL = trimSpace(body)
	starts := l4Statements(p.marks[:0], body, int(n), true)
	if len(starts) < int(n) {
		starts = l4Statements(starts[:0], body, int(n), false)
	}
	p.marks = starts
	if len(starts) == int(n) && n > 0 {
		r.SQL, r.Stmt = l4Join(p, body, starts)
	}
}

// l4Statements appends where the numbered statements of a batch begin, up to n
// of them. quotes says that numbers inside literals are none; without it they
// must begin a line.
func l4Statements(dst []int, body []byte, n int, quotes bool) []int {
	for i := 0; i < len(body) && len(dst) < n; i++ {
		switch c := body[i]; {
		case c == '\'' && quotes && len(dst) > 0:
			end := bytes.IndexByte(body[i+1:], '\'')
			if end < 0 {
				return dst
			}
			i += 1 + end
		case isSpace(c) && i+1 < len(body) && body[i+1] >= '0' && body[i+1] <= '9':
			v, end := leadingNumber(body[i+1:])
			s := body[i+1+end:]
			if v == int64(len(dst)+1) && len(s) > 1 && s[0] == ':' && isSpace(s[1]) && (quotes || l4BeginsLine(body, i)) {
				dst = append(dst, i)
				i += end
			}
		}
	}
	return dst
}

// l4BeginsLine reports whether nothing but blanks stands before body[i] on its line.
func l4BeginsLine(body []byte, i int) bool {
	for i >= 0 && body[i] == ' ' {
		i--
	}
	return i < 0 || body[i] == '\n'
}

// l4Join makes one text of the statements that begin at starts. When they are
// all the same but for their values, stmt is what is known of one of them.
func l4Join(p *Parser, body []byte, starts []int) (sql []byte, stmt *sqltext.Stmt) {
	sql = p.Batch().Alloc(len(body))[:0]
	same := true
	for i, from := range starts {
		to := len(body)
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		s := body[from:to]
		s = trimSpace(s[bytes.IndexByte(s, ':')+1:])
		if i > 0 {
			if len(sql) > 0 && sql[len(sql)-1] == ';' {
				sql = append(sql, '\n')
			} else {
				sql = append(sql, ";\n"...)
			}
		}
		sql = append(sql, s...)
		if !same {
			continue
		}
		if one := p.norm.Stmt(s); stmt == nil {
			stmt = one
		} else if one.Digest != stmt.Digest {
			stmt, same = nil, false
		}
	}
	return sql, stmt
}
