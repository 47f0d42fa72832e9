package parse

import (
	"bytes"

	"jdbclog/parse/sqltext"
)

const (
	l4Reach = 128 << 10 // bytes of the file for which a record waits for its return value and rows
	l4Crowd = 64        // statements that wait for their end, when the log has no thread
)

// log4jdbcFolder makes one record of what several loggers tell of an execution.
//
// Entries belong together by thread, or else by connection and text. sqlonly
// waits for its sqltiming; the three reports of a failure become one, with the
// lines of the last; a record waits for what its call returned and for its
// result's rows until its thread goes on. Lines of the other loggers are
// skipped.
type log4jdbcFolder struct {
	queue
	last *Held // pushed by the item before, if it was
}

// More bits of Record.Depth, of what is held.
const (
	l4Counted = 8 << iota // what the call returned is known
	l4Tabled              // its result was seen
)

func (f *log4jdbcFolder) Fold(r *Record, out *Out) {
	last := f.last
	f.last = nil
	switch r.Part {
	case l4Return:
		f.returned(r, last, out)
	case l4Count:
		if x := f.latest(r); x != nil && x.UpdateCount == Unknown {
			x.UpdateCount = r.UpdateCount
		}
		out.Skip(r)
	case l4Rows:
		if x := f.latest(r); x != nil && x.Depth&l4Tabled == 0 && x.returnsRows() {
			x.Rows = r.Rows
			x.Depth |= l4Tabled
		}
		out.Skip(r)
	default:
		f.begin(r, out)
	}
	f.release(r.Offset, out)
}

// returnsRows reports whether the statement may have a result set that is its own.
func (x *Held) returnsRows() bool {
	return x.Stmt != nil && (x.Stmt.Type == sqltext.Select || x.Stmt.Type == sqltext.Call || x.Stmt.Type == sqltext.Other)
}

// begin takes an entry that carries SQL, or a commit or rollback: it goes on
// with an execution of which another logger has told, or settles what its
// thread has done before.
func (f *log4jdbcFolder) begin(r *Record, out *Out) {
	var old *Held // the same execution, as another logger has it
	stack := f.Stack(r.Thread)
	for _, x := range stack {
		if old == nil && x.goesOn(r) {
			old = x
		}
	}
	for i := 0; i < len(stack); {
		x := stack[i]
		if x == old || x.keeps(r, old) {
			i++
			continue
		}
		f.end(x, out)
		stack = f.Stack(r.Thread)
	}
	need := r.Offset
	if old != nil {
		need = old.Need
		old.addTo(r)
		out.Skip(&old.Record)
		f.drop(old)
	}
	x := f.push(r.Thread, r)
	x.Need = min(x.Need, need)
	f.last = x
	if r.Part == Whole || r.Part == l4Error && r.Depth&l4ByTiming != 0 {
		f.Settle(x)
	}
	if r.Part == l4Only && r.Thread == nil && len(f.Stack(nil)) > l4Crowd {
		f.end(f.Stack(nil)[0], out)
	}
}

// end ends x's waiting.
func (f *log4jdbcFolder) end(x *Held, out *Out) {
	f.Settle(x)
	if x.passed {
		f.emit(x, out)
	}
}

// goesOn reports whether r is a later report of x's execution.
func (x *Held) goesOn(r *Record) bool {
	if !x.sameConn(r) || x.Kind != r.Kind || !bytes.Equal(x.SQL, r.SQL) {
		return false
	}
	switch x.Part {
	case l4Only:
		return r.Part == l4Timing || r.Part == l4Error
	case l4Error:
		return r.Part == l4Error && x.Depth&r.Depth == 0 && bytes.Equal(x.Error, r.Error)
	}
	return false
}

// keeps reports whether x may still be joined by others after r: it is of
// another connection, or an entry that r, or what r goes on with, repeats.
func (x *Held) keeps(r *Record, old *Held) bool {
	if x.repeats(r) || old != nil && x.repeats(&old.Record) {
		return true
	}
	if r.Thread != nil {
		return false
	}
	return !x.sameConn(r) || x.Part == l4Only && (x.Conn == nil || r.Conn == nil)
}

func (x *Held) sameConn(r *Record) bool {
	return x.Conn == nil || r.Conn == nil || bytes.Equal(x.Conn, r.Conn)
}

// repeats reports whether r is the same entry again, as additive appenders write it.
func (x *Held) repeats(r *Record) bool {
	return x.Part == r.Part && x.Time == r.Time && x.Time != NoTime && x.Runtime == r.Runtime && bytes.Equal(x.SQL, r.SQL) && bytes.Equal(x.Conn, r.Conn)
}

// addTo adds to r what only x knows.
func (x *Held) addTo(r *Record) {
	if r.Conn == nil {
		r.Conn = x.Conn
	}
	if r.Method == nil {
		r.Method = x.Method
	}
	if r.Error == nil {
		r.Error = x.Error
	}
	if x.Part == l4Error {
		r.Depth |= x.Depth
	}
}

// returned takes what an execute method returned. Without another logger's
// entry it is the execution's record itself, if the call shows the SQL.
func (f *log4jdbcFolder) returned(r *Record, last *Held, out *Out) {
	for _, x := range f.Stack(r.Thread) {
		if x.Part != l4Timing && x.Part != l4Only || x.Depth&l4Counted != 0 || !x.sameConn(r) {
			continue
		}
		if r.Thread == nil && x.Conn == nil && x != last {
			continue // it may be another thread's
		}
		x.Depth |= l4Counted
		x.UpdateCount = r.UpdateCount
		if x.Conn == nil {
			x.Conn = r.Conn
		}
		if x.Method == nil {
			x.Method = r.Method
		}
		f.Changed(x)
		out.Skip(r)
		return
	}
	if r.Extra == nil {
		out.Skip(r)
		return
	}
	r.SQL, r.Extra = r.Extra, nil
	r.Part, r.Depth = l4Timing, l4Counted
	f.begin(r, out)
}

// latest is the last execution of r's thread, or of anyone when there are no
// threads, that may still change.
func (f *log4jdbcFolder) latest(r *Record) *Held {
	stack := f.Stack(r.Thread)
	for i := len(stack) - 1; i >= 0; i-- {
		if x := stack[i]; x.Part != l4Error && x.sameConn(r) {
			return x
		}
	}
	return nil
}

// release emits what is settled, in order, as far as nothing before it waits;
// offset is where the file has come to.
func (f *log4jdbcFolder) release(offset int64, out *Out) {
	for {
		if x := f.front; x != nil && x.Part != l4Only && offset-x.Last > l4Reach {
			f.Settle(x)
		}
		x := f.due(offset)
		if x == nil {
			return
		}
		f.emit(x, out)
	}
}

func (f *log4jdbcFolder) emit(x *Held, out *Out) {
	x.Depth, x.Extra = 0, nil
	out.Emit(&x.Record)
	if f.last == x {
		f.last = nil
	}
	f.drop(x)
}

// Close emits x. The log may go on to tell more of it, but the record is whole.
func (f *log4jdbcFolder) Close(x *Held, out *Out) { f.emit(x, out) }
