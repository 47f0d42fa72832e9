package parse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestPgJDBCLogsGiveTheRecordsTheyHold(t *testing.T) { goldenFormat(t, "pgjdbc") }

func TestBoundValuesAreReadAsTheDriverWritesThem(t *testing.T) {
	f := func(text string, want ...string) {
		t.Helper()
		values, known, ok := pgValues(nil, &Batch{}, []byte(text))
		var got []string
		for _, v := range values {
			got = append(got, string(v.AppendSQL(nil)))
		}
		if !ok {
			got = []string{"none"}
		} else if !known {
			got = append(got, "unknown")
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
		if ok && pgValueCount([]byte(text)) != len(values) {
			t.Errorf("%s: %d values are counted", text, pgValueCount([]byte(text)))
		}
	}
	f("")
	f(")")
	f("$1=<'a'>)", "'a'")
	f("$1=<'7'>)", "7")
	f("$1=<'7'>,type=VARCHAR)", "'7'")
	f("$1=<'7'>,type=INT8,$2=<'NaN'>,type=FLOAT8)", "7", "'NaN'")
	f("$1=<('-7'::int2)>,type=INT2,$2=<(NULL)>,type=INT2,$3=<('t'::bool)>,type=BOOL)", "-7", "NULL", "'t'")
	f("$1=<('2026-05-06 07:08:09+08'::timestamp with time zone)>,type=TIMESTAMPTZ)", "'2026-05-06 07:08:09+08'")
	f("$1=<NULL>:B:21,$2=<'2001-2-3 +1:0:0'>:T:0,$3=<12>:B:23)", "NULL", "'2001-2-3 +1:0:0'", "12")
	f("$1=<('it''s>,type=INT4,$2=<x')>,type=VARCHAR,$2=<?>,type=BYTEA)", "'it''s>,type=INT4,$2=<x'", "'?'", "unknown")
	f("$1=<'a", "none")
	f("$1=<'a'", "none")
	f("$1=<'a'>x", "none")
	f("$=<'a'>)", "none")
}

// shuffled moves and drops lines of data: what was near stays near.
func shuffled(data []byte, seed uint64) []byte {
	rnd := rand.New(rand.NewPCG(seed, 3))
	lines := bytes.SplitAfter(data, newline)
	for i := range lines {
		switch rnd.IntN(12) {
		case 0:
			lines[i] = nil
		case 1, 2:
			j := min(len(lines)-1, i+rnd.IntN(10))
			lines[i], lines[j] = lines[j], lines[i]
		case 3:
			lines[i] = append(bytes.Clone(lines[i]), lines[rnd.IntN(len(lines))]...)
		}
	}
	return bytes.Join(lines, nil)
}

func TestPgJDBCMessagesInAnyOrderKeepTheLaws(t *testing.T) {
	for _, name := range testLogs(t, "pgjdbc") {
		data := testLog(t, name)
		src := detectedSource(t, name)
		for seed := range uint64(2) {
			checkLaws(t, src, shuffled(data[max(0, len(data)-20_000):], seed))
		}
	}
}

// pgLog is a trace of the wire as one connection writes it: a fifth of the bytes are of rows.
func pgLog(size int) []byte {
	rnd := rand.New(rand.NewPCG(7, 7))
	var b bytes.Buffer
	ms := 0
	line := func(format string, args ...any) {
		at := time.UnixMilli(1717400000000 + int64(ms)).UTC().Format("2006-01-02 15:04:05.000")
		fmt.Fprintf(&b, at+" FINEST [org.postgresql.core.v3.QueryExecutorImpl] "+format+"\n", args...)
	}
	for ; b.Len() < size; ms += rnd.IntN(9) {
		i := rnd.IntN(1 + rnd.IntN(60))
		line("  simple execute, handler=org.postgresql.jdbc.PgStatement$StatementResultHandler@%x, maxRows=0, fetchSize=0, flags=17", rnd.Uint32())
		line(` FE=> Parse(stmt=null,query="select t%d.id, t%d.name, t%d.created_at from table_%d t%d where t%d.id = $1 and t%d.name = $2",oids={20,1043})`, i, i, i, i, i, i, i)
		line(" FE=> Bind(stmt=null,portal=null,$1=<('%d'::int8)>,type=INT8,$2=<('name %d')>,type=VARCHAR)", rnd.IntN(100000), rnd.IntN(1000))
		line(" FE=> Describe(portal=null)")
		line(" FE=> Execute(portal=null,limit=0)")
		line(" FE=> Sync")
		ms += rnd.IntN(5)
		line(" <=BE ParseComplete [null]")
		line(" <=BE BindComplete [unnamed]")
		n := rnd.IntN(6)
		for range n {
			line(" <=BE DataRow(len=%d)", rnd.IntN(1000))
		}
		line(" <=BE CommandStatus(SELECT %d)", n)
		line(" <=BE ReadyForQuery(I)")
	}
	return b.Bytes()
}

// go test ./parse -run=^$ -bench=PgJDBC
func BenchmarkPgJDBC(b *testing.B) {
	src := detectedSource(b, "pgjdbc/corpus-finest-oneline.log")
	src.Params = false
	benchmarkSource(b, src, pgLog(16<<20))
}

func FuzzPgJDBC(f *testing.F) { fuzzFormat(f, PgJDBC{}) }
