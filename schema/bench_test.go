package schema

import (
	"strings"
	"testing"

	"jdbclog/parse"
)

// go test -bench Rows -run '^$' ./schema
func BenchmarkRows(b *testing.B) {
	r := plainRecord()
	r.SQL = []byte("select * from orders where customer = 'c' and day > '2024-01-01' " + strings.Repeat("and state in ('a', 'b') ", 10))
	r.Prepared = r.SQL
	for _, v := range []Variant{Study, Full} {
		content, record := Tables(v)
		for _, table := range []*Table{content, record} {
			b.Run("schema="+string(v)+"/table="+table.Name, func(b *testing.B) {
				e := testEncoder(nil)
				var dst []byte
				b.ReportAllocs()
				for b.Loop() {
					e.Set(r)
					dst = e.AppendRow(dst[:0], table)
				}
				b.SetBytes(int64(len(dst)))
			})
		}
	}
}

func TestRowsAreWrittenWithoutAllocation(t *testing.T) {
	content, record := Tables(Full)
	e := testEncoder(nil)
	records := []*parse.Record{plainRecord(), bareRecord()}
	dst := make([]byte, 0, 4096)
	n := testing.AllocsPerRun(100, func() {
		dst = dst[:0]
		for _, r := range records {
			e.Set(r)
			dst = e.AppendRow(e.AppendRow(dst, content), record)
			dst = e.AppendCSV(e.AppendCopyText(dst[:0], record), record)
		}
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzRows holds what a log may bring against pgtype.
func FuzzRows(f *testing.F) {
	f.Add("select 1", "jdbc:postgresql://h:1/d", "com.x.Y", int64(1700000000000000), int64(5), int64(77), uint8(1))
	f.Add(strings.Repeat("中", 700), "(host=)", strings.Repeat("é", 601), int64(parse.NoTime), int64(-1), int64(1)<<40, uint8(255))
	f.Add("", "", "", int64(firstTS+epoch), int64(1)<<31, int64(-5), uint8(0))
	f.Fuzz(func(t *testing.T, sql, url, method string, stamp, runtime, offset int64, bits uint8) {
		clean := func(s string) []byte { return []byte(strings.ToValidUTF8(s, "\uFFFD")) }
		r := bareRecord()
		r.SQL, r.URL, r.Method, r.Error = clean(sql), clean(url), clean(method), clean(url)
		r.Time, r.Runtime, r.Offset, r.Rows = stamp, runtime, offset, runtime
		r.Kind, r.Flags, r.Failed = parse.Kind(bits&3), parse.Flag(bits>>2), bits&128 != 0
		checkRows(t, r)
	})
}
