package report

import (
	"fmt"
	"strings"
	"testing"
)

// spy writes lines of P6Spy. The clock of a line is when the execution ended.
type spy struct {
	strings.Builder
	now int64 // ms
}

func newSpy() *spy { return &spy{now: 1772582400000} }

// run adds an execution that begins pause ms after the one before.
func (s *spy) run(pause, ms int64, conn int, sql string) {
	s.now += pause + ms
	category := "statement"
	if sql == "commit" || sql == "rollback" {
		category, sql = sql, ""
	}
	fmt.Fprintf(s, "%d|%d|%s|connection %d|url jdbc:x|%s|%s\n", s.now, ms, category, conn, sql, sql)
}

func (s *spy) report(t *testing.T) *Report {
	t.Helper()
	return read(t, Options{}, log(t, "spy.log", s.String())).Report(View{})
}

// of gives the candidates of a kind.
func of(r *Report, kind string) (list []Candidate) {
	for _, c := range r.Candidates {
		if c.Kind == kind {
			list = append(list, c)
		}
	}
	return list
}

func TestOneStatementManyTimesIsACandidate(t *testing.T) {
	f := func(want int64, write func(s *spy)) {
		t.Helper()
		s := newSpy()
		s.run(0, 5, 1, "select * from parent")
		write(s)
		s.run(5000, 1, 1, "select now() from other")
		list := of(s.report(t), NPlusOne)
		if want == 0 {
			if len(list) > 0 {
				t.Errorf("got %+v", list[0])
			}
			return
		}
		if len(list) != 1 || list[0].Longest != want {
			t.Fatalf("got %+v, want a run of %d", list, want)
		}
		if x := list[0].Examples[0]; x.Line != 2 || x.Calls != want || *x.Connection != "1" || x.Before == nil {
			t.Errorf("example %+v", x)
		}
	}
	child := func(s *spy, pause int64, i int) {
		s.run(pause, 2, 1, fmt.Sprintf("select * from child where parent = %d", i))
	}
	f(12, func(s *spy) {
		for i := range 12 {
			child(s, 1, i)
		}
	})
	f(0, func(s *spy) { // too few
		for i := range 9 {
			child(s, 1, i)
		}
	})
	f(10, func(s *spy) { // others between
		for i := range 10 {
			child(s, 1, i)
			s.run(0, 0, 1, fmt.Sprintf("insert into a values (%d)", i))
			s.run(0, 0, 1, fmt.Sprintf("insert into b values (%d)", i))
			s.run(0, 0, 1, fmt.Sprintf("update c set d = %d", i))
		}
	})
	f(0, func(s *spy) { // one more of them
		for i := range 20 {
			child(s, 1, i)
			for range 4 {
				s.run(0, 0, 1, fmt.Sprintf("insert into a values (%d)", i))
			}
		}
	})
	f(0, func(s *spy) { // pauses
		for i := range 20 {
			child(s, 1001, i)
		}
	})
	f(0, func(s *spy) { // a transaction ends in between
		for i := range 18 {
			child(s, 1, i)
			if i == 8 {
				s.run(0, 0, 1, "commit")
			}
		}
	})
	f(11, func(s *spy) { // other connections do not matter
		for i := range 11 {
			child(s, 1, i)
			for j := range 8 {
				s.run(0, 0, 2, fmt.Sprintf("insert into a values (%d)", j))
			}
		}
	})
}

func TestTheSameTextAtOnceIsACandidate(t *testing.T) {
	f := func(want int64, write func(s *spy)) {
		t.Helper()
		s := newSpy()
		write(s)
		list := of(s.report(t), Duplicate)
		if want == 0 && len(list) > 0 || want > 0 && (len(list) != 1 || list[0].Calls != want || list[0].Examples[0].Line != 1) {
			t.Errorf("got %+v, want %d calls", list, want)
		}
	}
	one := "select a from b where c = 'x?'"
	f(2, func(s *spy) { s.run(0, 1, 1, one); s.run(1, 1, 1, one); s.run(1, 1, 1, one) })
	f(1, func(s *spy) { s.run(0, 1, 1, one); s.run(0, 1, 2, one); s.run(999, 1, 1, one) })
	f(0, func(s *spy) { s.run(0, 1, 1, one); s.run(0, 1, 2, one) })
	f(0, func(s *spy) { s.run(0, 1, 1, one); s.run(1001, 1, 1, one) })
	f(0, func(s *spy) { s.run(0, 1, 1, one); s.run(0, 1, 1, "select a from b where c = 'y'") })
	f(0, func(s *spy) { s.run(0, 1, 1, one); s.run(0, 1, 1, "commit"); s.run(0, 1, 1, one) })
	// The values are not known, or there is no table: a test of a pool's connection.
	f(0, func(s *spy) {
		s.run(0, 1, 1, "select a from b where c = ?")
		s.run(0, 1, 1, "select a from b where c = ?")
	})
	f(0, func(s *spy) { s.run(0, 1, 1, "select 1"); s.run(0, 1, 1, "select 1") })
}

func TestTransactionsEndWithCommitOrRollback(t *testing.T) {
	s := newSpy()
	s.run(0, 5, 1, "select a from b")
	s.run(5000, 5, 1, "select a from b") // the pause parts it from the one before
	s.run(10, 5, 1, "update b set a = 1")
	s.run(0, 1, 2, "select a from b") // another connection's
	s.run(30_000, 5, 1, "update b set a = 2")
	s.run(2, 3, 1, "commit")
	s.run(0, 1, 1, "commit") // of nothing
	s.run(0, 1, 2, "begin")
	s.run(0, 1, 2, "insert into b values (1)")
	s.run(0, 1, 2, "savepoint x")
	s.run(0, 1, 2, "rollback to savepoint x")
	s.run(0, 1, 2, "rollback")
	s.run(70_000, 1, 2, "update b set a = 3") // without end
	x := s.report(t).Transactions
	if x.Commits != 2 || x.Rollbacks != 1 || x.Empty != 1 || x.Open != 1 || x.Statements != 4 || *x.MaxStatements != 3 {
		t.Errorf("%+v", x)
	}
	first := x.Longest[0]
	if first.Line != 2 || first.EndLine != 6 || *first.LengthUS != 30_031_000 || first.IdleUS < 30_000_000 || first.Rollback || *first.Connection != "1" {
		t.Errorf("longest %+v, %d µs", first, *first.LengthUS)
	}
	if second := x.Longest[1]; second.Line != 8 || second.EndLine != 12 || !second.Rollback || second.Statements != 1 {
		t.Errorf("second %+v", second)
	}
}

func TestListsOfChangingLengthAreACandidate(t *testing.T) {
	f := func(want int32, sql string) {
		t.Helper()
		if got := listLength([]byte(sql)); got != want {
			t.Errorf("%s: %d values, want %d", sql, got, want)
		}
	}
	f(0, "")
	f(0, "select (1, 2)")
	f(1, "select a from b where c in (?)")
	f(3, "select a from b where c IN\n( 1,2, 3 ) and d in (1, 2)")
	f(2, "select min(a) from b where c in ('x, (y', 'it''s)')")
	f(2, "select a from b where c in (select d from e) or f in (1, coalesce(2, 3))")
	f(0, "select a from b where join(1, 2) and margin (1, 2)")
	f(2, "select a from b where c in ('x', 'y")

	s := newSpy()
	for _, list := range []string{"1", "1, 2", "7, 8, 9", "1, 2"} {
		s.run(0, 1, 1, "select a from b where c in ("+list+")")
	}
	s.run(0, 1, 1, "select a from d where c in (1, 2)")
	list := of(s.report(t), InList)
	if len(list) != 1 || list[0].Runs != 3 || list[0].Longest != 3 || list[0].Calls != 4 {
		t.Errorf("got %+v", list)
	}
}

func TestManyStatementsInATransactionAreACandidate(t *testing.T) {
	s := newSpy()
	for range 3 {
		for range chattyCalls {
			s.run(0, 1, 1, "insert into b values (1)")
		}
		s.run(0, 1, 1, "commit")
	}
	s.run(0, 1, 1, "insert into b values (1)")
	s.run(0, 1, 1, "commit")
	list := of(s.report(t), Chatty)
	if len(list) != 1 || list[0].Runs != 3 || list[0].Longest != chattyCalls || len(list[0].Examples) != 3 {
		t.Errorf("got %+v", list)
	}
}

// TestManyRowsWithoutLimitAreACandidate reads MyBatis, which tells rows.
func TestManyRowsWithoutLimitAreACandidate(t *testing.T) {
	var b strings.Builder
	for i, x := range []struct {
		sql  string
		rows int
	}{{"select a from b", 999}, {"select a from b", 5000}, {"select a from b", 1000}, {"select a from c limit 9999", 9999}} {
		fmt.Fprintf(&b, "2026-03-04 09:00:%02d.000 DEBUG [t1] m.M.x - ==>  Preparing: %s\n", i, x.sql)
		fmt.Fprintf(&b, "2026-03-04 09:00:%02d.001 DEBUG [t1] m.M.x - ==> Parameters: \n", i)
		fmt.Fprintf(&b, "2026-03-04 09:00:%02d.003 DEBUG [t1] m.M.x - <==      Total: %d\n", i, x.rows)
	}
	list := of(read(t, Options{}, log(t, "m.log", b.String())).Report(View{}), LargeRead)
	if len(list) != 1 || list[0].Calls != 2 || list[0].Longest != 5000 || list[0].Examples[0].Line != 4 {
		t.Errorf("got %+v", list)
	}
}
