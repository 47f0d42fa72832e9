package schema

import (
	"math/rand/v2"
	"strings"
	"testing"

	"jdbclog/parse"
)

// Rows share fields with those before them: what these were must not matter,
// nor that the memory of a batch is used again for other text.
func TestRowsDoNotDependOnThoseBefore(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	files := []*File{
		{ID: "0123456789abcdef", Path: "a.log"},
		{ID: "fedcba9876543210", Path: "b.log", System: "crm", IP: "10.0.0.9"},
		{ID: "0000000000000001", Path: strings.Repeat("é", 601), Port: "1"},
	}
	urls := []string{"jdbc:postgresql://a:1/x", "jdbc:postgresql://b:1/x", "jdbc:h2:mem:depot", "", "jdbc:mysql://" + strings.Repeat("h", 101) + "/x"}
	var tables []*Table
	for _, v := range []Variant{Study, Full} {
		content, record := Tables(v)
		tables = append(tables, content, record)
	}
	e := testEncoder(nil)
	memory := make([]byte, 0, 200)
	cut := int64(0)
	for range 5000 {
		r := wild(rnd)
		if rnd.IntN(2) == 0 {
			u := usualRecord()
			r.Kind, r.Rows, r.UpdateCount, r.BatchSize, r.Flags, r.Failed, r.Error = u.Kind, u.Rows, u.UpdateCount, u.BatchSize, u.Flags, u.Failed, u.Error
			odd := []func(){func() { r.Kind = parse.Commit }, func() { r.Rows = 0 }, func() { r.UpdateCount = 0 }, func() { r.BatchSize = 1 },
				func() { r.Flags = parse.Flushed }, func() { r.Failed = true }, func() { r.Error = []byte{} }, func() {}, func() {}}
			odd[rnd.IntN(len(odd))]()
		}
		if r.URL = nil; rnd.IntN(4) > 0 {
			memory = append(memory[:0], urls[rnd.IntN(len(urls))]...)
			r.URL = memory
		}
		if rnd.IntN(4) == 0 {
			e.File(files[rnd.IntN(len(files))])
		}
		table := tables[rnd.IntN(len(tables))]
		fresh := testEncoder(nil)
		fresh.File(e.row.file)
		fresh.Set(r)
		var want []byte
		for i := range table.Columns {
			want = fresh.AppendField(want, &table.Columns[i])
		}
		e.Set(r)
		e.Counts = Counts{}
		if got := e.AppendRow(nil, table)[2:]; string(got) != string(want) {
			t.Fatalf("a row of %s differs:\n%q\n%q", table.Name, got, want)
		}
		if e.Counts != fresh.Counts {
			t.Fatalf("counted %+v, want %+v", e.Counts, fresh.Counts)
		}
		cut += e.Counts.Cut
	}
	if cut == 0 {
		t.Error("nothing was cut")
	}
}
