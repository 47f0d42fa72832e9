package sqltext

import (
	"slices"
	"strings"
	"testing"
)

func TestPlaceholdersAreThoseThatADriverBinds(t *testing.T) {
	// in a text, ¿ stands for a ? that is a placeholder
	f := func(text string) {
		t.Helper()
		var want []int
		sql := text
		for {
			at := strings.Index(sql, "¿")
			if at < 0 {
				break
			}
			want = append(want, at)
			sql = sql[:at] + "?" + sql[at+len("¿"):]
		}
		if got := AppendPlaceholders(nil, []byte(sql)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", sql, got, want)
		}
	}
	f("")
	f("select 1")
	f("¿")
	f("select * from t where a = ¿ and b in (¿,¿, ¿)")
	f("{¿ = call f(¿, ¿)}")
	f("select 'what?', ¿, 'it''s ?', ¿")
	f("select 'it\\'s ?', ¿")
	f(`select "a?", "b""?", ¿`)
	f("select `a?`, [b?], ¿ from t")
	f("select E'\\'?', ¿, N'?', X'?', U&'?', q'[it's ?]', q'!?!', ¿")
	f("select $$ ? $$, ¿, $a$ ? $$ ? $a$, ¿")
	f("select ¿ -- really?\n, ¿ /* ? /* ? */ ? */, ¿")
	f("# ?\nselect ¿ # b")
	f("select j ?? 'k', j ??| array[¿], j ??& ¿ from t where a = ¿")
	f("select j ? 'k', j ?| array['a', ¿], j ?& ¿ from t where a = ¿")
	f("select (a -> 'b') ? 'k', a[1] ? ¿, j @? ¿ from t")
	f("select ¿||'x', ¿|¿, 'x'||¿, ¿&&b from t")
	f("select a-¿, -¿, ¿-¿, ¿::int, ¿::jsonb ?? 'a' from t limit ¿ offset ¿")
	f("select case when ¿ then ¿ else ¿ end from t fetch first ¿ rows only")
	f("select ¿1, ¿2")
	f("insert into t values (¿, 'cut ? ")
	f("select a from t where b like ¿ escape '\\' and c = ¿")
	f("values (¿), (¿)")
	f("exec p ¿, ¿ output")
	f("select a from t where a = '？' and 名？ = ¿")
}

func TestDollarPlaceholdersHaveTheirNumbers(t *testing.T) {
	sql := "select $1, '$2', \"$3\", $$ $4 $$, $12::int, a$5, $a$ $6 $a$ -- $7\n, $1 /* $8 */, $99999999999999999999"
	var got []string
	for _, p := range AppendDollarPlaceholders(nil, []byte(sql)) {
		got = append(got, sql[p.Start:p.End])
		if want := map[string]int{"$1": 1, "$12": 12}[sql[p.Start:p.End]]; p.Number != want && p.Number != 1<<31-1 {
			t.Errorf("%s: number %d", sql[p.Start:p.End], p.Number)
		}
	}
	if want := []string{"$1", "$12", "$1", "$99999999999999999999"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
