package parse

import (
	"bytes"
	"testing"
	"time"
)

// openEvent takes the envelope off text and writes down what it held.
func openEvent(l Layout, text string) (string, bool) {
	p := NewParser(0)
	p.batch = &Batch{Source: &Source{}}
	p.zone.Use(nil)
	first, _ := cutLine([]byte(text))
	e := Event{Text: []byte(text), Time: NoTime}
	ok := l.Start(first) && l.Parse(&e, p)
	when := "-"
	if e.Time != NoTime {
		if when = time.UnixMicro(e.Time).UTC().Format("2006-01-02T15:04:05.999999"); e.DayOnly {
			when = when[11:]
		}
	}
	return when + "|" + string(e.Thread) + "|" + string(e.Level) + "|" + string(e.Logger) + "|" + string(e.Text), ok
}

func TestPatternsTakeEnvelopesOff(t *testing.T) {
	f := func(pattern, in, want string) {
		t.Helper()
		l, err := ParseLayout(pattern)
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
			return
		}
		if l.String() != pattern {
			t.Errorf("%s comes back as %s", pattern, l)
		}
		if got, ok := openEvent(l, in); !ok || got != want {
			t.Errorf("%s of %q:\n got %s %v\nwant %s", pattern, in, got, ok, want)
		}
	}
	const when = "2024-06-03T15:33:20.14"
	boot2 := "%d{yyyy-MM-dd HH:mm:ss.SSS} %5p ${PID:- } --- [%15.15t] %-40.40logger{39} : %m%n%wEx"
	f(boot2, "2024-06-03 15:33:20.140  INFO 50560 --- [nio-8080-exec-1] p6spy                                    : 1|2", when+"|nio-8080-exec-1|INFO|p6spy|1|2")
	f(boot2, "2024-06-03 15:33:20.140 DEBUG 1 --- [           main] c.a.d.f.s.StatFilter                     :   x : y\nz", when+"|main|DEBUG|c.a.d.f.s.StatFilter|  x : y\nz")
	f("%clr(%d{yyyy-MM-dd HH:mm:ss.SSS}){faint} %clr(${LOG_LEVEL_PATTERN:-%5p}) %clr(${PID:- }){magenta} %clr(---){faint} %clr([%15.15t]){faint} %clr(%-40.40logger{39}){cyan} %clr(:){faint} %m%n${LOG_EXCEPTION_CONVERSION_WORD:-%wEx}",
		"2024-06-03 15:33:20.140 DEBUG 1 --- [           main] a.b.C                                    : m", when+"|main|DEBUG|a.b.C|m")
	f("%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %5p %pid --- [%X{app}] [%X{group}] [%15.15t] [%X{c}] %-40.40logger{39} : %m",
		"2024-06-03T15:33:20.140Z DEBUG 311 --- [depot] [east] [nio-9090-exec-3] [65a1-a1b2] d.l.m.S                                  : ==>", when+"|nio-9090-exec-3|DEBUG|d.l.m.S|==>")
	f("%d{ISO8601} [%thread] %-5level %logger{36} - %msg%n", "2024-06-03 15:33:20,140 [main] INFO  p6spy - 8ms", when+"|main|INFO|p6spy|8ms")
	f("%d{HH:mm:ss.SSS} [%thread] %-5level %logger{20} - [%method,%line] - %msg%n", "15:33:20.140 [http-nio-80-exec-1] DEBUG c.r.s.m.S.selectX - [debug,137] - ==>  Preparing: x", "15:33:20.14|http-nio-80-exec-1|DEBUG|c.r.s.m.S.selectX|==>  Preparing: x")
	f("%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger{50}:%L - %msg%n", "2024-06-03 15:33:20.140 [a b] WARN  c.e.X:35 - x - y", when+"|a b|WARN|c.e.X|x - y")
	f("%d [%t] %-5p %c (%F:%L) - %m%n", "2024-06-03 15:33:20,140 [[ACTIVE] ExecuteThread: '0'] DEBUG x.Y (F.java:12) - msg", when+"|[ACTIVE] ExecuteThread: '0'|DEBUG|x.Y|msg")
	f("%-4r [%t] %-5p %c %x - %m%n", "176  [main] INFO  x.Y  - msg", "-|main|INFO|x.Y|msg")
	f("[%p][%d{yyyy/MM/dd HH:mm:ss}] %m%n", "[DEBUG][2024/06/03 15:33:20] msg", "2024-06-03T15:33:20||DEBUG||msg")
	f("%-5p %d %m (%F:%L) %n", "DEBUG 2024-06-03 15:33:20,140 ==>  Preparing: a (b:1) (BaseJdbcLogger.java:137) ", when+"||DEBUG||==>  Preparing: a (b:1)")
	f("%-5p %d %m (%F:%L) %n", "DEBUG 2024-06-03 15:33:20,140 ==> Parameters:  (BaseJdbcLogger.java:137) ", when+"||DEBUG||==> Parameters: ")
	f("%-5p %d %m (%F:%L) %n", "ERROR 2024-06-03 15:33:20,140 a\nb (X.java:1) \nx.E: y\n\tat x.Y (Z.java:5)", when+"||ERROR||a\nb\nx.E: y\n\tat x.Y (Z.java:5)")
	f("#### %d{yyyyMMdd HH:mm:ss,SSS} | %C.%M(%F:%L) | %-5p | %m%n", "#### 20240603 15:33:20,140 | d.f.S.error(S.java:152) | ERROR |  {conn-1} | x", when+"||ERROR|| {conn-1} | x")
	f("%d %-5p [%c] (%t) %s%m", "15:33:20,140 INFO  [demo.depot.Hold] (default task-1) select", "15:33:20.14|default task-1|INFO|demo.depot.Hold|select")
	f("%d{MMM dd, yyyy h:mm:ss a} %C %M%n%p: %m%n", "Jun 03, 2024 3:33:20 PM org.p.D connect\nFINE: Connecting", "2024-06-03T15:33:20||FINE||Connecting")
	f("%d %logger%n%level: %m%n", "Jun 3, 2024, 3:33:20\u202fPM org.p.D\r\n信息: a\nb", "2024-06-03T15:33:20||信息|org.p.D|a\nb")
	f("[%d] [[%n  %m]]", "[2024-06-03 15:33:20,140] [[\n  a\nb]]", when+"||||a\nb")
	f("%date{\"yyyy-MM-dd HH:mm:ss,SSS\", Asia/Tokyo} %level %msg", "2024-06-03 15:33:20,140 INFO x", "2024-06-03T06:33:20.14||INFO||x")
	f("%d %level %logger - %msg", "2024-06-03 15:33:20,140 INFO a.b -", when+"||INFO|a.b|")
	f("%d{yyyy-MM-dd HH:mm:ss.SSS} %highlight{%-5level}{FATAL=red} [%t] %style{%c{1.}}{cyan} %m%n", "2024-06-03 15:33:20.140 INFO  [借阅线程-3] a.B m", when+"|借阅线程-3|INFO|a.B|m")
	f("[%d{M/d/yy HH:mm:ss:SSS zzz}] %thread %-13logger %.1level %msg", "[6/3/24 15:33:20:140 CST] 00000042 SystemOut     O select 1", when+"|00000042|O|SystemOut|select 1")
}

func TestNamedLayoutsTakeEnvelopesOff(t *testing.T) {
	f := func(name, in, want string) {
		t.Helper()
		l, err := ParseLayout(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := openEvent(l, in); !ok || got != want {
			t.Errorf("%s of %q:\n got %s %v\nwant %s", name, in, got, ok, want)
		}
	}
	const when = "2024-06-03T15:33:20.14"
	f("json", `{"@timestamp":"2024-06-03T15:33:20.140+00:00","@version":"1","message":"a \"b\"\n\tc\u00e9\ud83d\ude00","logger_name":"p6spy","thread_name":"main","level":"INFO","level_value":20000,"traceId":"x"}`, when+"|main|INFO|p6spy|a \"b\"\n\tcé\U0001F600")
	f("json", `{ "message" : "a", "level":"ERROR", "stack_trace":"x.E: y\n\tat z" }`, "-||ERROR||a\nx.E: y\n\tat z")
	f("json", `{"@timestamp":"2024-06-03T15:33:20.140Z","log":{"level":"DEBUG","logger":"a.B"},"process":{"pid":1,"thread":{"name":"main"}},"message":"m","ecs":{"version":"8.11"}}`, when+"|main|DEBUG|a.B|m")
	f("json", `{"@timestamp":"2024-06-03T15:33:20.140Z","log.level":"DEBUG","log.logger":"a.B","process.thread.name":"main","message":"m","error.stack_trace":"t","ecs.version":"8.11"}`, when+"|main|DEBUG|a.B|m\nt")
	f("json", `{"version":"1.1","host":"h","short_message":"a","full_message":"a\nb","timestamp":1717428800.140,"level":7,"_level_name":"DEBUG","_logger_name":"a.B","_thread_name":"main"}`, when+"|main|DEBUG|a.B|a\nb")
	f("json", `{"instant":{"epochSecond":1717428800,"nanoOfSecond":140000000},"thread":"main","level":"INFO","loggerName":"a.B","message":"m","endOfBatch":false,"threadId":1}`, when+"|main|INFO|a.B|m")
	f("json", `{"timeMillis":1717428800140,"thread":"main","level":"INFO","loggerName":"a.B","message":"nul \u0000 lone \ud800 bad \q"}`, when+"|main|INFO|a.B|nul \uFFFD lone \uFFFD bad \\q")
	f("json-pretty", "{\n  \"timeMillis\" : 1717428800140,\n  \"thread\" : \"main\",\n  \"message\" : \"a\"\n}", when+"|main|||a")
	f("json-pretty", ", {\n  \"message\" : \"a\"\n}\n", "-||||a")
	f("jul-xml", "<record>\n  <date>2024-06-03T15:33:20.140Z</date>\n  <millis>1</millis>\n  <logger>a.B</logger>\n  <level>FINE</level>\n  <thread>1</thread>\n  <message>a &lt; b &amp;&amp; c\nd</message>\n</record>", when+"|1|FINE|a.B|a < b && c\nd")
	f("jul-xml", "<record>\n<millis>1717428800140</millis>\n<message>a</message>\n</record>", when+"||||a")
	for _, name := range LayoutNames() {
		l, _ := ParseLayout(name)
		for _, in := range []string{"", "x", "{", `{"a":1}`, `{"name":"heart","beat":3}`, `{"message":5}`, `{"message":"x"`, `{"message":"`, "<record>", "<record>\n<message>", "[", "{}"} {
			if got, ok := openEvent(l, in); ok {
				t.Errorf("%s makes %s of %q", name, got, in)
			}
		}
	}
}

func TestTheWrapperTellsTheDayOfATimeOfDay(t *testing.T) {
	l, _ := ParseLayout("%d{HH:mm:ss.SSS} %m")
	f := func(text, wrapper, want string) {
		t.Helper()
		p := NewParser(0)
		p.batch = &Batch{Source: &Source{}}
		p.zone.Use(nil)
		at, _ := time.Parse(time.RFC3339, wrapper)
		e := Event{Text: []byte(text), Time: at.UnixMicro()}
		if l.Parse(&e, p); time.UnixMicro(e.Time).UTC().Format(time.RFC3339Nano) != want || e.DayOnly {
			t.Errorf("%s in %s: got %v", text, wrapper, time.UnixMicro(e.Time).UTC())
		}
	}
	f("15:33:20.140 x", "2024-06-03T15:33:21Z", "2024-06-03T15:33:20.14Z")
	f("23:59:59.990 x", "2024-06-04T00:00:00Z", "2024-06-03T23:59:59.99Z")
	f("00:00:00.010 x", "2024-06-03T23:59:59Z", "2024-06-04T00:00:00.01Z")
}

func TestPatternsRefuseOtherLines(t *testing.T) {
	l, _ := ParseLayout("%d{yyyy-MM-dd HH:mm:ss.SSS} %5p %pid --- [%15.15t] %-40.40logger{39} : %m%n")
	for _, in := range []string{"", "select 1", "2024-06-03 15:33:20.140", "2024-06-03 15:33:20.140 INFO", "2024-06-03 15:33:20.140 and x", "2024-06-03 15:33:20.140  INFO x --- [a] b : c", "2024-06-03 15:33:20.140  INFO 1 --- [a] b"} {
		if l.Start([]byte(in)) {
			t.Errorf("%q begins an event", in)
		}
	}
	for _, in := range []string{"", "x", "%d", "%msg", "%d{yyyy %msg", "%d{yyyyqq} %msg", "%(%d %msg", "%d{HH:mm, No/Where} %msg", "%", "% %msg", "${x %d%m"} {
		if l, err := ParseLayout(in); err == nil {
			t.Errorf("%q is taken for the pattern %s", in, l)
		}
	}
}

// BenchmarkLayout is the whole way of a line to an event without its envelope.
func BenchmarkLayout(b *testing.B) {
	const boot = "2026-11-30 15:57:56.471 DEBUG 4711 --- [nio-8080-exec-2] c.e.court.mapper.PartyMapper.byCase      : "
	const message = "==>  Preparing: SELECT p.id, p.case_id, p.name, p.role, p.id_no, p.phone FROM s_party p WHERE p.case_id = ?"
	for name, x := range map[string]struct{ layout, line string }{
		"boot": {"%d{yyyy-MM-dd HH:mm:ss.SSS} %5p %pid --- [%15.15t] %-40.40logger{39} : %m%n", boot + message},
		"json": {"json", `{"@timestamp":"2024-06-03T15:33:20.140+08:00","@version":"1","message":"` + message + ` and \"x\" = 1","logger_name":"c.e.M","thread_name":"http-nio-8080-exec-1","level":"DEBUG","level_value":20000}`},
		"jul":  {"%d{MMM dd, yyyy h:mm:ss a} %logger %method%n%level: %msg", "Jun 03, 2024 3:33:20 PM org.postgresql.Driver connect\nFINE: " + message},
	} {
		b.Run("layout="+name, func(b *testing.B) {
			l, _ := ParseLayout(x.layout)
			src := &Source{Layouts: []Layout{l}}
			batch := &Batch{Source: src, Data: bytes.Repeat([]byte(x.line+"\n"), 1000), Line: 1}
			p := NewParser(0)
			p.batch = batch
			p.zone.Use(nil)
			batch.decode()
			e := &p.event
			b.SetBytes(int64(len(batch.Data)))
			b.ReportAllocs()
			for b.Loop() {
				batch.arena.reset()
				for it := newEvents(batch); it.next(e); {
					if src.open(e, p, &it.opened); e.Bare {
						b.Fatal("not opened")
					}
				}
			}
		})
	}
}
