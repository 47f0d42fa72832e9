package parse

import "bytes"

// dspFolder drops what the listener of slow queries wrote about a query whose
// own entry follows, of the same connection. What has none is a record: the
// query had not ended, so it did not fail, and took longer than is said.
type dspFolder struct{ queue }

// dspCrowd is how many entries of one connection are held.
const dspCrowd = 64

func (f *dspFolder) Fold(r *Record, out *Out) {
	f.match(r, out)
	x := f.push(r.Conn, r)
	if r.Part == Whole {
		f.Settle(x)
	} else if stack := f.Stack(r.Conn); len(stack) > dspCrowd {
		f.end(stack[0])
		f.settle(stack[0], out)
	}
	for x := f.due(r.Offset); x != nil; x = f.due(r.Offset) {
		f.emit(x, out)
	}
}

// match drops the entry that was written while the query of r still ran. Others
// of its connection have ended.
func (f *dspFolder) match(r *Record, out *Out) {
	for i := len(f.Stack(r.Conn)) - 1; i >= 0; i-- {
		x := f.Stack(r.Conn)[i]
		switch {
		case x.isEarlier(r):
			out.Skip(&x.Record)
			f.drop(x)
		case r.Conn != nil:
			f.end(x)
			f.settle(x, out)
		}
	}
}

// isEarlier reports whether x was written while the query of r still ran. Without
// the name of the listener x may be a query that failed, and r the same query
// again: it has to begin before x ended, or at least to take longer and succeed.
func (x *Held) isEarlier(r *Record) bool {
	if r.Part == dspSlow || x.Kind != r.Kind || x.Runtime > r.Runtime || !bytes.Equal(x.Text(), r.Text()) || !bytes.Equal(x.Extra, r.Extra) {
		return false
	}
	switch {
	case x.Part == dspSlow:
		return true
	case x.Time == NoTime || r.Time == NoTime:
		return !r.Failed
	}
	return r.Time-r.Runtime < x.Time-x.Runtime/2
}

// end makes x what it is without an entry of its own.
func (f *dspFolder) end(x *Held) {
	if x.Part != dspSlow {
		return
	}
	x.Part = dspMaybe
	x.Failed = false
	x.Flags |= Truncated
	if x.Runtime == 0 {
		x.Runtime = Unknown
	}
}

func (f *dspFolder) emit(x *Held, out *Out) {
	f.end(x)
	out.Emit(&x.Record)
	f.drop(x)
}

// Close emits x.
func (f *dspFolder) Close(x *Held, out *Out) { f.emit(x, out) }
