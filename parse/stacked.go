package parse

import "bytes"

// Tools are stacked when one file holds what several of them tell of the same
// execution: a mapper over a proxy driver, a pool over it, the driver's trace
// below. The upper tool says what it asks for before the lower one tells how it
// went, so the lower's record finds the upper's still open in its folder, under
// the same thread, with the same statement. They become one record: the upper
// one, which knows the prepared text, the values and the number of rows, with
// what only the lower knows: the runtime that was measured and its stamp,
// connection, url, error.

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

// stacks prepares for stacked tools if formats are of several layers.
func (f *Fold) stacks() {
	for _, x := range f.src.Formats {
		f.layers = append(f.layers, layer(x))
		if f.layers[0] != f.layers[len(f.layers)-1] && !f.src.KeepDuplicates {
			f.out.above = f.above
		}
	}
}

// above gives r, a record, to the open one of a higher layer that is the same
// execution, and reports whether there is one. r's lines are counted to it.
// last says that r is all that its tool tells of the execution.
func (f *Fold) above(r *Record, last bool) bool {
	at := 0
	for at < len(f.src.Formats) && f.src.Formats[at] != r.Format {
		at++
	}
	if at == len(f.layers) {
		return false
	}
	for i, folder := range f.folders {
		if folder == nil || f.layers[i] <= f.layers[at] {
			continue
		}
		h := folder.holder()
		open := h.Stack(r.Thread)
		for j := len(open) - 1; j >= 0; j-- {
			if x := open[j]; x.Lines > 0 && x.took>>at&1 == 0 && x.sameExecution(r) {
				if last {
					x.took |= 1 << at
				}
				x.takeIn(r)
				h.Join(x, r)
				if x.Kind == Commit || x.Kind == Rollback {
					f.out.put(&x.Record)
					h.Drop(x)
				}
				return true
			}
		}
	}
	return false
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

// takeIn adds to x what r knows better, or alone.
func (x *Held) takeIn(r *Record) {
	if r.Runtime != Unknown {
		x.Runtime = r.Runtime
		x.Flags &^= DerivedRuntime
		if r.Time != NoTime {
			x.Time = r.Time
		}
	}
	if r.Conn != nil {
		x.Conn = r.Conn
	}
	if r.URL != nil {
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
	x.Need = min(x.Need, r.Offset)
}

// stackable is implemented by formats that bind values themselves.
type stackable interface {
	// unsure reports whether r's values cannot be bound for sure, so that another
	// tool's text is better than the one that could be made of them.
	unsure(r *Record) bool
}
