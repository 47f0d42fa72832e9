package parse

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// p6Busy is a log of all categories: batches of several connections that cross,
// outages with and without an end, records that a line of their literals cuts.
func p6Busy(n int, seed uint64) []byte {
	rnd := rand.New(rand.NewPCG(seed, 3))
	var b strings.Builder
	now := 1717400000000
	line := func(elapsed int, category string, conn int, prepared, sql string) {
		now += rnd.IntN(3)
		if rnd.IntN(4) == 0 {
			fmt.Fprintf(&b, "#%d | took %dms | %s | connection %d| url jdbc:h2:mem:t\n%s\n%s;\n", now, elapsed, category, conn, prepared, sql)
		} else {
			fmt.Fprintf(&b, "%d|%d|%s|connection %d|url jdbc:h2:mem:t|%s|%s\n", now, elapsed, category, conn, strings.ReplaceAll(prepared, "\n", " "), strings.ReplaceAll(sql, "\n", " "))
		}
	}
	for i := range n {
		conn, row := rnd.IntN(4), rnd.IntN(3)
		batch := fmt.Sprintf("insert into b%d values (?)", rnd.IntN(2))
		bound := strings.Replace(batch, "?", fmt.Sprint(row), 1)
		slow := fmt.Sprintf("select pg_sleep(%d)", rnd.IntN(3))
		switch rnd.IntN(12) {
		case 0, 1, 2, 3:
			line(rnd.IntN(2), "batch", conn, batch, bound)
		case 4:
			line(1, "batch", conn, "insert 2\ninsert 1", "insert 2\ninsert 1")
		case 5:
			line(1000*rnd.IntN(9), "outage", -1, slow, slow)
		case 6:
			line(1000*rnd.IntN(9), "statement", conn, slow, slow)
		case 7:
			line(0, "commit", conn, "", "")
		case 8:
			fmt.Fprintf(&b, "#%d | took 1ms | statement | connection %d| url jdbc:h2:mem:t\ninsert ?\ninsert '\n", now, conn)
			line(0, "statement", 99, "fake", fmt.Sprintf("fake %d';", i))
		case 9:
			fmt.Fprintf(&b, "#%d | took 1ms | statement | connection %d| url jdbc:h2:mem:t\ncut off\n", now, conn)
		default:
			line(1, "statement", conn, "select ?", "select 1")
		}
	}
	return []byte(b.String())
}

func TestP6SpyBatchesAndOutagesMayBeCutAnywhere(t *testing.T) {
	for seed := range uint64(10) {
		checkLaws(t, p6Source(), p6Busy(80, seed))
	}
}

func TestP6SpyLinesOfOneExecutionAreOneRecord(t *testing.T) {
	const url = "|url jdbc:h2:mem:t|"
	f := func(want string, lines ...string) {
		t.Helper()
		got := readIn(t, p6Source(), []byte(strings.Join(lines, "\n")+"\n"), 1<<20)
		var b []string
		for _, r := range got.records {
			field := func(name string) string {
				_, rest, _ := strings.Cut(r, `"`+name+`":`)
				return rest[:strings.IndexAny(rest, ",]}")]
			}
			b = append(b, strings.Trim(field("kind"), `"`)+" "+field("batch_size")+" "+field("runtime_us")+strings.ReplaceAll(field("flags"), "[", " "))
		}
		if s := strings.Join(b, ", "); s != want {
			t.Errorf("got  %s\nwant %s", s, want)
		}
	}
	add := func(n, elapsed, conn int) string {
		return fmt.Sprintf("1717400000000|%d|batch|connection %d%sinsert ?|insert %d", elapsed, conn, url, n)
	}
	outage := func(n, elapsed int) string {
		return fmt.Sprintf("1717400000000|%d|outage|connection -1|url |select %d|select %d", elapsed, n, n)
	}
	end := func(n, elapsed int) string {
		return fmt.Sprintf("1717400000000|%d|statement|connection 7%sselect %d|select %d", elapsed, url, n, n)
	}
	commit := "1717400000000|1|commit|connection 7" + url + "|"

	f("batch 2 9000 ", add(1, 0, 7), add(2, 0, 7), add(2, 9, 7))
	f("batch 1 9000 , batch 1 8000 ", add(1, 0, 7), add(1, 9, 7), add(1, 0, 7), add(1, 8, 7))
	f("batch 1 9000 , batch 2 8000 ", add(1, 0, 7), add(1, 0, 8), add(1, 9, 7), add(2, 0, 8), add(2, 8, 8))
	f(`batch 2 0 "truncated", commit 0 1000 `, add(1, 0, 7), add(2, 0, 7), commit)
	f(`commit 0 1000 , batch 1 0 "truncated"`, add(1, 0, 8), commit)
	f("batch 0 3000 ", "1717400000000|3|batch|connection 7"+url+"insert ?|insert ?")
	f("batch 0 3000 , commit 0 1000 ", "1717400000000|3|batch|connection 7"+url+"insert ?|insert NULL", commit)

	f("statement 0 5000000 ", outage(1, 2000), outage(1, 4000), end(1, 5000))
	f("statement 0 1000 , statement 0 5000000 ", outage(1, 2000), end(1, 1), end(1, 5000))
	f("statement 0 5000000 , statement 0 7000000 ", outage(1, 2000), outage(2, 2000), end(1, 5000), end(2, 7000))
	f(`statement 0 4000000 "truncated"`, outage(1, 2000), outage(1, 4000))
}

func TestARecordAtTheEndIsCompleteOnlyWithAllOfIt(t *testing.T) {
	f := func(text string, want bool) {
		t.Helper()
		if got := (P6Spy{}).Complete(&Event{Text: []byte(text)}); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	f("1717400000000|1|statement|connection 7|select 1|select 1", true)
	f("#1717400000000 | took 1ms | statement | connection 7| url x\nselect 1\nselect 1;", true)
	f("#1717400000000 | took 1ms | statement | connection 7| url x\nselect 1\nselect 1;\njava.lang.Exception\n\tat a.b(C.java)", true)
	f("#1717400000000 | took 1ms | statement | connection 7| url x\nselect 1\n", false)
	f("#1717400000000 | took 1ms | commit | connection 7| url x\n", false)
	f("#1717400000000 | took 1ms | commit | connection 7| url x\n\n;", true)
	f("1717400000000 | took 1ms | statement | connection 7\nselect 1", false)
	f(" Consume Time：7 ms 2024-06-03 15:33:20", false)
	f(" Consume Time：7 ms 2024-06-03 15:33:20\n Execute SQL：select 1", true)
	f("2024-06-03 15:33:20 | 耗时 12 ms | SQL 语句：\nselect 1", false)
	f("2024-06-03 15:33:20 | 耗时 12 ms | SQL 语句：\nselect 1;", true)
}
