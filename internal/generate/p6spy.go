package generate

import (
	"bytes"
	"strconv"
	"strings"
)

// p6spy is the file that P6Spy's SingleLineFormat writes since 3.8, with batch lines: one for each addBatch with the values of its row, then one
// for executeBatch with those of the last row again.
//
//	1772409600123|5|statement|connection 7|url jdbc:p6spy:…|select a from t where b = ?|select a from t where b = 'x'
type p6spy struct{}

func (p6spy) name() string { return "p6spy" }

func (p6spy) shows() features { return features{transactions: true} }

// text makes each run of line breaks a blank, as P6Util.singleLine does.
func (p6spy) text(sql string) string { return strings.ReplaceAll(sql, "\n", " ") }

func (p6spy) open(s *stream) writer {
	w := make(p6spyWriter, poolSize(len(s.workers))+1)
	for i := range w {
		w[i] = "|connection " + strconv.Itoa(i) + "|url jdbc:p6spy:postgresql://db-01.court.test:5432/court?ApplicationName=web|"
	}
	return w
}

// p6spyWriter is the middle of a line for each connection.
type p6spyWriter []string

func (p6spyWriter) begin(w *worker) {
	if w.run.act != actBatch {
		w.at += w.run.runtime
	}
}

func (p p6spyWriter) event(s *stream, w *worker) bool {
	r := &w.run
	switch r.act {
	case actBegin:
		return true // has no line
	case actCommit:
		p.head(s, r, "commit")
		s.buf = append(s.buf, "|\n"...)
		return true
	case actRollback:
		p.head(s, r, "rollback")
		s.buf = append(s.buf, "|\n"...)
		return true
	case actBatch:
		return p.batch(s, w)
	}
	p.head(s, r, "statement")
	s.buf = append(append(s.buf, r.statement.prepared...), '|')
	s.bind(r.statement, p.quote)
	s.buf = append(s.buf, '\n')
	return true
}

// batch appends one line of a batch.
func (p p6spyWriter) batch(s *stream, w *worker) bool {
	r := &w.run
	if w.step < r.size {
		execute := r.runtime
		r.runtime = 0
		p.head(s, r, "batch")
		r.runtime = execute
		s.buf = append(append(s.buf, r.statement.prepared...), '|')
		at := len(s.buf)
		s.bind(r.statement, p.quote)
		w.row = append(w.row[:0], s.buf[at:]...)
		s.buf = append(s.buf, '\n')
		w.at += int64(20 + s.random.below(150))
		if w.step == r.size-1 {
			w.at += r.runtime
		}
		return false
	}
	r.runtime = max(r.runtime, usMilli)
	p.head(s, r, "batch")
	s.buf = append(append(s.buf, r.statement.prepared...), '|')
	s.buf = append(append(s.buf, w.row...), '\n')
	return true
}

// head appends what stands before the texts, and leaves in r the runtime that the line shows.
func (p p6spyWriter) head(s *stream, r *execution, category string) {
	ms := r.runtime / usMilli
	r.runtime = ms * usMilli
	b := strconv.AppendInt(s.buf, s.now/usMilli, 10)
	b = strconv.AppendInt(append(b, '|'), ms, 10)
	b = append(append(b, '|'), category...)
	s.buf = append(b, p[r.conn]...)
}

// quote appends a value as P6Spy puts it into a text.
func (p6spyWriter) quote(b []byte, v *value) []byte {
	switch v.class {
	case classNull:
		return append(b, "NULL"...)
	case classString:
		return appendQuoted(b, v.text)
	case classDate:
		return append(appendDate(append(b, '\''), v.n, '-'), "T00:00:00.000+0000'"...)
	case classTime:
		b = append(appendDate(append(b, '\''), v.n/usDay, '-'), 'T')
		return append(appendClock(b, v.n), "+0000'"...)
	case classBool:
		return strconv.AppendBool(b, v.n != 0)
	}
	return appendNumber(b, v)
}

// bind appends the statement's text with fresh values in it.
func (s *stream) bind(st *statement, quote func(b []byte, v *value) []byte) {
	b := append(s.buf, st.literals[0]...)
	for i := range st.kinds {
		b = quote(b, s.draw(&st.kinds[i]))
		b = append(b, st.literals[i+1]...)
	}
	s.buf = b
}

// appendNumber appends a number of whatever class.
func appendNumber(b []byte, v *value) []byte {
	if v.class != classDecimal {
		return strconv.AppendInt(b, v.n, 10)
	}
	b = append(strconv.AppendInt(b, v.n/100, 10), '.')
	return appendDigits(b, v.n%100, 2)
}

// appendQuoted appends text as a literal of SQL.
func appendQuoted(b, text []byte) []byte {
	b = append(b, '\'')
	for {
		i := bytes.IndexByte(text, '\'')
		if i < 0 {
			return append(append(b, text...), '\'')
		}
		b = append(append(b, text[:i+1]...), '\'')
		text = text[i+1:]
	}
}
