package parse

import (
	"bytes"
	"encoding/binary"
)

// springFolder joins the messages of an execution. They are of one thread, where
// values and counts belong to the statement before them; without threads to the
// one before them in the file. A record waits for its thread to go on.
type springFolder struct{ queue }

func (f *springFolder) Fold(r *Record, out *Out) {
	x := f.Top(r.Thread)
	switch r.Part {
	case springBatch:
		f.goOn(x, out)
		f.push(r.Thread, r).BatchSize = 0
	case springStatement:
		if x != nil && x.Part == springBatch && x.Depth&springBegun == 0 && bytes.Equal(x.Prepared, r.Prepared) {
			x.Depth |= springBegun
			x.Time, x.DayOnly = r.Time, r.DayOnly
			f.touch(x, r)
			break
		}
		f.goOn(x, out)
		f.push(r.Thread, r)
	case springValue:
		f.value(x, r, out)
	case springCount:
		if x == nil || x.Kind == BatchKind || x.UpdateCount != Unknown {
			out.Skip(r)
			break
		}
		x.UpdateCount = r.UpdateCount
		f.touch(x, r)
	case springError:
		f.failed(r, out)
	default: // a commit or rollback
		f.goOn(x, out)
		f.settle(f.push(r.Thread, r), out)
	}
	for x := f.due(r.Offset); x != nil; x = f.due(r.Offset) {
		f.Close(x, out)
	}
}

// goOn settles x, the last of a thread that goes on.
func (f *springFolder) goOn(x *Held, out *Out) {
	if x != nil {
		f.settle(x, out)
	}
}

// value gives x a value. Of a batch they are counted: each set begins with the first.
func (f *springFolder) value(x *Held, r *Record, out *Out) {
	switch {
	case x == nil || x.Prepared == nil && x.SQL != nil:
		out.Skip(r)
		return
	case x.Kind == BatchKind:
		if r.BatchSize == 1 {
			x.BatchSize++
		}
		f.touch(x, r)
		return
	case r.BatchSize == 1 && x.Ref > 0:
		x.Kind, x.BatchSize, x.Extra = BatchKind, 2, nil // of an interface that does not announce it
		f.touch(x, r)
		return
	}
	v, known := springValueOf(r)
	if x.Ref++; !known || int64(r.BatchSize) != x.Ref {
		x.Depth |= springUnsure
	}
	x.Extra = appendSpringValue(x.Extra, v)
	f.touch(x, r)
}

// Values are gathered in Extra, one behind another: a byte of these, the length,
// the text.
const (
	springNull = 1 << iota
	springBare
)

func appendSpringValue(dst []byte, v Param) []byte {
	if dst == nil {
		dst = make([]byte, 0, 64+len(v.Value))
	}
	kind := byte(0)
	if v.Null {
		kind |= springNull
	}
	if v.Bare {
		kind |= springBare
	}
	dst = binary.AppendUvarint(append(dst, kind), uint64(len(v.Value)))
	return append(dst, v.Value...)
}

// springValues appends the values of text, which appendSpringValue made.
func springValues(dst []Param, text []byte) []Param {
	for len(text) > 0 {
		kind := text[0]
		n, w := binary.Uvarint(text[1:])
		text = text[1+w:]
		dst = append(dst, Param{Value: text[:n:n], Null: kind&springNull != 0, Bare: kind&springBare != 0})
		text = text[n:]
	}
	return dst
}

// failed gives the error to the last execution of the thread with that text.
func (f *springFolder) failed(r *Record, out *Out) {
	stack := f.Stack(r.Thread)
	for i := len(stack) - 1; i >= 0; i-- {
		x := stack[i]
		if x.Failed || !sameButBlanks(x.Text(), r.Extra) {
			continue
		}
		x.Failed, x.Error = true, r.Error
		f.touch(x, r)
		f.settle(x, out)
		return
	}
	out.Skip(r)
}

// Close emits x as it stands. At the end of the input values may be missing, but
// then their number does not fit.
func (f *springFolder) Close(x *Held, out *Out) {
	out.Emit(&x.Record)
	f.drop(x)
}

// unsure reports whether r's values are not all there.
func (SpringJDBC) unsure(r *Record) bool {
	return r.Prepared != nil && r.Kind != BatchKind && (r.Depth&springUnsure != 0 || int(r.Ref) != countPlaceholders(r.Prepared))
}

// bind makes r's SQL.
func (SpringJDBC) bind(f *Finisher, b *Batch, r *Record) {
	text, unsure := r.Extra, r.Depth&springUnsure != 0
	r.Extra, r.Depth = nil, 0
	if r.Kind == BatchKind || r.Prepared == nil || text == nil {
		return
	}
	if unsure && r.SQL == nil {
		r.SQL = r.Prepared
		r.Flags |= Unbound
	}
	f.params = springValues(f.params[:0], text)
	f.bindValues(b, r, f.params)
}
