package parse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// log4jdbcPatterns are the layouts of the logs in testdata/log4jdbc; "" is none.
var log4jdbcPatterns = map[string]string{
	"":                               "%d{yyyy-MM-dd HH:mm:ss,SSS} %-5level %logger - %msg%n",
	"additivity-on-all-loggers":      "%d{yyyy-MM-dd HH:mm:ss,SSS} [%thread] %-5level %logger - %msg%n",
	"audit-alone":                    "%d{HH:mm:ss.SSS} [%thread] %-5level %logger - %msg%n",
	"batch-with-blank-lines":         "%d{HH:mm:ss.SSS} [%thread] %-5level %logger - %msg%n",
	"bracket-envelope":               "[%5level][%d{yyyy-MM-dd HH:mm:ss,SSS}][%c: %L] %msg%n",
	"corpus-sqlonly-audit-resultset": "%d{HH:mm:ss.SSS} [%thread] %-5level %logger - %msg%n",
	"corpus-sqltiming":               "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{20} - %msg%n",
	"debug-whole-stack":              "%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger - %msg%n",
	"log4j2-delegator-all-messages":  "%d{yyyy-MM-dd HH:mm:ss,SSS} [%thread] %-5level %logger - %msg%n",
	"duplicate-by-additivity":        "%d{yyyy-MM-dd HH:mm:ss,SSS} [%level] %logger %M - %msg%n",
	"failed-debug-with-trace":        "%d{HH:mm:ss.SSS} [%thread] %-5level %logger - %msg%n",
	"house-caller-layout":            "%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger - %msg%n",
	"tables-of-two-threads":          "%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger - %msg%n",
	"no-envelope":                    "none",
	"no-envelope-failures":           "none",
}

// patternSource reads logs of format f through the pattern that patterns has for
// the log, or for "".
func patternSource(t testing.TB, f Format, patterns map[string]string, name string) *Source {
	t.Helper()
	src := &Source{Path: "x.log", Formats: []Format{f}, Zone: time.UTC, Date: time.Date(2025, 3, 4, 0, 0, 0, 0, time.UTC), MaxRecord: 64 << 20, Params: true}
	name = strings.TrimSuffix(name[strings.IndexByte(name, '/')+1:], ".log")
	pattern, ok := patterns[name]
	if !ok {
		pattern = patterns[""]
	}
	if pattern == "none" {
		src.Bare = true
		return src
	}
	l, err := ParseLayout(pattern)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	src.Layouts = []Layout{l}
	return src
}

func TestLog4jdbcLogsGiveTheRecordsTheyHold(t *testing.T) {
	for _, name := range testLogs(t, "log4jdbc") {
		t.Run(name, func(t *testing.T) { golden(t, patternSource(t, Log4jdbc{}, log4jdbcPatterns, name), name) })
	}
}

func TestLog4jdbcLogsMayBeCutAnywhere(t *testing.T) {
	for _, name := range testLogs(t, "log4jdbc") {
		t.Run(name, func(t *testing.T) {
			checkLaws(t, patternSource(t, Log4jdbc{}, log4jdbcPatterns, name), testLog(t, name))
		})
	}
}

// log4jdbcLog is a log of sqltiming with its default layout: 60 statements of
// unequal frequency, with values that make each text another, but for often of a
// hundred, which have one of a few.
func log4jdbcLog(size, often int) []byte {
	rnd := rand.New(rand.NewPCG(7, 7))
	var b bytes.Buffer
	for ms := 0; b.Len() < size; ms += rnd.IntN(9) {
		at := time.UnixMilli(1717400000000 + int64(ms)).UTC().Format("2006-01-02 15:04:05.000")
		i := rnd.IntN(1 + rnd.IntN(60))
		id, name := rnd.IntN(100000), rnd.IntN(1000)
		if rnd.IntN(100) < often {
			id, name = id%4, name%2
		}
		fmt.Fprintf(&b, "%s INFO  [http-nio-8080-exec-%d] jdbc.sqltiming - select t%d.id, t%d.name, t%d.created_at, t%d.status from table_%d t%d where \n", at, 1+rnd.IntN(8), i, i, i, i, i, i)
		fmt.Fprintf(&b, "t%d.id = %d and t%d.name = 'name %d' order by t%d.created_at desc \n {executed in %d msec}\n", i, id, i, name, i, rnd.IntN(4)*rnd.IntN(5))
	}
	return b.Bytes()
}

// go test ./parse -run=^$ -bench=Log4jdbc
func BenchmarkLog4jdbc(b *testing.B) {
	src := patternSource(b, Log4jdbc{}, log4jdbcPatterns, "log4jdbc/corpus-sqltiming.log")
	src.Params = false
	for _, x := range []struct {
		name  string
		often int
	}{{"all", 0}, {"third", 67}} {
		b.Run("distinct="+x.name, func(b *testing.B) { benchmarkSource(b, src, log4jdbcLog(16<<20, x.often)) })
	}
}

func FuzzLog4jdbc(f *testing.F) {
	for _, name := range testLogs(f, "log4jdbc") {
		if data := testLog(f, name); len(data) < 4<<10 {
			f.Add(data, true, uint8(len(data)))
			f.Add(data, false, uint8(len(data)))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, bare bool, size uint8) {
		name := "log4jdbc/tables-of-two-threads.log"
		if bare {
			name = "log4jdbc/no-envelope.log"
		}
		checkCut(t, patternSource(t, Log4jdbc{}, log4jdbcPatterns, name), data, 1+int(size))
	})
}
