package generate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// seen is what a reader that knows nothing of the generator finds in a log.
type seen struct {
	kinds      map[string]int64
	calls      map[string]int64 // by text with ?, or by caller where the log has no such text
	batches    map[string]int64
	batchSizes int64
	failed     int64
	rows       int64
	texts      []string // with values, of statements and batches
	statements []string // SQL of statements: with values, but with ? where the log keeps them apart
	runtimes   []int64  // ms
	actors     []string // thread or connection, line by line
	stamps     []time.Time
}

func newSeen() *seen {
	return &seen{kinds: map[string]int64{}, calls: map[string]int64{}, batches: map[string]int64{}}
}

// readBack reads a log by regular expressions.
func readBack(t *testing.T, format, log string) *seen {
	t.Helper()
	if !strings.HasSuffix(log, "\n") {
		t.Fatalf("%s: last line has no end", format)
	}
	switch format {
	case "p6spy":
		return readP6spy(t, log)
	case "log4jdbc":
		return readLog4jdbc(t, log)
	case "mybatis":
		return readMybatis(t, log)
	}
	t.Fatalf("%s: the test has no reader for this format", format)
	return nil
}

var p6spyLine = regexp.MustCompile(`^(\d{13})\|(\d+)\|(statement|batch|commit|rollback)\|connection (\d+)\|url jdbc:[^|]+\|(.*)$`)

func readP6spy(t *testing.T, log string) *seen {
	s := newSeen()
	bound := map[string]*regexp.Regexp{} // what a text with ? can become
	added := map[string][]string{}       // texts of a connection's open batch
	for line := range strings.Lines(log) {
		m := p6spyLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			t.Fatalf("p6spy: no record: %.200q", line)
		}
		ms, _ := strconv.ParseInt(m[1], 10, 64)
		elapsed, _ := strconv.ParseInt(m[2], 10, 64)
		conn, texts := m[4], m[5]
		s.stamps = append(s.stamps, time.UnixMilli(ms).UTC())
		s.actors = append(s.actors, conn)
		if open := added[conn]; open != nil && m[3] != "batch" {
			t.Fatalf("p6spy: connection %s leaves a batch of %d", conn, len(open))
		}
		switch {
		case m[3] == "batch" && elapsed == 0:
			added[conn] = append(added[conn], texts)
			continue
		case m[3] == "batch":
			if rows := added[conn]; len(rows) < 2 || rows[len(rows)-1] != texts {
				t.Fatalf("p6spy: executeBatch after %d rows, or of other values", len(rows))
			}
			s.batchSizes += int64(len(added[conn]))
			added[conn] = nil
			s.batches[prepared(t, bound, texts)]++
			s.texts = append(s.texts, texts)
		case m[3] == "statement":
			before := prepared(t, bound, texts)
			s.calls[before]++
			s.texts = append(s.texts, texts)
			s.statements = append(s.statements, texts[len(before)+1:])
			s.runtimes = append(s.runtimes, elapsed)
		case texts != "|":
			t.Fatalf("p6spy: %s with text", m[3])
		}
		s.kinds[m[3]]++
	}
	return s
}

// prepared returns the text before the pipe, which is the one whose ? can be replaced to give the text behind it.
func prepared(t *testing.T, bound map[string]*regexp.Regexp, texts string) string {
	for i, c := range texts {
		if c != '|' {
			continue
		}
		if bound[texts[:i]] == nil {
			pattern := strings.ReplaceAll(regexp.QuoteMeta(texts[:i]), `\?`, `('.*'|[\d.]+|NULL|true|false)`)
			bound[texts[:i]] = regexp.MustCompile("^" + pattern + "$")
		}
		if bound[texts[:i]].MatchString(texts[i+1:]) {
			return texts[:i]
		}
	}
	t.Fatalf("p6spy: no pipe parts %.300q", texts)
	return ""
}

var (
	log4jdbcEvent  = regexp.MustCompile(`(?m)^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) (DEBUG|ERROR|INFO ) \[([^\]]+)\] (\S+) - `)
	log4jdbcRecord = regexp.MustCompile(`(?s)^ com\.example\.court\.dao\.(\w+)Dao\.(\w+)\((\w+)Dao\.java:\d+\)\n(\d+)\. (.*)\n \{(executed in|FAILED after) (\d+) msec\}\n(.*)$`)
	log4jdbcBatch  = regexp.MustCompile(`^batching (\d+) statements:\n`)
	log4jdbcRow    = regexp.MustCompile(`(?m)^ *\d+:  `)
	trace          = regexp.MustCompile(`^org\.postgresql\.util\.PSQLException: .*\n(  \w+: .*\n)*(\tat .*\n)+$`)
)

func readLog4jdbc(t *testing.T, log string) *seen {
	s := newSeen()
	starts := log4jdbcEvent.FindAllStringSubmatchIndex(log, -1)
	if len(starts) == 0 || starts[0][0] != 0 {
		t.Fatal("log4jdbc: does not begin with an event")
	}
	for i, at := range starts {
		end := len(log)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		field := func(n int) string { return log[at[2*n]:at[2*n+1]] }
		message := log[at[1]:end]
		s.stamp(t, field(1))
		s.actors = append(s.actors, field(3))
		if field(4) != "jdbc.sqltiming" {
			continue
		}
		m := log4jdbcRecord.FindStringSubmatch(message)
		if m == nil || m[1] != m[3] {
			t.Fatalf("log4jdbc: no record: %.300q", message)
		}
		failed := m[6] == "FAILED after"
		if failed != (field(2) == "ERROR") || failed != trace.MatchString(m[8]) || failed != (m[8] != "") {
			t.Fatalf("log4jdbc: half a failure: %.300q", message)
		}
		caller, text := m[1]+"."+m[2], m[5]
		s.texts = append(s.texts, text)
		if failed {
			s.failed++
		}
		if b := log4jdbcBatch.FindStringSubmatch(text); b != nil {
			size, _ := strconv.ParseInt(b[1], 10, 64)
			if rows := len(log4jdbcRow.FindAllString(text, -1)); int64(rows) != size {
				t.Fatalf("log4jdbc: batching %d, but %d rows", size, rows)
			}
			s.batchSizes += size
			s.batches[caller]++
			s.kinds["batch"]++
			continue
		}
		ms, _ := strconv.ParseInt(m[7], 10, 64)
		s.runtimes = append(s.runtimes, ms)
		s.calls[caller]++
		s.statements = append(s.statements, text)
		s.kinds["statement"]++
	}
	return s
}

var (
	bootLine   = regexp.MustCompile(`^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) (DEBUG|ERROR| INFO) 4711 --- \[(.{15})\] (.{40}) : (.*)$`)
	mybatisMsg = regexp.MustCompile(`^(?:(=+)> +(Preparing|Parameters): (.*)|<(=+) +(Total|Updates): (\d+))$`)
	parameter  = regexp.MustCompile(`\((Long|Integer|String|Date|Timestamp|Boolean|BigDecimal)\)(, |$)|\bnull(, |$)`)
	aside      = regexp.MustCompile(`^(\t|### |  \w+: |Caused by: |org\.)`)
	committing = regexp.MustCompile(`^(Committing|Rolling back) JDBC Connection \[org\.postgresql\.jdbc\.PgConnection@[0-9a-f]+\]$`)
)

// openCall is an execution of which some lines have been read.
type openCall struct {
	sql     string
	rows    []string
	started time.Time
}

func readMybatis(t *testing.T, log string) *seen {
	s := newSeen()
	open := map[string][]*openCall{} // by thread, a stack
	thread := ""
	// A batch is over when its thread goes on without a result.
	closeBatch := func() {
		if calls := open[thread]; len(calls) == 1 && len(calls[0].rows) > 1 {
			s.kinds["batch"]++
			s.batches[calls[0].sql]++
			s.batchSizes += int64(len(calls[0].rows))
			s.texts = append(s.texts, calls[0].sql+strings.Join(calls[0].rows, "\n"))
			open[thread] = nil
		}
	}
	for line := range strings.Lines(log) {
		m := bootLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			if len(s.actors) == 0 || !aside.MatchString(line) {
				t.Fatalf("mybatis: no event: %.200q", line)
			}
			continue
		}
		thread = m[3]
		now := s.stamp(t, m[1])
		s.actors = append(s.actors, thread)
		if m[2] == "ERROR" {
			calls := open[thread]
			if len(calls) != 1 || len(calls[0].rows) != 1 {
				t.Fatalf("mybatis: a failure of %d open calls", len(calls))
			}
			s.kinds["statement"]++
			s.calls[calls[0].sql]++
			s.statements = append(s.statements, calls[0].sql)
			s.texts = append(s.texts, calls[0].sql+calls[0].rows[0])
			s.failed++
			open[thread] = nil
			continue
		}
		if c := committing.FindStringSubmatch(m[5]); c != nil {
			closeBatch()
			s.kinds[map[string]string{"Committing": "commit", "Rolling back": "rollback"}[c[1]]]++
			continue
		}
		e := mybatisMsg.FindStringSubmatch(m[5])
		if e == nil {
			continue // a line of the application or of a transaction
		}
		if !strings.Contains(m[4], "Mapper.") {
			t.Fatalf("mybatis: logger %q", m[4])
		}
		depth := len(e[1]+e[4]) / 2
		switch {
		case e[2] == "Preparing":
			if depth == 1 {
				closeBatch()
			}
			if len(open[thread]) != depth-1 {
				t.Fatalf("mybatis: depth %d above %d open calls", depth, len(open[thread]))
			}
			open[thread] = append(open[thread], &openCall{sql: e[3], started: now})
		case len(open[thread]) != depth:
			t.Fatalf("mybatis: line of depth %d with %d open calls", depth, len(open[thread]))
		case e[2] == "Parameters":
			c := open[thread][depth-1]
			c.rows = append(c.rows, e[3])
			if n := len(parameter.FindAllString(e[3], -1)); n != strings.Count(c.sql, "?") {
				t.Fatalf("mybatis: %d parameters for %s", n, c.sql)
			}
		default:
			c := open[thread][depth-1]
			open[thread] = open[thread][:depth-1]
			if len(c.rows) != 1 {
				t.Fatalf("mybatis: a result after %d rows of parameters", len(c.rows))
			}
			s.kinds["statement"]++
			s.calls[c.sql]++
			s.statements = append(s.statements, c.sql)
			s.texts = append(s.texts, c.sql+c.rows[0])
			s.runtimes = append(s.runtimes, now.Sub(c.started).Milliseconds())
			n, _ := strconv.ParseInt(e[6], 10, 64)
			s.rows += n
		}
	}
	for who, calls := range open {
		if len(calls) > 0 {
			t.Fatalf("mybatis: thread %s ends with %d open calls", who, len(calls))
		}
	}
	return s
}

func (s *seen) stamp(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04:05.000", text)
	if err != nil {
		t.Fatal(err)
	}
	s.stamps = append(s.stamps, at)
	return at
}

// records is how many there are.
func (s *seen) records() int64 {
	n := int64(0)
	for _, c := range s.kinds {
		n += c
	}
	return n
}

// distinct is the share of texts that are the first of their like.
func distinct(texts []string) float64 {
	c := slices.Clone(texts)
	slices.Sort(c)
	return float64(len(slices.Compact(c))) / float64(len(texts))
}
