package parse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

func TestMySQLConnectorJLogsGiveTheRecordsTheyHold(t *testing.T) {
	goldenFormat(t, "mysql-connectorj")
}

func TestProfilerEventsInAnyOrderKeepTheLaws(t *testing.T) {
	for _, name := range testLogs(t, "mysql-connectorj") {
		src := detectedSource(t, name)
		for seed := range uint64(3) {
			checkLaws(t, src, shuffled(bytes.Repeat(testLog(t, name), 3), seed))
		}
	}
}

// mysqljLog is a log of the profiler: of each execution a QUERY and a FETCH.
func mysqljLog(size int) []byte {
	return statementsLog(size, func(b *bytes.Buffer, rnd *rand.Rand, n int, sql string, values []string, head func(level, logger string)) {
		at := time.UnixMilli(1717400000000 + int64(n)*20).UTC().Format("Mon Jan 02 15:04:05 UTC 2006")
		tail := fmt.Sprintf("connection-id: %d, statement-id: %d, resultset-id: 0,\tat com.example.shop.OrderRepository.find(OrderRepository.java:%d)]\n", 70+rnd.IntN(9), n, rnd.IntN(900))
		head("INFO", "MySQL")
		fmt.Fprintf(b, "[QUERY] %s [Created on: %s, duration: %d, %s", bound(sql, values), at, rnd.IntN(20), tail)
		head("INFO", "MySQL")
		fmt.Fprintf(b, "[FETCH]  [Created on: %s, duration: 0, %s", at, tail)
	})
}

// bound is sql with its question marks replaced by values.
func bound(sql string, values []string) string {
	var b bytes.Buffer
	for _, v := range values {
		head, rest, _ := bytes.Cut([]byte(sql), []byte("?"))
		b.Write(head)
		fmt.Fprintf(&b, "'%s'", v)
		sql = string(rest)
	}
	b.WriteString(sql)
	return b.String()
}

// go test ./parse -run=^$ -bench=MySQLConnectorJ
func BenchmarkMySQLConnectorJ(b *testing.B) {
	benchmarkFormat(b, MySQLConnectorJ{}, mysqljLog(16<<20))
}

func FuzzMySQLConnectorJ(f *testing.F) { fuzzFormat(f, MySQLConnectorJ{}) }
