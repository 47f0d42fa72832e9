package parse

import (
	"bytes"

	"jdbclog/parse/sqltext"
)

// druidFolder joins the entries of an execution. They are of one thread and of
// one statement, whose number they carry; without threads, of one connection.
// Slow SQL carries no number: it stands next to its execution in the thread.
//
// A record waits for its rows until the result is closed, and for slow SQL until
// its thread goes on.
type druidFolder struct{ queue }

// druidNear is how many records of a thread are held, and how many are looked
// through for the execution of slow SQL when the log names no threads.
const druidNear = 64

// druidMemory is how many statements of a thread are remembered.
const druidMemory = 16

func (f *druidFolder) Fold(r *Record, out *Out) {
	switch r.Part {
	case druidCreated:
		f.created(r, out)
	case druidValues:
		f.goOn(r, out)
		text := f.textOf(r)
		x := f.push(druidKey(r), r)
		x.Idle, x.Prepared = true, text
		f.Changed(x)
	case druidTypes:
		if x := f.find(r); x != nil && x.Part == druidValues {
			x.URL = r.Extra
			f.touch(x, r)
		} else {
			out.Skip(r)
		}
	case druidText:
		x := f.begun(r, out)
		x.SQL, x.Stmt = r.SQL, r.Stmt
		f.Changed(x)
	case druidEnd:
		f.executed(r, out)
	case druidSlow:
		f.slow(r, out)
	case druidRow:
		f.row(r, out)
	case druidClosed:
		f.closed(r, out)
	default:
		f.goOn(r, out)
		f.Settle(f.push(druidKey(r), r))
	}
	for x := f.Oldest(); x != nil && x.Part == druidCreated && r.Offset-x.Last > queueReach; x = f.Oldest() {
		f.drop(x)
	}
	for x := f.due(r.Offset); x != nil; x = f.due(r.Offset) {
		f.emit(x, out)
	}
}

// druidKey is what the entries of an execution have in common besides the number.
func druidKey(r *Record) []byte {
	if r.Thread != nil {
		return r.Thread
	}
	return r.Conn
}

// ofStatement reports whether x is an execution of r's statement.
func (x *Held) ofStatement(r *Record) bool {
	return x.Ref>>32 == r.Ref>>32 && x.Part != druidSlow && bytes.Equal(x.Conn, r.Conn)
}

// result is the number of x's result set, 0 if the log does not tell.
func (x *Held) result() int64 { return x.Ref & 0xFFFFFFFF }

// find returns the execution that is held last of r's statement, or nil.
func (f *druidFolder) find(r *Record) *Held {
	stack := f.Stack(druidKey(r))
	for i := len(stack) - 1; i >= 0; i-- {
		if x := stack[i]; x.ofStatement(r) && x.Part != druidCreated {
			return x
		}
	}
	return nil
}

// created remembers the text of a prepared statement for a while: the end of an
// execution may not show it as it was prepared, or may be missing.
func (f *druidFolder) created(r *Record, out *Out) {
	f.goOn(r, out)
	out.Skip(r)
	r.Lines = 0
	var oldest *Held
	n := 0
	for _, x := range f.Stack(druidKey(r)) {
		if x.Part == druidCreated {
			if n++; n == 1 {
				oldest = x
			}
		}
	}
	if n >= druidMemory {
		f.drop(oldest)
	}
	f.push(druidKey(r), r).Idle = true
}

// textOf is the text of r's statement, nil if it is not remembered.
func (f *druidFolder) textOf(r *Record) []byte {
	stack := f.Stack(druidKey(r))
	for i := len(stack) - 1; i >= 0; i-- {
		if x := stack[i]; x.Part == druidCreated && x.ofStatement(r) {
			return x.Extra
		}
	}
	return nil
}

// goOn ends what cannot change any more when its thread comes to r: everything
// but other statements' results that are read, and slow SQL whose execution may
// be r.
func (f *druidFolder) goOn(r *Record, out *Out) {
	key := druidKey(r)
	for i, n := len(f.Stack(key))-1, 0; i >= 0; i, n = i-1, n+1 {
		x := f.Stack(key)[i]
		switch {
		case x.Part == druidCreated:
			if r.Part == druidClosed && x.ofStatement(r) {
				f.drop(x)
			}
		case n > druidNear:
			f.end(x, out)
		case x.Part == druidSlow && (r.Part == druidText || r.Part == druidEnd):
		case x.Part == druidEnd && x.result() > 0 && !x.ofStatement(r):
		case x.Part == druidValues && !bytes.Equal(x.Conn, r.Conn): // threads may share a name
		default:
			f.end(x, out)
		}
	}
}

// end says that nothing more will be joined to x. Values without an execution
// come to nothing.
func (f *druidFolder) end(x *Held, out *Out) {
	if x.Part == druidValues {
		out.Skip(&x.Record)
		f.drop(x)
	} else {
		f.settle(x, out)
	}
}

// begun returns what waits for the execution that r tells of, with r counted to
// it; r itself if nothing does.
func (f *druidFolder) begun(r *Record, out *Out) *Held {
	x := f.find(r)
	if x == nil || x.Part != druidValues && x.Part != druidText || x.Part == r.Part {
		f.goOn(r, out)
		return f.push(druidKey(r), r)
	}
	x.Part, x.Idle, x.Time, x.DayOnly = r.Part, false, r.Time, r.DayOnly
	f.touch(x, r)
	return x
}

// executed takes an execution.
func (f *druidFolder) executed(r *Record, out *Out) {
	x := f.begun(r, out)
	x.Kind, x.BatchSize, x.Runtime, x.UpdateCount = r.Kind, r.BatchSize, r.Runtime, r.UpdateCount
	x.Failed, x.Error = r.Failed, r.Error
	x.Ref, x.Stmt = r.Ref, r.Stmt
	if x.Kind == BatchKind || x.SQL == nil {
		x.SQL = r.SQL
	}
	if r.Failed && x.Prepared != nil && !bytes.Equal(x.Prepared, r.Prepared) && len(sqltext.AppendPlaceholders(nil, r.Prepared)) == 0 {
		x.SQL, x.Stmt = r.Prepared, nil // errors show the values too
	} else {
		x.Prepared = r.Prepared
	}
	if x.result() == 0 {
		x.Depth |= druidAnyResult
	}
	f.addSlow(x, r, out)
	f.Changed(x)
}

// row counts a row of a result. That of a query is named with it; what was run
// by execute may have several.
func (f *druidFolder) row(r *Record, out *Out) {
	x := f.find(r)
	if x == nil || x.Part != druidEnd || x.Failed || x.Ref != r.Ref && !x.mayHaveResult() {
		out.Skip(r)
		return
	}
	x.Ref = r.Ref
	x.Rows = max(x.Rows, 0) + 1
	f.touch(x, r)
}

// mayHaveResult reports whether x was run by execute and is no statement whose
// results are keys that were generated.
func (x *Held) mayHaveResult() bool {
	switch x.Stmt.Type {
	case sqltext.Insert, sqltext.Update, sqltext.Delete, sqltext.Merge:
		return false
	}
	return x.Depth&druidAnyResult != 0
}

// closed takes the end of a result or of a statement.
func (f *druidFolder) closed(r *Record, out *Out) {
	if r.Ref&0xFFFFFFFF == 0 {
		f.goOn(r, out)
	} else if x := f.find(r); x != nil && x.Part == druidEnd && x.Ref == r.Ref && x.Depth&druidAnyResult == 0 {
		f.settle(x, out)
	}
	out.Skip(r)
}

// emit gives x out; statements, and values without an execution, come to nothing.
func (f *druidFolder) emit(x *Held, out *Out) {
	if x.Part == druidCreated || x.Part == druidValues {
		out.Skip(&x.Record)
	} else {
		x.Depth &= druidJSON
		out.Emit(&x.Record)
	}
	f.drop(x)
}

// Close emits x. The end of the execution may be missing, or rows of a result
// that is still read.
func (f *druidFolder) Close(x *Held, out *Out) {
	switch {
	case x.Part == druidEnd && x.Rows > 0 && !x.Settled():
		x.Flags |= Truncated
	case x.Part == druidValues && x.Prepared != nil:
		x.Part = druidEnd
		x.Flags |= Truncated
	}
	f.emit(x, out)
}
