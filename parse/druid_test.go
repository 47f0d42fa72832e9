package parse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// detectedSource is the source that detection makes of the log.
func detectedSource(t testing.TB, name string) *Source {
	t.Helper()
	src := detected(t, testLog(t, name))
	if src == nil {
		t.Fatalf("%s: no format recognised", name)
	}
	src.Params = true
	return src
}

// goldenFormat compares every log of a format's folder with its golden.
func goldenFormat(t *testing.T, format string) {
	for _, name := range testLogs(t, format) {
		t.Run(name, func(t *testing.T) { golden(t, detectedSource(t, name), name) })
	}
}

// fuzzFormat holds what becomes of a format's logs against the laws, with and
// without an envelope.
func fuzzFormat(f *testing.F, format Format) {
	for _, name := range testLogs(f, format.Name()) {
		if data := testLog(f, name); len(data) < 8<<10 {
			f.Add(data, true, uint8(len(data)))
			f.Add(data, false, uint8(len(data)))
		}
	}
	layout, err := ParseLayout(dashPattern)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte, bare bool, size uint8) {
		src := &Source{Path: "x.log", Formats: []Format{format}, Zone: time.UTC, MaxRecord: 64 << 20, Params: true, Bare: bare}
		if !bare {
			src.Layouts = []Layout{layout}
		}
		checkCut(t, src, data, 1+int(size))
	})
}

const dashPattern = "%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger - %msg%n"

// benchmarkFormat reads a log of such an envelope on one core.
func benchmarkFormat(b *testing.B, format Format, data []byte) {
	layout, err := ParseLayout(dashPattern)
	if err != nil {
		b.Fatal(err)
	}
	benchmarkSource(b, &Source{Path: "x.log", Formats: []Format{format}, Layouts: []Layout{layout}, Zone: time.UTC, MaxRecord: 64 << 20}, data)
}

// statementsLog is a log of executions of 60 statements of unequal frequency.
// entry appends what is logged of one; head begins an entry of its thread.
func statementsLog(size int, entry func(b *bytes.Buffer, rnd *rand.Rand, n int, sql string, values []string, head func(level, logger string))) []byte {
	rnd := rand.New(rand.NewPCG(7, 7))
	var texts []string
	for i := range 60 {
		cols := make([]string, 2+rnd.IntN(12))
		for c := range cols {
			cols[c] = fmt.Sprintf("t%d.column_%d", i, c)
		}
		texts = append(texts, fmt.Sprintf("select %s from table_%d t%d where t%d.id = ? and t%d.name = ?", strings.Join(cols, ", "), i, i, i, i))
	}
	var b bytes.Buffer
	at := time.Date(2025, 4, 8, 14, 0, 0, 0, time.UTC)
	for n := 0; b.Len() < size; n++ {
		thread := rnd.IntN(8)
		sql := texts[rnd.IntN(1+rnd.IntN(len(texts)))]
		entry(&b, rnd, n, sql, []string{fmt.Sprint(rnd.IntN(100000)), fmt.Sprintf("name %d", rnd.IntN(1000))}, func(level, logger string) {
			at = at.Add(time.Duration(rnd.IntN(2)) * time.Millisecond)
			fmt.Fprintf(&b, "%s [http-nio-8080-exec-%d] %-5s %s - ", at.Format("2006-01-02 15:04:05.000"), thread, level, logger)
		})
	}
	return b.Bytes()
}

func TestDruidLogsGiveTheRecordsTheyHold(t *testing.T) { goldenFormat(t, "druid") }

func TestDruidValuesAreSplitInTheOnlyWayThereIs(t *testing.T) {
	f := func(text, types string, n int, want ...string) {
		t.Helper()
		var kinds []byte
		if types != "-" {
			kinds = []byte(types)
		}
		values, sure, ok, ambiguous := appendDruidValues(nil, []byte(text), kinds, n)
		var got []string
		for _, v := range values {
			got = append(got, string(v.AppendSQL(nil)))
		}
		if !ok {
			got = []string{"none"}
		}
		if ambiguous {
			got = []string{"ambiguous"}
		}
		if ok && !sure {
			got = append(got, "unsure")
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q of %q: got %q, want %q", text, types, got, want)
		}
	}
	f("", "", 0)
	f("a", "", 0, "none")
	f("", "VARCHAR", 1, "''")
	f("a, b", "VARCHAR", 1, "'a, b'")
	f("a, b", "VARCHAR, CHAR", 2, "'a'", "'b'")
	f("a, b, c", "VARCHAR, CHAR", 2, "ambiguous")
	f("1, b, c, 2", "INTEGER, VARCHAR, INTEGER", 3, "1", "'b, c'", "2")
	f("a, b, 1, 2", "VARCHAR, INTEGER, INTEGER", 3, "'a, b'", "1", "2")
	f("1, a, , b", "INTEGER, VARCHAR", 2, "1", "'a, , b'")
	f("1, 2, 3", "INTEGER, INTEGER", 2, "none")
	f("1", "INTEGER, INTEGER", 2, "none")
	f("null, NULL, NULL", "VARCHAR, NULL, VARCHAR", 3, "NULL", "NULL", "'NULL'")
	f(", 1", ", INTEGER", 2, "NULL", "1", "unsure")
	f("a, 1, true, 2025-04-08", "-", 4, "'a'", "1", "'true'", "'2025-04-08'")
	f("a, b", "-", 1, "'a, b'")
	f("a, b, c", "-", 2, "ambiguous")
	f("[B@1b2c", "BINARY", 1, "'[B@1b2c'", "unsure")
}

func TestSlowSQLIsCutFromItsValues(t *testing.T) {
	f := func(text string, want int) {
		t.Helper()
		if got := druidArray([]byte(text)); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
	f("a[]", 1)
	f("a[1][]", 4)
	f(`a ["x]",1]`, 2)
	f(`a ["x[\"[",1]`, 2)
	f(`a ["\\",1]`, 2)
	f(`a [,null,]`, 2)
	f("a ['x']", -1)
	f("a [x y]", -1)
	f(`a "x]`, -1)
	f("]", -1)
	f("", -1)
}

func FuzzDruid(f *testing.F) { fuzzFormat(f, Druid{}) }

// go test ./parse -run=^$ -bench=Druid
func BenchmarkDruid(b *testing.B) { benchmarkFormat(b, Druid{}, druidLog(16<<20)) }

// druidLog is a log with everything on.
func druidLog(size int) []byte {
	return statementsLog(size, func(w *bytes.Buffer, rnd *rand.Rand, n int, sql string, values []string, head func(level, logger string)) {
		id := fmt.Sprintf("{conn-%d, pstmt-%d", 10001+rnd.IntN(9), 20000+n)
		line := func(logger, format string, args ...any) {
			head("DEBUG", "druid.sql."+logger)
			w.WriteString(id)
			fmt.Fprintf(w, format+"\n", args...)
		}
		line("Statement", "} created. %s", sql)
		line("Statement", "} Parameters : [%s]", strings.Join(values, ", "))
		line("Statement", "} Types : [INTEGER, VARCHAR]")
		line("Statement", ", rs-%d} query executed. %d.%06d millis. %s", 50000+n, rnd.IntN(4), rnd.IntN(1e6), sql)
		line("ResultSet", ", rs-%d} open", 50000+n)
		for range rnd.IntN(3) {
			line("ResultSet", ", rs-%d} Result: [%s]", 50000+n, strings.Join(values, ", "))
		}
		line("ResultSet", ", rs-%d} closed", 50000+n)
		line("Statement", "} closed")
	})
}
