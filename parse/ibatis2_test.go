package parse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestIBatis2LogsGiveTheRecordsTheyHold(t *testing.T) { goldenFormat(t, "ibatis2") }

func TestIBatis2MessagesInAnyOrderKeepTheLaws(t *testing.T) {
	for _, name := range testLogs(t, "ibatis2") {
		src := detectedSource(t, name)
		for seed := range uint64(3) {
			checkLaws(t, src, shuffled(bytes.Repeat(testLog(t, name), 2), seed))
		}
	}
}

// ibatisLog is a log of all four loggers.
func ibatisLog(size int) []byte {
	return statementsLog(size, func(b *bytes.Buffer, rnd *rand.Rand, n int, sql string, values []string, head func(level, logger string)) {
		id := 100_000 + 3*n
		head("DEBUG", "java.sql.Connection")
		fmt.Fprintf(b, "{conn-%d} Connection\n", id)
		head("DEBUG", "java.sql.Connection")
		fmt.Fprintf(b, "{conn-%d} Preparing Statement:    %s  \n", id, sql)
		head("DEBUG", "java.sql.PreparedStatement")
		fmt.Fprintf(b, "{pstm-%d} Executing Statement:    %s  \n", id+1, sql)
		head("DEBUG", "java.sql.PreparedStatement")
		fmt.Fprintf(b, "{pstm-%d} Parameters: [%s, %s]\n", id+1, values[0], values[1])
		head("DEBUG", "java.sql.PreparedStatement")
		fmt.Fprintf(b, "{pstm-%d} Types: [java.lang.Integer, java.lang.String]\n", id+1)
		for range rnd.IntN(3) {
			head("DEBUG", "java.sql.ResultSet")
			fmt.Fprintf(b, "{rset-%d} Result: [%d, name %d]\n", id+2, rnd.IntN(1000), rnd.IntN(1000))
		}
	})
}

// go test ./parse -run=^$ -bench=IBatis2
func BenchmarkIBatis2(b *testing.B) { benchmarkFormat(b, IBatis2{}, ibatisLog(16<<20)) }

func FuzzIBatis2(f *testing.F) { fuzzFormat(f, IBatis2{}) }
