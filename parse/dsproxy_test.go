package parse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestDatasourceProxyLogsGiveTheRecordsTheyHold(t *testing.T) { goldenFormat(t, "datasource-proxy") }

func TestProxyQueriesAreJoined(t *testing.T) {
	f := func(queries string, n int64, want string, sure bool) {
		t.Helper()
		text, ok := dspJoin(&Batch{}, []byte(queries), n)
		if string(text) != want || ok != sure {
			t.Errorf("%q: got %q %v, want %q %v", queries, text, ok, want, sure)
		}
	}
	f(`a","b`, 2, "a;\nb", true)
	f(`a","b","c`, 3, "a;\nb;\nc", true)
	f(`a '","' x","b`, 2, "a '\",\"' x;\nb", true)
	f(`a '","`, 2, "a ';\n", true)
	f(`a`, 2, "a", false)
	f(`a","b","c`, 2, "a;\nb;\nc", false)
}

func TestProxyValuesAreSplitInTheOnlyWayThereIs(t *testing.T) {
	f := func(text string, n int, named bool, want ...string) {
		t.Helper()
		values, sure, ok, ambiguous := appendDspValues(nil, []byte(text), n, named)
		var got []string
		for _, v := range values {
			got = append(got, string(v.AppendSQL(nil)))
		}
		switch {
		case ambiguous:
			got = []string{"ambiguous"}
		case !ok:
			got = []string{"none"}
		case !sure:
			got = append(got, "unsure")
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	f("()", 0, false)
	f("", 0, false)
	f("()", 1, false, "''")
	f("(a,b)", 1, false, "'a,b'")
	f("(a,b)", 2, false, "'a'", "'b'")
	f("(a,b,c)", 2, false, "ambiguous")
	f("(a)", 2, false, "none")
	f("(a)", 0, false, "none")
	f("(NULL(INTEGER),null)", 2, false, "NULL", "NULL")
	f("(1=a,2=7)", 2, true, "'a'", "7")
	f("(1=a,2=7)", 2, false, "'1=a'", "'2=7'")
	f("(1=OUTPUT(INTEGER[4]),2=7)", 2, true, "NULL", "7", "unsure")
	f("([C@1b2c)", 1, false, "'[C@1b2c'", "unsure")
}

func FuzzDatasourceProxy(f *testing.F) { fuzzFormat(f, DatasourceProxy{}) }

// go test ./parse -run=^$ -bench=DatasourceProxy
func BenchmarkDatasourceProxy(b *testing.B) {
	for _, layout := range []string{"single", "multi", "json"} {
		b.Run("layout="+layout, func(b *testing.B) { benchmarkFormat(b, DatasourceProxy{}, dspLog(layout, 16<<20)) })
	}
}

// dspLog is a log in one of the layouts.
func dspLog(layout string, size int) []byte {
	entry := "Name:ds, Connection:%d, Time:%d, Success:True, Type:Prepared, Batch:False, QuerySize:1, BatchSize:0, Query:[\"%s\"], Params:[(%s)]\n"
	sep := ","
	switch layout {
	case "multi":
		entry = "\nName:ds, Connection:%d, Time:%d, Success:True\nType:Prepared, Batch:False, QuerySize:1, BatchSize:0\nQuery:[\"%s\"]\nParams:[(%s)]\n"
	case "json":
		entry = "{\"name\":\"ds\",\"connection\":%d,\"time\":%d,\"success\":true,\"type\":\"Prepared\",\"batch\":false,\"querySize\":1,\"batchSize\":0,\"query\":[\"%s\"],\"params\":[[\"%s\"]]}\n"
		sep = `","`
	}
	return statementsLog(size, func(w *bytes.Buffer, rnd *rand.Rand, n int, sql string, values []string, head func(level, logger string)) {
		head("DEBUG", "n.t.d.l.l.SLF4JQueryLoggingListener")
		fmt.Fprintf(w, entry, 1+rnd.IntN(9), rnd.IntN(4), sql, strings.Join(values, sep))
	})
}
