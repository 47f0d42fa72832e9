package parse

import (
	"bytes"
	"strings"
	"testing"
)

func TestTextsAreSplitWhereTheyFit(t *testing.T) {
	f := func(s, prepared string, want fit, ambiguous bool) {
		t.Helper()
		at, got, amb := splitTexts([]byte(s), '|')
		if s[:at] != prepared || got != want || amb != ambiguous {
			t.Errorf("%s\ngot  %s (%d, %v)\nwant %s (%d, %v)", s, s[:at], got, amb, prepared, want, ambiguous)
		}
	}
	f("select 1|select 1", "select 1", fitEqual, false)
	f("select '|'|select '|'", "select '|'", fitEqual, false)
	f("|", "", fitEqual, false)
	f("a=?|a=1", "a=?", fitOnly, false)
	f("a=? and b='|'|a=1 and b='|'", "a=? and b='|'", fitBound, false)
	f("a=?|a='x|a=?|y'", "a=?", fitBound, false)
	f("a=? and b=?|a='it''s|' and b=NULL", "a=? and b=?", fitBound, false)
	f("a=?||b|a=-1.5E-3||b", "a=?||b", fitBound, false)
	f("a=?||b|a=0xAB||b", "a=?||b", fitBound, false)
	f("a=?||b|a=DATE '2024-06-03'||b", "a=?||b", fitBound, false)
	f("a=?||b|a=to_date('2024|', f(1))||b", "a=?||b", fitBound, false)
	f("a=?||b|a=?||b", "a=?||b", fitEqual, false)
	f("a='?|' and b=?|a='30|' and b=?", "a='?|' and b=?", fitBound, false)
	f("a=?||b|a=[what|ever]||b", "a=?||b", fitGaps, false)
	f("|select '|'", "", fitOnly, false)
	f("select '|'|", "select '|'", fitOnly, false)
	f("select a|b, '|x'|select a|b, '|y'", "select a|b, '|x'", fitKeyword, false)
	f("select a|select b|select c|d", "select a|select b", fitGuess, true)
	f("tail of something", "tail of something", fitNone, false)
	f("x|y|z", "x|y|z", fitNone, true)
	f("", "", fitNone, false)
}

// Each of these would take minutes if every separator were tried to the end.
func TestTextsThatAreMadeToBeHardToSplitAreNotTriedForEver(t *testing.T) {
	for _, s := range []string{
		strings.Repeat("a|", 300_000) + "?",
		strings.Repeat("?|", 300_000),
		strings.Repeat("select '?|", 60_000),
		strings.Repeat("x", 100_000) + "?" + strings.Repeat("|"+strings.Repeat("x", 200), 3000),
		"select " + strings.Repeat("'|select ", 100_000),
	} {
		if at, f, ambiguous := splitTexts([]byte(s), '|'); f >= fitGaps && !ambiguous {
			t.Errorf("%.10s…: split at %d (%d)", s, at, f)
		}
	}
}

func TestATemplateWithoutPlaceOrEndIsRefused(t *testing.T) {
	f := func(template, want string) {
		t.Helper()
		_, err := NewP6SpyTemplate(template)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", template, err, want)
		}
	}
	f("mybatis", `"mybatis" has no placeholder like %(sql) and is not one of custom-default, mybatis-plus,`)
	f("%(executionTime) ms", "has no SQL: %(sql)")
	f("%(currentTime", "a %( is not closed")
	f("%(time)|%(sql)", `"time" is no placeholder, these are: connectionId, currentTime`)
	f("%(url)%(sql)", "nothing tells %(sql) from what is before it")
}

func TestPresetsReadWhatTheirFormattersWrite(t *testing.T) {
	f := func(log, want string) {
		t.Helper()
		got := readIn(t, p6Source(), []byte(log+"\n"), 1<<20)
		var b []string
		for _, r := range got.records {
			b = append(b, summary(r))
		}
		if s := strings.Join(b, " / "); s != want || len(got.rejects) > 0 {
			t.Errorf("%s\ngot  %s %v\nwant %s", log, s, got.rejects, want)
		}
	}
	f(" Consume Time：7 ms 2024-06-03 15:33:20\n Execute SQL：SELECT 1\n", "15:33:20 7000 - - SELECT 1")
	f("Consume Time：1,207 ms 2024-06-03 15:33:20\nExecute SQL：SELECT 1\nnull", "15:33:20 1207000 - - SELECT 1")
	f(" tenant: T1 userId: 7\n Consume Time：7 ms 2024-06-03 15:33:20\n url: jdbc:h2:mem:t\n Execute SQL：SELECT 1\n", "15:33:20 7000 - - SELECT 1")
	f("Consume Time：7 ms，Execute SQL：select '，'", "- 7000 - - select '，'")
	f("    Consume Time: 3  Now: 2024-06-03 15:33:20 connectionId: 12 category: statement\n    Execute SQL：select 1", "15:33:20 3000 12 - select 1")
	f(" Time：15 ms - ID：com.x.M.page\nExecute SQL：SELECT\n        a\n    FROM\n        t\n\nprinted", "- 15000 - com.x.M.page SELECT\n        a\n    FROM\n        t")
	f("2024-06-03 15:33:20 | 耗时 12 ms | SQL 语句：\nselect 1;", "15:33:20 12000 - - select 1")
	f(" 执行SQL消耗时间：3 毫秒 执行时间: 2024-06-03 15:33:20\n 执行的 SQL 语句：\n select 1\n", "15:33:20 3000 - - select 1")
	f("执行SQL：select '执行时间：9ms' 执行时间：12ms", "- 12000 - - select '执行时间：9ms'")
	f("SQL Performance Analyzer ：\nConnection Url：jdbc:h2:mem:t\nConnection ID：4\nexecution time：2024-06-03 15:33:20\ntaken time：6 ms\nSQL：select 1 ;", "15:33:20 6000 4 - select 1")
	f("2024-06-03 15:33:20 | SQL use time： 5 ms | connect info： statement-3 | execute sql： select 1", "15:33:20 5000 3 - select 1")
	f("OperationTime: 1,204ms | connectionId : 50,127 | statement\nselect *\nfrom t", "- 1204000 50127 - select *\nfrom t")
	f("2024-06-03 15:33:20 | Elapsed time 4 ms\n\n    select 1\n\n[Stack Trace Information]\n\tcom.x.Y.z(Y.java:12)\n\tcom.x.Z.z(Z.java:1)", "15:33:20 4000 - com.x.Y.z(Y.java:12) select 1")
	f("1717400000140 | took 9ms | statement | connection 4\n select 1;", "07:33:20 9000 4 - select 1")
	f("1717400000140 | took 9ms | statement | connection 4 | select '|'", "07:33:20 9000 4 - select '|'")
	f("2024-06-03 15:33:20 | took: 9 ms | connection: commit-4 | sql: ", "15:33:20 9000 4 - ")
	f("2024-06-03 15:33:20|took 5ms|statement|connectionid 3\nselect ?\nselect 1;", "15:33:20 5000 3 - select 1")
	f("#now=1717400000140| took 5 ms | statement| connection 3| query=select 1", "07:33:20 5000 3 - select 1")
	f("2024-06-03 15:33:20|0ms|statement|select '|'", "15:33:20 0 - - select '|'")
	f("[statement] | 3 ms | \n    select\n        1", "- 3000 - - select\n        1")
	f("autocommit(true)|readonly(false)|REPEATABLE_READ|36ms|statement|connection50128|select 1", "- 36000 50128 - select 1")
	f("#1717400000140 | took 663ms | statement | connection 4|select ?|select '|'", "07:33:20 663000 4 - select '|'")
	f("2024-06-03 15:33:20|0|statement|connection3|select '|'", "15:33:20 0 3 - select '|'")
	f("导入完成，耗时 90 ms\nConsume Time\nexecute", "")
}

// summary gives time, runtime, connection, method and SQL of a record in JSON.
func summary(record string) string {
	field := func(name string) string {
		_, rest, _ := strings.Cut(record, `"`+name+`":`)
		if s, ok := strings.CutPrefix(rest, `"`); ok {
			s, _, _ = strings.Cut(s, `",`)
			return strings.ReplaceAll(s, `\n`, "\n")
		}
		v, _, _ := strings.Cut(rest, ",")
		return strings.Replace(v, "null", "-", 1)
	}
	clock := field("time")
	if len(clock) > 19 {
		clock = clock[11:19]
	}
	return strings.Join([]string{clock, field("runtime_us"), field("connection"), field("method"), field("sql")}, " ")
}

func TestValuesAreRecoveredOnlyWhenTheyAreCertain(t *testing.T) {
	f := func(prepared, sql string, want ...string) {
		t.Helper()
		b := &Batch{Source: p6Source()}
		r := Record{Prepared: []byte(prepared), SQL: []byte(sql)}
		recoverParams(b, &r)
		var got []string
		for _, p := range r.Params {
			if p.Null {
				got = append(got, "NULL")
			} else {
				got = append(got, string(p.Value))
			}
		}
		if strings.Join(got, ";") != strings.Join(want, ";") {
			t.Errorf("%s: got %q, want %q", sql, got, want)
		}
	}
	f("a = ? and b = ?", "a = 'it''s|' and b = NULL", "it's|", "NULL")
	f("a in (?,?,?)", "a in (1,-2.5,true)", "1", "-2.5", "true")
	f("a = ?::int", "a = 5::int", "5")
	f("a = ?", "a = '\\xAB'", "\\xAB")
	f("a = '?' and b = ?", "a = '1' and b = 2")
	f("a = ? -- ?\n", "a = 1 -- 2\n")
	f("a = ? and b = ?", "a = 1 and b = ?")
	f("a = ? /*x*/", "a = 1")
	f("a = ?", "a = DATE '2024-06-03'")
	f("select 1", "select 1")
}

func FuzzP6Spy(f *testing.F) {
	for _, name := range testLogs(f, "p6spy") {
		if data := testLog(f, name); len(data) < 4000 {
			f.Add(data, uint16(len(data)/2))
		}
	}
	templates := []*P6SpyTemplate{}
	for _, text := range []string{"%(sql) took %(executionTime)", "%(currentTime)|%(executionTime)|%(category)|%(effectiveSql)|%(sql) <%(url)>", "%(sql)\n%(effectiveSql);", "%(ignore)：%(block)"} {
		t, err := NewP6SpyTemplate(text)
		if err != nil {
			f.Fatal(err)
		}
		templates = append(templates, t)
	}
	f.Fuzz(func(t *testing.T, data []byte, size uint16) {
		if len(data) == 0 {
			return
		}
		src := p6Source()
		for _, x := range templates {
			src.Formats = append(src.Formats, x)
		}
		want := readIn(t, src, data, len(data)+1)
		got := readIn(t, src, data, 1+int(size))
		if diff := firstDiff(want.records, got.records); diff != "" {
			t.Fatal(diff)
		}
		if want.recordLines+want.rejectLine+want.skipped != int64(bytes.Count(data, newline))+int64(min(1, len(data)-bytes.LastIndexByte(data, '\n')-1)) {
			t.Fatal("lines are not accounted for")
		}
	})
}
