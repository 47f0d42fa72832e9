package parse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// templates are those of the logs in testdata/template.
var templates = map[string]Template{
	"house-log": {Start: `^(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) \[(?P<thread>[^]]*)\] (?P<method>\S+)(?P<sql>)$`, End: `^\[(?P<runtime_ms>\S+) ms, (?P<rows>\d+) rows\]$`},
	"continued": {Start: `^(?P<time>\d{13})\|(?P<runtime_s>[^|]*)\|(?P<url>[^|]*)\|(?P<sql>.*)$`, Continuation: `^> ?(?P<sql>.*)`, Fields: map[string]string{"connection": "7", "thread": "main"}},
	"one-text":  {Start: `^T (?P<time>\S+) (?P<runtime_us>\d+) (?P<sql>.*)`},
}

func templateSource(t testing.TB, name string) *Source {
	t.Helper()
	x := templates[strings.TrimSuffix(strings.TrimPrefix(name, "template/"), ".log")]
	x.Name = "house"
	f, err := NewRecordTemplate(x)
	if err != nil {
		t.Fatal(err)
	}
	return &Source{Path: "x.log", Formats: []Format{f}, Bare: true, Zone: time.UTC, Date: time.Date(2025, 3, 4, 0, 0, 0, 0, time.UTC), MaxRecord: 64 << 20, Params: true}
}

func TestTemplatesGiveTheRecordsThatTheyDescribe(t *testing.T) {
	for _, name := range testLogs(t, "template") {
		t.Run(name, func(t *testing.T) { golden(t, templateSource(t, name), name) })
	}
}

func TestTemplatesKeepTheLaws(t *testing.T) {
	for _, name := range testLogs(t, "template") {
		src := templateSource(t, name)
		checkLaws(t, src, testLog(t, name))
		checkLaws(t, src, shuffled(bytes.Repeat(testLog(t, name), 2), 1))
		checkDamaged(t, src, testLog(t, name))
	}
}

func TestWrongTemplatesAreRefused(t *testing.T) {
	f := func(x Template, want string) {
		t.Helper()
		_, err := NewRecordTemplate(x)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: got %v, want %s", x, err, want)
		}
	}
	f(Template{}, "start: is missing")
	f(Template{Start: `(`}, "start: error parsing regexp")
	f(Template{Start: `a*`}, "start: it matches an empty line")
	f(Template{Start: `(?P<sqk>.+)`}, `start: "sqk" is no field: there are time, runtime_us`)
	f(Template{Start: `x`, Continuation: `(?P<x>.)`}, `continuation: "x" is no field`)
	f(Template{Start: `x`, End: `)`}, "end: error parsing regexp")
	f(Template{Start: `x`, Fields: map[string]string{"rows": "many"}}, "fields: rows: it is not a number")
	f(Template{Start: `x`, Fields: map[string]string{"time": "now"}}, "fields: time: it is not a time stamp")
	f(Template{Start: `x`, Fields: map[string]string{"_a": ""}}, `fields: "_a" is no field`)
}

func TestTemplatesReadNumbersOfAnyUnit(t *testing.T) {
	f := func(in string, power int, want int64) {
		t.Helper()
		got, ok := tplNumber([]byte(in), power)
		if !ok {
			got = -2
		}
		if got != want {
			t.Errorf("%q: got %d, want %d", in, got, want)
		}
	}
	f("5", 3, 5000)
	f("1,234", 3, 1_234_000)
	f("1.234", 3, 1234)
	f("1.23456", 3, 1234)
	f("0.001234", 6, 1234)
	f("1234567", -3, 1234)
	f("12.9", 0, 12)
	f("-1", 3, -1)
	f("-1.5", 3, -1)
	for _, in := range []string{"", "x", "12x", "1.x", ".5", "1e3"} {
		f(in, 3, -2)
	}
}

func TestTemplatesAreFoundWhateverTheEncoding(t *testing.T) {
	f, err := NewRecordTemplate(Template{Name: "house", Start: `^耗时(?P<runtime_ms>\d+) (?P<sql>.*)$`})
	if err != nil {
		t.Fatal(err)
	}
	gbk := []byte("\xba\xc4\xca\xb15 select 1\n\xba\xc4\xca\xb16 select '\xba\xc4'\n")
	d, err := Detect(gbk, DetectOptions{Whole: true, Formats: []Format{f}, Encoding: "GBK"})
	if err != nil || d.Err() != nil {
		t.Fatal(err, d.Err())
	}
	got := readIn(t, d.Source("x.log", time.UTC, 1<<20), gbk, 100)
	if len(got.records) != 2 || !strings.Contains(got.records[1], `"sql":"select '耗'"`) {
		t.Errorf("got %s", got.records)
	}
}

func TestATemplateIsPreferredToTheEnvelopeThatItMatches(t *testing.T) {
	f, err := NewRecordTemplate(Template{Name: "house", Start: `^(?P<time>\S+ \S+) \[\S+\] INFO  \S+ - (?P<runtime_ms>\d+) (?P<sql>.*)$`})
	if err != nil {
		t.Fatal(err)
	}
	log := strings.Repeat("2024-06-03 15:33:20.140 [main] INFO  a.B - 5 select 1\n", 4)
	d, err := Detect([]byte(log), DetectOptions{Whole: true, Formats: append([]Format{f}, Formats()...)})
	if err != nil || found(d) != "house@1 bare" {
		t.Errorf("got %s, %v", found(d), err)
	}
}

func TestExplanationsSayWhereALineFails(t *testing.T) {
	x := templateSource(t, "template/continued.log").Formats[0].(*RecordTemplate)
	var got strings.Builder
	for _, l := range x.Explain([]byte("17174000001|1|\n1717400000140|0.5|u|select 1\n> from t\n from u\n\n1717400000141|1|u|select 2\n")) {
		fmt.Fprintf(&got, "%s:%s:%s\n", l.As, l.Text, l.Why)
	}
	want := ":17174000001|1|:start does not match: from column 1 on it wants `" + x.start.re.String() + "`\n" +
		"start:1717400000140|0.5|u|select 1:\ncontinuation:> from t:\n: from u:continuation does not match: from column 1 on it wants `^> ?(?P<sql>.*)`\n" +
		"::it is empty\nstart:1717400000141|1|u|select 2:\n"
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

// go test ./parse -run=^$ -bench=Template
func BenchmarkTemplate(b *testing.B) {
	log := statementsLog(4<<20, func(b *bytes.Buffer, rnd *rand.Rand, n int, sql string, values []string, head func(level, logger string)) {
		fmt.Fprintf(b, "2024-06-03 15:33:%02d.%03d [http-nio-8080-exec-1] com.example.dao.OrderDao.query(OrderDao.java:88)\n%s\n[%d ms, 2 rows]\n", n/1000%60, n%1000, bound(sql, values), rnd.IntN(90))
	})
	benchmarkSource(b, templateSource(b, "template/house-log.log"), log)
}

func FuzzTemplate(f *testing.F) {
	for _, name := range testLogs(f, "template") {
		f.Add(testLog(f, name), uint8(7))
	}
	f.Fuzz(func(t *testing.T, data []byte, size uint8) {
		for name := range templates {
			src := templateSource(t, name)
			checkCut(t, src, data, 1+int(size))
			src.Formats[0].(*RecordTemplate).Explain(data)
		}
	})
}
