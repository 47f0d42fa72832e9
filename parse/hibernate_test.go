package parse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestHibernateLogsGiveTheRecordsTheyHold(t *testing.T) { goldenFormat(t, "hibernate") }

func TestPrintedLinesAreNoPartOfAStatement(t *testing.T) {
	f := func(text string, stdout bool, want string, lines int) {
		t.Helper()
		sql, n := hibCut([]byte(text), stdout)
		if string(sql) != want || n != lines {
			t.Errorf("%q: got %q and %d lines, want %q and %d", text, sql, n, want, lines)
		}
	}
	f("select 1", true, "select 1", 0)
	f("select 1\nprinted", true, "select 1", 1)
	f("select 1\nprinted", false, "select 1\nprinted", 0)
	f("select 1\nHibernate: select 1", false, "select 1", 1)
	f("select 'a\nb'\nprinted\n", true, "select 'a\nb'", 2)
	f("select (1\n)\nprinted", true, "select (1\n)", 1)
	f("select /* '\n*/ 1\nprinted", true, "select /* '\n*/ 1", 1)
	f("select 1 -- '\nfrom t\nprinted", true, "select 1 -- '\nfrom t", 1)
	f("select 1\n\nfrom t\n\nprinted", true, "select 1\n\nfrom t", 2)
	f("select 1\n\tat a.B.c(B.java:1)", true, "select 1", 1)
	f("\n    select\n        1\nfrom printed", true, "\n    select\n        1", 1)
	f("\n    select\n        1 -- don't\nprinted\n    from t\nprinted", false, "\n    select\n        1 -- don't\nprinted\n    from t", 1)
}

func TestSlowStatementsAreTakenOutOfTheirWrappers(t *testing.T) {
	f := func(text, want string, prepared bool) {
		t.Helper()
		if got, p := hibUnwrap([]byte(text)); string(got) != want || p != prepared {
			t.Errorf("%q: got %q %v, want %q %v", text, got, p, want, prepared)
		}
	}
	f("select 1", "select 1", false)
	f("select ?", "select ?", true)
	f("a.B@1f wrapping c.D@2e wrapping select 1", "select 1", false)
	f("Proxy@1f wrapping c.D@2e", "", false)
	f("Proxy@1f", "", false)
	f("com.mysql.cj.jdbc.ClientPreparedStatement: select 1", "select 1", false)
	f("prep12: select ? {1: 5}", "select ?", true)
	f("sql : 'select ?', parameters : [1]", "select ?", true)
	f("", "", false)
}

func FuzzHibernate(f *testing.F) { fuzzFormat(f, Hibernate{}) }

// go test ./parse -run=^$ -bench=Hibernate
func BenchmarkHibernate(b *testing.B) {
	for _, layout := range []string{"sql", "values", "stdout"} {
		b.Run("layout="+layout, func(b *testing.B) {
			data := hibernateLog(layout, 16<<20)
			if layout == "stdout" {
				benchmarkSource(b, &Source{Path: "x.log", Formats: []Format{Hibernate{}}, Bare: true, MaxRecord: 64 << 20}, data)
			} else {
				benchmarkFormat(b, Hibernate{}, data)
			}
		})
	}
}

// hibernateLog is a log of statements alone, with values, or of standard output.
func hibernateLog(layout string, size int) []byte {
	return statementsLog(size, func(w *bytes.Buffer, rnd *rand.Rand, n int, sql string, values []string, head func(level, logger string)) {
		if layout == "stdout" {
			fmt.Fprintf(w, "Hibernate: %s\n", sql)
			return
		}
		head("DEBUG", "org.hibernate.SQL")
		fmt.Fprintf(w, "%s\n", sql)
		if layout == "values" {
			for i, v := range values {
				head("TRACE", "org.hibernate.orm.jdbc.bind")
				fmt.Fprintf(w, "binding parameter (%d:%s) <- [%s]\n", i+1, []string{"BIGINT", "VARCHAR"}[i], v)
			}
		}
	})
}
