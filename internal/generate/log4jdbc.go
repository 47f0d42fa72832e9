package generate

import (
	"strconv"
)

// log4jdbc is jdbc.sqltiming of log4jdbc-log4j2 over slf4j at level DEBUG, with maxlinelength 0, in a logback file: the caller, then the
// connection's number and the text with its line breaks, then the runtime on a line of its own. A failure is an ERROR with its
// stack trace.
//
//	2026-03-02 09:30:00.123 DEBUG [http-nio-8080-exec-3] jdbc.sqltiming -  com.example.court.dao.CaseDao.byId(CaseDao.java:41)
//	7. select a
//	  from t
//	 {executed in 12 msec}
type log4jdbc struct{}

func (log4jdbc) name() string { return "log4jdbc" }

func (log4jdbc) shows() features { return features{failures: true, notes: true} }

func (log4jdbc) text(sql string) string { return sql }

func (log4jdbc) open(s *stream) writer {
	w := &log4jdbcWriter{}
	for i := range s.workers {
		w.threads = append(w.threads, " [http-nio-8080-exec-"+strconv.Itoa(i+1)+"] ")
	}
	for _, st := range s.book.statements {
		w.callers = append(w.callers, " com.example.court.dao."+st.class+"Dao."+st.method+"("+st.class+"Dao.java:"+strconv.Itoa(st.line)+")\n")
	}
	return w
}

type log4jdbcWriter struct {
	threads []string // by worker
	callers []string // by statement
}

func (*log4jdbcWriter) begin(w *worker) { w.at += w.run.runtime }

func (l *log4jdbcWriter) event(s *stream, w *worker) bool {
	r := &w.run
	if r.act == actNote {
		l.head(s, w, "INFO ", "c.e.court.web.CasePage")
		s.buf = append(append(s.buf, s.pick(appNotes)...), '\n')
		return true
	}
	level, outcome := "DEBUG", " {executed in "
	if r.failed {
		level, outcome = "ERROR", " {FAILED after "
	}
	l.head(s, w, level, "jdbc.sqltiming")
	s.buf = append(s.buf, l.callers[r.statement.index]...)
	s.buf = append(strconv.AppendInt(s.buf, int64(r.conn), 10), ". "...)
	if r.act == actBatch {
		s.buf = append(strconv.AppendInt(append(s.buf, "batching "...), int64(r.size), 10), " statements:"...)
		width := len(strconv.Itoa(r.size))
		for i := 1; i <= r.size; i++ {
			s.buf = append(s.buf, '\n')
			for range width - len(strconv.Itoa(i)) {
				s.buf = append(s.buf, ' ')
			}
			s.buf = append(strconv.AppendInt(s.buf, int64(i), 10), ":  "...)
			s.bind(r.statement, l.quote)
		}
	} else {
		s.bind(r.statement, l.quote)
	}
	ms := r.runtime / usMilli
	r.runtime = ms * usMilli
	s.buf = append(append(s.buf, '\n'), outcome...)
	s.buf = append(strconv.AppendInt(s.buf, ms, 10), " msec}\n"...)
	if r.failed {
		s.buf = append(append(s.buf, errorOf(r)...), '\n')
		s.buf = append(s.buf, driverTrace...)
		s.buf = append(s.buf, "\tat com.example.court.dao."...)
		s.buf = append(append(s.buf, r.statement.class...), "Dao."...)
		s.buf = append(append(s.buf, r.statement.method...), '(')
		s.buf = append(append(s.buf, r.statement.class...), "Dao.java:"...)
		s.buf = append(strconv.AppendInt(s.buf, int64(r.statement.line), 10), ")\n"...)
		s.buf = append(s.buf, webTrace...)
	}
	return true
}

func (l *log4jdbcWriter) head(s *stream, w *worker, level, logger string) {
	s.buf = append(append(appendStamp(s.buf, s.now), ' '), level...)
	s.buf = append(s.buf, l.threads[w.number-1]...)
	s.buf = append(append(s.buf, logger...), " - "...)
}

// quote appends a value as log4jdbc puts it into a text.
func (*log4jdbcWriter) quote(b []byte, v *value) []byte {
	switch v.class {
	case classNull:
		return append(b, "NULL"...)
	case classString:
		return appendQuoted(b, v.text)
	case classDate:
		return append(appendUSDate(append(b, '\''), v.n), " 00:00:00.000'"...)
	case classTime:
		b = append(appendUSDate(append(b, '\''), v.n/usDay), ' ')
		return append(appendClock(b, v.n), '\'')
	}
	return appendNumber(b, v) // a boolean is 1 or 0
}
