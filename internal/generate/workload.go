package generate

// act is what a worker does.
type act uint8

const (
	actStatement act = iota
	actBatch
	actBegin // of a transaction; no record
	actCommit
	actRollback
	actNote // a line of the application; no record
)

// execution is one act of a worker.
type execution struct {
	act       act
	statement *statement
	runtime   int64 // µs
	rows      int
	size      int // of a batch
	children  int // nested executions, which are records too
	failed    bool
	conn      int
}

// script is what a worker is in the middle of.
type script struct {
	inTransaction bool // holds its connection
	statements    int  // of the transaction, still to come
	failed        bool // the transaction must be rolled back
	// owed is the records set aside for this worker. A batch and a failure are followed by something plain on the same thread,
	// so that no log ends with an execution that only the next one shows to be over.
	owed int
}

// workload decides who does what when.
type workload struct {
	left        int64 // records that nobody has been given yet
	connections []int // free ones, the one that has rested longest first; more than workers, so that nobody waits
	end         int64 // of the time that the stream is to cover
	burst       int64 // plans between two pauses
	sincePause  int64
	resume      int64 // nothing starts before
}

// newWorkload spreads the streams of one run over a week, one after another. A stream is made of bursts with pauses between, so that
// threads overlap however few records there are.
func newWorkload(src source, workers int) workload {
	slice := int64(week) / int64(src.files)
	l := workload{
		left:   src.records,
		resume: firstDay + int64(src.file)*slice,
		burst:  max(int64(4*workers), min(300, src.records/100)),
	}
	l.end = l.resume + slice
	for i := range poolSize(workers) {
		l.connections = append(l.connections, i+1)
	}
	return l
}

// poolSize is how many connections there are, numbered from 1. The spare ones make a thread's connection change.
func poolSize(workers int) int { return workers + workers/4 }

// plan gives w something to do, from s.now on. It returns false if all records have been given away.
func (s *stream) plan(w *worker) bool {
	if w.owed == 0 && s.left == 0 {
		return false
	}
	s.pause()
	w.at = max(s.now, s.resume) + s.book.pauses.around(s.random, 12*usMilli)
	conn := w.run.conn
	if !w.inTransaction {
		conn = 0
	}
	w.run = execution{conn: conn}
	switch {
	case s.shows.notes && s.random.one(120):
		w.run.act = actNote
		return true
	case w.inTransaction && w.statements == 0:
		s.endTransaction(w)
		return true
	case !w.inTransaction && s.shows.transactions && s.random.one(22):
		s.connect(w)
		w.inTransaction, w.statements = true, 2+s.random.below(5)
		w.run.act = actBegin
		return true
	}
	s.connect(w)
	if w.inTransaction {
		w.statements--
	}
	s.execute(w)
	return true
}

// execute gives w a statement or a batch.
func (s *stream) execute(w *worker) {
	st := s.book.statements[s.book.frequency[s.random.below(len(s.book.frequency))]]
	r := &w.run
	r.statement = st
	r.runtime = s.book.runtimes.around(s.random, st.median)
	switch {
	case st.batch && s.random.one(8) && s.reserve(w, 2):
		r.act = actBatch
		r.size = int(min(2+s.book.pauses.around(s.random, 7), 100))
		r.runtime += int64(r.size) * 60
		if s.shows.transactions {
			w.inTransaction, w.statements = true, 0
		}
	case s.shows.failures && s.random.one(230) && s.reserve(w, 2):
		r.failed = true
		if s.random.one(8) {
			r.runtime = statementTimeout + int64(s.random.below(20*usMilli))
		}
		w.failed, w.statements = w.inTransaction, 0
	default:
		if st.rows > 1 || !s.random.one(12) {
			r.rows = st.rows - s.random.below(st.rows+1)/2
		}
		if st.nested != nil && s.shows.nesting && int64(r.rows) < s.left {
			r.children = r.rows
			s.left -= int64(r.rows)
		}
	}
	s.take(w)
}

// endTransaction makes w commit or roll back.
func (s *stream) endTransaction(w *worker) {
	w.run.act = actCommit
	if w.failed || s.random.one(14) {
		w.run.act = actRollback
	}
	w.run.runtime = s.book.runtimes.around(s.random, 500)
	w.inTransaction, w.failed = false, false
	s.take(w)
}

// finish counts w's execution and gives its connection back.
func (s *stream) finish(w *worker) {
	if !s.shows.rows {
		w.run.rows = 0
	}
	s.tally.count(&w.run)
	if !w.inTransaction && w.run.conn != 0 {
		s.connections = append(s.connections, w.run.conn)
	}
}

// connect gives w a connection if it has none.
func (s *stream) connect(w *worker) {
	if w.run.conn == 0 {
		w.run.conn = s.connections[0]
		s.connections = append(s.connections[:0], s.connections[1:]...)
	}
}

// reserve sets n records aside for w, beside the one that it is about to take, unless there are too few or w is paying off.
func (s *stream) reserve(w *worker, n int) bool {
	if w.owed > 0 || s.left < int64(n)+1 {
		return false
	}
	s.left -= int64(n) + 1
	w.owed = n + 1
	return true
}

// take uses up one record.
func (s *stream) take(w *worker) {
	if w.owed > 0 {
		w.owed--
	} else {
		s.left--
	}
}

// pause puts the next burst off, by more at night, so that what is left fills the time that is left.
func (s *stream) pause() {
	s.sincePause++
	if s.sincePause < s.burst {
		return
	}
	s.sincePause = 0
	left := s.end - s.now
	if left <= 0 {
		return
	}
	const mean = 36 // of load
	wait := left / (s.left/s.burst + 1) * mean / load[s.now%usDay/usHour]
	wait = wait/2 + s.random.below64(wait+1)
	s.resume = s.now + min(wait, left)
}
