package parse

import (
	"bytes"
	"slices"
)

// Tools are stacked when one file holds what several of them tell of the same
// execution: a mapper over a proxy driver, a pool over it, the driver's trace
// below. They become one record, that of the upper tool, which knows the prepared
// text, the values and the number of rows, with what the lower one knows better
// or alone: the runtime that was measured and its stamp, connection, url, error.
//
// The upper tool begins to tell of an execution before the lower one does, on the
// same thread, and the statements have one digest. The lower's record may be
// finished first or last, so the upper's is looked for where it is still open,
// in its Folder, and among those that were finished a while ago.

// layer tells how far a format's tool is from the database. A tool's record is
// taken in by that of a higher layer.
func layer(f Format) uint8 {
	switch f.Name() {
	case "pgjdbc", "mysql-connectorj", "mariadb":
		return 0
	case "druid", "datasource-proxy":
		return 2
	case "mybatis", "hibernate", "spring-jdbc", "ibatis2":
		return 3
	}
	return 1
}

// stackWait is how many records of a thread wait for what other tools tell of
// the same executions: those may be one statement behind.
const stackWait = 4

// merger stands behind the folders of stacked tools, and takes what they emit.
// It is a Folder, so that what waits in it is kept, and given out at the end.
type merger struct {
	queue
	fold   *Fold
	layers []uint8 // of the formats
}

// newMerger returns nil if the formats of f are of one layer.
func newMerger(f *Fold) *merger {
	m := &merger{fold: f}
	for _, x := range f.src.Formats {
		m.layers = append(m.layers, layer(x))
	}
	if len(m.layers) < 2 || len(m.layers) > 64 || slices.Max(m.layers) == slices.Min(m.layers) || f.src.KeepDuplicates {
		return nil
	}
	return m
}

// take takes a record that a Folder emits. It is joined to that of a higher
// layer, or waits for those of other layers.
func (m *merger) take(r *Record, out *Out) {
	at := 0
	for m.fold.src.Formats[at] != r.Format {
		at++
	}
	if x := m.above(r, at); x != nil {
		x.took |= 1 << at
		x.takeIn(r, m.fold.src.Prefer)
		return
	}
	x := m.push(r.Thread, r)
	x.Need = max(0, r.Offset-doubleReach)
	x.Last = m.fold.offset
	m.below(x)
	if waiting := m.Stack(r.Thread); len(waiting) > stackWait {
		m.end(waiting[0], out)
	}
}

// below joins to x the records of lower layers that lie within it.
func (m *merger) below(x *Held) {
	stack := m.Stack(x.Thread)
	for i := len(stack) - 2; i >= 0; i-- {
		y := stack[i]
		if y.StartLine < x.StartLine || y.StartLine > x.EndLine || layer(y.Format) >= layer(x.Format) || !x.sameExecution(&y.Record) {
			continue
		}
		for at, f := range m.fold.src.Formats {
			if f == y.Format && x.took>>at&1 == 0 {
				x.took |= 1 << at
				x.takeIn(&y.Record, m.fold.src.Prefer)
				m.Join(x, &y.Record)
				m.drop(y)
				stack = m.Stack(x.Thread)
			}
		}
	}
}

// above finds the record of a higher layer that tells of r's execution, and
// counts r's lines to it; nil if there is none.
func (m *merger) above(r *Record, at int) *Held {
	for i, folder := range m.fold.folders {
		if folder == nil || m.layers[i] <= m.layers[at] {
			continue
		}
		h := folder.holder()
		if x := above(h.Stack(r.Thread), r, at); x != nil {
			h.Join(x, r)
			return x
		}
	}
	stack := m.Stack(r.Thread)
	for i := len(stack) - 1; i >= 0; i-- {
		if x := stack[i]; layer(x.Format) > m.layers[at] && above(stack[i:i+1], r, at) != nil {
			m.Join(x, r)
			return x
		}
	}
	return nil
}

// above finds the latest of stack that tells of r's execution. What has no lines
// is no record.
func above(stack []*Held, r *Record, at int) *Held {
	for i := len(stack) - 1; i >= 0; i-- {
		if x := stack[i]; x.Lines > 0 && x.StartLine <= r.StartLine && x.took>>at&1 == 0 && x.sameExecution(r) {
			return x
		}
	}
	return nil
}

// end says that nothing more will be joined to x.
func (m *merger) end(x *Held, out *Out) {
	m.Settle(x)
	if x.passed {
		out.put(&x.Record)
		m.drop(x)
	}
}

// release gives out what is due. A record waits longer than those that may be
// joined to it are held by their folders.
func (m *merger) release(out *Out) {
	for x := m.Oldest(); x != nil && x.passed && m.fold.offset-x.Last > 2*queuePatience; x = m.Oldest() {
		m.Settle(x)
		out.put(&x.Record)
		m.drop(x)
	}
	for x := m.front; x != nil; x = m.front {
		switch {
		case x.Settled():
			out.put(&x.Record)
			m.drop(x)
		case m.fold.offset-x.Last > queueReach:
			x.passed = true
			m.pass(x)
		default:
			return
		}
	}
}

// Fold is not used: the merger has no format of its own.
func (m *merger) Fold(r *Record, out *Out) { m.take(r, out) }

// Close gives x out.
func (m *merger) Close(x *Held, out *Out) {
	out.put(&x.Record)
	m.drop(x)
}

// sameExecution reports whether r, of another tool, executes x's statement.
func (x *Held) sameExecution(r *Record) bool {
	if r.Kind == Commit || r.Kind == Rollback || x.Kind == Commit || x.Kind == Rollback {
		return x.Kind == r.Kind
	}
	if x.Stmt == nil || r.Stmt == nil {
		return false
	}
	return x.Stmt == r.Stmt || x.Stmt.Digest == r.Stmt.Digest || sameButBlanks(x.Text(), r.Text())
}

// takeIn adds to x what r knows better, or alone. Of what both know the format
// called prefer is believed; if that is neither, of two runtimes the one that is
// finer than a millisecond, a measured one before one that was derived, and of
// all else x.
func (x *Held) takeIn(r *Record, prefer string) {
	switch prefer {
	case r.Format.Name():
		x.believe(r)
	case x.Format.Name():
		known := x.Record
		x.Record.believe(r)
		x.Record.believe(&known)
		if known.Prepared != nil {
			x.SQL = known.SQL // nil: its own values are bound in it
		}
		if x.Part != Whole { // its end, from which it derives the runtime, is still to come
			x.Runtime, x.Time = known.Runtime, known.Time
		}
		return
	}
	if r.Runtime != Unknown && (x.Runtime%1000 == 0 || x.Runtime == Unknown || x.Flags&DerivedRuntime != 0) {
		x.Runtime = r.Runtime
		x.Flags &^= DerivedRuntime
		if r.Time != NoTime {
			x.Time = r.Time
		}
	}
	if r.Conn != nil && (x.Conn == nil || layer(x.Format) == 3) { // what a mapper shows of it is no number
		x.Conn = r.Conn
	}
	if x.URL == nil {
		x.URL = r.URL
	}
	if x.Method == nil {
		x.Method = r.Method
	}
	if x.Error == nil {
		x.Error = r.Error
	}
	x.Failed = x.Failed || r.Failed
	if x.Rows == Unknown {
		x.Rows = r.Rows
	}
	if x.UpdateCount == Unknown {
		x.UpdateCount = r.UpdateCount
	}
	if s, ok := x.Format.(stackable); ok && r.SQL != nil && !bytes.Equal(r.SQL, r.Prepared) && s.unsure(&x.Record) {
		x.SQL = r.SQL
	}
}

// believe takes every field that r knows over into x.
func (x *Record) believe(r *Record) {
	if r.Runtime != Unknown {
		x.Runtime, x.Flags = r.Runtime, x.Flags&^DerivedRuntime|r.Flags&DerivedRuntime
	}
	if r.Time != NoTime {
		x.Time = r.Time
	}
	for _, f := range [...]struct{ to, from *[]byte }{{&x.Conn, &r.Conn}, {&x.URL, &r.URL}, {&x.Method, &r.Method}, {&x.Error, &r.Error}, {&x.SQL, &r.SQL}, {&x.Prepared, &r.Prepared}} {
		if *f.from != nil {
			*f.to = *f.from
		}
	}
	if r.Rows != Unknown {
		x.Rows = r.Rows
	}
	if r.UpdateCount != Unknown {
		x.UpdateCount = r.UpdateCount
	}
	x.Failed = x.Failed || r.Failed
}

// stackable is implemented by formats that bind values themselves.
type stackable interface {
	// unsure reports whether r's values cannot be bound for sure, so that another
	// tool's text is better than the one that could be made of them.
	unsure(r *Record) bool
}
