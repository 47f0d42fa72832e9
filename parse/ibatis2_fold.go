package parse

import "bytes"

// How many executions of a thread wait for rows; how many of all, where threads
// are not logged.
const (
	ibNear  = 8
	ibCrowd = 64
)

// ibatisFolder joins the messages of an execution. Values and types carry the
// number of their statement; a result has a number of its own and is that of the
// last statement of the thread that has none. Several executions of a thread stay
// open, for a row may lead to another statement.
type ibatisFolder struct{ queue }

func (f *ibatisFolder) Fold(r *Record, out *Out) {
	switch r.Part {
	case ibPrepared:
		f.begin(r, out).Ref = 0
	case ibExecuted:
		f.executed(r, out)
	case ibValues, ibTypes:
		f.values(r, out)
	case ibResult, ibRow:
		f.result(r, out)
	}
	for x := f.due(r.Offset); x != nil; x = f.due(r.Offset) {
		f.Close(x, out)
	}
}

// begin holds r, and lets go of what the thread has done long ago.
func (f *ibatisFolder) begin(r *Record, out *Out) *Held {
	most := ibNear
	if r.Thread == nil {
		most = ibCrowd
	}
	for s := f.Stack(r.Thread); len(s) >= most; s = f.Stack(r.Thread) {
		f.settle(s[0], out)
	}
	x := f.push(r.Thread, r)
	x.Ref = r.Ref << 32
	return x
}

// executed takes an execution, of what was prepared before it if it is there.
func (f *ibatisFolder) executed(r *Record, out *Out) {
	for _, x := range f.Stack(r.Thread) {
		if x.Part == ibPrepared && bytes.Equal(x.Prepared, r.Prepared) {
			x.Part, x.Ref = ibExecuted, r.Ref<<32
			x.Time, x.DayOnly = r.Time, r.DayOnly
			f.touch(x, r)
			return
		}
	}
	f.begin(r, out)
}

// values takes the list of values of an execution, or that of their types, which
// is put behind it.
func (f *ibatisFolder) values(r *Record, out *Out) {
	s := f.Stack(r.Thread)
	for i := len(s) - 1; i >= 0; i-- {
		x := s[i]
		if x.Ref>>32 != r.Ref || x.Part != ibExecuted {
			continue
		}
		switch {
		case r.Part == ibValues && x.Extra == nil:
			x.Extra = r.Extra
		case r.Part == ibTypes && x.Extra != nil && bytes.IndexByte(x.Extra, 0) < 0:
			both := append(make([]byte, 0, len(x.Extra)+1+len(r.Extra)), x.Extra...)
			x.Extra = append(append(both, 0), r.Extra...)
		default:
			out.Skip(r)
			return
		}
		f.touch(x, r)
		return
	}
	out.Skip(r)
}

// result counts the rows of a result.
func (f *ibatisFolder) result(r *Record, out *Out) {
	s := f.Stack(r.Thread)
	for i := len(s) - 1; i >= 0; i-- {
		x := s[i]
		own := x.Ref & 0xFFFFFFFF
		if x.Part != ibExecuted || own != r.Ref && (own != 0 || x.Ref>>32 > r.Ref) {
			continue
		}
		if own == 0 {
			x.Ref |= r.Ref
			x.Rows = 0
		}
		if r.Part == ibRow {
			x.Rows++
		}
		f.touch(x, r)
		return
	}
	out.Skip(r)
}

// Close emits x as it stands. At the end of the input values may be missing, but
// then their number does not fit.
func (f *ibatisFolder) Close(x *Held, out *Out) {
	out.Emit(&x.Record)
	f.drop(x)
}
