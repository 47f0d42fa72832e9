package parse

// What is held: of a key (a connection, or else a thread, or else all there is)
// first a group, then the statements of its requests in the order in which they
// were sent; of a connection and a name, a prepared statement of the server.
const (
	pgGroup  Part = pgReady + 1 + iota // requests that ReadyForQuery has not answered; Rows of them were sent to the end
	pgParsed                           // a statement that was parsed
	pgBound                            // and has its values
	pgSent                             // and was executed
	pgFetch                            // more rows of a portal
	pgNamed                            // a prepared statement; its lines are those of a Parse that no record has taken
)

// Bounds of a group. A batch, and what stood in one string, is one statement.
const (
	pgCrowd = 256      // statements
	pgReach = 64 << 20 // bytes of the file
)

// pgFolder puts statements together. With connections or threads, one request
// is answered before the next one is sent, so what the server says is about the
// oldest statement that it has not answered. Without, requests of several
// connections may lie across each other: answers go to the oldest statement that
// they fit, and records are flagged Ambiguous.
type pgFolder struct {
	Holder
	key   []byte // scratch: a name's
	marks pgMarks
}

func (f *pgFolder) Fold(r *Record, out *Out) {
	key := r.Conn
	if key == nil {
		key = r.Thread
	}
	switch r.Part {
	case pgBegin:
		f.begin(key, r, out)
	case pgParse:
		f.parse(key, r, out)
	case pgBind:
		f.bind(key, r, out)
	case pgQuery:
		x := f.parse(key, r, out)
		x.Part = pgSent
		x.Depth |= pgSynced
		f.group(key).Rows++
	case pgExecute:
		f.execute(key, r, out)
	case pgClose:
		if r.Conn != nil {
			f.forget(r.Conn, r.Method, out)
		}
		out.Skip(r)
	case pgSync:
		f.open(key, r).Rows++
		for _, x := range f.Stack(key)[1:] {
			x.Depth |= pgSynced
		}
		out.Skip(r)
	case pgStatus, pgSuspended:
		f.answer(key, r, out)
	case pgError:
		f.refuse(key, r, out)
	case pgReady:
		f.ready(key, r, out)
	}
}

// begin notes that a request begins.
func (f *pgFolder) begin(key []byte, r *Record, out *Out) {
	if g := f.group(key); g != nil {
		if key != nil || g.Rows == 0 && len(f.Stack(key)) == 1 {
			f.flush(key, out) // what it waits for will not come
		} else {
			g.Depth |= pgMixed
		}
	}
	g := f.room(key, r, out)
	g.BatchSize, g.Depth = r.BatchSize, g.Depth&^(pgSetup|pgTx)|r.Depth
	out.Skip(r)
}

// group is that of key, nil if none is open.
func (f *pgFolder) group(key []byte) *Held {
	if s := f.Stack(key); len(s) > 0 {
		return s[0]
	}
	return nil
}

// open is the group of key; it begins with r if none is open.
func (f *pgFolder) open(key []byte, r *Record) *Held {
	if g := f.group(key); g != nil {
		return g
	}
	return f.Push(key, pgNote(pgGroup, r))
}

// room is the group of key, with room for one more statement.
func (f *pgFolder) room(key []byte, r *Record, out *Out) *Held {
	g := f.open(key, r)
	if len(f.Stack(key)) <= pgCrowd && r.Offset-g.Offset <= pgReach {
		return g
	}
	need := g.Need
	f.flush(key, out)
	g = f.open(key, r)
	g.Need = need
	return g
}

// pgNote is a record that is held for what it means alone: the lines are r's.
func pgNote(part Part, r *Record) *Record {
	return &Record{Part: part, Format: r.Format, Offset: r.Offset, StartLine: r.StartLine, EndLine: r.EndLine}
}

// parse takes a statement's text.
func (f *pgFolder) parse(key []byte, r *Record, out *Out) *Held {
	g := f.room(key, r, out)
	x := f.Push(key, r)
	x.Part, x.Depth = pgParsed, pgOwn|g.Depth&(pgSetup|pgTx)
	return x
}

// bind takes the values of an execution.
func (f *pgFolder) bind(key []byte, r *Record, out *Out) {
	g := f.room(key, r, out)
	stack := f.Stack(key)
	x := f.parsed(stack, r)
	batch := pgBatchOf(stack, r.Method)
	if x == nil && batch != nil && r.Method != nil && string(batch.Method) == string(r.Method) {
		batch.Part = pgBound
		batch.Rows++
		f.Join(batch, r)
		return
	}
	before := pgPieceOf(stack)
	if x != nil {
		if x.Method != nil {
			f.remember(x, 0, out)
		}
		x.URL, x.Extra = r.URL, r.Extra
		f.Join(x, r)
	} else {
		x = f.named(key, r)
		x.Depth |= g.Depth & (pgSetup | pgTx)
		g.Need = min(g.Need, x.Need) // whoever folds afresh must know of the statement
	}
	x.Part = pgBound
	switch {
	case batch != nil:
		f.add(batch, x)
	case g.BatchSize > 0:
		x.Kind, x.BatchSize, x.Rows, x.Extra = BatchKind, g.BatchSize, 1, nil
		g.BatchSize = 0
	case before != nil:
		f.append(before, x)
	}
}

// execute takes the start of an execution.
func (f *pgFolder) execute(key []byte, r *Record, out *Out) {
	for _, x := range f.Stack(key) {
		if x.Part == pgBound && string(x.URL) == string(r.URL) {
			if x.Part = pgSent; x.BatchSize <= 1 && x.Depth&pgTexts == 0 || x.Kind == BatchKind && x.Rows == 1 {
				x.Time, x.DayOnly = r.Time, r.DayOnly
			}
			f.Join(x, r)
			return
		}
	}
	f.room(key, r, out)
	f.Push(key, pgNote(pgFetch, r)).Prepared = pgFetchText
	out.Skip(r)
}

var pgFetchText = []byte("select")

// answer takes what the server says of an execution that went well.
func (f *pgFolder) answer(key []byte, r *Record, out *Out) {
	stack := f.Stack(key)
	x := pgWaiting(stack, r)
	switch {
	case x == nil:
		out.Skip(r)
		return
	case x.Part == pgFetch:
		f.Drop(x)
		out.Skip(r)
		return
	}
	f.Join(x, r)
	x.Depth |= pgAnswered
	x.derive(r)
	if x.Kind == BatchKind {
		if r.UpdateCount != Unknown {
			x.UpdateCount = max(0, x.UpdateCount) + r.UpdateCount
		}
		return
	}
	if r.Rows != Unknown {
		x.Rows = max(0, x.Rows) + r.Rows
	}
	if r.UpdateCount != Unknown {
		x.UpdateCount = max(0, x.UpdateCount) + r.UpdateCount
	}
	if pgIsBegin(x) && stack[len(stack)-1] != x {
		out.Skip(&x.Record) // the driver sends it before the first statement of a transaction
		f.Drop(x)
	} else if x.Extra != nil && x.Depth&pgTexts == 0 {
		f.emit(stack[0], x, out)
	}
}

// refuse takes an error of the server.
func (f *pgFolder) refuse(key []byte, r *Record, out *Out) {
	stack := f.Stack(key)
	x := pgWaiting(stack, r)
	for _, part := range [...]Part{pgBound, pgParsed} {
		for i := 0; x == nil && i < len(stack); i++ {
			if stack[i].Part == part {
				x = stack[i]
			}
		}
	}
	if x == nil {
		out.Skip(r)
		return
	}
	stack[0].Depth |= pgFailed
	if x.Part == pgFetch {
		f.Drop(x)
		out.Skip(r)
		return
	}
	x.Failed, x.Error = true, r.Error
	x.Depth |= pgAnswered
	x.derive(r)
	f.Join(x, r)
	if x.Kind != BatchKind {
		f.emit(stack[0], x, out)
	}
}
