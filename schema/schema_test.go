package schema

import (
	"encoding/binary"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgtype"

	"jdbclog/parse"
	"jdbclog/parse/sqltext"
)

// toolFormat stands for any format.
type toolFormat struct{}

func (toolFormat) Name() string                           { return "tool" }
func (toolFormat) Doc() string                            { return "a format of the tests" }
func (toolFormat) Start([]byte) bool                      { return false }
func (toolFormat) Score(*parse.Event) int                 { return 0 }
func (toolFormat) Parse(*parse.Event, *parse.Parser) bool { return false }
func (toolFormat) Folder() parse.Folder                   { return nil }

func testEncoder(zone *time.Location) *Encoder {
	e := NewEncoder(&Run{ID: strings.Repeat("5", 32), Group: "nightly", Zone: zone})
	e.File(&File{ID: "0123456789abcdef", Path: "logs/app.log", System: "crm"})
	return e
}

// plainRecord is a record of which the log tells as much as it can.
func plainRecord() *parse.Record {
	return &parse.Record{
		StartLine: 7, EndLine: 9, Offset: 0xbeef, Lines: 3, BatchSize: 4,
		Time: time.Date(2024, 2, 29, 23, 59, 59, 123456000, time.UTC).UnixMicro(), Runtime: 1999, Rows: 5, UpdateCount: 6,
		SQL: []byte("select 'größe' from t where a = 1"), Prepared: []byte("select 'größe' from t where a = ?"),
		Conn: []byte("12"), Thread: []byte("main"), Method: []byte("com.x.Y.z(Y.java:12)"), URL: []byte("jdbc:postgresql://db.test:5432/shop"), Error: []byte("boom"),
		Stmt:   &sqltext.Stmt{Normalized: "select ? from t where a = ?", Digest: strings.Repeat("d", 32), Type: 1, Complexity: 2},
		Format: toolFormat{}, Kind: parse.BatchKind, Flags: parse.Truncated | parse.Unbound, Failed: true,
	}
}

// bareRecord is one of which the log tells next to nothing.
func bareRecord() *parse.Record {
	return &parse.Record{
		StartLine: 1, EndLine: 1, Time: parse.NoTime, Runtime: parse.Unknown, Rows: parse.Unknown, UpdateCount: parse.Unknown,
		Stmt: &sqltext.Stmt{Normalized: "commit", Digest: strings.Repeat("c", 32)}, Format: toolFormat{}, Kind: parse.Commit,
	}
}

// usualRecord is one of which the log tells what most logs do.
func usualRecord() *parse.Record {
	r := plainRecord()
	r.Kind, r.Rows, r.UpdateCount, r.BatchSize, r.Flags, r.Failed, r.Error = parse.Statement, parse.Unknown, parse.Unknown, 0, 0, false, nil
	return r
}

func row(e *Encoder, r *parse.Record, t *Table) map[string]any {
	e.Set(r)
	m := map[string]any{}
	for i, v := range e.AppendValues(nil, t) {
		m[t.Columns[i].Name] = v
	}
	return m
}

func TestColumnsHoldWhatTheContractSays(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	content, record := Tables(Full)
	f := func(r *parse.Record, table *Table, want map[string]any) {
		t.Helper()
		got := row(testEncoder(berlin), r, table)
		for name, w := range want {
			if got[name] != w {
				t.Errorf("%s is %v, want %v", name, got[name], w)
			}
		}
		if len(want) != len(got) {
			t.Errorf("%d columns, want %d", len(got), len(want))
		}
	}
	id := "0123456789abcdef000000000000beef"
	f(plainRecord(), record, map[string]any{
		"c_bh": id, "c_bh_parse": strings.Repeat("5", 32), "c_bh_group": "nightly", "c_bh_sql": id,
		"dt_zxsj": time.Date(2024, 3, 1, 0, 59, 59, 123456000, time.UTC), "n_runtime": int32(1), "c_rzlj": "logs/app.log",
		"n_startline": int32(7), "n_endline": int32(9), "n_sqltype": int32(1), "n_sqlcomplex": int32(2),
		"c_ip": "db.test", "c_port": "5432", "c_xtbs": "crm", "n_checkstatus": int32(0), "n_sql_length": int32(33), "n_sql_byte": int32(35),
		"n_5min": int32(11), "c_method": "com.x.Y.z(Y.java:12)", "c_pssql_hash": strings.Repeat("d", 32), "n_is_batch": int32(1), "n_resultset": int32(5),
		"n_runtime_us": int64(1999), "c_connection": "12", "c_thread": "main", "c_kind": "batch", "n_batch_size": int32(4), "n_rows": int32(5),
		"n_update_count": int32(6), "n_failed": int32(1), "c_error": "boom", "c_url": "jdbc:postgresql://db.test:5432/shop", "c_flags": "truncated,unbound", "c_format": "tool",
	})
	f(plainRecord(), content, map[string]any{
		"c_bh": id, "c_pssql_hash": strings.Repeat("d", 32), "c_sql_text": "select 'größe' from t where a = 1",
		"c_pssql_text": "select 'größe' from t where a = ?", "c_bh_parse": strings.Repeat("5", 32),
	})
	id = "0123456789abcdef0000000000000000"
	f(bareRecord(), record, map[string]any{
		"c_bh": id, "c_bh_parse": strings.Repeat("5", 32), "c_bh_group": "nightly", "c_bh_sql": id,
		"dt_zxsj": nil, "n_runtime": nil, "c_rzlj": "logs/app.log", "n_startline": int32(1), "n_endline": int32(1),
		"n_sqltype": int32(0), "n_sqlcomplex": int32(0), "c_ip": nil, "c_port": nil, "c_xtbs": "crm", "n_checkstatus": int32(0),
		"n_sql_length": int32(0), "n_sql_byte": int32(0), "n_5min": nil, "c_method": nil, "c_pssql_hash": strings.Repeat("c", 32),
		"n_is_batch": int32(0), "n_resultset": nil, "n_runtime_us": nil, "c_connection": nil, "c_thread": nil, "c_kind": "commit",
		"n_batch_size": int32(0), "n_rows": nil, "n_update_count": nil, "n_failed": int32(0), "c_error": nil, "c_url": nil, "c_flags": nil, "c_format": "tool",
	})
	f(bareRecord(), content, map[string]any{
		"c_bh": id, "c_pssql_hash": strings.Repeat("c", 32), "c_sql_text": "", "c_pssql_text": "commit", "c_bh_parse": strings.Repeat("5", 32),
	})
}

func TestTheStudyHasTheStudysColumns(t *testing.T) {
	content, record := Tables(Study)
	if n, m := len(record.Columns), len(content.Columns); n != 22 || m != 4 {
		t.Fatalf("%d and %d columns", n, m)
	}
	want := `create table "s".t_jdbc_sql_content (c_bh varchar(32) not null, c_pssql_hash varchar(300), c_sql_text varchar, c_pssql_text varchar)`
	if got := content.Create("s", false); got != want {
		t.Errorf("got %s", got)
	}
	want = `create unlogged table "a ""b""".t_jdbc_sql_record (c_bh varchar(32), c_bh_parse varchar(32), c_bh_group varchar(32), c_bh_sql varchar(32), ` +
		`dt_zxsj timestamp, n_runtime int, c_rzlj varchar(600), n_startline int, n_endline int, n_sqltype int, n_sqlcomplex int, c_ip varchar(100), ` +
		`c_port varchar(100), c_xtbs varchar(100), n_checkstatus int default 0, n_sql_length int, n_sql_byte int, n_5min int, c_method varchar(600), ` +
		`c_pssql_hash varchar(300), n_is_batch int, n_resultset int)`
	if got := record.Create(`a "b"`, true); got != want {
		t.Errorf("got %s", got)
	}
	var indexes []string
	for _, table := range []*Table{record, content} {
		for _, x := range table.Indexes {
			indexes = append(indexes, x.Create("s", table))
		}
	}
	wantIndexes := []string{
		`create index i_jdbc_sql_record_zh01 on "s".t_jdbc_sql_record (c_bh_group, dt_zxsj, n_checkstatus, c_pssql_hash)`,
		`create index i_jdbc_sql_record_pshash on "s".t_jdbc_sql_record (c_pssql_hash)`,
		`create index i_jdbc_sql_content_pshash on "s".t_jdbc_sql_content (c_pssql_hash)`,
		`alter table "s".t_jdbc_sql_content add constraint t_jdbc_sql_content_pkey primary key (c_bh)`,
	}
	if !slices.Equal(indexes, wantIndexes) {
		t.Errorf("got %q", indexes)
	}
}

func TestStatementsNameEveryColumn(t *testing.T) {
	content, _ := Tables(Study)
	f := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	f(content.Copy("s"), `copy "s".t_jdbc_sql_content (c_bh, c_pssql_hash, c_sql_text, c_pssql_text) from stdin (format binary)`)
	f(content.Insert("s", 2), `insert into "s".t_jdbc_sql_content (c_bh, c_pssql_hash, c_sql_text, c_pssql_text) values ($1,$2,$3,$4),($5,$6,$7,$8)`)
	f(content.Unnest("s"), `insert into "s".t_jdbc_sql_content (c_bh, c_pssql_hash, c_sql_text, c_pssql_text) select * from unnest($1::varchar[], $2::varchar[], $3::varchar[], $4::varchar[])`)
}

// wild makes a record with fields at random, as long and as odd as they may be.
func wild(rnd *rand.Rand) *parse.Record {
	text := func() []byte {
		switch rnd.IntN(5) {
		case 0:
			return nil
		case 1:
			return []byte{}
		}
		var b []byte
		for range rnd.IntN(1200) {
			b = utf8.AppendRune(b, []rune{'a', '\t', '"', '\\', 'é', '中', '😀', '\n', ','}[rnd.IntN(9)])
		}
		return b
	}
	number := func() int64 {
		return []int64{parse.Unknown, 0, 1, 999, 1000, math.MaxInt32, math.MaxInt32 + 1, math.MaxInt64, rnd.Int64()}[rnd.IntN(9)]
	}
	stamp := func() int64 {
		return []int64{parse.NoTime, 0, -1, math.MaxInt64, math.MinInt64 + 1, firstTS + epoch, firstTS + epoch - 1, endTS - 1, rnd.Int64N(4e15)}[rnd.IntN(9)]
	}
	return &parse.Record{
		StartLine: 1 + number(), EndLine: number(), Offset: rnd.Int64(), BatchSize: int32(rnd.IntN(9)),
		Time: stamp(), Runtime: number(), Rows: number(), UpdateCount: number(),
		SQL: text(), Prepared: text(), Conn: text(), Thread: text(), Method: text(), URL: text(), Error: text(),
		Stmt:   &sqltext.Stmt{Normalized: string(text()), Digest: strings.Repeat("e", 32), Type: sqltext.Type(rnd.IntN(9)), Complexity: int32(rnd.IntN(99))},
		Format: toolFormat{}, Kind: parse.Kind(rnd.IntN(4)), Flags: parse.Flag(rnd.IntN(16)), Failed: rnd.IntN(2) == 0,
	}
}

// oracle is a row as pgx would write it.
func oracle(t *testing.T, m *pgtype.Map, table *Table, values []any) []byte {
	t.Helper()
	dst := binary.BigEndian.AppendUint16(nil, uint16(len(values)))
	for i, v := range values {
		at := len(dst)
		dst = append(dst, 0, 0, 0, 0)
		out, err := m.Encode(table.Columns[i].OID(), pgtype.BinaryFormatCode, v, dst)
		if err != nil {
			t.Fatalf("%s: %v", table.Columns[i].Name, err)
		}
		n := uint32(math.MaxUint32)
		if out != nil {
			n, dst = uint32(len(out)-at-4), out
		}
		binary.BigEndian.PutUint32(dst[at:], n)
	}
	return dst
}

func TestBinaryRowsAreThoseOfPgtype(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	checkRows(t, plainRecord())
	checkRows(t, bareRecord())
	for range 3000 {
		checkRows(t, wild(rnd))
	}
}

// checkRows holds the rows of r against those that pgtype writes.
func checkRows(t *testing.T, r *parse.Record) {
	t.Helper()
	m := pgtype.NewMap()
	shanghai := time.FixedZone("", 8*3600)
	for _, v := range []Variant{Study, Full} {
		content, record := Tables(v)
		for _, table := range []*Table{content, record} {
			a, b := testEncoder(shanghai), testEncoder(shanghai)
			for _, before := range []*parse.Record{plainRecord(), usualRecord(), bareRecord()} {
				a.Set(before) // leaves no trace
				a.AppendRow(nil, table)
			}
			a.Counts = Counts{}
			a.Set(r)
			b.Set(r)
			got, want := a.AppendRow([]byte("before"), table), oracle(t, m, table, b.AppendValues(nil, table))
			if string(got) != "before"+string(want) {
				t.Fatalf("a row of %s differs:\n%q\n%q", table.Name, got[6:], want)
			}
			if a.Counts != b.Counts {
				t.Fatalf("counted %+v and %+v", a.Counts, b.Counts)
			}
		}
	}
}

func TestArraysAreThoseOfPgtype(t *testing.T) {
	_, record := Tables(Full)
	e := testEncoder(nil)
	m := pgtype.NewMap()
	records := []*parse.Record{plainRecord(), bareRecord(), plainRecord()}
	for i := range record.Columns {
		c := &record.Columns[i]
		got := c.BeginArray(make([]byte, 99))
		var values []any
		for _, r := range records {
			e.Set(r)
			got = e.AppendField(got, c)
			values = append(values, e.AppendValues(nil, record)[i])
		}
		EndArray(got, len(records))
		arrayType, _ := m.TypeForName(map[uint32]string{20: "_int8", 23: "_int4", 1043: "_varchar", 1114: "_timestamp"}[c.OID()])
		want, err := m.Encode(arrayType.OID, pgtype.BinaryFormatCode, values, nil)
		if err != nil {
			t.Fatal(err)
		}
		// pgtype says whether there are nulls; the server does not look at it.
		binary.BigEndian.PutUint32(want[4:], 1)
		if string(got) != string(want) {
			t.Errorf("%s:\n%q\n%q", c.Name, got, want)
		}
	}
}

func TestValuesThatDoNotFitAreCutOrNullAndCounted(t *testing.T) {
	_, record := Tables(Full)
	r := plainRecord()
	r.Method = []byte(strings.Repeat("中", 601))
	r.Rows, r.UpdateCount = math.MaxInt32+1, math.MaxInt32
	r.Time = math.MaxInt64
	e := testEncoder(nil)
	got := row(e, r, record)
	if got["c_method"] != strings.Repeat("中", 600) {
		t.Errorf("c_method has %d bytes", len(got["c_method"].(string)))
	}
	if got["n_rows"] != nil || got["n_resultset"] != nil || got["n_update_count"] != int32(math.MaxInt32) || got["dt_zxsj"] != nil || got["n_5min"] != nil {
		t.Errorf("got %v", got)
	}
	if e.Counts != (Counts{Cut: 1, Unfit: 3}) {
		t.Errorf("counted %+v", e.Counts)
	}
	if c := e.TooLong(record); c != "c_method" {
		t.Errorf("too long: %q", c)
	}
	r.Method = r.Method[:1800]
	if e.Set(r); e.TooLong(record) != "" {
		t.Errorf("too long: %q", e.TooLong(record))
	}
}

func TestCharactersAreCounted(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var s []byte
		for range rnd.IntN(40) {
			s = utf8.AppendRune(s, []rune{'a', 'é', '中', '😀', 0x7f, 0x80, utf8.RuneError}[rnd.IntN(7)])
		}
		if got, want := characters(s), utf8.RuneCount(s); got != want {
			t.Fatalf("%q: %d, want %d", s, got, want)
		}
		limit := rnd.IntN(40)
		runes := []rune(string(s))
		if got, want := string(fit(s, limit)), string(runes[:min(limit, len(runes))]); got != want {
			t.Fatalf("%q cut to %d is %q, want %q", s, limit, got, want)
		}
	}
}

func TestHostAndPortOfUrls(t *testing.T) {
	f := func(url, host, port string) {
		t.Helper()
		h, p := HostPort([]byte(url))
		if string(h) != host || string(p) != port {
			t.Errorf("%s: %q %q", url, h, p)
		}
	}
	f("jdbc:postgresql://db.test:5432/shop", "db.test", "5432")
	f("jdbc:p6spy:postgresql://db.test/shop?user=a@b", "db.test", "")
	f("jdbc:postgresql://[2001:db8::7]:5433/x", "2001:db8::7", "5433")
	f("jdbc:postgresql://[2001:db8::7]", "2001:db8::7", "")
	f("jdbc:postgresql://[broken", "", "")
	f("jdbc:mysql:loadbalance://a:3306,b:3307/x", "a", "3306")
	f("jdbc:mysql://user:secret@db:3306/x", "db", "3306")
	f("jdbc:mysql://address=(host=db)(port=3310)(key=v)/x", "db", "3310")
	f("jdbc:oracle:thin:@db:1521:orcl", "db", "1521")
	f("jdbc:oracle:thin:scott/tiger@db:1521/svc", "db", "1521")
	f("jdbc:oracle:thin:@//db:1521/svc", "db", "1521")
	f("jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)( HOST=db)(PORT=1521))(CONNECT_DATA=(SID=x)))", "db", "1521")
	f("jdbc:oracle:thin:@alias", "", "")
	f(`jdbc:sqlserver://db\INST:1433;databaseName=x`, "db", "1433")
	f("jdbc:sqlserver://db;databaseName=x", "db", "")
	f("jdbc:h2:mem:depot", "", "")
	f("jdbc:h2:tcp://db:9092/~/x", "db", "9092")
	f("jdbc:sqlite:/var/x.db", "", "")
	f("(HOST=", "", "")
	f("//", "", "")
	f("", "", "")
}

func TestGivenPlaceWinsOverTheUrl(t *testing.T) {
	_, record := Tables(Study)
	e := testEncoder(nil)
	e.File(&File{ID: "0123456789abcdef", IP: "10.0.0.9"})
	if got := row(e, plainRecord(), record); got["c_ip"] != "10.0.0.9" || got["c_port"] != "5432" {
		t.Errorf("got %v %v", got["c_ip"], got["c_port"])
	}
	if got := row(e, bareRecord(), record); got["c_ip"] != "10.0.0.9" || got["c_port"] != nil {
		t.Errorf("got %v %v", got["c_ip"], got["c_port"])
	}
}

func TestTextRowsReadBackAsTheValues(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	content, record := Tables(Full)
	unescape := strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r", `\t`, "\t")
	for range 500 {
		r := wild(rnd)
		r.SQL = append(slices.Clone(r.SQL), "\r\"x\\N"...)
		for _, table := range []*Table{content, record} {
			e := testEncoder(nil)
			e.Set(r)
			var want []string
			for _, v := range e.AppendValues(nil, table) {
				want = append(want, asText(v))
			}
			var got []string
			for _, f := range strings.Split(strings.TrimSuffix(string(e.AppendCopyText(nil, table)), "\n"), "\t") {
				if f == `\N` {
					got = append(got, "null")
				} else {
					got = append(got, unescape.Replace(f))
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("copy:\n%q\n%q", got, want)
			}
			line := string(e.AppendCSV(nil, table))
			fields, err := csv.NewReader(strings.NewReader(line)).Read()
			if err != nil {
				t.Fatal(err)
			}
			for i := range want {
				w := strings.ReplaceAll(want[i], "\r\n", "\n") // encoding/csv reads them so
				if want[i] == "null" {
					w = ""
				}
				if fields[i] != w {
					t.Fatalf("csv: %s is %q, want %q", table.Columns[i].Name, fields[i], w)
				}
			}
		}
	}
	e := testEncoder(nil)
	e.Set(bareRecord())
	if got := string(e.AppendCSV(nil, content)); !strings.Contains(got, `,"",commit,`) {
		t.Errorf("an empty text is not told from null: %s", got)
	}
}

func asText(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case time.Time:
		if v.Year() < 1 {
			return fmt.Sprintf("%04d%s BC", 1-v.Year(), v.Format("-01-02 15:04:05.999999"))
		}
		return v.Format("2006-01-02 15:04:05.999999")
	}
	return fmt.Sprint(v)
}
