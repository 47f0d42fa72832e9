package parse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestSpringJDBCLogsGiveTheRecordsTheyHold(t *testing.T) { goldenFormat(t, "spring-jdbc") }

func TestSpringMessagesInAnyOrderKeepTheLaws(t *testing.T) {
	for _, name := range testLogs(t, "spring-jdbc") {
		data := testLog(t, name)
		src := detectedSource(t, name)
		for seed := range uint64(2) {
			checkLaws(t, src, shuffled(data[max(0, len(data)-15_000):], seed))
		}
	}
}

// springLog is a log at TRACE.
func springLog(size int) []byte {
	return statementsLog(size, func(b *bytes.Buffer, rnd *rand.Rand, n int, sql string, values []string, head func(level, logger string)) {
		head("DEBUG", "o.s.jdbc.core.JdbcTemplate")
		b.WriteString("Executing prepared SQL query\n")
		head("DEBUG", "o.s.jdbc.core.JdbcTemplate")
		fmt.Fprintf(b, "Executing prepared SQL statement [%s]\n", sql)
		for i, class := range [...]string{"Integer", "String"} {
			head("TRACE", "o.s.jdbc.core.StatementCreatorUtils")
			fmt.Fprintf(b, "Setting SQL statement parameter value: column index %d, parameter value [%s], value class [java.lang.%s], SQL type unknown\n", i+1, values[i], class)
		}
	})
}

// go test ./parse -run=^$ -bench=SpringJDBC
func BenchmarkSpringJDBC(b *testing.B) { benchmarkFormat(b, SpringJDBC{}, springLog(16<<20)) }

func FuzzSpringJDBC(f *testing.F) { fuzzFormat(f, SpringJDBC{}) }
