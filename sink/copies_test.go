package sink

import (
	"strings"
	"testing"

	"jdbclog/internal/testdb"
	"jdbclog/pipeline"
)

// The end of the shorter of two copies gives out records as they stand there,
// which the longer one gives out when they are finished.
func TestALogAndItsBeginningAreLoadedOnce(t *testing.T) {
	text := toyLog(2000, 12)
	path := write(t, "app.log", text)
	ids := func(db *testdb.DB) string {
		return query[string](t, db, "select count(*) || ' ' || md5(string_agg(c_bh, ',' order by c_bh)) from t_jdbc_sql_record")
	}
	l := newLoad(t, testdb.New(t), "9", path)
	l.must()
	want := ids(l.db)
	for _, scheme := range []string{"8", "9"} {
		for _, at := range []int{6000, 20000, 50001} {
			short := write(t, "app-copy.log", text[:strings.LastIndexByte(text[:at], '\n')+1])
			for _, paths := range [][]string{{short, path}, {path, short}, {path, path + "x", short}} {
				write(t, path+"x", text)
				l := newLoad(t, testdb.New(t), scheme, paths...)
				l.job.Group = 8000
				l.must()
				if got := ids(l.db); got != want {
					t.Errorf("scheme %s, %d bytes, %d paths: ids are %s, want %s", scheme, at, len(paths), got, want)
				}
				newLoad(t, l.db, scheme, paths...).loaded(0)
			}
		}
	}
}

func TestClaimsBehindAShorterCopyAreLoadedFromTheLongerOne(t *testing.T) {
	text := strings.NewReplacer(" OPEN ", " ONE ", " SHUT ", " ONE ").Replace(toyLog(2000, 12))
	path := write(t, "app.log", text)
	short := write(t, "app-copy.log", text[:strings.LastIndexByte(text[:9000], '\n')+1])
	db := testdb.New(t)
	newLoad(t, db, "8", path).must()
	// What a run leaves that is killed between two commits.
	execute(t, db, "update jdbclog_chunk set state = 'loading', records = 0 where start_offset in (select start_offset from jdbclog_chunk order by 1 offset 5 limit 2)")
	execute(t, db, "delete from t_jdbc_sql_record where n_startline between (select min(start_line) from jdbclog_chunk where state = 'loading') and (select max(end_line) from jdbclog_chunk where state = 'loading')")
	execute(t, db, "delete from t_jdbc_sql_content where c_bh not in (select c_bh_sql from t_jdbc_sql_record)")
	l := newLoad(t, db, "8", short, path)
	l.must()
	l.check(wanted(t, path))
	if n := query[int](t, db, "select count(*) from jdbclog_chunk where state = 'loading'"); n > 0 {
		t.Errorf("%d chunks are not loaded", n)
	}
}

// What has been read of standard input does not come again: records of it that
// are not loaded must not go unnoticed.
func TestATornStreamIsAnError(t *testing.T) {
	text := strings.NewReplacer(" OPEN ", " ONE ", " SHUT ", " ONE ").Replace(toyLog(2000, 12))
	short := write(t, "app.log", text[:strings.LastIndexByte(text[:9000], '\n')+1])
	l := newLoad(t, testdb.New(t), "8", short, "-")
	l.job.Stdin, l.job.Loaders = strings.NewReader(text), 1
	if _, err := l.run(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "-: ") {
		t.Errorf("got %v", err)
	}
	l = newLoad(t, l.db, "8", "-")
	l.job.Stdin = strings.NewReader(text)
	l.must()
	if got, want := checksum(t, l.db).Records, wanted(t, write(t, "whole.log", text)).Records; got != want {
		t.Errorf("%d records are there, of %d", got, want)
	}
}

func TestProgressEndsWithTheInputs(t *testing.T) {
	path := write(t, "app.log", toyLog(500, 3))
	twin := write(t, "app-copy.log", toyLog(500, 3))
	l := newLoad(t, testdb.New(t), "8", path, twin)
	l.job.Progress = &pipeline.Progress{}
	l.must()
	if got, want := l.job.Progress.Bytes.Load(), 2*int64(len(toyLog(500, 3))); got != want {
		t.Errorf("%d bytes are done, of %d", got, want)
	}
}
