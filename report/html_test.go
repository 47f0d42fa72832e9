package report

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"jdbclog/internal/browser"
	"jdbclog/internal/generate"
)

// shownPage is the page of a log of a shop and one of synthetic traffic.
func shownPage(t testing.TB) []byte {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "logs")
	if _, err := generate.Run(t.Context(), generate.Options{Format: "p6spy", Records: 20_000, Files: 1, Seed: 1, Dir: dir}, nil); err != nil {
		t.Fatal(err)
	}
	logs, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	s := read(t, Options{}, append(logs, "../testdata/report/shop.log", "../testdata/report/pool.log")...)
	return pageOf(t, s.Report(View{Slow: 1_000_000, Zone: time.UTC}))
}

func pageOf(t testing.TB, r *Report) []byte {
	t.Helper()
	var page bytes.Buffer
	if err := r.WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	return page.Bytes()
}

func TestPageIsReadableAtEveryWidthInLightAndDark(t *testing.T) {
	page, b := shownPage(t), browser.Start(t)
	for _, width := range []int64{1280, 390} {
		for _, dark := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d pixels, dark %t", width, dark), func(t *testing.T) {
				p := b.Open(t, page, width, dark)
				p.Check()
				opened := browser.Eval[int](p, `document.querySelectorAll("details").forEach(d => { d.open = true });
					[...document.querySelectorAll("#statements tbody button")].slice(0, 3).map(b => b.click()).length`)
				if opened != 3 {
					t.Errorf("%d statements to open, not 3", opened)
				}
				p.Check()
			})
		}
	}
}

func TestPageCanBePrinted(t *testing.T) {
	p := browser.Start(t).Open(t, shownPage(t), 1280, false)
	p.Print()
	p.Do(`dispatchEvent(new Event("beforeprint"))`)
	p.Check()
	if browser.Eval[int](p, `[...document.querySelectorAll("input, select, button")].filter(e => e.checkVisibility() && !e.closest("table")).length`) > 0 {
		t.Error("what is printed cannot be pressed")
	}
}

// cells are a column of the statements as they are shown.
func cells(p *browser.Page, n int) []string {
	return browser.Eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll("#statements tbody tr")].map(r => r.cells[%d].textContent)`, n))
}

// reach presses Tab until what has the focus begins with text.
func reach(t *testing.T, p *browser.Page, text string) {
	t.Helper()
	for range 100 {
		p.Press(kb.Tab)
		if strings.HasPrefix(browser.Eval[string](p, `document.activeElement.closest("button")?.textContent.trim() ?? ""`), text) {
			return
		}
	}
	t.Fatalf("Tab does not reach %q", text)
}

func TestPageIsUsableByKeyboard(t *testing.T) {
	p := browser.Start(t).Open(t, shownPage(t), 1280, false)
	all := cells(p, 0)

	reach(t, p, "calls")
	p.Press(kb.Enter)
	sort := browser.Eval[string](p, `document.querySelector("#statements th[aria-sort=descending]").textContent`)
	calls := cells(p, 3)
	most := func(i int) int {
		n := 0
		fmt.Sscan(strings.ReplaceAll(calls[i], "\u202f", ""), &n)
		return n
	}
	if !strings.HasPrefix(sort, "calls") || most(0) < most(len(calls)-1) || most(0) == 0 {
		t.Errorf("sorted by %q: from %q to %q calls", sort, calls[0], calls[len(calls)-1])
	}
	p.Press(kb.Enter)
	if calls = cells(p, 3); most(0) > most(len(calls)-1) {
		t.Errorf("sorted the other way: from %q to %q calls", calls[0], calls[len(calls)-1])
	}

	p.Press("/")
	p.Press("INSERT")
	found := cells(p, 9)
	if want := browser.Eval[int](p, `R.statements.filter(s => s.normalized.includes("insert")).length`); len(found) != want || want == 0 || want == len(all) {
		t.Errorf("search found %d of %d, not %d", len(found), len(all), want)
	}
	reach(t, p, "insert")
	p.Press(kb.Enter)
	detail := browser.Eval[string](p, `document.querySelector("#statements .more").textContent`)
	if !strings.Contains(detail, ".log:") {
		t.Error("detail has no file and line")
	}
	p.Press("/")
	p.Press(kb.Escape)
	if back := cells(p, 0); len(back) != len(all) {
		t.Errorf("%d statements behind Escape, not %d", len(back), len(all))
	}

	const span = `document.querySelector("main section p[aria-live]").textContent`
	before := browser.Eval[string](p, span)
	p.Do(`document.querySelector("svg.zoom").focus()`)
	p.Press("+")
	near := browser.Eval[string](p, span)
	p.Press("0")
	after := browser.Eval[string](p, span)
	if near == before || after != before {
		t.Errorf("zoomed from %q to %q and back to %q", before, near, after)
	}
	p.Check()
}

// markup is text that would be a page's own if it was not escaped.
const markup = `</script><script>document.title = "taken"</script><!--<script>{{data}} & <img src=x onerror=alert(1)> '` + "\u2028"

func TestTextOfLogsStaysText(t *testing.T) {
	us := int64(5)
	x := Execution{File: markup, Line: 1, SQL: "select '" + markup, Failed: true, Error: new(string), Method: new(string)}
	*x.Error, *x.Method = markup, markup
	r := &Report{Statements: []Statement{{
		Rank: 1, Normalized: markup, Type: "select", Tables: []string{markup}, Calls: 1, Runtime: Distribution{Sum: &us},
		Samples: []Execution{x}, Methods: []Named{{Name: markup, Calls: 1}},
	}}, Slowest: []Execution{x}, Errors: []ErrorClass{{Class: x.Error, Message: markup, Calls: 1, Samples: []Execution{x}}}}
	p := browser.Start(t).Open(t, pageOf(t, r), 1280, false)
	p.Do(`document.querySelector("#statements tbody button").click()`)
	title := browser.Eval[string](p, `document.title`)
	sql := browser.Eval[string](p, `document.querySelector("#statements pre").textContent.replaceAll(/\s+/g, "")`)
	foreign := browser.Eval[int](p, `document.querySelectorAll("img, body script").length`)
	if title != "jdbclog report" || foreign != 2 || !strings.HasPrefix(sql, "</script><script>document.title") {
		t.Errorf("title %q, %d scripts and images, text %q", title, foreign, sql)
	}
	p.Check()
}

func TestSQLIsIndentedAndKeepsItsTokens(t *testing.T) {
	p := browser.Start(t).Open(t, pageOf(t, &Report{}), 1280, false)
	for _, c := range []struct{ sql, want string }{
		{"select a, b from t left outer join u on t.i = u.i where x between 1 and 2 and y = 'a  and  b'", "select a, b\nfrom t\nleft outer join u on t.i = u.i\nwhere x between 1 and 2\n  and y = 'a  and  b'"},
		{"select * from (select 1 from dual) where a in (1, 2) -- end\nor b = 1", "select *\nfrom (\n  select 1\n  from dual\n)\nwhere a in (1, 2) -- end\n  or b = 1"},
		{"delete from t where a = left(b, 2)", "delete from t\nwhere a = left(b, 2)"},
		{"insert into t (a, b) values (?, ?)", "insert into t (a, b)\nvalues (?, ?)"},
		{"'open", "'open"}, {"", ""}, {"))((", "))(("},
	} {
		got := browser.Eval[string](p, fmt.Sprintf("sql(%q).textContent", c.sql))
		if got != c.want {
			t.Errorf("%s\ngot  %q\nwant %q", c.sql, got, c.want)
		}
	}
}

// manyStatements is a report of n statements with all that a statement may have.
func manyStatements(n int) *Report {
	start := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	r := &Report{}
	for i := range n {
		us := int64(1_000_000 - i)
		s := Statement{
			Rank: i + 1, Digest: fmt.Sprintf("%016x", i), Normalized: fmt.Sprintf("select c%d from t where %s", i, strings.Repeat("a = ? and ", 80)),
			Calls: us, Runtime: Distribution{Sum: &us, P95: &us}, SlotWidth: 300,
		}
		for j := range 288 {
			s.Course = append(s.Course, Slot{Start: Time{start.Add(time.Duration(j) * 5 * time.Minute)}, Calls: int64(j + i), RuntimeUS: &us})
		}
		for j := range 5 {
			s.Samples = append(s.Samples, Execution{File: "app.log", Line: int64(j), RuntimeUS: &us, SQL: fmt.Sprintf("select %d %s", j, strings.Repeat("é1234567", 500))})
		}
		r.Statements = append(r.Statements, s)
	}
	return r
}

func TestPageIsBoundedAndShowsWhatIsLeft(t *testing.T) {
	r := manyStatements(2000)
	page := pageOf(t, r)
	if len(page) > 3_000_000 {
		t.Errorf("2000 statements take %d bytes", len(page))
	}
	if s := r.Statements[1999]; len(s.Samples) != 5 || len(s.Course) != 288 || s.Cut {
		t.Error("the report itself was shortened")
	}
	p := browser.Start(t).Open(t, page, 1280, false)
	rows, shown := browser.Eval[int](p, `R.statements.length`), browser.Eval[int](p, `R.statements[1999].samples[0].sql.length`)
	if rows != 2000 || shown < 100 {
		t.Errorf("%d statements are left, the last sample has %d characters", rows, shown)
	}
	note := browser.Eval[string](p, `document.querySelector("#statements").closest("section").querySelector("p").textContent`)
	if !strings.Contains(note, "shortened") {
		t.Errorf("the page says %q", note)
	}
	data, err := r.pageData(200_000)
	if err != nil || len(data) > 200_000 || !bytes.Contains(data, []byte(`"omitted":1`)) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

func TestCoursesKeepTheirSums(t *testing.T) {
	s := manyStatements(1).Statements[0]
	var want int64
	for _, x := range s.Course {
		want += x.Calls
	}
	for _, n := range []int{1, 7, 100, 287, 288, 500} {
		list, width := shortCourse(s.Course, s.SlotWidth, n)
		var got int64
		for _, x := range list {
			got += x[1]
		}
		if got != want || len(list) > n || width%300 != 0 {
			t.Errorf("%d slots: %d of %d s with %d calls, not %d", n, len(list), width, got, want)
		}
	}
}
