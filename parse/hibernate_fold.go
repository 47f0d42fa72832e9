package parse

import (
	"bytes"

	"jdbclog/parse/sqltext"
)

// Bounds of what is held of one thread.
const (
	hibRun  = 256 // statements of one text that may become a batch
	hibNear = 8   // statements of standard output, which has no threads, whose values may come
)

// hibernateFolder joins the messages of an execution, by thread: values, the size
// of the batch, errors and the time that it took belong to the statement before
// them. A statement is over when its thread comes to the next.
//
// Standard output shows no thread. Its statements are dropped when the logger
// has them too; if it has not, they take the values that come next.
//
// Hibernate 3 logs a statement for each row of a batch, and then the batch's size.
type hibernateFolder struct {
	queue
	params  paramSlab
	wording *Held // values without brackets were seen; nil if they were not, for a while
}

func (f *hibernateFolder) Fold(r *Record, out *Out) {
	switch r.Part {
	case hibSQL:
		f.statement(r, out)
	case hibLine:
		f.line(r, out)
	case hibBind:
		f.value(r, out)
	case hibBatch:
		f.batch(r, out)
	case hibError, hibMessage:
		f.failed(r, out)
	case hibSlow:
		f.slow(r, out)
	}
	for x := f.due(r.Offset); x != nil; x = f.due(r.Offset) {
		f.emit(x, out)
	}
}

// statement begins an execution.
func (f *hibernateFolder) statement(r *Record, out *Out) {
	if r.Depth&hibStdout != 0 {
		if x := f.echoed(r); x != nil {
			x.Depth |= hibEchoed
			out.Skip(r)
			return
		}
	} else if r.Thread != nil {
		f.unecho(r, out)
	}
	f.goOn(r, out)
	f.push(r.Thread, r)
}

// goOn ends what r's thread did before r, but statements that may be rows of one
// batch with r, and the last few of standard output.
func (f *hibernateFolder) goOn(r *Record, out *Out) {
	stack := f.Stack(r.Thread)
	if x := f.Top(r.Thread); x != nil && !x.isFree() && x.isRow() && bytes.Equal(x.Prepared, r.Prepared) {
		if len(stack) >= hibRun { // all below it are of its text too
			f.end(stack[0], out)
		}
		return
	}
	for i := len(stack) - 1; i >= 0; i-- {
		if x := stack[i]; !x.isFree() || i < len(stack)-hibNear {
			f.end(x, out)
			stack = f.Stack(r.Thread)
		}
	}
}

// isRow reports whether x may be a row of a batch.
func (x *Held) isRow() bool {
	if x.Stmt == nil || x.Failed || x.Depth&(hibOver|hibSlowed) != 0 || x.BatchSize > 1 {
		return false
	}
	switch x.Stmt.Type {
	case sqltext.Insert, sqltext.Update, sqltext.Delete, sqltext.Merge:
		return true
	}
	return false
}

// batch takes the size of the batch that was executed: of the sets of values of
// one statement, or of as many statements of one text.
func (f *hibernateFolder) batch(r *Record, out *Out) {
	x := f.owner(r)
	if x == nil || x.Depth&hibOver != 0 {
		out.Skip(r)
		return
	}
	stack := f.Stack(x.Thread)
	rows := 1
	for rows < len(stack) && rows < int(r.BatchSize) && stack[len(stack)-1-rows].isRow() && bytes.Equal(stack[len(stack)-1-rows].Prepared, x.Prepared) {
		rows++
	}
	for ; rows > 1 && x.isRow(); rows-- {
		y := f.Stack(x.Thread)[len(f.Stack(x.Thread))-2]
		x.StartLine, x.Offset, x.Time, x.DayOnly = y.StartLine, y.Offset, y.Time, y.DayOnly
		x.Lines += y.Lines
		x.Need = min(x.Need, y.Need)
		f.drop(y)
	}
	if x.BatchSize = r.BatchSize; x.BatchSize > 1 {
		x.Params = nil
	}
	x.Kind = BatchKind
	x.Depth |= hibOver
	f.touch(x, r)
}

// failed takes an error, or its message. Only the first counts: more are causes.
func (f *hibernateFolder) failed(r *Record, out *Out) {
	x := f.owner(r)
	if x == nil || r.Part == hibMessage && (!x.Failed || x.Error != nil) {
		out.Skip(r)
		return
	}
	x.Failed = true
	if r.Part == hibMessage {
		x.Error = r.Error
	}
	f.touch(x, r)
}

// end makes a record of x, to which nothing more will be joined.
func (f *hibernateFolder) end(x *Held, out *Out) {
	x.finish()
	if len(x.Text()) == 0 && x.Part == hibSQL {
		out.Skip(&x.Record)
		f.drop(x)
		return
	}
	f.settle(x, out)
}

// finish gives x the form of a record.
func (x *Held) finish() {
	x.Depth &= hibUnsure | hibSlowed | hibStdout | hibPlain
	if x.BatchSize > 1 {
		x.Kind = BatchKind
	} else if x.Kind != BatchKind {
		x.BatchSize = 0
	}
	x.HasParams = x.Params != nil
}

func (f *hibernateFolder) emit(x *Held, out *Out) {
	if x == f.wording {
		f.wording = nil
		f.drop(x)
		return
	}
	if !x.Settled() {
		x.finish()
	}
	if len(x.Text()) == 0 && x.Part == hibSQL {
		out.Skip(&x.Record)
	} else {
		out.Emit(&x.Record)
	}
	f.drop(x)
}

// Close emits x. It is cut off if it has some of its values only.
func (f *hibernateFolder) Close(x *Held, out *Out) {
	if n := len(x.Params); !x.Settled() && n > 0 && x.BatchSize == 1 && n < len(sqltext.AppendPlaceholders(nil, x.Prepared)) {
		x.Flags |= Truncated
	}
	f.emit(x, out)
}
