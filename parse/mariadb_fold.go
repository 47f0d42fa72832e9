package parse

// mariaFolder gives a query of 3.x the error that follows it in its thread. A
// query waits for its thread to go on.
type mariaFolder struct{ queue }

func (f *mariaFolder) Fold(r *Record, out *Out) {
	last := f.Top(r.Thread)
	switch {
	case r.Part != mariaError:
		if last != nil {
			f.settle(last, out)
		}
		x := f.push(r.Thread, r)
		if r.Part != mariaQuery {
			f.settle(x, out)
		}
	case last != nil:
		last.Failed, last.Error = true, r.Error
		f.touch(last, r)
		f.settle(last, out)
	default:
		out.Skip(r)
	}
	for x := f.due(r.Offset); x != nil; x = f.due(r.Offset) {
		f.Close(x, out)
	}
}

// Close emits x as it stands: nothing is missing.
func (f *mariaFolder) Close(x *Held, out *Out) {
	out.Emit(&x.Record)
	f.drop(x)
}
