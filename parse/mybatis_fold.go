package parse

import (
	"bytes"

	"jdbclog/parse/sqltext"
)

// Bounds of what is remembered, in bytes of the file and in statements.
const (
	mbReach    = 256 << 10 // an execution that is over, for its statement to be executed again; an open one, without threads
	mbPatience = 64 << 20  // an open one
	mbMemory   = 4         // statements of a thread that may be executed again
	mbCrowd    = 256       // open ones, without threads
)

// mybatisFolder joins the messages of an execution.
//
// With a thread there is a stack for each, of nested statements: what arrives
// belongs to the innermost of its depth, and a statement ends the one of its
// depth that has not ended. Without one, messages are matched by the mapped
// statement, by the number of values, and else to the latest.
//
// ReuseExecutor prepares a statement once and logs only values from then on, so
// a statement whose execution is over is kept for a while, as mbOver.
type mybatisFolder struct{ Holder }

func (f *mybatisFolder) Fold(r *Record, out *Out) {
	f.sweep(r.Offset, out)
	switch r.Part {
	case mbStatement:
		f.prepare(r, out)
	case mbValues:
		f.values(r, out)
	case mbResult:
		f.result(r, out)
	case mbError:
		f.failed(r, out)
	default:
		if r.Thread != nil {
			f.endFrom(f.Stack(r.Thread), 0, r.Offset, out)
		}
		out.Emit(r)
	}
}

// sweep lets go of what has been held for too long.
func (f *mybatisFolder) sweep(offset int64, out *Out) {
	for x := f.Oldest(); x != nil; x = f.Oldest() {
		age := offset - x.Last
		if x.Part == mbOver && age > mbReach {
			f.Drop(x)
		} else if x.Part != mbOver && (age > mbPatience || x.Thread == nil && age > mbReach) {
			f.emit(x, out)
			f.Drop(x)
		} else {
			return
		}
	}
}

// prepare begins an execution.
func (f *mybatisFolder) prepare(r *Record, out *Out) {
	stack := f.Stack(r.Thread)
	need := r.Offset
	if r.Thread != nil {
		f.endFrom(stack, r.Depth, r.Offset, out)
	} else {
		if len(stack) > mbCrowd {
			f.Close(stack[0], out)
			stack = f.Stack(nil)
		}
		for i := len(stack) - 1; i >= 0; i-- {
			if x := stack[i]; x.Part != mbOver {
				need = min(need, x.Need) // whoever folds afresh must know of all that values could belong to
				break
			}
		}
	}
	f.forget(stack)
	x := f.Push(r.Thread, r)
	x.Need = need
	if r.Failed {
		f.end(x, r.Offset, out)
	}
}

// endFrom ends what is open at that depth or deeper: its messages will not come.
func (f *mybatisFolder) endFrom(stack []*Held, depth uint8, offset int64, out *Out) {
	for i := len(stack) - 1; i >= 0; i-- {
		if x := stack[i]; x.Part != mbOver && x.Depth >= depth {
			f.end(x, offset, out)
		}
	}
}

// forget drops the oldest statements of a stack that are over, if they are many.
func (f *mybatisFolder) forget(stack []*Held) {
	if len(stack) < mbMemory {
		return
	}
	var oldest *Held
	n := 0
	for i := len(stack) - 1; i >= 0; i-- {
		if stack[i].Part == mbOver {
			oldest = stack[i]
			n++
		}
	}
	if n >= mbMemory {
		f.Drop(oldest)
	}
}

// values takes the values of an execution.
func (f *mybatisFolder) values(r *Record, out *Out) {
	x := f.valuesOf(r)
	if x != nil && x.Part == mbValues {
		if x.Stmt != nil && x.Stmt.Type == sqltext.Select {
			f.end(x, r.Offset, out) // a query is no batch: it was executed before, and its rows not counted
			x = nil
		} else if y := f.again(r); y != nil && y.Last > x.Last {
			x = nil
		}
	}
	if x == nil {
		if x = f.again(r); x == nil {
			out.Skip(r)
			return
		}
		x.StartLine, x.EndLine, x.Offset, x.Lines, x.Time = r.StartLine, r.EndLine, r.Offset, 0, r.Time
	}
	if x.Part == mbStatement && x.SQL != nil {
		x.Prepared, x.SQL = x.SQL, nil
	}
	x.Part = mbValues
	if x.BatchSize++; x.BatchSize == 1 {
		x.Extra = r.Extra
	} else {
		x.Extra = nil // of a batch the values are not shown
	}
	x.Last = r.Offset
	f.Join(x, r)
	if r.Failed {
		x.Failed, x.Error = true, r.Error
		f.end(x, r.Offset, out)
	}
}

// valuesOf finds the open statement that r's values are for.
func (f *mybatisFolder) valuesOf(r *Record) *Held {
	stack := f.Stack(r.Thread)
	if r.Thread != nil {
		for i := len(stack) - 1; i >= 0; i-- {
			if x := stack[i]; x.Part != mbOver && x.Depth == r.Depth {
				if x.sameMapper(r) {
					return x
				}
				return nil
			}
		}
		return nil
	}
	var last, fits, batch *Held // fits is the oldest
	n := 0
	for i := len(stack) - 1; i >= 0; i-- {
		switch x := stack[i]; {
		case x.Part == mbOver || x.Depth != r.Depth || !x.sameMapper(r):
		case x.Part == mbValues:
			if batch == nil && last == nil {
				batch = x
			}
		default:
			if n++; n == 1 {
				last = x
			}
			if x.takes(r) {
				fits = x
			}
		}
	}
	switch {
	case n > 1 && fits != nil:
		return fits
	case last != nil:
		return last
	case batch != nil && batch.takes(r):
		return batch
	}
	return nil
}

// again finds a statement that is over and is executed again with r's values.
func (f *mybatisFolder) again(r *Record) *Held {
	stack := f.Stack(r.Thread)
	for i := len(stack) - 1; i >= 0; i-- {
		if x := stack[i]; x.Part == mbOver && x.Depth == r.Depth && bytes.Equal(x.Method, r.Method) && x.takes(r) {
			return x
		}
	}
	return nil
}

// takes reports whether x has as many placeholders as r has values, each as
// short as can be.
func (x *Held) takes(r *Record) bool {
	text := x.Prepared
	if text == nil {
		text = x.SQL
	}
	return len(sqltext.AppendPlaceholders(nil, text)) == countValues(r.Extra)
}

// sameMapper reports whether x and r may be of one mapped statement.
func (x *Held) sameMapper(r *Record) bool {
	return x.Method == nil || r.Method == nil || bytes.Equal(x.Method, r.Method)
}

// result takes the number of rows, which ends an execution.
func (f *mybatisFolder) result(r *Record, out *Out) {
	stack := f.Stack(r.Thread)
	at, good := -1, false
	for i := len(stack) - 1; i >= 0; i-- {
		x := stack[i]
		if x.Part == mbOver || x.Depth != r.Depth || !x.sameMapper(r) {
			continue
		}
		if r.Thread != nil {
			at = i
			break
		}
		fits := (x.Part == mbValues || x.SQL != nil) && x.mayHave(r)
		if at < 0 || fits && (!good || x.Last > stack[at].Last) {
			at, good = i, fits
		}
	}
	if at < 0 {
		out.Skip(r)
		return
	}
	x := stack[at]
	if r.Thread != nil {
		f.endFrom(stack[at+1:], r.Depth+1, r.Offset, out)
	}
	x.Rows, x.UpdateCount = r.Rows, r.UpdateCount
	if x.Runtime == Unknown && x.Time != NoTime && r.Time >= x.Time {
		x.Runtime = r.Time - x.Time
		x.Flags |= DerivedRuntime
	}
	f.Join(x, r)
	f.end(x, r.Offset, out)
}

// mayHave reports whether a statement of x's type may have the result r.
func (x *Held) mayHave(r *Record) bool {
	if x.Stmt == nil {
		return true
	}
	switch x.Stmt.Type {
	case sqltext.Select:
		return r.Rows != Unknown
	case sqltext.Insert, sqltext.Update, sqltext.Delete, sqltext.Merge, sqltext.DDL:
		return r.UpdateCount != Unknown
	}
	return true
}

// failed takes an exception. It belongs to the innermost open statement, of the
// text that it names.
func (f *mybatisFolder) failed(r *Record, out *Out) {
	stack := f.Stack(r.Thread)
	for i := len(stack) - 1; i >= 0; i-- {
		x := stack[i]
		if x.Part == mbOver || r.Extra != nil && !sameButBlanks(r.Extra, x.Text()) || r.Extra == nil && r.Thread == nil {
			continue
		}
		x.Failed, x.Error = true, r.Error
		f.Join(x, r)
		f.end(x, r.Offset, out)
		return
	}
	out.Skip(r)
}

// sameButBlanks reports whether a and b differ in white space at most.
func sameButBlanks(a, b []byte) bool {
	i, j := 0, 0
	for {
		for i < len(a) && isSpace(a[i]) {
			i++
		}
		for j < len(b) && isSpace(b[j]) {
			j++
		}
		if i == len(a) || j == len(b) {
			return i == len(a) && j == len(b)
		}
		if a[i] != b[j] {
			return false
		}
		i++
		j++
	}
}

// end emits x and keeps its statement.
func (f *mybatisFolder) end(x *Held, offset int64, out *Out) {
	f.emit(x, out)
	x.Part, x.Kind, x.Flags, x.Failed, x.Error, x.Extra = mbOver, Statement, 0, false, nil, nil
	x.Runtime, x.Rows, x.UpdateCount, x.BatchSize, x.Lines, x.took = Unknown, Unknown, Unknown, 0, 0, 0
	x.Conn, x.URL = nil, nil
	x.Last = offset
	f.resize(x)
}

// emit gives x out: a batch if it was given several sets of values.
func (f *mybatisFolder) emit(x *Held, out *Out) {
	depth := x.Depth
	x.Depth = 0
	if x.BatchSize > 1 {
		x.Kind = BatchKind
	} else {
		x.BatchSize = 0
	}
	out.Emit(&x.Record)
	x.Depth = depth
}

// Close emits what is open; its end is missing.
func (f *mybatisFolder) Close(x *Held, out *Out) {
	if x.Part != mbOver {
		x.Flags |= Truncated
		f.emit(x, out)
	}
	f.Drop(x)
}
