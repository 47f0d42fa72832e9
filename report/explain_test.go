package report

import (
	"strings"
	"testing"
	"time"

	"jdbclog/internal/testdb"
)

func TestMain(m *testing.M) { testdb.Main(m) }

// TestExplainRunsNothing asks for plans of what would change things, or take long, if it ran.
func TestExplainRunsNothing(t *testing.T) {
	db := testdb.New(t)
	if _, err := db.Pool.Exec(t.Context(), "create table b (a int); insert into b values (1), (2)"); err != nil {
		t.Fatal(err)
	}
	s := newSpy()
	for i, sql := range []string{
		"delete from b", "insert into b values (3)", "select pg_sleep(3600) from b", "select a from b; delete from b",
		"(analyze) delete from b", "analyze delete from b", "select a from missing", "select a from b where a = ?", "truncate b", "commit",
	} {
		s.run(1, 100-int64(i), 1, sql)
	}
	r := s.report(t)
	if err := r.Explain(t.Context(), db.DSN, 5*time.Second); err != nil {
		t.Fatal(err)
	}
	plans := map[string]string{}
	for _, p := range r.Plans {
		for _, s := range r.Statements {
			switch {
			case s.Digest != p.Digest:
			case p.Text != nil:
				plans[s.Samples[0].SQL] = *p.Text
			default:
				plans[s.Samples[0].SQL] = "error: " + *p.Error
			}
		}
	}
	for sql, want := range map[string]string{
		"delete from b": "Delete on b", "insert into b values (3)": "Insert on b", "select pg_sleep(3600) from b": "Seq Scan on b",
		"select a from b; delete from b": "error: cannot insert multiple commands", "select a from missing": `error: relation "missing" does not exist (SQLSTATE 42P01)`,
	} {
		if !strings.HasPrefix(plans[sql], want) {
			t.Errorf("%s: got %s, want %s", sql, plans[sql], want)
		}
	}
	for sql := range plans {
		if strings.HasPrefix(sql, "truncate") || strings.Contains(sql, "?") || sql == "" {
			t.Errorf("%s has a plan", sql)
		}
	}
	var n int
	if err := db.Pool.QueryRow(t.Context(), "select count(*) from b").Scan(&n); err != nil || n != 2 {
		t.Errorf("%d rows are left, %v", n, err)
	}
	if err := r.Explain(t.Context(), "postgres://u:hunter2@[", time.Second); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("got %v", err)
	}
}
