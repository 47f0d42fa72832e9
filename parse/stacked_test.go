package parse

import (
	"strings"
	"testing"
	"time"
)

// stackedSource reads the logs of several tools in one file.
func stackedSource(t testing.TB) *Source {
	t.Helper()
	l, err := ParseLayout(boot2)
	if err != nil {
		t.Fatal(err)
	}
	return &Source{Path: "x.log", Formats: []Format{P6Spy{}, Log4jdbc{}, MyBatis{}, Druid{}}, Layouts: []Layout{l}, Zone: time.UTC, MaxRecord: 64 << 20, Params: true}
}

func TestStackedToolsGiveOneRecordAnExecution(t *testing.T) {
	for _, name := range testLogs(t, "stacked") {
		t.Run(name, func(t *testing.T) { golden(t, stackedSource(t), name) })
	}
}

func TestLogsOfStackedToolsMayBeCutAnywhere(t *testing.T) {
	for _, name := range testLogs(t, "stacked") {
		t.Run(name, func(t *testing.T) { checkLaws(t, stackedSource(t), testLog(t, name)) })
	}
}

func TestThePreferredToolWinsPerField(t *testing.T) {
	data := testLog(t, "stacked/mybatis-over-p6spy.log")
	of := func(prefer string) []string {
		src := stackedSource(t)
		src.Prefer = prefer
		return readIn(t, src, data, len(data)+1).records
	}
	auto, upper, lower := of(""), of("mybatis"), of("p6spy")
	if len(upper) != len(auto) || len(lower) != len(auto) {
		t.Fatalf("%d records, preferring mybatis %d, p6spy %d", len(auto), len(upper), len(lower))
	}
	derived := func(records []string) (n int) {
		for _, r := range records {
			n += strings.Count(r, "derived_runtime")
		}
		return n
	}
	if derived(upper) <= derived(auto) || derived(lower) > derived(auto) {
		t.Errorf("derived runtimes: %d, preferring mybatis, who derives, %d, p6spy, who measures, %d", derived(auto), derived(upper), derived(lower))
	}
}

func TestEveryToolsRecordIsKeptOnRequest(t *testing.T) {
	src := stackedSource(t)
	src.KeepDuplicates = true
	data := testLog(t, "stacked/mybatis-over-p6spy.log")
	if got := readIn(t, src, data, len(data)+1); len(got.records) != 10 {
		t.Errorf("%d records, want 10: %q", len(got.records), got.records)
	}
}

func FuzzStacked(f *testing.F) {
	for _, name := range testLogs(f, "stacked") {
		f.Add(testLog(f, name), uint8(7))
	}
	f.Fuzz(func(t *testing.T, data []byte, size uint8) {
		checkCut(t, stackedSource(t), data, 1+int(size))
	})
}
