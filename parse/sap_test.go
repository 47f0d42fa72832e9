package parse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestSAPCommerceLogsGiveTheRecordsTheyHold(t *testing.T) { goldenFormat(t, "sap-commerce") }

func TestCallsAreToldFromText(t *testing.T) {
	f := func(in string, want string) {
		t.Helper()
		got := "none"
		if sapCalls([]byte(in)) {
			got = string(sapCaller([]byte(in)))
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	f("OrderDao:42", "OrderDao:42")
	f("PreparedStatementImpl:52:DataSourceImplFactory:101:OrderDao:42 ", "OrderDao:42")
	f("PreparedStatementImpl:52:ConnectionImpl:-1", "PreparedStatementImpl:52")
	f("a.b.C$D:1", "a.b.C$D:1")
	for _, in := range []string{"", "12:12", "OrderDao", "OrderDao:", "OrderDao:42:", "select 1", "OrderDao:42 x", "OrderDao:42:x y:1"} {
		f(in, "none")
	}
}

// sapLog is a log with both texts and calls.
func sapLog(size int) []byte {
	return statementsLog(size, func(b *bytes.Buffer, rnd *rand.Rand, n int, sql string, values []string, head func(level, logger string)) {
		fmt.Fprintf(b, "%d|master|250714-15:%02d:%02d:%d|%d ms|statement|%s|%s|PreparedStatementImpl:57:DataSourceImplFactory:108:OrderDao:%d\n", 100+rnd.IntN(9), n/60000%60, n/1000%60, n%1000, rnd.IntN(20), sql, bound(sql, values), rnd.IntN(900))
	})
}

// go test ./parse -run=^$ -bench=SAPCommerce
func BenchmarkSAPCommerce(b *testing.B) {
	benchmarkSource(b, &Source{Path: "x.log", Formats: []Format{SAPCommerce{}}, Bare: true, MaxRecord: 64 << 20}, sapLog(16<<20))
}

func FuzzSAPCommerce(f *testing.F) { fuzzFormat(f, SAPCommerce{}) }
