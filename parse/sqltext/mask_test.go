package sqltext

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestMaskedTextKeepsAllButLiterals(t *testing.T) {
	f := func(sql, want string) {
		t.Helper()
		if got := string(AppendMasked(nil, []byte(sql))); got != want {
			t.Errorf("%s\n got %s\nwant %s", sql, got, want)
		}
	}
	f("", "")
	f("select  a1\n from t2", "select  a1\n from t2")
	f("SELECT a FROM t WHERE b = 'x' AND c = 5", "SELECT a FROM t WHERE b = ? AND c = ?")
	f("insert into t values (1, 'it''s', NULL, -1.5e3, true)", "insert into t values (?, ?, NULL, -?, ?)")
	f("select ?, $1, :1, :name, @p1 from t", "select ?, $1, :1, :name, @p1 from t")
	f("select N'x', E'a\\'b', X'ff', U&'x', q'[it's]', $a$ 'x' $a$, _utf8'x', date '2024-01-01'", "select ?, ?, ?, ?, ?, ?, ?, date ?")
	f("select a from t where b is true and c is not false and d = true", "select a from t where b is true and c is not false and d = ?")
	f("select 01234567-89ab-cdef-8877-665544332211, 2024-01-02T10:30:00, <Blob of size 9>", "select ?, ?, ?")
	f("select 'a' /* 'b' and 5 */, 'c' -- it's d\n, 'e'", "select ? /* ? and ? */, ? -- it?\n, ?")
	f("select 1 /* it's */, 2", "select ? /* it?*/, ?")
	f("select 1 /*traceparent='00-ab-01'*/", "select ? /*traceparent=?*/")
	f("select \"a\", `b`, [c] from \"S\".\"T\" where \"S\".\"T\".\"a\" = 1", "select \"a\", `b`, [c] from \"S\".\"T\" where \"S\".\"T\".\"a\" = ?")
	f("select a from t where b = \"secret\" and \"c\" = 1", "select a from t where b = ? and \"c\" = ?")
	f("insert into `t` values (\"secret\", \"it's\")", "insert into `t` values (?, ?)")
	f("insert into t (\"a\", \"b\") values (\"secret\", 1)", "insert into t (\"a\", \"b\") values (?, ?)")
	f("select a from t where b like \"%secret%\"", "select a from t where b like ?")
	f("select f(\"some@secret\")", "select f(?)")
	f("select a from t where b = 2fa4c6", "select a from t where b = ?")
	f("select 'it\\'s', b from t", "select ?, b from t")
	f("select a from t where b like 'x' escape '\\' and c = 'y'", "select a from t where b like ? escape ? and c = ?")
	// doubt
	f("select a from t where b = 'secr", "select a from t where b = ?")
	f("select a from t where b = \"secr", "select a from t where b = ?")
	f("select a from t where b = $x$secr", "select a from t where b = ?")
	f("cret' and b = 'x", "?")
	f("my cret' and b = 'x'", "?")
	f("my cret', 'x'", "?")
	f("select 'what'secret' is', 5", "select ?")
	f("select 'C:\\', ', 5'", "select ?")
	f("select 'C:\\', b, 'x'", "select ?, b, ?")
	f("select 'say \\'hi\\' now', b", "select ?, b")
	f("select `a` from t where b = 'say \\'hi\\', ok' # it's\n and c = 1", "select `a` from t where b = ? # it?\n and c = ?")
	f("insert into t values ('what'no', 'secret', 5)", "insert into t values (?")
}

// TestNoLiteralByteSurvivesMasking puts literals of all kinds into statements, and cuts these anywhere.
func TestNoLiteralByteSurvivesMasking(t *testing.T) {
	const secret = "ZQX"
	literals := []string{"'ZQX'", "'ZQX ''ZQX'' ZQX'", "'ZQX\nZQX'", "N'ZQX'", "E'ZQX\\'ZQX'", "U&'ZQX'", "q'[ZQX'ZQX]'", "q'{ZQX}'", "nq'!ZQX!'", "$$ZQX$$", "$a$ZQX'$$ZQX$a$",
		"_utf8'ZQX'", "'ZQX -- ZQX'", "'ZQX /* ZQX'", "'ZQX?ZQX'", "'ZQX; ZQX'", "'（ZQX，ZQX）'", "'it\\'s ZQX'", "\"ZQX@ZQX\"", "'ZQX\\\\'", "date 'ZQX'", "{ts 'ZQX'}", "X'ZQX'", "'ZQX' 'ZQX'"}
	templates := []string{"select a from t where b = ~ and c in (~, ~)", "insert into t (a, b) values (~, ~), (~, ~)", "update t set a=~,b=~ where c=~", "select f(~), ~ || a from t -- remark\nwhere x like ~",
		"/* head */ delete from t where a = (~::text) and b = array[~]", "merge into t using s on (t.a = ~) when matched then update set b = ~", "{call f(~, ~)}", "with x as (select ~) select * from x where a = ~ limit ~"}
	r := rand.New(rand.NewPCG(1, 2))
	n := NewNormalizer(1 << 20)
	for range 20_000 {
		var b strings.Builder
		for _, c := range templates[r.IntN(len(templates))] {
			if c == '~' {
				b.WriteString(literals[r.IntN(len(literals))])
			} else {
				b.WriteRune(c)
			}
		}
		sql := b.String()
		if masked := string(AppendMasked(nil, []byte(sql))); strings.Contains(masked, secret) {
			t.Fatalf("%s\nmasked %s", sql, masked)
		}
		if got := n.Stmt([]byte(sql)).Normalized; strings.Contains(got, "zqx") || strings.Contains(got, secret) && !strings.Contains(sql, `"ZQX`) {
			t.Fatalf("%s\nnormalised %s", sql, got)
		}
		cut := sql[:r.IntN(len(sql)+1)]
		if masked := string(AppendMasked(nil, []byte(cut))); strings.Contains(masked, secret) {
			t.Fatalf("%s\nmasked %s", cut, masked)
		}
	}
}

// TestMaskedTextHasTheDigestOfTheText leaves out what masking treats with more caution than normalising (doubtful quotes, "…") and the
// dates of log4jdbc, whose format is a literal.
func TestMaskedTextHasTheDigestOfTheText(t *testing.T) {
	n := NewNormalizer(1 << 20)
	for _, g := range groups {
		for _, text := range g.texts {
			if strings.ContainsAny(text, `\\"`) || strings.Contains(text, "hh24:mi:ss") {
				continue
			}
			masked := AppendMasked(nil, []byte(text))
			if got := n.Stmt(masked).Normalized; got != g.normalized {
				t.Errorf("%s\nmasked %s\n got %s\nwant %s", text, masked, got, g.normalized)
			}
		}
	}
}

func TestALiteralOfTwoMegabytesIsMasked(t *testing.T) {
	text := "insert into t values ('" + strings.Repeat("ZQX''", 400_000) + "', 1)"
	if got := string(AppendMasked(nil, []byte(text))); got != "insert into t values (?, ?)" {
		t.Errorf("%d bytes, beginning %.40q", len(got), got)
	}
	if got := string(AppendMasked(nil, []byte(text[:len(text)-6]))); got != "insert into t values (?" {
		t.Errorf("cut: %d bytes, beginning %.40q", len(got), got)
	}
}
