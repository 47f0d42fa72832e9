package parse

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"jdbclog/internal/generate"
)

const boot2 = "%d{yyyy-MM-dd HH:mm:ss.SSS} %5p %pid --- [%15.15t] %-40.40logger{39} : %msg%n"

// mybatisPatterns are the layouts of the logs in testdata/mybatis; "" is that of
// the rest.
var mybatisPatterns = map[string]string{
	"":                                 boot2,
	"boot3-correlation":                "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %5p %pid --- [depot] [east] [%15.15t] [%X{traceId}] %-40.40logger{39} : %msg%n",
	"chinese-thread-names":             "%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger - %msg%n",
	"corpus-slf4j-debug":               "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{40} - %msg%n",
	"interleaved-without-thread":       "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level %logger - %msg%n",
	"nested-select":                    "%-5level [%thread] - %msg%n",
	"no-date-midnight":                 "%d{HH:mm:ss.SSS} [%thread] %-5level %logger - %msg%n",
	"stdout-batch-then-reuse":          "none",
	"stdout-failures-and-transactions": "none",
	"stdout-nested-and-empty":          "none",
	"stdout-without-envelope":          "none",
	"suffix-behind-the-message":        "%-5level %d{yyyy-MM-dd HH:mm:ss,SSS} %msg (%F:%L) %n",
}

func mybatisSource(t testing.TB, name string) *Source {
	src := patternSource(t, MyBatis{}, mybatisPatterns, name)
	src.ANSI = strings.Contains(name, "ansi")
	return src
}

func TestMyBatisLogsGiveTheRecordsTheyHold(t *testing.T) {
	for _, name := range testLogs(t, "mybatis") {
		t.Run(name, func(t *testing.T) { golden(t, mybatisSource(t, name), name) })
	}
}

func TestMyBatisLogsMayBeCutAnywhere(t *testing.T) {
	for _, name := range testLogs(t, "mybatis") {
		t.Run(name, func(t *testing.T) { checkLaws(t, mybatisSource(t, name), testLog(t, name)) })
	}
}

func TestValuesAreSplitInTheOnlyWayThereIs(t *testing.T) {
	f := func(text string, n int, want ...string) {
		t.Helper()
		pieces, ok := appendPieces(nil, []byte(text))
		values, fits, ambiguous := fitPieces(pieces, n)
		var got []string
		switch {
		case !ok || !fits && !ambiguous:
			got = []string{"none"}
		case ambiguous:
			got = []string{"ambiguous"}
		default:
			for _, v := range values {
				if p := v.param([]byte(text)); p.Null {
					got = append(got, "NULL")
				} else {
					got = append(got, string(p.Value))
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q for %d: got %q, want %q", text, n, got, want)
		}
	}
	f("a(String)", 1, "a")
	f("a(String), b(String)", 1, "a(String), b")
	f("a(String), b(String)", 2, "a", "b")
	f("a(String), b(String)", 3, "none")
	f("a(String), b(String), c(String)", 2, "ambiguous")
	f("null", 1, "NULL")
	f("null, null", 2, "NULL", "NULL")
	f("null, null", 1, "none")
	f("null(String), null", 2, "null", "NULL")
	f("a(String), null, b(String)", 2, "a", "null, b")
	f("null, null, a(String)", 2, "NULL", "null, a")
	f("null, a(String), null", 2, "null, a", "NULL")
	f("x, y(String), (z), 1)(String)", 2, "x, y", "(z), 1)")
	f("(String)", 1, "")
	f("a(string)", 1, "none")
	f("[B@1f(byte[]), 1(int[][])", 2, "[B@1f", "1")
	f("a()", 1, "none")
	f("a(String", 1, "none")
	f("", 1, "none")
	f(strings.Repeat("1(Integer), ", 3000)+"x(String)", 3001, append(slices.Repeat([]string{"1"}, 3000), "x")...)
	f(strings.Repeat("1(Integer), ", 3000)+"x(String)", 3000, "ambiguous")
}

// go test ./parse -run=^$ -bench=MyBatis
func BenchmarkMyBatis(b *testing.B) {
	src := mybatisSource(b, "mybatis/corpus.log")
	src.Layouts[0], _ = ParseLayout(boot2)
	src.Params = false
	benchmarkSource(b, src, generated(b, "mybatis", 40_000))
}

// generated is a log as `jdbclog generate` writes it.
func generated(t testing.TB, format string, records int64) []byte {
	t.Helper()
	var log bytes.Buffer
	if err := generate.Write(t.Context(), &log, format, records, 1); err != nil {
		t.Fatal(err)
	}
	return log.Bytes()
}

func FuzzMyBatis(f *testing.F) {
	for _, name := range testLogs(f, "mybatis") {
		if data := testLog(f, name); len(data) < 4<<10 {
			f.Add(data, true, uint8(len(data)))
			f.Add(data, false, uint8(len(data)))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, bare bool, size uint8) {
		name := "mybatis/any.log"
		if bare {
			name = "mybatis/stdout-without-envelope.log"
		}
		checkCut(t, mybatisSource(t, name), data, 1+int(size))
	})
}
