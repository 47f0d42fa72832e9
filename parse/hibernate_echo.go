package parse

import (
	"bytes"
	"slices"
)

// echoed finds the statement of the logger that r, of standard output, repeats.
func (f *hibernateFolder) echoed(r *Record) *Held {
	x := f.last
	for n := 0; x != nil && n < druidNear; n, x = n+1, x.prev {
		if x.Part == hibSQL && x.Depth&(hibStdout|hibEchoed) == 0 && bytes.Equal(x.Prepared, r.Prepared) {
			return x
		}
	}
	return nil
}

// unecho drops the statement of standard output that r, of the logger, repeats.
func (f *hibernateFolder) unecho(r *Record, out *Out) {
	stack := f.Stack(nil)
	for i := len(stack) - 1; i >= 0 && i >= len(stack)-hibNear; i-- {
		if x := stack[i]; x.isFree() && bytes.Equal(x.Prepared, r.Prepared) {
			r.Depth |= hibEchoed
			out.Skip(&x.Record)
			f.drop(x)
			return
		}
	}
}

// isFree reports whether x is a statement of standard output that nothing belongs to yet.
func (x *Held) isFree() bool {
	return x.Thread == nil && x.Depth&hibStdout != 0 && x.BatchSize == 0 && !x.Failed && x.Runtime == Unknown
}

// owner is the statement that r belongs to: the last of its thread, or of
// standard output if that came later.
func (f *hibernateFolder) owner(r *Record) *Held {
	x := f.Top(r.Thread)
	if r.Thread == nil {
		return x
	}
	y := f.Top(nil)
	if y == nil || !y.isFree() || x != nil && x.Last > y.Last {
		return x
	}
	z := f.push(r.Thread, &y.Record) // from now on it is of this thread
	z.Thread, z.Need = r.Thread, min(z.Need, y.Need)
	if z.Time == NoTime {
		z.Time, z.DayOnly = r.Time, r.DayOnly
	}
	f.drop(y)
	f.Changed(z)
	return z
}

// line takes a line of a statement that an application server logs line by line.
func (f *hibernateFolder) line(r *Record, out *Out) {
	x := f.Top(r.Thread)
	if x == nil || x.Depth&hibStdout == 0 || len(x.Prepared) > 0 && x.Depth&hibByLine == 0 {
		out.Skip(r)
		return
	}
	if len(x.Prepared) == 0 {
		x.Prepared = slices.Clip(trimSpace(r.Extra)) // what is appended must not run into the batch
	} else {
		x.Prepared = append(append(x.Prepared, '\n'), r.Extra...)
	}
	x.Stmt = nil
	x.Depth |= hibByLine
	f.touch(x, r)
}
