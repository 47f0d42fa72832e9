package sink

import (
	"strings"
	"testing"

	"jdbclog/internal/testdb"
)

func TestEverySchemeAndMethodLoadsTheSameRows(t *testing.T) {
	path := write(t, "app.log", toyLog(400, 1))
	want := wanted(t, path)
	for _, s := range Schemes() {
		for _, m := range methods() {
			change := Change{Insert: m.name, BatchRows: 7}
			if s.Insert == m.name {
				change = Change{}
			}
			t.Run(s.Name+"/"+m.name, func(t *testing.T) {
				db := testdb.New(t)
				l := newLoad(t, db, s.Name, path)
				l.opt.Scheme = s.With(change)
				var seen bool
				l.after = func(*Sink) {
					if s.Whole {
						return
					}
					seen = true
					execute(t, db, `create table settings (value text);
						create function note() returns trigger language plpgsql as 'begin insert into settings values (current_setting(''synchronous_commit'')); return new; end';
						create trigger note before insert on t_jdbc_sql_content for each row execute function note()`)
				}
				rep := l.must()
				l.check(want)
				if rep.Records.Loaded != want.Records || rep.Records.Rejected == 0 {
					t.Errorf("counted %+v, the tables hold %d", rep.Records, want.Records)
				}
				if seen {
					commit := map[string]string{"sync": "on", "async": "off"}[s.Commit]
					if got := query[string](t, db, "select string_agg(distinct value, ',') from settings"); got != commit {
						t.Errorf("synchronous_commit was %s, want %s", got, commit)
					}
				}
				indexes := query[string](t, db, `select string_agg(c.relname, ' ' order by c.relname) from pg_index i join pg_class c on c.oid = indexrelid
					where indisvalid and indrelid in ('t_jdbc_sql_record'::regclass, 't_jdbc_sql_content'::regclass)`)
				if indexes != "i_jdbc_sql_content_pshash i_jdbc_sql_record_pshash i_jdbc_sql_record_zh01 t_jdbc_sql_content_pkey" {
					t.Errorf("indexes are %s", indexes)
				}
				for _, table := range []string{"t_jdbc_sql_record", "t_jdbc_sql_content", "jdbclog_chunk"} {
					if got := query[string](t, db, "select relpersistence::text from pg_class where oid = $1::regclass", table); got != map[string]string{"logged": "p", "unlogged": "u"}[s.Tables] {
						t.Errorf("persistence of %s is %s", table, got)
					}
				}
				if got := query[string](t, db, "select string_agg(distinct state, ',') from jdbclog_chunk"); got != "done" {
					t.Errorf("chunks are %s", got)
				}
			})
		}
	}
}

func TestIndexesAreBuiltWhenTheSchemeSays(t *testing.T) {
	path := write(t, "app.log", toyLog(20, 1))
	for _, s := range Schemes() {
		if s.Whole {
			continue
		}
		l := newLoad(t, testdb.New(t), s.Name, path)
		l.after = func(*Sink) {
			n := query[int](t, l.db, "select count(*) from pg_index where indrelid in ('t_jdbc_sql_record'::regclass, 't_jdbc_sql_content'::regclass)")
			if (n == 4) != (s.Indexes == "before") {
				t.Errorf("%s: %d indexes before the rows", s.Name, n)
			}
		}
		l.must()
	}
}

func TestSchemesAreFoundByNumberNumeralAndName(t *testing.T) {
	for _, name := range []string{"7", "VII", "vii", "batch-index-after"} {
		if s, err := Lookup(name); err != nil || s.ID != 7 {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
	mine := Schemes()[7].With(Change{BatchRows: 5}).Called("mine")
	if s, err := Lookup("mine", mine); err != nil || s.Insert != "copy" || s.BatchRows != 5 || s.ID != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := Lookup("auto"); err != nil || s != Auto {
		t.Errorf("%+v, %v", s, err)
	}
	for _, name := range []string{"", "0", "12", "XII", "copy-"} {
		_, err := Lookup(name, mine)
		if err == nil || !strings.Contains(err.Error(), "known are auto, 1 single, 2 batch,") || !strings.HasSuffix(err.Error(), ", mine") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestChangedSchemesAreNamedForWhatTheyAre(t *testing.T) {
	f := func(scheme string, c Change, want Scheme) {
		t.Helper()
		s, err := Lookup(scheme)
		if err != nil {
			t.Fatal(err)
		}
		got := s.With(c)
		got.Doc, want.Doc = "", ""
		if got != want {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	}
	all := Schemes()
	f("9", Change{}, all[8])
	f("9", Change{Tables: "unlogged"}, all[9])
	f("2", Change{Commit: "async", Indexes: "after"}, all[3])
	f("1", Change{Insert: "batch"}, all[1])
	f("2", Change{Insert: "single"}, all[0])
	f("5", Change{Commit: "async"}, all[4])
	custom := all[8]
	custom.ID, custom.Name, custom.Insert = 0, "copy-index-after insert=unnest", "unnest"
	f("9", Change{Insert: "unnest"}, custom)
	bigger := all[7]
	bigger.BatchRows, bigger.Loaders = 500, 3
	f("8", Change{BatchRows: 500, Loaders: 3}, bigger)
	f("auto", Change{Tables: "unlogged"}, Scheme{Name: "auto", Tables: "unlogged"})
}

func TestContradictionsInSchemesAreTold(t *testing.T) {
	f := func(c Change, base int, want string) {
		t.Helper()
		err := Schemes()[base-1].With(c).Validate()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	f(Change{Insert: "magic"}, 2, `insert: "magic" is none of single, batch, values, unnest, copy, copy-rows`)
	f(Change{Commit: "maybe"}, 2, `commit: "maybe" is none of sync, async`)
	f(Change{Tables: "gone"}, 2, `tables: "gone" is none of`)
	f(Change{Indexes: "never"}, 2, `indexes: "never" is none of`)
	f(Change{BatchRows: -1}, 2, "not negative")
	f(Change{Loaders: 2}, 11, "one transaction has one loader")
	f(Change{Tables: "unlogged"}, 11, "no WAL to skip")
	f(Change{Indexes: "before"}, 11, "indexes that are built before")
	f(Change{CommitRows: 5}, 11, "not committed in between")
	for _, s := range append(Schemes(), Auto) {
		if err := s.Validate(); err != nil {
			t.Error(err)
		}
	}
}
