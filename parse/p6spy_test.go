package parse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// p6Source reads P6Spy's logs without envelope.
func p6Source() *Source {
	return &Source{Path: "x.log", Formats: []Format{P6Spy{}}, Bare: true, Zone: time.UTC, MaxRecord: 64 << 20, Params: true}
}

// p6Templates are the templates of the logs that were written by one.
var p6Templates = map[string]string{
	"template-sql-first":    `ran [%(sqlSingleLine)] in %(executionTime) ms <%(category)>`,
	"template-glued-ms":     `%(currentTime) ~ %(executionTime)ms ~ %(category)-%(connectionId) ~ %(sql)`,
	"template-without-time": ` %(executionTime) ms!%(category)!%(sqlSingleLine)`,
	"template-three-lines":  `%(currentTime)|took %(executionTime)ms|%(category)|id %(connectionId)\n%(effectiveSqlSingleLine)\n%(sqlSingleLine);`,
	"corpus-custom-logback": `%(executionTime)ms|%(category)|conn-%(connectionId)|%(sqlSingleLine)`,
}

// p6Layouts are the envelopes of the logs that have one.
var p6Layouts = map[string]string{
	"corpus-custom-logback":        `%d{ISO8601} [%thread] %-5level %logger{36} - %msg%n`,
	"multi-url-boot3-then-println": `%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %5p %pid --- [depot] [%15.15t] %-40.40logger{39} : %m%n`,
}

func p6SourceOf(t testing.TB, name string) *Source {
	t.Helper()
	src := p6Source()
	name = strings.TrimSuffix(strings.TrimPrefix(name, "p6spy/"), ".log")
	if text, ok := p6Templates[name]; ok {
		f, err := NewP6SpyTemplate(text)
		if err != nil {
			t.Fatal(err)
		}
		src.Formats = []Format{f}
	}
	if text, ok := p6Layouts[name]; ok {
		layout, err := compilePattern(text)
		if err != nil {
			t.Fatal(err)
		}
		src.Layouts, src.Bare = []Layout{layout}, false
	}
	return src
}

func TestP6SpyLogsGiveTheRecordsTheyHold(t *testing.T) {
	for _, name := range testLogs(t, "p6spy") {
		t.Run(name, func(t *testing.T) { golden(t, p6SourceOf(t, name), name) })
	}
}

// Logs that need no template are held against the laws with those of all formats.
func TestP6SpyTemplatesMayBeCutAnywhere(t *testing.T) {
	for name := range p6Templates {
		name = "p6spy/" + name + ".log"
		t.Run(name, func(t *testing.T) { checkLaws(t, p6SourceOf(t, name), testLog(t, name)) })
	}
}

func TestP6SpyScriptsGiveTheStatementsTheyHold(t *testing.T) {
	const name = "p6spy-batchfile/script.log"
	src := p6Source()
	src.Formats = []Format{P6SpyBatchFile{}}
	golden(t, src, name)
	checkLaws(t, src, testLog(t, name))
}

func TestP6SpyStampsAreThirteenDigits(t *testing.T) {
	const stamp = "1717400000123"
	for i := range stamp {
		for c := range 256 {
			s := []byte(stamp + "|")
			s[i] = byte(c)
			want, w := digits(s, 0, len(stamp))
			if got, ok := thirteen(s); ok != (w == len(stamp)) || ok && got != want {
				t.Fatalf("%q: %d, %v, want %d", s, got, ok, want)
			}
		}
	}
}

// p6Log is a log of records of some 330 bytes, 60 statements of unequal
// frequency, in a layout: its printf format takes stamp, elapsed time, category,
// connection and the two texts.
func p6Log(size int, layout string) []byte {
	rnd := rand.New(rand.NewPCG(7, 7))
	var prepared []string
	for i := range 60 {
		cols := make([]string, 2+rnd.IntN(6))
		for c := range cols {
			cols[c] = fmt.Sprintf("t%d.column_%d", i, c)
		}
		prepared = append(prepared, fmt.Sprintf("select %s from table_%d t%d where t%d.id = ? and t%d.name = ?", strings.Join(cols, ", "), i, i, i, i))
	}
	var b bytes.Buffer
	for ms := int64(1717400000000); b.Len() < size; ms += int64(rnd.IntN(9)) {
		text := prepared[rnd.IntN(1+rnd.IntN(len(prepared)))]
		value := strings.Replace(strings.Replace(text, "?", fmt.Sprint(rnd.IntN(100000)), 1), "?", fmt.Sprintf("'name %d'", rnd.IntN(1000)), 1)
		if rnd.IntN(25) == 0 {
			fmt.Fprintf(&b, layout, ms, rnd.IntN(3), "commit", rnd.IntN(20), "", "")
			continue
		}
		fmt.Fprintf(&b, layout, ms, rnd.IntN(4)*rnd.IntN(5), "statement", rnd.IntN(20), text, value)
	}
	return b.Bytes()
}

// p6SingleLayout is the layout since 3.8.
const p6SingleLayout = "%d|%d|%s|connection %d|url jdbc:postgresql://db.example.com:5432/shop|%s|%s\n"

// go test ./parse -run=^$ -bench=P6Spy
func BenchmarkP6Spy(b *testing.B) {
	f := func(name, layout, template string) {
		src := &Source{Path: "x.log", Formats: []Format{P6Spy{}}, Bare: true, MaxRecord: 64 << 20}
		if template != "" {
			t, err := NewP6SpyTemplate(template)
			if err != nil {
				b.Fatal(err)
			}
			src.Formats = []Format{t}
		}
		b.Run("layout="+name, func(b *testing.B) { benchmarkSource(b, src, p6Log(32<<20, layout)) })
	}
	f("single", p6SingleLayout, "")
	f("multi", "#%d | took %dms | %s | connection %d| url jdbc:postgresql://db.example.com:5432/shop\n%s\n%s;\n", "")
	f("house", "2024-06-03 15:33:20|%[2]dms|%[3]s|%[6]s\n", "")
	f("template", "%d ~ %dms ~ %s-%d ~ %s ~ %s\n", "%(currentTime) ~ %(executionTime)ms ~ %(category)-%(connectionId) ~ %(effectiveSql) ~ %(sql)")
}

// benchmarkSource reads data over and over as a run does, on one core: split,
// parse, fold, finish.
func benchmarkSource(b *testing.B, src *Source, data []byte) {
	pool, p, fin := NewPool(2, 4<<20), NewParser(16<<20), NewFinisher(16<<20)
	fold := NewFold(src, 0)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	n := 0
	read := func() {
		s := NewSplitter(src, bytes.NewReader(data), pool, 0, 1)
		n = 0
		for {
			batch, err := s.Next(b.Context())
			if err != nil {
				break
			}
			p.Parse(batch)
			fold.Next(batch)
			fin.Finish(batch)
			n += len(batch.Records)
			batch.Release()
		}
	}
	read() // a run's batches and caches grow once
	for b.Loop() {
		read()
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}
