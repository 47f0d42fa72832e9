package sink

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"jdbclog/internal/testdb"
	"jdbclog/schema"
)

// changed is dsn, a URL or keyword string, with other settings.
func changed(t *testing.T, dsn string, f func(*pgx.ConnConfig)) string {
	t.Helper()
	cfg, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	f(cfg)
	return fmt.Sprintf("host=%s port=%d user=%s password='%s' dbname=%s sslmode=disable options='%s'", cfg.Host, cfg.Port, cfg.User, cfg.Password, cfg.Database, cfg.RuntimeParams["options"])
}

func TestNoConnectionIsToldInOneLine(t *testing.T) {
	db := testdb.New(t)
	f := func(dsn, want string) {
		t.Helper()
		_, err := Connect(t.Context(), Options{DSN: dsn, Scheme: Auto, Run: NewRun()})
		if err == nil || !regexp.MustCompile("^"+want+"$").MatchString(err.Error()) {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	f("host=/nowhere port=5999 user=u password=secret", `database: no server at /nowhere \(port 5999\): no such file or directory`)
	f("host=127.0.0.1 port=1 user=u password=secret sslmode=prefer", `database: no server at 127.0.0.1:1: connection refused`)
	f("postgres://u:secret@host.invalid/d", `database: no server at host.invalid:5432: unknown host`)
	f("postgres://u:secret@"+withoutTLS(t)+"/d?sslmode=require", `database: the server at 127.0.0.1:\d+ and this side do not agree about TLS: look at sslmode`)
	f("postgres://u:secret@h:port/d", `database: the dsn is no URL or keyword string that PostgreSQL's clients know`)
	f(changed(t, db.DSN, func(c *pgx.ConnConfig) { c.Database = "nothing_here" }), `database: there is no database "nothing_here" on the server at .*`)
	f(changed(t, db.DSN, func(c *pgx.ConnConfig) { c.User = "nobody_here" }), `database: .*"nobody_here".*`)

	cfg, err := pgx.ParseConfig("host=h user=u password=secret")
	if err != nil {
		t.Fatal(err)
	}
	full := &pgconn.PgError{Code: "53300", Message: "sorry, too many clients already"}
	if err := refusal(full, cfg); err.Error() != "the server at h:5432 has no connection left: sorry, too many clients already (SQLSTATE 53300); use fewer loaders, or allow more connections there" {
		t.Errorf("got %v", err)
	}
	cause := &pgconn.PgError{Code: "28P01", Message: "password authentication failed"}
	if err := refusal(cause, cfg); err.Error() != `wrong password for user "u"` || !errors.Is(err, cause) {
		t.Errorf("got %v", err)
	}
	cfg.Password = ""
	if err := refusal(cause, cfg); err.Error() != `user "u" needs a password: give it in PGPASSWORD, .pgpass or the dsn` {
		t.Errorf("got %v", err)
	}
}

// withoutTLS is the address of a server that says no when it is asked for TLS.
func withoutTLS(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			io.ReadFull(c, make([]byte, 8))
			io.WriteString(c, "N")
			c.Close()
		}
	}()
	return listener.Addr().String()
}

func TestADSNIsNotBlamedForTheEnvironment(t *testing.T) {
	t.Setenv("PGPORT", "many")
	for _, dsn := range []string{"", "host=h password=secret"} {
		if err := CheckDSN(dsn); err == nil || err.Error() != `database: the PG* variables: invalid port` {
			t.Errorf("%q: %v", dsn, err)
		}
	}
}

// fails checks that a run fails, and leaves no more tables than were there.
func (l *load) fails(want string) {
	l.t.Helper()
	const tables = "select coalesce(string_agg(relname, ' ' order by relname), '') from pg_class where relkind = 'r' and relnamespace = $1::regnamespace"
	before := query[string](l.t, l.db, tables, l.db.Schema)
	_, err := l.run(l.t.Context())
	if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		l.t.Errorf("got  %v\nwant %s", err, want)
	}
	if after := query[string](l.t, l.db, tables, l.db.Schema); after != before {
		l.t.Errorf("tables before: %s, after: %s", before, after)
	}
}

func TestTablesOfAnotherShapeAreRefused(t *testing.T) {
	path := write(t, "app.log", toyLog(10, 1))
	content, record := schema.Tables(schema.Study)
	f := func(want string, statements ...string) {
		t.Helper()
		db := testdb.New(t)
		for _, sql := range statements {
			execute(t, db, sql)
		}
		newLoad(t, db, "auto", path).fails(want)
	}
	createContent, createRecord := content.Create("public", false), record.Create("public", false)
	createContent, createRecord = strings.Replace(createContent, `"public".`, "", 1), strings.Replace(createRecord, `"public".`, "", 1)
	f("t_jdbc_sql_content has another shape: column c_bh_parse is missing (schema full wants it)", createContent, createRecord)
	f("t_jdbc_sql_record has another shape: column c_bh is integer, wanted is varchar(32)", "create table t_jdbc_sql_record (c_bh int)")
	f("another shape: column c_method is character varying(20), wanted is varchar(600)", createContent, "alter table t_jdbc_sql_content add c_bh_parse varchar(32)",
		strings.Replace(createRecord, "c_method varchar(600)", "c_method varchar(20)", 1))
	f("another shape: column n_5min is bigint, wanted is int", createContent, "alter table t_jdbc_sql_content add c_bh_parse varchar(32)",
		strings.Replace(createRecord, "n_5min int", "n_5min bigint", 1))
	f("another shape: column tenant must be filled, and nothing is known of it", strings.Replace(createContent, "c_bh ", "tenant int not null, c_bh_parse varchar(32), c_bh ", 1))
	f("t_jdbc_sql_record is there and is no table", "create view t_jdbc_sql_record as select 1")
	f("one is missing, and the other holds rows", createContent, "alter table t_jdbc_sql_content add c_bh_parse varchar(32)", "insert into t_jdbc_sql_content (c_bh) values ('x')")
}

func TestWiderTablesAreTaken(t *testing.T) {
	db := testdb.New(t)
	path := write(t, "app.log", toyLog(30, 1))
	newLoad(t, db, "9", path).must()
	execute(t, db, "drop view v_jdbc_execution cascade; truncate t_jdbc_sql_record, t_jdbc_sql_content; alter table t_jdbc_sql_record alter c_method type text, add seen timestamptz default now(), add note text")
	for _, m := range methods() {
		execute(t, db, "truncate t_jdbc_sql_record, t_jdbc_sql_content")
		l := newLoad(t, db, "8", path)
		l.opt.Scheme = l.opt.Scheme.With(Change{Insert: m.name})
		if rep := l.must(); rep.Records.Loaded == 0 {
			t.Errorf("%s: nothing is loaded", m.name)
		}
	}
}

func TestPersistenceIsNotConverted(t *testing.T) {
	path := write(t, "app.log", toyLog(30, 1))
	db := testdb.New(t)
	newLoad(t, db, "10", path).must()
	newLoad(t, db, "9", path).fails("t_jdbc_sql_content is unlogged, and scheme copy-index-after wants it logged; drop the tables, alter them, or set tables to unlogged")
	l := newLoad(t, db, "auto", path)
	l.loaded(0)
	if s := l.sink.Scheme(); s.Tables != "unlogged" || s.Insert != "copy" {
		t.Errorf("auto chose %+v", s)
	}
	s, err := Connect(t.Context(), newLoad(t, db, "10").opt)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close(context.Background())
	if err := s.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.SetLogged(t.Context()); err != nil {
		t.Fatal(err)
	}
	newLoad(t, db, "9", path).loaded(0)
	newLoad(t, db, "10", path).fails("t_jdbc_sql_content is logged, and scheme copy-unlogged-index-after wants it unlogged")
}

func TestAutoLetsTheTablesDecide(t *testing.T) {
	path := write(t, "app.log", toyLog(30, 1))
	db := testdb.New(t)
	for _, want := range []string{"copy-index-after", "copy", "copy"} {
		l := newLoad(t, db, "auto", path)
		l.must()
		if got := l.sink.Scheme().Name; got != want {
			t.Errorf("auto chose %s, want %s", got, want)
		}
	}
	execute(t, db, "truncate t_jdbc_sql_record, t_jdbc_sql_content")
	l := newLoad(t, db, "auto", path)
	if l.must(); l.sink.Scheme().Name != "copy" {
		t.Errorf("with indexes there auto chose %s", l.sink.Scheme().Name)
	}
	if got := query[string](t, db, "select scheme->>'name' from jdbclog_run where run_id = $1", l.opt.Run); got != "copy" {
		t.Errorf("the run's row says %s", got)
	}
}

// A load under another ledger prefix would load what is there again.
func TestRowsOfAnotherLedgerAreRefused(t *testing.T) {
	path := write(t, "app.log", toyLog(30, 1))
	more := write(t, "more.log", toyLog(30, 2))
	under := func(db *testdb.DB, scheme, prefix, path string) *load {
		l := newLoad(t, db, scheme, path)
		l.opt.LedgerPrefix = prefix
		return l
	}
	for _, indexed := range []bool{true, false} {
		for _, p := range [][2]string{{"", "my_"}, {"my_", ""}, {"a_", "b_"}} {
			db := testdb.New(t)
			under(db, "auto", p[0], path).must()
			if !indexed {
				execute(t, db, "alter table t_jdbc_sql_content drop constraint t_jdbc_sql_content_pkey")
			}
			want := fmt.Sprintf("database: %s.t_jdbc_sql_record holds rows that were loaded with ledger_prefix %q, and now it is %q: they would be loaded again; set it to %[2]q, or load into another schema",
				db.Schema, p[0], p[1])
			under(db, "9", p[1], path).fails(want)
			under(db, "9", p[1], more).fails(want)
			execute(t, db, "create table "+p[1]+"jdbclog_chunk (like "+p[0]+"jdbclog_chunk)") // that knows nothing
			under(db, "9", p[1], path).fails(want)
			under(db, "9", p[0], path).loaded(0)
		}
	}

	db := testdb.New(t)
	under(db, "auto", "a_", path).must()
	execute(t, db, "create table z_jdbclog_chunk (id int); truncate t_jdbc_sql_record, t_jdbc_sql_content")
	under(db, "auto", "b_", path).must() // nothing is there that could be loaded again
	execute(t, db, "drop table a_jdbclog_chunk, b_jdbclog_chunk")
	under(db, "auto", "c_", more).must() // rows that no ledger knows
}

func TestRefusedRowsAreNamedByFileAndLine(t *testing.T) {
	path := write(t, "app.log", "@a ONE x 4\n@a ONE x 8\n@a ONE x 12\n@a ONE the bad one 16\n@a ONE x 20\n")
	want := wanted(t, path)
	for _, m := range methods() {
		for _, table := range []string{"t_jdbc_sql_record", "t_jdbc_sql_content"} {
			t.Run(m.name+"/"+table, func(t *testing.T) {
				db := testdb.New(t)
				newLoad(t, db, "8").must()
				l := newLoad(t, db, "8", path)
				l.opt.Scheme = l.opt.Scheme.With(Change{Insert: m.name, BatchRows: 3})
				execute(t, db, `create function picky() returns trigger language plpgsql as 'begin
				if new.c_bh like ''%0022'' then raise exception ''no such thing''; end if; return new; end';
				create trigger picky before insert on `+table+` for each row execute function picky()`)
				action, at := "insert into", "app.log:4"
				switch m.name {
				case "copy", "copy-rows":
					action = "copy"
				case "values", "unnest":
					at = "app.log:4-5"
				}
				_, err := l.run(t.Context())
				if err == nil || !strings.Contains(err.Error(), action+" "+table+": ") || !strings.HasSuffix(err.Error(), at+": no such thing (SQLSTATE P0001)") {
					t.Error(err)
				}
				if n := query[int](t, db, "select count(*) from t_jdbc_sql_record"); n > 0 && l.opt.Scheme.CommitRows == 0 {
					t.Errorf("%d rows are there", n)
				}
				execute(t, db, "drop trigger picky on "+table)
				l = newLoad(t, db, "8", path)
				l.must()
				l.check(want)
			})
		}
	}
}

func TestPlacesInCopyErrorsAreRead(t *testing.T) {
	f := func(where string, row int, column string) {
		t.Helper()
		r, c, ok := copyPlace(where)
		if r != row || c != column || ok != (row > 0) {
			t.Errorf("%q: %d %q %v", where, r, c, ok)
		}
	}
	f("COPY t, line 2, column s", 2, "s")
	f(`COPY t, line 2, column s: "value"`, 2, "s")
	f("COPY t, line 17\nmore", 17, "")
	f("COPY t, line 17, column c\nmore", 17, "c")
	f("PL/pgSQL function f() line 3 at RAISE\nCOPY t, line 4", 4, "")
	f("COPY t, line x", 0, "")
	f("SQL function, line 3", 0, "")
	f("", 0, "")
}

func TestTooFewRightsAreTold(t *testing.T) {
	db := testdb.New(t)
	role := db.Schema + "_user"
	execute(t, db, "create role "+role+" login")
	t.Cleanup(func() { execute(t, db, "drop owned by "+role+"; drop role "+role) })
	execute(t, db, "grant usage on schema "+db.Schema+" to "+role)
	l := newLoad(t, db, "9", write(t, "app.log", toyLog(10, 1)))
	l.opt.DSN = changed(t, db.DSN, func(c *pgx.ConnConfig) { c.User = role })
	l.fails("database: permission denied for schema " + db.Schema + " (SQLSTATE 42501); user \"" + role + "\" must be allowed to create tables in schema " + db.Schema + ", and to read and write those that are there")
}

func TestWhereNothingCanBeWrittenIsTold(t *testing.T) {
	db := testdb.New(t)
	l := newLoad(t, db, "9", write(t, "app.log", toyLog(10, 1)))
	f := func(options, want string) {
		t.Helper()
		l.opt.DSN = changed(t, db.DSN, func(c *pgx.ConnConfig) { c.RuntimeParams["options"] += options })
		l.fails(want)
	}
	f(" -c default_transaction_read_only=on", "database: cannot execute CREATE TABLE in a read-only transaction (SQLSTATE 25006); the server is a standby, or default_transaction_read_only is on for user ")
	f(" -c search_path=nothing_here", "database: the search path names no schema that exists; name one with --db-schema, and it is made")
}
