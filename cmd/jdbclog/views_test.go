package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"jdbclog/internal/testdb"
	"jdbclog/schema"
)

// TestViewsSayWhatTheReportSays loads by a scheme that makes the tables at once and one that makes them late.
func TestViewsSayWhatTheReportSays(t *testing.T) {
	alone(t)
	logs := []string{synthetic(t, "p6spy", 3000, 1), "../../testdata/report/pool.log", "../../testdata/report/shop.log"}
	for _, flags := range [][]string{{"--scheme", "copy"}, {"--scheme", "copy-minimal-wal"}, {"--scheme", "copy", "--schema", "study"}} {
		db := testdb.New(t)
		if l := load(t, db, append(append(flags, "--timezone", "UTC"), logs...)...); l.code != 0 {
			t.Fatalf("%v: exit %d: %s", flags, l.code, l.errs)
		}
		_, _, r := reported(t, append([]string{"--timezone", "UTC"}, logs...)...)
		o := r["overview"].(map[string]any)
		var calls, slots, failed int64
		var ms float64
		for view, n := range map[string]*int64{"v_jdbc_statement": &calls, "v_jdbc_5min": &slots} {
			if err := db.Pool.QueryRow(t.Context(), "select sum(calls)::bigint from "+view).Scan(n); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Pool.QueryRow(t.Context(), "select sum(total_ms)::float8, sum(failed) from v_jdbc_statement").Scan(&ms, &failed); err != nil {
			t.Fatal(err)
		}
		if n := int64(o["records"].(float64)); calls != n || slots != n || ms != o["runtime_us"].(float64)/1000 {
			t.Errorf("%v: %d and %d calls of %d, %f ms of %v µs", flags, calls, slots, n, ms, o["runtime_us"])
		}
		if want := int64(o["failed"].(float64)); len(flags) == 2 && failed != want {
			t.Errorf("%v: %d failed, want %d", flags, failed, want)
		}
		for _, s := range r["statements"].([]any) {
			s := s.(map[string]any)
			var n int64
			var text, typ string
			err := db.Pool.QueryRow(t.Context(), "select calls, statement, type from v_jdbc_statement where digest = $1", s["digest"]).Scan(&n, &text, &typ)
			if err != nil || n != int64(s["calls"].(float64)) || text == "" || typ != s["type"] {
				t.Errorf("%v: %v, %d calls, %q, %s: %v", flags, s["digest"], n, text, typ, err)
			}
		}
		for _, v := range schema.Views(schema.Full, db.Schema) {
			if _, err := db.Pool.Exec(t.Context(), "select * from "+v.Name); err != nil {
				t.Errorf("%v: %s: %v", flags, v.Name, err)
			}
		}
		// A view of that name is left alone.
		if _, err := db.Pool.Exec(t.Context(), "drop table t_jdbc_sql_record, t_jdbc_sql_content cascade; create view v_jdbc_5min as select 7 as mine"); err != nil {
			t.Fatal(err)
		}
		if l := load(t, db, append(append(flags, "--timezone", "UTC"), logs...)...); l.code != 0 {
			t.Fatalf("%v: exit %d: %s", flags, l.code, l.errs)
		}
		if got := rows(t, db, "select mine from v_jdbc_5min"); got != 7 || rows(t, db, "select count(*) from v_jdbc_method") != 0 {
			t.Errorf("%v: the view was replaced", flags)
		}
	}
}

// TestTheDashboardAsksWhatTheViewsHave runs every query of the Grafana dashboard.
func TestTheDashboardAsksWhatTheViewsHave(t *testing.T) {
	alone(t)
	db := testdb.New(t)
	if l := load(t, db, "--timezone", "UTC", "../../testdata/report/shop.log", "../../testdata/report/pool.log"); l.code != 0 {
		t.Fatalf("exit %d: %s", l.code, l.errs)
	}
	data, err := os.ReadFile("../../docs/grafana/jdbclog.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ RawSQL string }
		}
		Templating struct{ List []struct{ Query string } }
	}
	if err := json.Unmarshal(data, &board); err != nil {
		t.Fatal(err)
	}
	filter := regexp.MustCompile(`\$__timeFilter\(([^)]*)\)`)
	ask := func(title, sql string) {
		sql = filter.ReplaceAllString(sql, "$1 between timestamp '2026-03-04' and timestamp '2026-03-05'")
		sql = strings.ReplaceAll(sql, "$__interval_ms", "60000")
		sql = regexp.MustCompile(`\$\{\w+:sqlstring\}`).ReplaceAllString(sql, "'select', 'insert', 'update', 'delete', 'tcl'")
		if strings.Contains(sql, "$") {
			t.Errorf("%s: a variable is not known: %s", title, sql)
			return
		}
		rows, err := db.Pool.Query(t.Context(), sql)
		if err != nil {
			t.Errorf("%s: %v", title, err)
			return
		}
		defer rows.Close()
		n := 0
		for rows.Next() {
			n++
		}
		if rows.Err() != nil || n == 0 {
			t.Errorf("%s: %d rows, %v", title, n, rows.Err())
		}
	}
	asked := 0
	for _, p := range board.Panels {
		for _, x := range p.Targets {
			ask(p.Title, x.RawSQL)
			asked++
		}
	}
	for i, v := range board.Templating.List {
		if v.Query != "" && v.Query != "grafana-postgresql-datasource" {
			ask(fmt.Sprint("variable ", i), v.Query)
		}
	}
	if asked < 8 {
		t.Errorf("only %d queries", asked)
	}
}
