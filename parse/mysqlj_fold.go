package parse

import "bytes"

// mysqljFolder makes one record of a slow query and the event of the same
// execution behind it, and gives an EXECUTE the text that was prepared. Slow
// queries are held under their connection, or under none, prepared statements
// under connection and statement.
type mysqljFolder struct {
	queue
	key []byte // scratch
}

func (f *mysqljFolder) Fold(r *Record, out *Out) {
	switch r.Part {
	case myPrepare:
		f.prepared(r, out)
	case mySlow:
		f.goOn(r, out)
		f.push(r.Conn, r)
	case myExecute:
		if x := f.Top(f.stmtKey(r)); x != nil {
			if r.Prepared == nil {
				r.Prepared, r.Stmt = x.Prepared, x.Stmt
			}
			if len(r.SQL) == 0 {
				r.SQL = nil
			}
			f.touch(x, &Record{Offset: r.Offset})
		}
		f.executed(r, out)
	default:
		f.executed(r, out)
	}
	for x := f.due(r.Offset); x != nil; x = f.due(r.Offset) {
		f.Close(x, out)
	}
}

// stmtKey is where the prepared statement of r is held.
func (f *mysqljFolder) stmtKey(r *Record) []byte {
	f.key = append(append(append(f.key[:0], r.Conn...), 0), r.Extra...)
	return f.key
}

// prepared remembers a statement.
func (f *mysqljFolder) prepared(r *Record, out *Out) {
	key := f.stmtKey(r)
	for x := f.Top(key); x != nil; x = f.Top(key) {
		f.drop(x)
	}
	x := f.push(key, r)
	x.Lines, x.Idle = 0, true
	out.Skip(r)
}

// executed takes an execution, with what a slow query before it tells of it.
func (f *mysqljFolder) executed(r *Record, out *Out) {
	x := f.slow(r)
	if x == nil {
		f.goOn(r, out)
		f.settle(f.push(r.Conn, r), out)
		return
	}
	both := *r
	both.Lines, both.StartLine, both.Offset = x.Lines, x.StartLine, x.Offset
	x.Record = both
	f.touch(x, r)
	f.settle(x, out)
}

// slow finds the slow query of the same execution. Those that are logged without
// a connection are told by their text.
func (f *mysqljFolder) slow(r *Record) *Held {
	if r.Conn != nil {
		if x := f.Top(r.Conn); x != nil && x.Part == mySlow && bytes.Equal(x.SQL, r.SQL) && bytes.Equal(x.Extra, r.Extra) {
			return x
		}
	}
	for _, x := range f.Stack(nil) {
		if x.Part == mySlow && x.Runtime == r.Runtime && bytes.Equal(x.SQL, r.SQL) && bytes.Equal(x.Thread, r.Thread) {
			return x
		}
	}
	return nil
}

// goOn settles the slow query that r follows on the same connection, or, of those
// without one, in the same thread.
func (f *mysqljFolder) goOn(r *Record, out *Out) {
	if r.Conn == nil && r.Part != mySlow {
		return
	}
	stack := f.Stack(r.Conn)
	for i := len(stack) - 1; i >= 0; i-- {
		if x := stack[i]; r.Conn != nil || bytes.Equal(x.Thread, r.Thread) {
			f.settle(x, out)
		}
	}
}

// Close emits a slow query, or what waits behind one; nothing is missing.
func (f *mysqljFolder) Close(x *Held, out *Out) {
	if x.Part != myPrepare {
		out.Emit(&x.Record)
	}
	f.drop(x)
}
