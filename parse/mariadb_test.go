package parse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestMariaDBLogsGiveTheRecordsTheyHold(t *testing.T) { goldenFormat(t, "mariadb") }

func TestMariaDBMessagesInAnyOrderKeepTheLaws(t *testing.T) {
	for _, name := range testLogs(t, "mariadb") {
		src := detectedSource(t, name)
		for seed := range uint64(3) {
			checkLaws(t, src, shuffled(bytes.Repeat(testLog(t, name), 3), seed))
		}
	}
}

func TestMillisecondsAreReadInAnyLanguage(t *testing.T) {
	f := func(in string, want int64) {
		t.Helper()
		got, ok := localMillis([]byte(in))
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%q: got %d, want %d", in, got, want)
		}
	}
	f("0", 0)
	f("12", 12_000)
	f("1.234", 1_234)
	f("1,234", 1_234)
	f("0.5", 500)
	f("20.01", 20_010)
	f("1.23456", 1_234)
	f("1,234.5", 1_234_500)
	f("1.234,567", 1_234_567)
	f("1,234,567", 1_234_567_000)
	f("1 234", 1_234_000)
	f("1\u00a0234,5", 1_234_500)
	f("1\u202f234\u202f567,25", 1_234_567_250)
	f("1'234.5", 1_234_500)
	f("99999999999999999999", 999_999_999_999_999_000)
	for _, in := range []string{"", "x", "1.", ".5", "1.2x", "-1", "1..2."} {
		f(in, -1)
	}
}

// mariaLog is a log of 2.x with profileSql.
func mariaLog(size int) []byte {
	return statementsLog(size, func(b *bytes.Buffer, rnd *rand.Rand, n int, sql string, values []string, head func(level, logger string)) {
		head("INFO", "org.mariadb.jdbc.internal.logging.ProtocolLoggingProxy")
		fmt.Fprintf(b, "conn=%d(M) - %d.%03d ms - Query: %s, parameters [%s,'%s']\n", 70+rnd.IntN(9), rnd.IntN(20), rnd.IntN(1000), sql, values[0], values[1])
	})
}

// go test ./parse -run=^$ -bench=MariaDB
func BenchmarkMariaDB(b *testing.B) { benchmarkFormat(b, MariaDB{}, mariaLog(16<<20)) }

func FuzzMariaDB(f *testing.F) { fuzzFormat(f, MariaDB{}) }
