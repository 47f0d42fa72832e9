package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"jdbclog/internal/generate"
	"jdbclog/internal/testdb"
)

// loading is a load's outcome.
type loading struct {
	code int
	errs string
	loadResult
}

// load runs `jdbclog load` into db.
func load(t testing.TB, db *testdb.DB, args ...string) loading {
	t.Helper()
	var out, errs bytes.Buffer
	l := loading{}
	l.code = run(t.Context(), append([]string{"load", "--dsn", db.DSN, "--json", "--rejects-file", filepath.Join(t.TempDir(), "rejects.jsonl")}, args...), nil, &out, &errs)
	l.errs = errs.String()
	if out.Len() > 0 {
		if err := json.Unmarshal(out.Bytes(), &l.loadResult); err != nil {
			t.Fatalf("%v in %s", err, out.String())
		}
	}
	return l
}

func (l loading) want(t testing.TB, code int, records recordCounts) {
	t.Helper()
	if l.code != code || l.Records != records {
		t.Fatalf("exit %d, %+v; want %d, %+v: %s", l.code, l.Records, code, records, l.errs)
	}
}

func rows(t testing.TB, db *testdb.DB, sql string) (n int64) {
	t.Helper()
	if err := db.Pool.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

const allRecords = "select count(*) from t_jdbc_sql_record r join t_jdbc_sql_content c on c.c_bh = r.c_bh_sql"

// synthetic makes logs in a folder.
func synthetic(t testing.TB, format string, records int64, files int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), format)
	if _, err := generate.Run(t.Context(), generate.Options{Format: format, Records: records, Files: files, Seed: 3, Dir: dir}, nil); err != nil {
		t.Fatal(err)
	}
	return dir
}

func logFile(t testing.TB, name string, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func p6line(n int) string {
	return fmt.Sprintf("%d|%d|statement|connection %d|url jdbc:p6spy:postgresql://db.test:5432/shop|select %d where a = ?|select %d where a = 'x%d'\n", 1739261700000+n, n%7, n%5, n%11, n%11, n)
}

func p6log(from, to int) string {
	var b strings.Builder
	for n := from; n < to; n++ {
		b.WriteString(p6line(n))
	}
	return b.String()
}

func TestRepeatedLoadAddsNothing(t *testing.T) {
	db, dir := testdb.New(t), synthetic(t, "mybatis", 3000, 3)
	load(t, db, "--final", dir).want(t, 0, recordCounts{Read: 3000, Loaded: 3000})
	for _, more := range [][]string{{}, {"--chunk", "7KiB", "--parsers", "3", "--loaders", "1"}, {"--memory", "16MiB"}} {
		l := load(t, db, append(more, "--final", dir)...)
		l.want(t, 0, recordCounts{})
		if l.Covered != 3000 {
			t.Errorf("%v: %d records were loaded before, want 3000", more, l.Covered)
		}
	}
	if n := rows(t, db, allRecords); n != 3000 {
		t.Errorf("%d rows", n)
	}
}

func TestGrownFileGivesItsNewRecords(t *testing.T) {
	db, path := testdb.New(t), logFile(t, "spy.log", p6log(0, 100)+p6line(100)[:60])
	l := load(t, db, path)
	l.want(t, 0, recordCounts{Read: 100, Loaded: 100})
	if len(l.Held) != 1 || l.Held[0].Bytes != 60 {
		t.Errorf("held %+v, want the 60 bytes of the line that is being written", l.Held)
	}
	if err := os.WriteFile(path, []byte(p6log(0, 250)), 0o600); err != nil {
		t.Fatal(err)
	}
	load(t, db, path).want(t, 0, recordCounts{Read: 150, Loaded: 150})

	// Rotated away and compressed it is still the same file.
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte(p6log(0, 250)))
	w.Close()
	load(t, db, logFile(t, "spy.log.1.gz", z.String())).want(t, 0, recordCounts{})
	if n := rows(t, db, allRecords); n != 250 {
		t.Errorf("%d rows", n)
	}
}

func TestTwoLoadsAtOnceShareTheWork(t *testing.T) {
	for _, scheme := range []string{"copy", "copy-index-after", "batch", "single"} {
		t.Run(scheme, func(t *testing.T) {
			db, dir := testdb.New(t), synthetic(t, "p6spy", 2000, 2)
			var all [3]loading
			var wait sync.WaitGroup
			for i := range all {
				wait.Go(func() {
					all[i] = load(t, db, "--final", "--scheme", scheme, "--chunk", []string{"16KiB", "21KiB", "40KiB"}[i], dir)
				})
			}
			wait.Wait()
			var loaded int64
			for _, l := range all {
				if l.code != 0 {
					t.Errorf("exit %d: %s", l.code, l.errs)
				}
				loaded += l.Records.Loaded
			}
			if n := rows(t, db, allRecords); n != 2000 || loaded != 2000 {
				t.Errorf("%d rows, %d said to be loaded", n, loaded)
			}
		})
	}
}

func TestBadInputIsNamedAndTheRestIsLoaded(t *testing.T) {
	db := testdb.New(t)
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte(p6log(500, 900)))
	w.Close()
	dir := t.TempDir()
	for name, data := range map[string]string{
		"good.log": p6log(0, 10), "empty.log": "", "app.log": "an application\nsays things\n", "cut.gz": z.String()[:z.Len()/2],
		"broken.gz": "\x1f\x8bnot gzip at all", "bytes.log": strings.ReplaceAll(p6log(20, 22), "x2", "货箱\x00\xff编号"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l := load(t, db, "--final", dir)
	if l.code != 3 || l.Records.Loaded < 12+50 || l.Records.Loaded != l.Records.Read || l.Replaced != 4 {
		t.Fatalf("exit %d, %+v, %d bytes replaced: %s", l.code, l.Records, l.Replaced, l.errs)
	}
	for _, want := range []string{"app.log: no format recognised: tried p6spy, ", "cut.gz: gz data is damaged: the file ends too early", "broken.gz: gz data is damaged: "} {
		if !strings.Contains(l.errs, want) {
			t.Errorf("%q is not said in %q", want, l.errs)
		}
	}
	if len(l.Problems) != 3 {
		t.Errorf("problems %+v", l.Problems)
	}
	if n := rows(t, db, allRecords); n != l.Records.Loaded {
		t.Errorf("%d rows", n)
	}
}

func TestRecordThatIsTooLargeIsARejectAndTheRestGoesOn(t *testing.T) {
	db := testdb.New(t)
	big := strings.Replace(p6line(5), "'x5'", "'"+strings.Repeat("y", 300_000)+"'", 1)
	rejects := filepath.Join(t.TempDir(), "r.jsonl")
	l := load(t, db, "--final", "--max-record", "100KiB", "--rejects-file", rejects, logFile(t, "spy.log", p6log(0, 5)+big+p6log(6, 10)))
	l.want(t, 3, recordCounts{Read: 10, Loaded: 9, Rejected: 1})
	data, err := os.ReadFile(rejects)
	if err != nil || !bytes.Contains(data, []byte(`"line":6,`)) || !bytes.Contains(data, []byte("record is over max-record (102400 bytes)")) {
		t.Fatalf("%v: %s", err, data)
	}
	if l.Rejects == nil || *l.Rejects != rejects {
		t.Errorf("the file is not named")
	}
	load(t, testdb.New(t), "--final", "--max-record", "100KiB", "--max-rejects", "0", logFile(t, "spy.log", big+p6log(6, 10))).want(t, 1, recordCounts{})
}

func TestPathThatDoesNotExistStopsBeforeAnything(t *testing.T) {
	db := testdb.New(t)
	l := load(t, db, logFile(t, "spy.log", p6log(0, 3)), "/no/such.log")
	if l.code != 2 || !strings.Contains(l.errs, "/no/such.log: no such file or directory") {
		t.Fatalf("exit %d: %s", l.code, l.errs)
	}
	if n := rows(t, db, "select count(*) from pg_class where relname = 't_jdbc_sql_record' and relnamespace = current_schema()::regnamespace"); n != 0 {
		t.Errorf("tables were made")
	}
}

func TestMisuseExitsWith2AndListsWhatIsKnown(t *testing.T) {
	db, path := testdb.New(t), logFile(t, "spy.log", p6log(0, 3))
	for want, args := range map[string][]string{
		"known are auto, 1 single, ":               {"--scheme", "fast"},
		"is none of single, batch, values, unnest": {"--insert", "upsert"},
		"unknown flag --shceme":                    {"--shceme", "1"},
		"is not one of p6spy, ":                    {"--format", "p7spy"},
		"load.loaders: 0 is not in 1..64":          {"--loaders", "0"},
	} {
		if l := load(t, db, append(args, path)...); l.code != 2 || !strings.Contains(l.errs, want) {
			t.Errorf("%v: exit %d, %q lacks %q", args, l.code, l.errs, want)
		}
	}
}

func TestDatabaseErrorsAreOneLineAndExit1(t *testing.T) {
	db, path := testdb.New(t), logFile(t, "spy.log", p6log(0, 3))
	other := testdb.New(t)
	if _, err := other.Pool.Exec(t.Context(), "create table t_jdbc_sql_record (c_bh int)"); err != nil {
		t.Fatal(err)
	}
	logged := testdb.New(t)
	load(t, logged, "--final", path).want(t, 0, recordCounts{Read: 3, Loaded: 3})
	for _, x := range []struct {
		dsn, want string
		args      []string
	}{
		{"postgres://nobody:hush@127.0.0.1:1/none", "no server at 127.0.0.1:1: connection refused", nil},
		{"host=/no/such/folder dbname=x password=hush", "no server at /no/such/folder", nil},
		{strings.Replace(db.DSN, "/jdbclog?", "/nothing?", 1), "there is no database", nil},
		{other.DSN, "has another shape: column c_bh is integer, wanted is varchar(32)", nil},
		{logged.DSN, "is logged, and scheme copy-unlogged-index-after wants it unlogged", []string{"--scheme", "10"}},
	} {
		var out, errs bytes.Buffer
		code := run(t.Context(), append(append([]string{"load", "--dsn", x.dsn}, x.args...), path), nil, &out, &errs)
		if code != 1 || strings.Count(errs.String(), "\n") != 1 || !strings.Contains(errs.String(), x.want) || strings.Contains(errs.String(), "hush") || out.Len() > 0 {
			t.Errorf("exit %d, %q; want %q", code, errs.String(), x.want)
		}
	}
}

func TestOtherOptionsAreRefusedUnlessReloaded(t *testing.T) {
	db, path := testdb.New(t), logFile(t, "spy.log", p6log(0, 20))
	load(t, db, "--final", "--timezone", "UTC", path).want(t, 0, recordCounts{Read: 20, Loaded: 20})
	l := load(t, db, "--final", "--timezone", "Asia/Tokyo", path)
	if l.code != 1 || !strings.Contains(l.errs, `was loaded with timezone "UTC", and now it is "Asia/Tokyo"`) {
		t.Fatalf("exit %d: %s", l.code, l.errs)
	}
	load(t, db, "--final", "--timezone", "Asia/Tokyo", "--reload", path).want(t, 0, recordCounts{Read: 20, Loaded: 20})
	if n := rows(t, db, allRecords); n != 20 {
		t.Errorf("%d rows", n)
	}
}

func TestFilterCountsWhatItLeavesOut(t *testing.T) {
	db, path := testdb.New(t), logFile(t, "spy.log", p6log(0, 50))
	load(t, db, "--final", "--timezone", "UTC", "--since", "2025-02-11T08:15:00.020Z", "--until", "2025-02-11T08:15:00.030Z", path).
		want(t, 0, recordCounts{Read: 50, Loaded: 10, Filtered: 40})
}

func TestStandardInputIsLoadedOnce(t *testing.T) {
	db := testdb.New(t)
	for _, want := range []int{30, 0} {
		var out, errs bytes.Buffer
		if code := run(t.Context(), []string{"load", "--dsn", db.DSN, "--json", "-"}, strings.NewReader(p6log(0, 30)), &out, &errs); code != 0 {
			t.Fatalf("exit %d: %s", code, errs.String())
		}
		if !strings.Contains(out.String(), fmt.Sprintf(`"loaded":%d,`, want)) {
			t.Errorf("want %d loaded: %s", want, out.String())
		}
	}
	if n := rows(t, db, allRecords); n != 30 {
		t.Errorf("%d rows", n)
	}
}

func TestMaskedLiteralsReachNothing(t *testing.T) {
	const secret = "hush-4711"
	big := strings.Repeat(secret+" ", 200_000) // some 2 MB
	log := p6log(0, 3) +
		"1739261700010|1|statement|connection 1|url jdbc:p6spy:postgresql://db.test/shop?user=u&password=" + secret + "|update t set a = ? where b = 471147|update t set a = '" + big + "' where b = 471147\n" +
		"1739261700011|1|statement|connection 1|url jdbc:x|insert into t values ('" + secret + "', 471147)|insert into t values ('" + secret + "', 471147)\n" +
		"1739261700012|1|statement|connection 1|url jdbc:x|select '" + secret + "|select '" + secret + "\n" +
		"1739261700013|1|statement|connection 1|url jdbc:x|select '" + strings.Repeat("x", 3_000_000) + secret + "'|select 1\n"
	path := logFile(t, "spy.log", log)
	db := testdb.New(t)
	rejects := filepath.Join(t.TempDir(), "rejects.jsonl")
	l := load(t, db, "--final", "--mask", "literals", "--max-record", "2900KiB", "--rejects-file", rejects, path)
	if l.code != 3 || l.Records.Loaded != 6 {
		t.Fatalf("exit %d, %+v: %s", l.code, l.Records, l.errs)
	}
	for _, table := range []string{"t_jdbc_sql_record", "t_jdbc_sql_content", "jdbclog_run", "jdbclog_file", "jdbclog_chunk"} {
		if n := rows(t, db, "select count(*) from "+table+" x where x::text like '%hush%' or x::text like '%471147%'"); n != 0 {
			t.Errorf("%d rows of %s hold a literal", n, table)
		}
	}
	if n := rows(t, db, "select count(*) from t_jdbc_sql_content where c_sql_text = 'update t set a = ? where b = ?'"); n != 1 {
		t.Errorf("%d rows hold the statement", n)
	}
	data, err := os.ReadFile(rejects)
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	run(t.Context(), []string{"parse", "--mask", "literals", path}, nil, &out, &errs)
	run(t.Context(), []string{"report", "--mask", "literals", "--json", path}, nil, &out, &errs)
	for name, text := range map[string]string{"rejects": string(data), "output": out.String(), "errors": errs.String() + l.errs} {
		if strings.Contains(text, "hush") || strings.Contains(text, "471147") {
			t.Errorf("the %s hold a literal", name)
		}
	}
}

func TestAServerThatGoesAwayIsToldInOneLine(t *testing.T) {
	db := testdb.New(t)
	load(t, db, "--final", logFile(t, "a.log", p6log(0, 10))).want(t, 0, recordCounts{Read: 10, Loaded: 10})
	if _, err := db.Pool.Exec(t.Context(), `create function bye() returns trigger language plpgsql as 'begin perform pg_terminate_backend(pg_backend_pid()); return new; end';
		create trigger bye before insert on t_jdbc_sql_record for each row execute function bye()`); err != nil {
		t.Fatal(err)
	}
	path := logFile(t, "b.log", p6log(10, 30))
	l := load(t, db, "--final", path)
	if l.code != 1 || !regexp.MustCompile(`^jdbclog: load: the server at .* closed the connection during the load: terminating connection due to administrator command \(SQLSTATE 57P01\); what was committed stays, and the same command goes on from there\n$`).MatchString(l.errs) {
		t.Errorf("exit %d: %s", l.code, l.errs)
	}
	if n := rows(t, db, "select count(*) from jdbclog_run where error like 'the server at %'"); n != 1 {
		t.Error("the run's row does not say it")
	}
	if _, err := db.Pool.Exec(t.Context(), "drop trigger bye on t_jdbc_sql_record"); err != nil {
		t.Fatal(err)
	}
	load(t, db, "--final", path).want(t, 0, recordCounts{Read: 20, Loaded: 20})
}
