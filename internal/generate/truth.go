package generate

// Truth is what the logs of one run hold, as far as they show it.
type Truth struct {
	Lines      int64            `json:"lines"`
	Kinds      map[string]int64 `json:"kinds"`       // records by record kind
	Types      map[string]int64 `json:"types"`       // records by kind of SQL
	Failed     int64            `json:"failed"`      // records that the log says failed
	BatchSizes int64            `json:"batch_sizes"` // executions in all batches
	Statements []StatementTruth `json:"statements"`  // all of them, the ones never drawn too
}

// StatementTruth is what became of one statement.
type StatementTruth struct {
	SQL        string `json:"sql"`         // with ?, as the layout writes it
	Type       string `json:"type"`        // select, insert, …
	Method     string `json:"method"`      // class and method, without package
	Calls      int64  `json:"calls"`       // records of kind statement, nested and failed ones too
	Batches    int64  `json:"batches"`     // records of kind batch
	BatchSizes int64  `json:"batch_sizes"` // executions in them
	Failed     int64  `json:"failed"`
	Rows       int64  `json:"rows"`       // read and changed, where the log tells
	RuntimeUS  int64  `json:"runtime_us"` // of the calls, as the log shows or implies it
}

// tally counts what one stream wrote.
type tally struct {
	bytes, lines, records int64
	commits, rollbacks    int64
	statements            []StatementTruth
}

func newTally(statements int) tally { return tally{statements: make([]StatementTruth, statements)} }

// count adds an execution that is over. Its runtime and rows are those of the log.
func (t *tally) count(r *execution) {
	switch r.act {
	case actStatement:
		s := &t.statements[r.statement.index]
		s.Calls++
		s.Rows += int64(r.rows)
		s.RuntimeUS += r.runtime
		if r.failed {
			s.Failed++
		}
	case actBatch:
		s := &t.statements[r.statement.index]
		s.Batches++
		s.BatchSizes += int64(r.size)
	case actCommit:
		t.commits++
	case actRollback:
		t.rollbacks++
	default:
		return
	}
	t.records++
}

func (t *tally) add(o *tally) {
	t.bytes += o.bytes
	t.lines += o.lines
	t.records += o.records
	t.commits += o.commits
	t.rollbacks += o.rollbacks
	for i := range t.statements {
		a, b := &t.statements[i], &o.statements[i]
		a.Calls += b.Calls
		a.Batches += b.Batches
		a.BatchSizes += b.BatchSizes
		a.Failed += b.Failed
		a.Rows += b.Rows
		a.RuntimeUS += b.RuntimeUS
	}
}

// truth names what was counted.
func (t *tally) truth(b *book) Truth {
	r := Truth{
		Lines: t.lines,
		Kinds: map[string]int64{"statement": 0, "batch": 0, "commit": t.commits, "rollback": t.rollbacks},
		Types: map[string]int64{"tcl": t.commits + t.rollbacks},
	}
	for i, s := range t.statements {
		st := b.statements[i]
		s.SQL, s.Type, s.Method = st.prepared, st.kind, st.class+"."+st.method
		r.Kinds["statement"] += s.Calls
		r.Kinds["batch"] += s.Batches
		r.Types[s.Type] += s.Calls + s.Batches
		r.Failed += s.Failed
		r.BatchSizes += s.BatchSizes
		r.Statements = append(r.Statements, s)
	}
	return r
}
