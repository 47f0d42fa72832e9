package parse

import "bytes"

// pgWaiting is the statement of a group that an answer is for, nil if none is open.
func pgWaiting(stack []*Held, r *Record) (first *Held) {
	for _, x := range stack {
		if x.Part != pgSent && x.Part != pgFetch {
			continue
		}
		if stack[0].Depth&pgMixed == 0 || pgFits(x, r.Extra) {
			return x
		}
		if first == nil {
			first = x
		}
	}
	return first
}

// pgFits reports whether a statement may have that tag.
func pgFits(x *Held, tag []byte) bool {
	word := leadingWord(x.Prepared)
	switch {
	case len(tag) == 0 || len(word) == 0 || bytes.EqualFold(word, tag):
		return true
	case bytes.EqualFold(word, []byte("with")):
		return len(tag) == 6
	}
	return string(tag) == "SELECT" && (bytes.EqualFold(word, []byte("values")) || bytes.EqualFold(word, []byte("table")))
}

// pgIsBegin reports whether x is what the driver begins a transaction with.
func pgIsBegin(x *Held) bool {
	return bytes.HasPrefix(x.Prepared, []byte("BEGIN")) && len(x.Prepared) <= len("BEGIN READ ONLY") && len(x.Extra) == 0
}

// derive takes the runtime of x from the stamp of its answer.
func (x *Held) derive(r *Record) {
	if x.Time != NoTime && r.Time != NoTime && r.Time >= x.Time {
		x.Runtime = r.Time - x.Time
		x.Flags |= DerivedRuntime
	}
}

// ready takes the end of a request.
func (f *pgFolder) ready(key []byte, r *Record, out *Out) {
	stack := f.Stack(key)
	if len(stack) == 0 {
		out.Skip(r)
		return
	}
	g := stack[0]
	g.Rows = max(0, g.Rows-1)
	took := false
	for i := 1; i < len(stack); {
		x := stack[i]
		answered := x.Depth&pgAnswered != 0 && x.Part == pgSent
		switch {
		case x.Kind == BatchKind && x.Rows < int64(x.BatchSize) && !x.Failed:
			i++ // the driver has only made room: the rest of the batch is to come
			continue
		case !answered && (g.Rows > 0 || x.Depth&pgSynced == 0):
			i++
			continue
		}
		if answered && !took {
			f.Join(x, r)
			took = true
		}
		f.end(g, x, 0, out)
		stack = f.Stack(key)
	}
	if !took {
		out.Skip(r)
	}
	if len(stack) == 1 && g.Rows == 0 {
		f.Drop(g)
	} else {
		g.Depth &^= pgFailed
	}
}

// flush ends all that is open under key.
func (f *pgFolder) flush(key []byte, out *Out) {
	for s := f.Stack(key); len(s) > 1; s = f.Stack(key) {
		f.end(s[0], s[1], Truncated, out)
	}
	f.Drop(f.group(key))
}

// end emits x, for which nothing will come. What the server was sent and has
// not answered is flagged; what it never got, or gave up for an error before, is
// no execution.
func (f *pgFolder) end(g, x *Held, flag Flag, out *Out) {
	answered := x.Depth&pgAnswered != 0
	refused := g.Depth&pgFailed != 0 && g.Depth&pgMixed == 0
	switch {
	case x.Part == pgSent && (answered || !refused), x.Part == pgBound && answered:
		if !answered || x.Kind == BatchKind && x.Rows < int64(x.BatchSize) {
			x.Flags |= flag
		}
		f.emit(g, x, out)
	case x.Part == pgParsed && x.Method != nil && !refused:
		f.remember(x, x.Lines, out)
		f.Drop(x)
	default:
		out.Skip(&x.Record)
		f.Drop(x)
	}
}

// emit gives x out, unless it is the driver's own.
func (f *pgFolder) emit(g, x *Held, out *Out) {
	if x.Depth&pgSetup != 0 {
		out.Skip(&x.Record)
		f.Drop(x)
		return
	}
	if x.Prepared != nil {
		x.Prepared = trimSpace(x.Prepared)
	} else if x.Extra != nil {
		x.Flags |= Unbound // a prepared statement that the log does not have
	}
	if x.Depth&pgTx != 0 {
		pgCall(&x.Record)
	}
	if g.Depth&pgMixed != 0 {
		x.Flags |= Ambiguous
	}
	if x.Kind == BatchKind {
		x.Rows = Unknown
	}
	x.Method, x.URL, x.Depth = nil, nil, 0
	x.Ref = x.Offset // executions that are alike are none the less two: no message is written twice
	out.Emit(&x.Record)
	f.Drop(x)
}

// pgCall makes r a commit or rollback if that is what was called.
func pgCall(r *Record) {
	switch string(r.Prepared) {
	case "COMMIT":
		r.Kind = Commit
	case "ROLLBACK":
		r.Kind = Rollback
	default:
		return
	}
	r.Prepared, r.Stmt, r.Extra, r.Runtime = nil, nil, nil, Unknown
	r.Flags &^= DerivedRuntime
}

// Close emits, or skips, what is open: a whole group at a time.
func (f *pgFolder) Close(x *Held, out *Out) {
	if x.Part == pgNamed {
		out.Skip(&x.Record)
		f.Drop(x)
		return
	}
	f.flush([]byte(x.stack.key), out)
}
