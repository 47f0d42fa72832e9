package sqltext

import (
	"slices"
	"strings"
	"testing"
)

func TestTypeIsThatOfTheMainVerb(t *testing.T) {
	n := NewNormalizer(1 << 20)
	f := func(want Type, texts ...string) {
		t.Helper()
		for _, text := range texts {
			if got := n.Stmt([]byte(text)).Type; got != want {
				t.Errorf("%s: %v, want %v", text, got, want)
			}
		}
	}
	f(Select, "select 1", "SELECT a FROM t", "/* update x */ select 1", "-- delete\nselect 1", "((select 1) union (select 2))", "with x as (select 1) select * from x",
		"with recursive x (a) as (select 1 union all select a + 1 from x) select * from x", "with x as (delete from t returning a) select * from x", "values (1), (2)", "table t",
		"select a into b from t", "(with x as (select 1) select * from x)", ";with x as (select 1) select 1", "select 1; delete from t", "with x as (select 1) table x",
		"select insert from t", "\n\t select 1", "# remark\nselect 1", "with x as (select 1), y as (update t set a = 1 returning a) select * from x, y")
	f(Insert, "insert into t values (1)", "replace into t values (1)", "with x as (select 1) insert into t select * from x", "insert t (a) values (1)", "insert ignore into t values (1)",
		"/*+ append */ insert into t select 1 from dual", "insert all into t values (1) into s values (2) select 1 from dual", "with s as (select 1) insert into t with u as (select 2) select * from u")
	f(Update, "update t set a = 1", "with late as (select id from crate where due < 5) update crate c set flag = 1 from late where c.id = late.id", "update only t set a = 1")
	f(Delete, "delete from t", "/* update x */ delete from crate", "with x as (select 1) delete from t using x", "delete t where a = 1")
	f(Merge, "MERGE INTO crate USING stage ON (crate.id = stage.id) WHEN MATCHED THEN UPDATE SET flag = 2", "merge t using s on t.a = s.a when matched then delete")
	f(Call, "call f(1)", "{call f(?)}", "{? = call f(?)}", "{ ?= call f(?) }", "exec sp_who", "execute sp_who 1", "begin pkg.p(:1); end;", "begin\n  :x := f(1);\nend;", "call crate_sweep(3)",
		"/* a */ {call f()}", "execute immediate 'x'")
	f(DDL, "create table t (a int)", "create index crate_ix on crate (id)", "alter table t add b int", "drop table t", "truncate table t", "truncate t", "comment on table t is 'x'",
		"grant select on t to u", "revoke all on t from u", "rename a to b", "create view v as select 1", "create table t as select 1", "create or replace function f() returns int as $$ select 1 $$")
	f(TCL, "commit", "rollback", "begin", "begin;", "begin work", "begin transaction", "BEGIN TRAN", "begin isolation level serializable", "begin read only", "savepoint s", "rollback to savepoint s",
		"release savepoint s", "start transaction", "START TRANSACTION READ ONLY", "set transaction isolation level serializable", "set local transaction read only",
		"set session transaction isolation level read committed", "prepare transaction 'x'", "commit prepared 'x'", "abort", "end", "rollback;")
	f(Other, "", "  ", ";", "-- nothing", "show tables", "set a = 1", "set local a = 1", "explain select 1", "explain analyze delete from t", "declare c cursor for select 1", "fetch next from c", "close c",
		"vacuum t", "analyze t", "copy t from stdin", "lock table t", "use db", "do $$ begin end $$", "prepare p as select 1", "start slave", "desc t", "?", "'x'", "with", "listen x", "if exists (select 1) update t set a = 1")
}

func TestComplexityCountsWhatMakesAStatementHard(t *testing.T) {
	n := NewNormalizer(1 << 20)
	f := func(want int32, text string) {
		t.Helper()
		if got := n.Stmt([]byte(text)).Complexity; got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	f(0, "")
	f(0, "-- nothing")
	f(1, "select 1")
	f(1, "select a from t where b = 1 and c in (1, 2) order by a")
	f(1, "insert into t (a) values (1), (2)")
	f(1, "insert into t (a) select a from s")
	f(1, "insert into t (a) (select a from s)")
	f(1, "create view v as (select 1)")
	f(1, "update t set a = 1 where b = 2")
	f(2, "select 1 from a join b on a.id = b.id")
	f(2, "select 1 from a left outer join b using (id)")
	f(2, "select 1 from a, b where a.id = b.id")
	f(3, "select 1 from a, b, c")
	f(3, "select 1 from a natural join b cross join c")
	f(2, "select 1 from a cross apply f(a.x)")
	f(2, "select 1 from a straight_join b")
	f(1, "select straight_join 1 from a")
	f(2, "update a, b set a.x = b.x")
	f(1, "drop table a, b")
	f(2, "select 1 from (select 2) x")
	f(2, "select (select 1)")
	f(2, "select 1 where exists (select 1)")
	f(2, "select 1 from t where a in (select b from s)")
	f(2, "select array(select a from t)")
	f(3, "select 1 from t where a in (select b from s where c = (select 1))")
	f(3, "select 1 from a, (select 2) b")
	f(2, "select 1 union select 2")
	f(3, "select 1 union all select 2 except select 3")
	f(2, "((select 1) union (select 2))")
	f(3, "select 1 from ((select 1) union (select 2)) x")
	f(2, "select a from t minus select b from s")
	f(1, "select a minus from t")
	f(2, "select a from t group by a")
	f(3, "select a from t group by a having count(*) > 1")
	f(1, "select percentile_cont(0.5) within group (order by a) from t")
	f(2, "select sum(a) over (partition by b) from t")
	f(2, "select sum(a) over w from t window w as (partition by b)")
	f(3, "select rank() over (order by a), lag(a) over (order by b) from t")
	f(2, "with x as (select 1) select * from x")
	f(3, "with x as (select 1), y as not materialized (select 2) select 1")
	f(4, "with x as (select 1), y (a) as (select 2) select 1 from x join y on true")
	f(3, "with recursive x as (select 1 union all select 2) select * from x")
	f(3, "select 1 from (with x as (select 1) select * from x) y")
	f(2, "select extract(year from a), trim(both from b) from t, s")
	f(1, "select a from t where b is distinct from c")
}

func TestTablesAreThoseTheStatementTouches(t *testing.T) {
	n := NewNormalizer(1 << 20)
	f := func(text string, want ...string) {
		t.Helper()
		if got := n.Stmt([]byte(text)).Tables; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	f("select 1")
	f("select a from T", "t")
	f("select a from S.T x join u on x.a = u.a left join V as w on true", "s.t", "u", "v")
	f("select a from t, s x, u", "t", "s", "u")
	f("select a from t where b in (select c from s) and exists (select 1 from t)", "t", "s")
	f("select a from (select b from t) x, lateral (select 1 from s) y", "t", "s")
	f(`select a from "T" join "s"."U" on true`, "T", "s.U")
	f(`select a from "a""b"`, `a"b`)
	f("select a from `t` join `d`.`s` on 1", "t", "d.s")
	f("select a from [dbo].[Order Details] [o] join db..x on 1 = 1", "dbo.Order Details", "db..x")
	f("select a from only t", "t")
	f("select a from generate_series(1, 10) g, t", "t")
	f("select a from unnest(array[1]) with ordinality as u (a, b)")
	f("select extract(year from d), substring(a from 1 for 2) from t", "t")
	f("select a from t where b is distinct from c", "t")
	f("select a from (t join s on t.a = s.a)", "t", "s")
	f("select a from t for update of t", "t")
	f("select a into n from t", "n", "t")
	f("insert into t (a) select b from s", "t", "s")
	f("insert into t select b from s on conflict do nothing", "t", "s")
	f("insert t (a) values (1)", "t")
	f("replace into t values (1)", "t")
	f("insert into t (a) values (1) on duplicate key update a = 2", "t")
	f("insert into t (a) values (1) on conflict (a) do update set a = 2", "t")
	f("update t set a = 1 from s where s.a = t.a", "t", "s")
	f("update a, b set a.x = b.x", "a", "b")
	f("update o set a = 1 from orders o join lines l on o.id = l.id", "orders", "lines")
	f("delete from t using s where t.a = s.a", "t", "s")
	f("delete t1 from orders t1 join lines l on 1 = 1", "orders", "lines")
	f("delete t where a = 1", "t")
	f("merge into t using s on (t.a = s.a) when matched then update set b = 1 when not matched then insert (a) values (1)", "t", "s")
	f("merge into t using (select 1 from u) s on (t.a = s.a) when matched then delete", "t", "u")
	f("with x as (select a from t) select * from x join s on true", "t", "s")
	f("with x (a) as (select 1 from t), y as (select 2 from x) insert into u select * from y", "t", "u")
	f("with recursive x as (select 1 from t union all select 1 from x) select * from x", "t")
	f("create table if not exists t (a int references s (b), c int)", "t", "s")
	f("create table t as select a from s", "t", "s")
	f("create unique index concurrently if not exists ix on t using btree (a, b)", "t")
	f("create view v as select a from t join s on t.a = s.a", "t", "s")
	f("create trigger r before insert or update on t for each row execute function f()", "t")
	f("drop table if exists a, b cascade", "a", "b")
	f("alter table only t add constraint c foreign key (a) references s (b) on delete cascade", "t", "s")
	f("truncate table a, b", "a", "b")
	f("truncate t", "t")
	f("comment on table t is 'x'", "t")
	f("grant select, update on t to u", "t")
	f("lock table t in exclusive mode", "t")
	f("copy t (a, b) from stdin", "t")
	f("table t", "t")
	f("select a from t union select b from s", "t", "s")
	f("select 姓名 from 案件表 甲 join 当事人 on 甲.编号 = 当事人.编号", "案件表", "当事人")
	f("select a from emp@remote", "emp@remote")
	f("select a from #tmp", "#tmp")
	f("insert into t values (1, (select a from s)), (2, (select a from s))", "t", "s")
	f("{call f(?)}")
	f("select a from table(f(1)) x")
	f("fetch next from c")
}

func TestHintsAndTagsAreKeptAside(t *testing.T) {
	n := NewNormalizer(1 << 20)
	f := func(text, tags string) {
		t.Helper()
		for range 3 { // scanned, scanned again, looked up
			stmt := n.Stmt([]byte(text))
			if stmt.Normalized != "select a from t" || stmt.Tags != tags {
				t.Errorf("%s: %q %q", text, stmt.Normalized, stmt.Tags)
			}
		}
	}
	f("select a from t", "")
	f("select a /* remark */ from t -- remark", "")
	f("select a /* x='1 remark */ from t", "")
	f("select /*+ index(t ix) */ a from t", "+ index(t ix) ")
	f("select --+ first_rows\n a from t", "+ first_rows")
	f("select /*! sql_no_cache */ a from t", "! sql_no_cache ")
	f("select a from t /*traceparent='00-5bd66ef5095369c7b0d1f8f4bd33716a-c532cb4098ac3dd2-01'*/", "traceparent='00-5bd66ef5095369c7b0d1f8f4bd33716a-c532cb4098ac3dd2-01'")
	f("/*+ a */ select a from t /*controller='x',action='y%20z'*/", "+ a  controller='x',action='y%20z'")
	f("select a from t /*+ "+strings.Repeat("x", 5000)+"*/", "")
}
