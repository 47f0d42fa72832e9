package parse

import (
	"bytes"

	"jdbclog/parse/sqltext"
)

// pgNamesakes is how many statements of one name are kept where the log does not
// tell connections apart, each of which names its statements S_1, S_2 …
const pgNamesakes = 8

// nameKey is where the statements of that name of a connection are held.
func (f *pgFolder) nameKey(conn, name []byte) []byte {
	f.key = append(append(append(f.key[:0], conn...), 0), name...)
	return f.key
}

// remember holds the text of x, which was parsed under a name, for executions to
// come. lines of it are not taken by a record.
func (f *pgFolder) remember(x *Held, lines int32, out *Out) {
	key := f.nameKey(x.Conn, x.Method)
	stack := f.Stack(key)
	for i, n := range stack {
		if x.Conn != nil || bytes.Equal(n.Prepared, x.Prepared) || i == 0 && len(stack) == pgNamesakes {
			out.Skip(&n.Record)
			f.Drop(n)
			break
		}
	}
	r := Record{Part: pgNamed, Format: x.Format, Prepared: x.Prepared, Stmt: x.Stmt, Conn: x.Conn, Method: x.Method, Flags: x.Flags & Truncated,
		Offset: x.Offset, StartLine: x.StartLine, EndLine: x.EndLine, Lines: lines}
	f.Push(key, &r)
}

// forget lets go of a statement that the driver closes.
func (f *pgFolder) forget(conn, name []byte, out *Out) {
	if n := f.Top(f.nameKey(conn, name)); n != nil {
		out.Skip(&n.Record)
		f.Drop(n)
	}
}

// parsed finds the statement that was just parsed and that r's values are for:
// of several the oldest of as many values.
func (f *pgFolder) parsed(stack []*Held, r *Record) *Held {
	var first *Held
	for _, x := range stack {
		if x.Part != pgParsed || string(x.Method) != string(r.Method) {
			continue
		}
		if first == nil {
			first = x
			continue
		}
		switch n := pgValueCount(r.Extra); {
		case f.marks.most(first.Prepared) == n:
			return first
		case f.marks.most(x.Prepared) == n:
			return x
		}
	}
	return first
}

// named holds an execution of a prepared statement. Of several of that name it is
// the latest of as many values.
func (f *pgFolder) named(key []byte, r *Record) *Held {
	x := f.Push(key, r)
	if r.Method == nil {
		return x
	}
	stack := f.Stack(f.nameKey(r.Conn, r.Method))
	if len(stack) == 0 {
		return x
	}
	n, fits := stack[len(stack)-1], 0
	if len(stack) > 1 {
		count := pgValueCount(r.Extra)
		for i := len(stack) - 1; i >= 0; i-- {
			if f.marks.most(stack[i].Prepared) == count {
				if fits++; fits == 1 {
					n = stack[i]
				}
			}
		}
	}
	if fits > 1 {
		x.Flags |= Ambiguous
	}
	x.Prepared, x.Stmt, x.Need = n.Prepared, n.Stmt, min(x.Need, n.Need)
	x.Flags |= n.Flags
	if n.Lines > 0 {
		x.Offset, x.StartLine = n.Offset, n.StartLine
		x.Lines += n.Lines
		n.Lines = 0
	}
	f.Changed(x)
	return x
}

// pgMarks counts placeholders.
type pgMarks []sqltext.Placeholder

// most is the highest number of a placeholder in text.
func (m *pgMarks) most(text []byte) (n int) {
	*m = sqltext.AppendDollarPlaceholders((*m)[:0], text)
	for _, x := range *m {
		n = max(n, x.Number)
	}
	return n
}

// pgValueCount is the number of the values of a Bind.
func pgValueCount(t []byte) (n int) {
	for len(t) > 0 && t[0] == '$' {
		_, w := digits(t, 1, 6)
		t = t[1+w:]
		if w == 0 || !bytes.HasPrefix(t, []byte("=<")) {
			break
		}
		n++
		t = t[2:]
		if i := bytes.IndexByte(t, '\''); i == 0 || i == 1 && t[0] == '(' {
			t = t[min(len(t), i+quotedLen(t[i:])):]
		}
		i := bytes.Index(t, []byte(",$"))
		if i < 0 {
			break
		}
		t = t[i+1:]
	}
	return n
}
