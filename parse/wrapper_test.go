package parse

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// unwrapped gives the text of all lines, a stamp before each line that has one.
func unwrapped(t *testing.T, name, in string) string {
	t.Helper()
	w, err := ParseWrapper(name)
	if err != nil {
		t.Fatal(err)
	}
	if w.String() != name {
		t.Errorf("%s comes back as %s", name, w)
	}
	b := &Batch{Data: []byte(in), Line: 1}
	date, _ := time.Parse(time.DateOnly, "2024-06-01")
	(&Splitter{src: &Source{Wrapper: w, Date: date}, eof: true}).unwrap(b)
	var out []string
	lines := strings.SplitAfter(string(b.textBuf), "\n")
	for i, s := range b.spans {
		when := ""
		if s.time != NoTime {
			when = time.UnixMicro(s.time).UTC().Format("15:04:05.999999 ")
		}
		out = append(out, when+lines[i])
	}
	return strings.Join(out, "")
}

func TestWrappersAreTakenOff(t *testing.T) {
	f := func(name, in, want string) {
		t.Helper()
		if got := unwrapped(t, name, in); got != want {
			t.Errorf("%s of %q:\n got %q\nwant %q", name, in, got, want)
		}
		if w, _, _ := findWrappers([]byte(in)); w == nil || w.String() != name {
			t.Errorf("%q: found %v, want %s", in, w, name)
		}
	}
	const z = "2024-06-03T07:33:20.140123456Z"
	const when = "07:33:20.140123 "
	f("docker", `{"log":"a \"b\"\t\\ \u00e9\n","stream":"stdout","time":"`+z+`"}`+"\n", when+"a \"b\"\t\\ é\n")
	f("docker", `{"log":"one ","stream":"stdout","time":"`+z+`"}`+"\n"+`{"log":"err\n","stream":"stderr","time":"2024-06-03T07:33:21Z"}`+"\n"+`{"log":" two\r\n","stream":"stdout","time":"2024-06-03T07:33:22Z"}`+"\n", "07:33:21 err\n"+when+"one  two\n")
	f("docker", `{"log":"cut","stream":"stdout","time":"`+z+`"}`+"\n", "cut\n")
	f("fluent-bit", `{"date":1717400000.140123,"log":"a\n","stream":"stdout","kubernetes":{"log":"no"}}`+"\n", when+"a\n")
	f("fluent-bit", `{"time":"`+z+`","log":"a","stream":"stdout","logtag":"P"}`+"\n"+`{"log":"b","stream":"stdout","logtag":"F"}`+"\n", when+"ab\n")
	f("filebeat", `{"@timestamp":"2024-06-03T07:33:20.140Z","message":"a\nb","log":{"file":{"path":"/x.log"},"offset":12},"host":{"name":"h"}}`+"\n", "07:33:20.14 a\n07:33:20.14 b\n")
	f("journal", `{"__REALTIME_TIMESTAMP":"1717400000140123","MESSAGE":[27,91,97],"_PID":"1"}`+"\n", when+"\x1b[a\n")
	f("journal", `{"MESSAGE":"a","__REALTIME_TIMESTAMP":"1717400000140123","_LINE_BREAK":"line-max"}`+"\n"+`{"MESSAGE":"b","__REALTIME_TIMESTAMP":"1717400000140124"}`+"\n", when+"ab\n")
	f("cri", z+" stdout F a\n"+z+" stdout P b \n"+z+" stderr F e\n"+z+" stdout F:x  c\n"+z+" stdout F\n", when+"a\n"+when+"e\n"+when+"b  c\n"+when+"\n")
	f("kubectl", z+" a\n"+z+" \n"+z+"\n", when+"a\n"+when+"\n"+when+"\n")
	f("kubectl", "[pod/app-7/app] "+z+" a\n[pod/app-7/app] "+z+" b\n", when+"a\n"+when+"b\n")
	f("kubectl", "[pod/app-7/app] a | b\n[pod/app-7/app] 2024-06-03 15:33:20 b\n", "a | b\n2024-06-03 15:33:20 b\n")
	f("compose", "app-1  | a | b\nweb-1  | c\nweb-1  | \n", "a | b\nc\n\n")
	f("compose", "\x1b[36mapp-1  |\x1b[0m a\n\x1b[36mapp-1  |\x1b[0m\n", "a\n\n")
	f("tanuki", "STATUS | wrapper  | 2024/06/03 07:33:20 | --> Wrapper Started\nINFO   | jvm 1    | 2024/06/03 07:33:20 | a | b\n", "07:33:20 --> Wrapper Started\n07:33:20 a | b\n")
	f("syslog", "Jun  3 07:33:20 host app[7298]: a\nJun  3 07:33:20 host app[7298]: \nJun  3 07:33:20 host app: b: c\n", "07:33:20 a\n07:33:20 \n07:33:20 b: c\n")
	f("syslog", "<14>Jun  3 07:33:20 host app: a#012b#011c #012345\n", "07:33:20 a\n07:33:20 b\tc #012345\n")
	f("syslog", "<14>1 2024-06-03T15:33:20.140Z host app 7298 - [x@1 y=\"a ] b\"] \xEF\xBB\xBFa\n<14>1 2024-06-03T15:33:20.140Z host app - - - b\n", "15:33:20.14 a\n15:33:20.14 b\n")
	f("syslog", "2024-06-03T15:33:20+0800 host app[1]: a\n2024-06-03T15:33:20.140123+08:00 host app: b\n", "07:33:20 a\n07:33:20.140123 b\n")
	f("syslog", "2020-11-14T19:36:31.438204+00:00 app[web.1]: a\n2020-11-14T19:36:31.438204+00:00 heroku[router]: b\n", "19:36:31.438204 a\n19:36:31.438204 b\n")
	f("compose+kubectl", "app-1  | "+z+" a\napp-1  | "+z+" b\n", when+"a\n"+when+"b\n")
	f("docker+filebeat", `{"log":"{\"@timestamp\":\"2024-06-03T07:33:20.140Z\",\"message\":\"a\\nb\"}\n","stream":"stdout","time":"`+z+`"}`+"\n", "07:33:20.14 a\n07:33:20.14 b\n")
	f("fluent-bit+docker+cri", `{"log":"{\"log\":\"`+z+` stdout P x\\n\",\"stream\":\"stdout\",\"time\":\"`+z+`\"}"}`+"\n"+`{"log":"{\"log\":\"`+z+` stdout F y\\n\",\"stream\":\"stdout\",\"time\":\"`+z+`\"}"}`+"\n", when+"xy\n")
}

func TestLinesThatAreNotWrappedStay(t *testing.T) {
	for _, w := range WrapperNames() {
		for _, line := range []string{"plain text", `{"log":5}`, "{", `{"log":"x`, "2024", "app |x", "<14>", "[pod/", "INFO   | x | y | z", ""} {
			if got := unwrapped(t, w, line+"\n"); got != line+"\n" {
				t.Errorf("%s makes %q of %q", w, got, line)
			}
		}
	}
}

func TestLogsAreNotTakenForWrapped(t *testing.T) {
	for _, in := range []string{"", "\n\n", p6line, "2024-06-03T15:33:20.140+09:00  INFO 1 --- [main] a.B : x\n", "2024-06-03 15:33:20.140 [main] INFO  a.B: x\n", "INFO  | x | y\nDEBUG | x | y\n",
		"2024-06-03T15:33:20Z INFO a.B: x\n", `{"@timestamp":"2024-06-03T07:33:20.140Z","message":"a","level":"INFO"}` + "\n", `{"@timestamp":"2024-06-03T07:33:20.140Z","message":"a","log":{"level":"INFO"}}` + "\n", `{"name":"","connection":1,"time":1,"success":true}` + "\n",
		"Jun 03, 2024 3:33:20 PM a.B c\nFINE: x\n", "15:33:20,140 INFO  [a.B] (default task-1) x\n", "Mon Jun 03 15:33:20 UTC 2024 INFO: x\n"} {
		if w, _, _ := findWrappers([]byte(in)); w != nil {
			t.Errorf("%q is taken for %s", in, w)
		}
	}
	for _, name := range []string{"", "nothing", "docker+", "docker+docker+docker+docker"} {
		if w, err := ParseWrapper(name); err == nil {
			t.Errorf("%q is taken for %s", name, w)
		}
	}
}

// wrapIn puts every line of a log into a wrapper, long ones in pieces.
func wrapIn(name string, log []byte) []byte {
	var out bytes.Buffer
	between := bytes.Count(log, []byte("|statement|")) > 0 // lines of the other stream, which a record of several lines would take for its own
	const z = "2024-06-03T07:33:20.140123456Z"
	for i, line := range bytes.Split(bytes.TrimSuffix(log, newline), newline) {
		parts := [][]byte{line}
		if len(line) > 60 && (name == "cri" || name == "docker") {
			parts = [][]byte{line[:40], line[40:]}
		}
		for k, part := range parts {
			last := k == len(parts)-1
			switch name {
			case "cri":
				out.WriteString(z + " stdout " + map[bool]string{true: "F ", false: "P "}[last])
				out.Write(part)
			case "docker":
				if last {
					part = append(part[:len(part):len(part)], '\n')
				}
				out.WriteString(`{"log":`)
				out.Write(AppendJSONString(nil, part))
				out.WriteString(`,"stream":"stdout","time":"` + z + `"}`)
			case "syslog":
				out.WriteString("Jun  3 07:33:20 host app[1]: ")
				out.Write(part)
			case "compose":
				out.WriteString("app-1  | ")
				out.Write(part)
			}
			out.WriteByte('\n')
			if !last && between && i%3 == 0 {
				out.WriteString(map[string]string{"cri": z + " stderr F oops\n", "docker": `{"log":"oops\n","stream":"stderr","time":"` + z + `"}` + "\n"}[name])
			}
		}
	}
	return out.Bytes()
}

func TestWrappedLogsGiveTheRecordsOfPlainOnes(t *testing.T) {
	for _, file := range []string{"p6spy/single7-pipes-in-literals.log", "p6spy/multi-url-blank-lines-and-semicolons.log", "log4jdbc/corpus-sqltiming.log"} {
		log, err := os.ReadFile(filepath.Join("../testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		log = log[:bytes.LastIndexByte(log[:min(len(log), 12000)], '\n')+1]
		want := recordsOf(t, log)
		for _, name := range []string{"cri", "docker", "syslog", "compose"} {
			wrapped := wrapIn(name, log)
			d, err := Detect(wrapped, DetectOptions{Whole: true})
			if err != nil || d.Wrapper == nil || d.Wrapper.String() != name {
				t.Fatalf("%s in %s: found %v, %v", file, name, d.Wrapper, err)
			}
			got := recordsOf(t, wrapped)
			if diff := firstDiff(want, got); diff != "" {
				t.Errorf("%s in %s: %s", file, name, diff)
			}
			checkLaws(t, d.Source("x", time.UTC, 1<<20), wrapped)
		}
	}
}

// recordsOf gives the SQL of the records in log, with thread and connection.
func recordsOf(t *testing.T, log []byte) []string {
	t.Helper()
	d, err := Detect(log, DetectOptions{Whole: true})
	if err != nil || d.Err() != nil {
		t.Fatal(err, d.Err())
	}
	src := d.Source("x", time.UTC, 1<<20)
	r := readIn(t, src, log, 1<<20)
	var out []string
	for _, line := range r.records {
		at := strings.Index(line, `"time"`)
		line, _, _ = strings.Cut(line[max(0, at):], " lines=")
		out = append(out, line)
	}
	return out
}

func FuzzUnwrap(f *testing.F) {
	f.Add("docker", `{"log":"a\u00e9","stream":"stdout","time":"2024-06-03T07:33:20Z"}`)
	f.Add("cri", "2024-06-03T07:33:20Z stdout P a")
	f.Add("syslog", "<14>1 2024-06-03T15:33:20.140Z host app 7298 - [x@1 y=\"a\"] a#012b")
	f.Add("journal", `{"MESSAGE":[1,2,300],"__REALTIME_TIMESTAMP":"1"}`)
	f.Add("compose+kubectl", "\x1b[36mapp-1  |\x1b[0m 2024-06-03T07:33:20.140Z a")
	f.Add("fluent-bit+docker+cri", `{"log":"{\"log\":\"\\n\"}"}`)
	f.Add("tanuki", "INFO   | jvm 1    | 2024/06/03 15:33:20 | a")
	f.Fuzz(func(t *testing.T, name, text string) {
		w, err := ParseWrapper(name)
		if err != nil {
			return
		}
		u := w.New()
		var dst []byte
		pending := false
		for line := range bytes.SplitSeq([]byte(text), newline) {
			before := len(dst)
			var x Unwrapped
			if dst, x = u.Unwrap(dst, line); !x.Done && (len(dst) != before || !x.Pending) {
				t.Fatal("text without a line, or a line lost")
			}
			if x.Back < 0 {
				t.Fatal("a line begins after it ends")
			}
			pending = x.Pending
		}
		if rest := u.Rest(nil); !pending && len(rest) > 0 {
			t.Fatalf("%q was left, though nothing was pending", rest)
		}
	})
}

func BenchmarkUnwrap(b *testing.B) {
	line := "2024-06-03 15:33:20.140  INFO 1 --- [nio-8080-exec-1] p6spy                                    : " + strings.TrimSpace(p6line) + " where \"a\" = 'some text that goes on for a while'\n"
	for _, name := range []string{"docker", "cri", "syslog", "compose"} {
		b.Run("wrapper="+name, func(b *testing.B) {
			data := wrapIn(name, bytes.Repeat([]byte(line), 1000))
			w, _ := ParseWrapper(name)
			batch := &Batch{Data: data, Line: 1}
			s := &Splitter{src: &Source{Wrapper: w}, eof: true}
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				s.unwrap(batch)
			}
		})
	}
}
