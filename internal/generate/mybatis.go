package generate

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// mybatis is MyBatis 3.5 over slf4j in Spring Boot 2's console pattern. An execution is several lines, between which other threads write
// theirs; nested selects stand before their parent's Total; a batch is one Preparing and Parameters for each row; a failure has
// no last line, but an exception that the application logs.
//
//	2026-03-02 09:30:00.123 DEBUG 4711 --- [nio-8080-exec-3] c.e.court.mapper.CaseMapper.byId         : ==>  Preparing: select a from t where b = ?
//	2026-03-02 09:30:00.124 DEBUG 4711 --- [nio-8080-exec-3] c.e.court.mapper.CaseMapper.byId         : ==> Parameters: x(String)
//	2026-03-02 09:30:00.130 DEBUG 4711 --- [nio-8080-exec-3] c.e.court.mapper.CaseMapper.byId         : <==      Total: 1
type mybatis struct{}

func (mybatis) name() string { return "mybatis" }

func (mybatis) shows() features {
	return features{transactions: true, failures: true, nesting: true, notes: true, rows: true}
}

// text makes each run of white space a blank, as BaseJdbcLogger.removeExtraWhitespace does.
func (mybatis) text(sql string) string { return strings.Join(strings.Fields(sql), " ") }

func (mybatis) open(s *stream) writer {
	w := &mybatisWriter{}
	for i := range s.workers {
		name := "http-nio-8080-exec-" + strconv.Itoa(i+1)
		w.threads = append(w.threads, " 4711 --- ["+name[len(name)-15:]+"] ")
	}
	for _, st := range s.book.statements {
		w.mappers = append(w.mappers, bootLogger("com.example.court.mapper."+st.class+"Mapper."+st.method))
	}
	for i := range poolSize(len(s.workers)) + 1 {
		w.connections = append(w.connections, " JDBC Connection [org.postgresql.jdbc.PgConnection@"+strconv.FormatUint(mix(uint64(i))>>36, 16)+"]")
	}
	w.transaction = bootLogger("org.apache.ibatis.transaction.jdbc.JdbcTransaction")
	w.page = bootLogger("com.example.court.web.CasePage")
	return w
}

type mybatisWriter struct {
	threads           []string // by worker
	mappers           []string // by statement
	connections       []string // by connection
	transaction, page string
}

func (*mybatisWriter) begin(*worker) {}

func (m *mybatisWriter) event(s *stream, w *worker) bool {
	r := &w.run
	switch r.act {
	case actNote:
		m.line(s, w, " INFO", m.page, s.pick(appNotes))
		return true
	case actBegin:
		m.line(s, w, "DEBUG", m.transaction, "Setting autocommit to false on", m.connections[r.conn])
		return true
	case actCommit:
		m.line(s, w, "DEBUG", m.transaction, "Committing", m.connections[r.conn])
		m.line(s, w, "DEBUG", m.transaction, "Resetting autocommit to true on", m.connections[r.conn])
		return true
	case actRollback:
		m.line(s, w, "DEBUG", m.transaction, "Rolling back", m.connections[r.conn])
		m.line(s, w, "DEBUG", m.transaction, "Resetting autocommit to true on", m.connections[r.conn])
		return true
	case actBatch:
		return m.batch(s, w)
	}
	return m.statement(s, w)
}

// batch appends one line of a batch; the execution itself has none.
func (m *mybatisWriter) batch(s *stream, w *worker) bool {
	if w.step == 0 {
		m.preparing(s, w, w.run.statement, "==> ")
		w.at += int64(s.random.below(800))
		return false
	}
	m.parameters(s, w, w.run.statement, "==>")
	w.at += int64(20 + s.random.below(300))
	return w.step == w.run.size
}

// statement appends the next line of a statement: two for itself, three for each nested one, and its result.
func (m *mybatisWriter) statement(s *stream, w *worker) bool {
	r := &w.run
	switch {
	case w.step == 0:
		m.preparing(s, w, r.statement, "==> ")
		w.at += int64(s.random.below(1500))
		w.started = s.now / usMilli
		return false
	case w.step == 1:
		m.parameters(s, w, r.statement, "==>")
		w.at += r.runtime
		return false
	case w.step < 2+3*r.children:
		m.nested(s, w)
		return false
	}
	if r.failed {
		m.failure(s, w)
		r.runtime = 0 // the log does not end it
		return true
	}
	// What can be derived is the difference of the stamps as they are, nested selects included.
	r.runtime = (s.now/usMilli - w.started) * usMilli
	m.result(s, w, r.statement, "<==", r.rows)
	return true
}

// nested appends the next line of a nested select and counts it with its last.
func (m *mybatisWriter) nested(s *stream, w *worker) {
	child := w.run.statement.nested
	switch (w.step - 2) % 3 {
	case 0:
		w.startedNested = s.now / usMilli
		m.preparing(s, w, child, "====> ")
		w.at += int64(s.random.below(400))
	case 1:
		m.parameters(s, w, child, "====>")
		w.at += s.book.runtimes.around(s.random, child.median)
	case 2:
		rows := s.random.below(child.rows + 1)
		m.result(s, w, child, "<====", rows)
		s.tally.count(&execution{statement: child, rows: rows, runtime: (s.now/usMilli - w.startedNested) * usMilli})
		w.at += int64(s.random.below(300))
	}
}

func (m *mybatisWriter) preparing(s *stream, w *worker, st *statement, arrow string) {
	m.line(s, w, "DEBUG", m.mappers[st.index], arrow, " Preparing: ", st.prepared)
}

func (m *mybatisWriter) parameters(s *stream, w *worker, st *statement, arrow string) {
	m.head(s, w, "DEBUG", m.mappers[st.index])
	b := append(append(s.buf, arrow...), " Parameters: "...)
	for i := range st.kinds {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendParameter(b, s.draw(&st.kinds[i]))
	}
	s.buf = append(b, '\n')
}

// result appends Total or Updates, which are set flush with Parameters.
func (m *mybatisWriter) result(s *stream, w *worker, st *statement, arrow string, rows int) {
	m.head(s, w, "DEBUG", m.mappers[st.index])
	words := "      Total: "
	switch st.kind {
	case "insert", "update", "delete", "merge", "ddl", "other", "call":
		words = "    Updates: "
	}
	b := append(append(s.buf, arrow...), words...)
	s.buf = append(strconv.AppendInt(b, int64(rows), 10), '\n')
}

// failure appends what the application says of an exception.
func (m *mybatisWriter) failure(s *stream, w *worker) {
	st := w.run.statement
	verb := "updating"
	if st.kind == "select" {
		verb = "querying"
	}
	cause := errorOf(&w.run)
	m.line(s, w, "ERROR", m.page, "数据库异常")
	s.buf = append(s.buf, "org.apache.ibatis.exceptions.PersistenceException: \n### Error "+verb+" database.  Cause: "+cause+
		"\n### The error may involve com.example.court.mapper."+st.class+"Mapper."+st.method+
		"\n### The error occurred while setting parameters\n### SQL: "+st.prepared+"\n### Cause: "+cause+"\n"...)
	s.buf = append(s.buf, "\tat org.apache.ibatis.exceptions.ExceptionFactory.wrapException(ExceptionFactory.java:30)\n"...)
	s.buf = append(append(s.buf, webTrace...), "Caused by: "+cause+"\n"...)
	s.buf = append(append(s.buf, driverTrace...), "\t... 61 common frames omitted\n"...)
}

// line appends a whole line.
func (m *mybatisWriter) line(s *stream, w *worker, level, logger string, message ...string) {
	m.head(s, w, level, logger)
	for _, part := range message {
		s.buf = append(s.buf, part...)
	}
	s.buf = append(s.buf, '\n')
}

func (m *mybatisWriter) head(s *stream, w *worker, level, logger string) {
	s.buf = append(append(appendStamp(s.buf, s.now), ' '), level...)
	s.buf = append(append(s.buf, m.threads[w.number-1]...), logger...)
}

// appendParameter appends a value with the name of its class, as ParameterMapping values are logged: by toString.
func appendParameter(b []byte, v *value) []byte {
	switch v.class {
	case classNull:
		return append(b, "null"...)
	case classString:
		return append(append(b, v.text...), "(String)"...)
	case classDate:
		return append(appendDate(b, v.n, '-'), "(Date)"...)
	case classTime:
		return append(appendTimestamp(b, v.n), "(Timestamp)"...)
	case classBool:
		return append(strconv.AppendBool(b, v.n != 0), "(Boolean)"...)
	case classDecimal:
		return append(appendNumber(b, v), "(BigDecimal)"...)
	case classLong:
		return append(appendNumber(b, v), "(Long)"...)
	}
	return append(appendNumber(b, v), "(Integer)"...)
}

// appendTimestamp appends us as java.sql.Timestamp does: with as many decimals as it needs, at least one.
func appendTimestamp(b []byte, us int64) []byte {
	b = appendStamp(b, us)
	for b[len(b)-1] == '0' && b[len(b)-2] != '.' {
		b = b[:len(b)-1]
	}
	return b
}

// bootLogger is Spring Boot's %-40.40logger{39} with the colon behind: packages are cut to their first letter, from the left, until the
// name fits; what is still too long loses its head.
func bootLogger(name string) string {
	const width = 39
	parts := strings.Split(name, ".")
	for i := 0; i < len(parts)-1 && utf8.RuneCountInString(strings.Join(parts, ".")) > width; i++ {
		_, size := utf8.DecodeRuneInString(parts[i])
		parts[i] = parts[i][:size]
	}
	r := []rune(strings.Join(parts, "."))
	r = r[max(0, len(r)-40):]
	return string(r) + strings.Repeat(" ", 40-len(r)) + " : "
}
