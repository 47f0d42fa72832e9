package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"jdbclog/parse/sqltext"
)

// FuzzState reads what may be a state, as JSON: it is one, or an error.
func FuzzState(f *testing.F) {
	s := read(f, Options{}, "../testdata/report/shop.log")
	s.Statements.freeze()
	for _, g := range s.groups() {
		g.freeze()
	}
	s.Failures.freeze()
	data, err := json.Marshal(stateFile{stateVersion, sqltext.Version, s})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(data))
	f.Add(`{"jdbclog_state":1,"normalizer":1,"state":{"statements":{"list":[{"digest":"ab","calls":1,"timed":1,"course":{"width":300,"slots":[{"i":1,"c":9},{"i":7}]}}]},"batches":{"sized":1},"transactions":{"commits":1,"timed":1,"statements":1}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		one, err := ReadState(strings.NewReader(packed(t, text)), Limits{})
		if err != nil {
			return
		}
		other, err := ReadState(strings.NewReader(packed(t, text)), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		one.Merge(other)
		r := one.Report(View{Top: 3})
		var b bytes.Buffer
		if err := r.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		if err := r.WriteText(&b, TextOptions{}); err != nil {
			t.Fatal(err)
		}
	})
}
