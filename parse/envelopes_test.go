package parse

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// messages are what P6Spy and log4jdbc hand to a logger.
var messages = [...]struct{ logger, text string }{
	{"p6spy", strings.TrimSpace(p6line)},
	{"p6spy", "#1739261700251 | took 6ms | statement | connection 3| url jdbc:h2:mem:t\nselect a\n\n  from b where c = '2024-06-03 x'\nselect a\n\n  from b where c = '2024-06-03 x';"},
	{"jdbc.sqltiming", "select d\n from e where f = 'it''s [1] - | x'\n {executed in 12 msec}"},
	{"demo.App", "started [all] - well: 1 | 2"},
	{"p6spy", "1739261700252|0|commit|connection 3|url jdbc:h2:mem:t||"},
	{"jdbc.sqltiming", "insert into g values ('[x] {y}') {executed in 3 msec}"},
	{"jdbc.audit", "7. Connection.isReadOnly() returned false"},
}

var wantSQL = []string{"select 1", "select a\n\n  from b where c = '2024-06-03 x'", "select d\n from e where f = 'it''s [1] - | x'", "", "insert into g values ('[x] {y}')"}

// Every envelope that is learned gives the same records, with the thread and the
// stamp that it shows, and keeps the laws.
func TestEveryEnvelopeGivesTheSameRecords(t *testing.T) {
	type line struct {
		t             time.Time
		level, logger string
		text          string
	}
	stamp := func(l line, layout string) string { return l.t.Format(layout) }
	padded := func(l line) string {
		name := l.logger
		if len(name) > 12 {
			name = "j." + name[strings.LastIndexByte(name, '.')+1:]
		}
		return fmt.Sprintf("%-40s", name)
	}
	for name, envelope := range map[string]func(l line) string{
		"boot2": func(l line) string {
			return stamp(l, "2006-01-02 15:04:05.000") + fmt.Sprintf(" %5s 4711 --- [%15s] %s : ", l.level, "main", padded(l)) + l.text
		},
		"boot3": func(l line) string {
			return stamp(l, "2006-01-02T15:04:05.000Z07:00") + fmt.Sprintf(" %5s 4711 --- [app] [%15s] %s : ", l.level, "main", padded(l)) + l.text
		},
		"logback": func(l line) string {
			return stamp(l, "2006-01-02 15:04:05,000") + fmt.Sprintf(" [main] %-5s %s - ", l.level, l.logger) + l.text
		},
		"ruoyi": func(l line) string {
			return stamp(l, "15:04:05.000") + fmt.Sprintf(" [main] %-5s %s - [info,60] - ", l.level, l.logger) + l.text
		},
		"line": func(l line) string {
			return stamp(l, "2006/01/02 15:04:05.000") + fmt.Sprintf(" [main] %-5s %s:35 - ", l.level, l.logger) + l.text
		},
		"suffix": func(l line) string {
			return stamp(l, "2006-01-02 15:04:05,000") + fmt.Sprintf(" [main] %s %s ", l.level, l.logger+":") + l.text + " (Slf4jLogger.java:60) "
		},
		"wildfly": func(l line) string {
			return stamp(l, "15:04:05,000") + fmt.Sprintf(" %-5s [%s] (main) ", l.level, l.logger) + l.text
		},
		"jul": func(l line) string {
			return stamp(l, "Jan 02, 2006 3:04:05 PM ") + l.logger + " log\n" + l.level + ": " + l.text
		},
		"pipes": func(l line) string {
			return stamp(l, "2006-01-02 15:04:05.000") + fmt.Sprintf(" | %-5s | main | %s | ", l.level, l.logger) + l.text
		},
		"brackets": func(l line) string {
			return fmt.Sprintf("[%5s][%s][main] ", l.level, stamp(l, "02-01-06 15:04:05.000")) + l.text
		},
		"json": func(l line) string {
			return `{"@timestamp":"` + stamp(l, time.RFC3339Nano) + `","message":` + string(AppendJSONString(nil, []byte(l.text))) + `,"logger_name":"` + l.logger + `","thread_name":"main","level":"` + l.level + `"}`
		},
		"pretty": func(l line) string {
			return "{\n  \"timeMillis\" : " + fmt.Sprint(l.t.UnixMilli()) + ",\n  \"thread\" : \"main\",\n  \"message\" : " + string(AppendJSONString(nil, []byte(l.text))) + "\n}"
		},
		"websphere": func(l line) string {
			return strings.Replace(stamp(l, "[1/2/06 15:04:05.000 CST] "), ".", ":", 1) + "00000042 " + fmt.Sprintf("%-13.13s", l.logger) + " I " + l.text
		},
		"weblogic": func(l line) string {
			return stamp(l, "<Jan 2, 2006 3:04:05 PM CST> ") + "<" + l.level + "> <JDBC> <[ACTIVE] Thread> <" + l.text + ">"
		},
		"xml": func(l line) string {
			return "<record>\n  <millis>" + fmt.Sprint(l.t.UnixMilli()) + "</millis>\n  <logger>" + l.logger + "</logger>\n  <thread>main</thread>\n  <message>" + strings.ReplaceAll(l.text, "<", "&lt;") + "</message>\n</record>"
		},
		"coloured": func(l line) string {
			return "\x1b[2m" + stamp(l, "2006-01-02 15:04:05.000") + "\x1b[0;39m " + fmt.Sprintf("\x1b[32m%5s\x1b[0;39m \x1b[35m4711\x1b[0;39m \x1b[2m---\x1b[0;39m \x1b[2m[%15s]\x1b[0;39m \x1b[36m%s\x1b[0;39m \x1b[2m:\x1b[0;39m ", l.level, "main", padded(l)) + l.text
		},
		"level": func(l line) string { return l.level + " - " + l.text },
	} {
		t.Run(name, func(t *testing.T) {
			var log strings.Builder
			at := time.Date(2024, 6, 13, 15, 33, 20, 140e6, time.UTC)
			for range 3 {
				for i, m := range messages {
					at = at.Add(time.Second)
					level := "INFO"
					if i%2 == 1 {
						level = "DEBUG"
					}
					log.WriteString(envelope(line{at, level, m.logger, m.text}) + "\n")
				}
			}
			data := []byte(log.String())
			d, err := Detect(data, DetectOptions{Path: "x.2024-06-13.log", Whole: true})
			if err != nil || len(d.Formats) != 2 || len(d.Layouts) != 1 || d.Bare {
				t.Fatalf("found %s, %v", found(d), err)
			}
			src := d.Source("x", time.UTC, 1<<20)
			s := NewSplitter(src, strings.NewReader(string(data)), NewPool(1, 1<<20), 0, 1)
			s.Final = true
			b, err := s.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			NewParser(1 << 20).Parse(b)
			NewFold(src, 0).Next(b)
			NewFinisher(1 << 20).Finish(b)
			if len(b.Records) != 3*len(wantSQL) || len(b.Rejects) > 0 {
				t.Fatalf("%d records, %d rejects in %s", len(b.Records), len(b.Rejects), found(d))
			}
			slices.SortFunc(b.Records, func(a, b Record) int { return int(a.Offset - b.Offset) })
			for i := range b.Records {
				r := &b.Records[i]
				if string(r.SQL) != wantSQL[i%len(wantSQL)] {
					t.Errorf("record %d has %q", i, r.SQL)
				}
				if thread := string(r.Thread); thread != "main" && !strings.Contains("jul suffix weblogic websphere level", name) {
					t.Errorf("record %d is of thread %q", i, thread)
				}
				if strings.HasPrefix(string(r.SQL), "select d") {
					want := time.Date(2024, 6, 13, 15, 33, 23+7*(i/len(wantSQL)), 140e6, time.UTC)
					if name == "jul" || name == "weblogic" {
						want = want.Truncate(time.Second)
					}
					if name != "level" && r.Time != want.UnixMicro() {
						t.Errorf("record %d is of %v, not %v", i, time.UnixMicro(r.Time).UTC(), want)
					}
				}
			}
			checkLaws(t, src, data)
		})
	}
}
