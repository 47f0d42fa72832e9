package parse

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// found writes a detection in one line.
func found(d *Detection) string {
	var s []string
	for _, f := range d.Formats {
		s = append(s, fmt.Sprintf("%s@%d", f.Format.Name(), f.Line))
	}
	for _, l := range d.Layouts {
		s = append(s, fmt.Sprintf("{%s}@%d", l.Layout, l.Line))
	}
	if d.Bare {
		s = append(s, "bare")
	}
	if d.ANSI {
		s = append(s, "ansi")
	}
	if d.Bald {
		s = append(s, "bald")
	}
	return strings.Join(s, " ")
}

const p6line = "1739261700250|6|statement|connection 3|url jdbc:h2:mem:t|select 1|select 1\n"

func TestDetectionFindsFormatsAndEnvelopes(t *testing.T) {
	f := func(head, want string) {
		t.Helper()
		d, err := Detect([]byte(head), DetectOptions{Whole: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := found(d); got != want {
			t.Errorf("%.200q:\n got %s\nwant %s", head, got, want)
		}
	}
	const boot = "2024-06-03 15:33:20.140  INFO 1 --- [nio-8080-exec-1] p6spy                                    : "
	const bootPattern = "{%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level %pid --- [%15.15t] %-40.40logger{39} : %msg}"
	f("", "bare")
	f(p6line, "p6spy@1 bare")
	f("cut off\n"+p6line+p6line, "p6spy@2 bare")
	f(strings.Repeat("\x00", 5000)+p6line, "p6spy@1 bare")
	f("\xEF\xBB\xBF"+p6line, "p6spy@1 bare")
	f(boot+p6line, "p6spy@1 "+bootPattern+"@1")
	f(strings.Replace(boot, "p6spy   ", "some.App", 1)+"hello\n"+boot+p6line, "p6spy@2 "+bootPattern+"@1")
	f("\x1b[2m"+boot[:23]+"\x1b[0;39m"+boot[23:]+p6line, "p6spy@1 "+bootPattern+"@1 ansi")
	f(boot+"started\n"+p6line+p6line, "p6spy@2 "+bootPattern+"@1 bare")
	f(boot+p6line+"15:33:20.141 [main] INFO  p6spy - "+p6line, "p6spy@1 "+bootPattern+"@1 {%d{HH:mm:ss.SSS} [%thread] %-5level %logger - %msg}@2")
	f("#1739261700250 | took 6ms | statement | connection 3| url jdbc:h2:mem:t\ninsert into l values (?)\ninsert into l values ('\n2024-06-03 15:33:20.140 [main] INFO  a.B - x\n');\n", "p6spy@1 bare")
	f(boot+"hello\n", bootPattern+"@1")
	f("2024-06-03 15:33:20,140 started\n2024-06-03 15:33:21,140 stopped\n", "{%d{yyyy-MM-dd HH:mm:ss,SSS} %msg}@1")
	f("MZ\x90\x00\x03\x00\x00\x00\x04\x00\xff\xff\xb8\n\x00\x00\n", "bare")
	f("<html>\n<body>\n", "bare")
	bald := func(code string) string {
		return code + "[2m" + boot[:23] + code + "[0;39m" + boot[23:] + "1739261700250|6|statement|connection 3|select a[32] from t where m = '[32m'|select a[32] from t where m = '[32m'\n"
	}
	f(bald(""), "p6spy@1 "+bootPattern+"@1 bald")
	f(bald("^["), "p6spy@1 "+bootPattern+"@1 bald")
}

func TestWhatComesLaterInALargeHeadIsFound(t *testing.T) {
	const other = "2024-06-03 15:33:20,140 INFO  jdbc.sqltiming - select 1 {executed in 3 msec}\n"
	head := []byte(strings.Repeat(p6line, 8000) + strings.Repeat(other, 8000))
	head = head[:1<<20]
	d, err := Detect(head, DetectOptions{})
	if err != nil || len(d.Formats) != 2 || len(d.Layouts) != 1 || !d.Bare {
		t.Fatalf("got %s, %v", found(d), err)
	}
	lines := strings.Split(string(head), "\n")
	for _, f := range d.Formats {
		if is := strings.Contains(lines[f.Line-1], "jdbc.sqltiming"); is != (f.Format.Name() == "log4jdbc") {
			t.Errorf("%s is said to begin at line %d", f.Format.Name(), f.Line)
		}
	}
	if n := d.Layouts[0].Line; !strings.HasPrefix(lines[n-1], "2024") {
		t.Errorf("the layout is said to begin at line %d", n)
	}
}

func TestALateFirstStatementIsFound(t *testing.T) {
	const noise = "2024-06-03 15:33:20,140 DEBUG o.s.b.Factory - creating the bean of that name\n"
	for _, n := range []int{5000, 30000} {
		head := []byte(strings.Repeat(noise, n) + "2024-06-03 15:33:20,140 INFO  jdbc.sqltiming - select 1 {executed in 3 msec}\n" + strings.Repeat(noise, 100))
		d, err := Detect(head, DetectOptions{Whole: true})
		if err != nil || len(d.Formats) != 1 || d.Formats[0].Line != int64(n+1) {
			t.Errorf("behind %d lines: got %s, %v", n, found(d), err)
		}
	}
}

func TestTheUserDecidesBeforeDetection(t *testing.T) {
	head := []byte("2024-06-03 15:33:20,140 nothing known\n")
	d, err := Detect(head, DetectOptions{Whole: true, Formats: []Format{P6Spy{}}, Fixed: true, Pattern: "%d [x] %m"})
	if err != nil || found(d) != "p6spy@0 {%d [x] %m}@0" {
		t.Errorf("got %s, %v", found(d), err)
	}
	if _, err := Detect(head, DetectOptions{Pattern: "no pattern"}); err == nil {
		t.Error("a pattern without message is taken")
	}
	if d, _ = Detect(head, DetectOptions{Whole: true, Formats: []Format{P6Spy{}}}); d.Err() == nil || d.Err().Error() != "no format recognised: tried p6spy" {
		t.Errorf("got %v", d.Err())
	}
}

func TestTheDayOfStampsWithoutDateIsFound(t *testing.T) {
	head := []byte("15:33:20.140 [main] INFO  p6spy - " + p6line)
	f := func(path, modified, want, from string) {
		t.Helper()
		o := DetectOptions{Path: path, Whole: true}
		if modified != "" {
			o.ModTime, _ = time.Parse(time.DateTime, modified)
		}
		d, _ := Detect(head, o)
		got := ""
		if !d.Date.IsZero() {
			got = d.Date.Format(time.DateOnly)
		}
		if got != want || d.DateFrom != from {
			t.Errorf("%s: got %s from %s", path, got, d.DateFrom)
		}
	}
	f("logs/sys-info.2024-06-03.log", "", "2024-06-03", "file name")
	f("app_20240603.1.log.gz", "2025-01-01 10:00:00", "2024-06-03", "file name")
	f("app-2024_06_03.log", "", "2024-06-03", "file name")
	f("app-12345678901.log", "2024-06-04 16:00:00", "2024-06-04", "modification time")
	f("app.log", "2024-06-04 15:00:00", "2024-06-03", "modification time")
	f("20240603/app.log", "", "", "")
	f("app-99999999.log", "", "", "")
}

func TestTheOrderOfShortDatesIsFound(t *testing.T) {
	f := func(want string, dates ...string) {
		t.Helper()
		head := ""
		for _, d := range dates {
			head += d + " 10:00:00.000|6|statement|connection 3|select 1|select 1\n"
		}
		d, err := Detect([]byte(head), DetectOptions{Whole: true})
		if err != nil || d.Order.String() != want {
			t.Errorf("%v: got %q, %v", dates, d.Order, err)
		}
	}
	f("", "2024-06-03")
	f("", "03-06-24")
	f("dmy", "03-06-24", "13-06-24")
	f("dmy", "03/06/24", "13/06/24")
	f("mdy", "06-03-24", "06-13-24")
	f("ymd", "24-06-03", "24-06-04")
	f("ymd", "24-06-12", "24-06-13")
	f("", "24-06-03")
	d, _ := Detect([]byte("06-03-24 10:00:00.000|6|statement|connection 3|select 1|select 1\n06-13-24 10:00:00.000|6|statement|connection 3|select 1|select 1\n"), DetectOptions{Whole: true})
	src := d.Source("x", nil, 1<<20)
	if got := readIn(t, src, []byte("06-03-24 10:00:00.000|6|statement|connection 3|select 1|select 1\n"), 1000).records; len(got) != 1 || !strings.Contains(got[0], "2024-06-03T10:00:00") {
		t.Errorf("got %v", got)
	}
}

func TestLostColoursAreTakenOutOfEnvelopesAlone(t *testing.T) {
	f := func(in, want string) {
		t.Helper()
		out, n := appendBald(nil, []byte(in))
		if got := string(out) + in[n:]; got != want {
			t.Errorf("%q: got %q", in, got)
		}
	}
	f("[2mx[0;39m [32mDEBUG[0;39m", "x DEBUG")
	f("^[[2mx^[[0;39m y", "x y")
	f("a[1] [12 [m [32; [999m ^[ ^", "a[1] [12 [m [32; [999m ^[ ^")
	f(strings.Repeat("x", 200)+"[32m", strings.Repeat("x", 200)+"[32m")
	f("[[32m]", "[]")
}

func TestASourceComesBackFromItsSpec(t *testing.T) {
	d, err := Detect([]byte("15:33:20.140 [main] INFO  p6spy - "+p6line), DetectOptions{Path: "a.2024-06-03.log", Whole: true})
	if err != nil {
		t.Fatal(err)
	}
	d.ANSI, d.Bald, d.Order, d.Bare = true, true, monthFirst, true
	d.Wrapper, _ = ParseWrapper("docker+cri")
	d.Encoding, _ = LookupEncoding("gbk")
	want := d.Source("a.log", time.UTC, 1<<20)
	got, err := want.Spec().Source("a.log", Formats(), time.UTC, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := fmt.Sprint(want.Spec()), fmt.Sprint(got.Spec()); a != b || !got.Date.Equal(want.Date) || got.Zone != time.UTC || got.MaxRecord != 1<<20 {
		t.Errorf("%s became %s", a, b)
	}
	for _, x := range []Spec{{Formats: []string{"none such"}}, {Layouts: []string{"%x"}}, {Date: "yesterday"}, {Wrapper: "x"}, {Encoding: "x"}, {Order: "x"}} {
		if _, err := x.Source("", Formats(), nil, 1); err == nil {
			t.Errorf("%+v is taken", x)
		}
	}
}

func TestDetectionIsBounded(t *testing.T) {
	for name, unit := range map[string]string{
		"long line":      "x y z ",
		"starts":         "2024-06-03 15:33:20.140 [",
		"brackets":       "[[[[(((( ",
		"blanks":         "                  ",
		"patterns":       "2024-06-03 15:33:20.140 INFO [a] [b] [c] d.e.F - x\n2024-06-03 15:33:20.140 INFO x.y.Z:5 - x\n",
		"quotes":         "2024-06-03 15:33:20.140 INFO a.B - '(\n" + p6line,
		"NULs":           "\x00",
		"escape":         "\x1b[",
		"carriage":       "\r",
		"pipes":          "2024-06-03 15:33:20.140 |||||||||||",
		"many spellings": "2024-06-03 15:33:20.140  a  b INFO | x | y\n",
	} {
		t.Run(name, func(t *testing.T) {
			head := []byte(strings.Repeat(unit, (1<<20)/len(unit)))
			d, err := Detect(head, DetectOptions{})
			if err != nil || d.Lines > maxThorough || len(d.Formats) > 0 && !strings.Contains(unit, p6line) {
				t.Errorf("got %s in %d lines, %v", found(d), d.Lines, err)
			}
		})
	}
}

func FuzzDetect(f *testing.F) {
	files, _ := filepath.Glob("../testdata/*/*.log")
	for _, name := range files {
		if b, err := os.ReadFile(name); err == nil {
			f.Add(b[:min(len(b), 4<<10)], true)
		}
	}
	f.Add([]byte("\x1b[2m2024-06-03 15:33:20.140\x1b[0;39m INFO [x] a.B - "+p6line), false)
	f.Add([]byte("Jun 3, 2024 3:33:20 PM a.b.C d\nFINE: x\n"), false)
	f.Fuzz(func(t *testing.T, head []byte, whole bool) {
		d, err := Detect(head, DetectOptions{Whole: whole})
		if err != nil {
			t.Fatal(err)
		}
		src := d.Source("x", nil, 1<<20)
		back, err := src.Spec().Source("x", Formats(), nil, 1<<20)
		if err != nil || fmt.Sprint(back.Spec()) != fmt.Sprint(src.Spec()) {
			t.Fatalf("%+v: %v", src.Spec(), err)
		}
	})
}

func FuzzParseLayout(f *testing.F) {
	for _, s := range []string{"%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger{36} - %msg%n", "%clr(%d){faint} ${PID:-} [%15.15t] %m (%F:%L)%n", "%date{\"HH:mm\", UTC} %C.%M(%L)%n%level: %msg", "%-4r %X{a:-b} %highlight{%p}{x} %m"} {
		f.Add(s, "2024-06-03 15:33:20.140 [main] INFO  a.B - x (Y.java:1)")
	}
	p := NewParser(0)
	f.Fuzz(func(t *testing.T, pattern, text string) {
		l, err := ParseLayout(pattern)
		if err != nil {
			return
		}
		if l.String() != pattern {
			t.Fatalf("%q became %q", pattern, l)
		}
		p.batch = &Batch{Source: &Source{}}
		p.zone.Use(nil)
		first, _ := cutLine([]byte(text))
		e := Event{Text: []byte(text)}
		if l.Parse(&e, p) && !l.Start(first) {
			t.Fatalf("%q takes %q, which does not start an event", pattern, text)
		}
	})
}

func BenchmarkDetect(b *testing.B) {
	const boot = "2024-06-03 15:33:20.140 DEBUG 1 --- [nio-8080-exec-1] c.e.court.mapper.PartyMapper.byCase      : "
	head := []byte(strings.Repeat(boot+"started up after a while, all is well\n"+boot+p6line, 1<<12))
	b.SetBytes(int64(len(head)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Detect(head, DetectOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
