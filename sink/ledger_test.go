package sink

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"jdbclog/internal/testdb"
	"jdbclog/parse"
	"jdbclog/pipeline"
)

func TestRerunLoadsNothing(t *testing.T) {
	path := write(t, "app.log", toyLog(300, 2))
	want := wanted(t, path)
	db := testdb.New(t)
	newLoad(t, db, "9", path).loaded(want.Records)
	for _, scheme := range []string{"9", "8", "1", "2"} {
		l := newLoad(t, db, scheme, path)
		l.job.Chunk, l.job.Parsers, l.job.Loaders = 777, 1, 1
		rep := l.must()
		if rep.Records.Read != 0 || rep.Bytes != 0 {
			t.Errorf("scheme %s: read %+v", scheme, rep.Records)
		}
		if c := l.sink.Covered(); c.Files != 1 || c.Records != want.Records || c.Bytes != int64(len(toyLog(300, 2))) {
			t.Errorf("covered %+v", c)
		}
	}
	if n := query[int](t, db, "select count(*) from jdbclog_run where status = 'done'"); n != 5 {
		t.Errorf("%d runs are done", n)
	}
	newLoad(t, db, "8", path).check(want)
}

// stopper stops a run once so many chunks are loaded.
type stopper struct {
	*Sink
	mu   sync.Mutex
	left int
	stop context.CancelFunc
}

func (s *stopper) Open(ctx context.Context) (pipeline.Loader, error) {
	l, err := s.Sink.Open(ctx)
	return stoppingLoader{l, s}, err
}

type stoppingLoader struct {
	pipeline.Loader
	s *stopper
}

func (l stoppingLoader) Load(ctx context.Context, b *parse.Batch) (pipeline.Loaded, error) {
	l.s.mu.Lock()
	if l.s.left--; l.s.left == 0 {
		l.s.stop()
	}
	l.s.mu.Unlock()
	return l.Loader.Load(ctx, b)
}

// interrupted runs l until it has begun chunks chunks.
func (l *load) interrupted(chunks int) {
	l.t.Helper()
	ctx, cancel := context.WithCancel(l.t.Context())
	defer cancel()
	s, err := Connect(ctx, l.opt)
	if err != nil {
		l.t.Fatal(err)
	}
	defer s.Close(context.Background())
	if err := s.Prepare(ctx); err != nil {
		l.t.Fatal(err)
	}
	job := l.job
	job.Sink = &stopper{Sink: s, left: chunks, stop: cancel}
	pipeline.Run(ctx, job)
}

func TestStoppedRunGoesOnWithOtherCuts(t *testing.T) {
	path := write(t, "app.log", toyLog(500, 3))
	want := wanted(t, path)
	rnd := rand.New(rand.NewPCG(9, 9))
	for _, scheme := range []string{"1", "3", "5", "9"} {
		for round := range 6 {
			t.Run(fmt.Sprintf("scheme=%s/%d", scheme, round), func(t *testing.T) {
				db := testdb.New(t)
				for range 4 {
					l := newLoad(t, db, scheme, path)
					l.job.Chunk = 200 + rnd.IntN(4000)
					l.job.Loaders = 1 + rnd.IntN(3)
					if round%2 == 1 { // a transaction in between
						l.opt.Scheme.CommitRows = 1 + rnd.IntN(20)
					}
					l.interrupted(1 + rnd.IntN(6))
				}
				l := newLoad(t, db, scheme, path)
				l.must()
				l.check(want)
				if got := query[string](t, db, "select string_agg(distinct state, ',') from jdbclog_chunk"); got != "done" {
					t.Errorf("chunks are %s", got)
				}
			})
		}
	}
}

func TestGrownFileGivesItsNewRecords(t *testing.T) {
	text := toyLog(250, 4)
	oracle := newLoad(t, testdb.New(t), "9", write(t, "app.log", text))
	oracle.must()
	for _, first := range []int{60, 3000, 9000} { // smaller than a head, than a chunk, and larger
		path := write(t, "app.log", "")
		db := testdb.New(t)
		rnd := rand.New(rand.NewPCG(uint64(first), 1))
		for n := first; ; n = min(len(text), n+1+rnd.IntN(6000)) {
			write(t, path, text[:n])
			l := newLoad(t, db, "8", path)
			l.job.Final, l.job.Settle = n == len(text), time.Hour
			l.job.Chunk = 500 + rnd.IntN(3000)
			l.must()
			if n == len(text) {
				break
			}
		}
		if got, want := told(t, db), told(t, oracle.db); got != want {
			t.Errorf("first %d bytes: the records differ", first)
		}
		if n := query[int](t, db, "select count(*) from jdbclog_file"); n != 1 {
			t.Errorf("%d files", n)
		}
	}
}

// told is what the tables hold but for what depends on how a file was first
// seen: its id and path.
func told(t *testing.T, db *testdb.DB) string {
	t.Helper()
	return query[string](t, db, `select string_agg(x, E'\n' order by x) from (select row(substr(c_bh, 17), n_startline, n_endline, c_error, c_flags, c_sql_text)::text x
		from t_jdbc_sql_record join t_jdbc_sql_content using (c_bh)) y`)
}

func TestHeldEndIsGivenOutLater(t *testing.T) {
	text := toyLog(200, 5) + "@t9 OPEN never closed 8\n"
	path := write(t, "app.log", text)
	want := wanted(t, path)
	for _, scheme := range []string{"9", "1"} {
		db := testdb.New(t)
		l := newLoad(t, db, scheme, path)
		l.job.Final, l.job.Settle = false, time.Hour
		held := l.must()
		if held.Records.Loaded >= want.Records {
			t.Fatalf("nothing was held: %+v", held.Records)
		}
		again := newLoad(t, db, scheme, path)
		again.job.Final, again.job.Settle = false, time.Hour
		again.loaded(0)
		newLoad(t, db, scheme, path).loaded(want.Records - held.Records.Loaded)
		l.check(want)
		size := int64(len(text))
		if n := query[int](t, db, "select count(*) from jdbclog_chunk where end_offset = $1 and fold_from = $1", size); n != 1 {
			t.Errorf("%d seams", n)
		}
		newLoad(t, db, scheme, path).loaded(0)

		// What follows is folded afresh.
		more := "@t9 SHUT too late 1\n@t9 ONE more 2\n"
		write(t, path, text+more)
		newLoad(t, db, scheme, path).loaded(1)
		sum := query[int64](t, db, "select sum(records)::bigint from jdbclog_chunk")
		if rows := checksum(t, db).Records; sum != rows || rows != want.Records+1 {
			t.Errorf("the ledger counts %d, the table %d", sum, rows)
		}
		write(t, path, text)
	}
}

func TestTwoRunsAtOnceLoadEverythingOnce(t *testing.T) {
	path := write(t, "app.log", toyLog(600, 6))
	want := wanted(t, path)
	for _, schemes := range [][2]string{{"9", "9"}, {"8", "8"}, {"2", "8"}, {"1", "1"}, {"1", "8"}} {
		for round := range 3 {
			t.Run(fmt.Sprintf("schemes=%v/%d", schemes, round), func(t *testing.T) {
				db := testdb.New(t)
				var wg sync.WaitGroup
				var loads [2]*load
				for i := range loads {
					l := newLoad(t, db, schemes[i], path)
					l.job.Chunk, l.job.Group = []int{1500, 1500 + 700*round}[i], 4000*round
					loads[i] = l
					wg.Go(func() {
						if _, err := l.run(t.Context()); err != nil {
							t.Error(err)
						}
					})
				}
				wg.Wait()
				l := newLoad(t, db, schemes[0], path)
				l.check(want)
				l.loaded(0)
			})
		}
	}
}

func TestRotatedFilesAreKnownByTheirContent(t *testing.T) {
	dir := t.TempDir()
	text := toyLog(300, 7)
	path := write(t, filepath.Join(dir, "app.log"), text)
	want := wanted(t, path)
	db := testdb.New(t)
	newLoad(t, db, "8", path).loaded(want.Records)
	rotated := filepath.Join(dir, "app.log.1")
	if err := os.Rename(path, rotated); err != nil {
		t.Fatal(err)
	}
	newLoad(t, db, "8", rotated).loaded(0)
	packed := filepath.Join(dir, "app.log.2.gz")
	write(t, packed, gz(text))
	for range 2 {
		l := newLoad(t, db, "8", packed)
		l.loaded(0)
		if c := l.sink.Covered(); c.Records != want.Records {
			t.Errorf("covered %+v", c)
		}
	}
	// Once its end was seen it is not unpacked again.
	l := newLoad(t, db, "8", packed)
	detect := l.job.Detect
	l.job.Detect = func(f *pipeline.File) error {
		f.Hash = func(context.Context, int64, int64) (uint64, error) {
			t.Error("the archive was read again")
			return 0, nil
		}
		return detect(f)
	}
	l.loaded(0)
	if l.sink.Covered().Files != 1 {
		t.Error("it was planned")
	}
	// All three at once, into fresh tables.
	write(t, path, text)
	fresh := newLoad(t, testdb.New(t), "9", path, rotated, packed)
	fresh.loaded(want.Records)
	if n := query[int](t, fresh.db, "select count(*) from jdbclog_file"); n != 1 {
		t.Errorf("%d files", n)
	}
}

func gz(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return b.String()
}

func TestSameHeadWithOtherContentIsAnotherFile(t *testing.T) {
	banner := strings.Repeat("@t0 ONE the same banner in all of them 4\n", 150)
	var paths []string
	var want int64
	for i := range 3 {
		paths = append(paths, write(t, fmt.Sprintf("app%d.log", i), banner+fmt.Sprintf("@t1 ONE text %d\n", i)+toyLog(50, uint64(i))))
	}
	for _, p := range paths {
		want += wanted(t, p).Records
	}
	together := newLoad(t, testdb.New(t), "9", paths...)
	together.job.Readers = 3
	together.loaded(want)
	apart := testdb.New(t)
	for _, p := range paths {
		newLoad(t, apart, "9", p).must()
	}
	for _, db := range []*testdb.DB{together.db, apart} {
		if n := query[int](t, db, "select count(*) from jdbclog_file"); n != 3 {
			t.Errorf("%d files", n)
		}
		if n := query[int64](t, db, "select count(distinct c_bh) from t_jdbc_sql_record"); n != want {
			t.Errorf("%d records, want %d", n, want)
		}
		newLoad(t, db, "8", paths...).loaded(0)
	}
}

func TestIdsAreTheSameInFreshTables(t *testing.T) {
	path := write(t, "app.log", "\x00\x00"+toyLog(20, 8))
	var ids []string
	for range 2 {
		l := newLoad(t, testdb.New(t), "9", path)
		l.must()
		ids = append(ids, query[string](t, l.db, "select string_agg(c_bh, ',' order by c_bh) from t_jdbc_sql_record"))
	}
	if ids[0] != ids[1] {
		t.Error("ids differ")
	}
	first, _, _ := strings.Cut(ids[0], ",")
	if head := headOf(&pipeline.File{Head: []byte("\x00\x00" + toyLog(20, 8))}); first[:16] != headHash(head)[:16] {
		t.Errorf("the id %s does not begin with the hash of the head", first)
	}
}

func TestOtherOptionsAreRefusedUnlessReloaded(t *testing.T) {
	path := write(t, "app.log", toyLog(100, 9))
	other := write(t, "other.log", "@x ONE other 4\n")
	want := wanted(t, path, other)
	db := testdb.New(t)
	l := newLoad(t, db, "9", path, other)
	l.opt.Shape = map[string]string{"timezone": "UTC"}
	l.loaded(want.Records)
	l = newLoad(t, db, "8", path)
	l.opt.Shape = map[string]string{"timezone": "Europe/Berlin"}
	_, err := l.run(t.Context())
	if err == nil || !strings.HasSuffix(err.Error(), `app.log: was loaded with timezone "UTC", and now it is "Europe/Berlin"; with reload its rows are deleted and it is loaded again`) {
		t.Fatalf("got %v", err)
	}
	l.check(want)
	n := wanted(t, path).Records
	for range 2 {
		l.opt.Reload, l.opt.Run = true, NewRun()
		l.loaded(n)
		l.check(want)
	}
	l.opt.Reload, l.opt.Run = false, NewRun()
	l.loaded(0)
}

func TestEmptiedTablesAreLoadedAgain(t *testing.T) {
	path := write(t, "app.log", toyLog(100, 10))
	want := wanted(t, path)
	db := testdb.New(t)
	newLoad(t, db, "9", path).loaded(want.Records)
	execute(t, db, "truncate t_jdbc_sql_record, t_jdbc_sql_content")
	newLoad(t, db, "8", path).loaded(want.Records)
	execute(t, db, "drop table t_jdbc_sql_record, t_jdbc_sql_content cascade")
	newLoad(t, db, "9", path).loaded(want.Records)
}

func TestStandardInputIsKnownAgain(t *testing.T) {
	text := toyLog(200, 11)
	db := testdb.New(t)
	want := wanted(t, write(t, "app.log", text)).Records
	for _, n := range []int64{want, 0} {
		l := newLoad(t, db, "8", pipeline.Stdin)
		l.job.Stdin = strings.NewReader(text)
		l.loaded(n)
	}
}

func TestTranscodedFilesAreKnownAgain(t *testing.T) {
	text := toyLog(200, 17)
	utf16le := []byte{0xff, 0xfe}
	for _, c := range utf16.Encode([]rune(text)) {
		utf16le = append(utf16le, byte(c), byte(c>>8))
	}
	path := write(t, "app.log", string(utf16le))
	want := wanted(t, path)
	db := testdb.New(t)
	newLoad(t, db, "8", path).interrupted(3)
	l := newLoad(t, db, "8", path)
	l.must()
	l.check(want)
	newLoad(t, db, "8", path).loaded(0)
	if got := query[int](t, db, "select size_seen from jdbclog_file"); got != len(utf16le) {
		t.Errorf("the ledger has seen %d bytes, not %d", got, len(utf16le))
	}
}

func TestShortHeadsAreFoundInLongerOnes(t *testing.T) {
	var s shortHeads
	hash := func(head string) string { return headHash([]byte(head)) }
	for _, head := range []string{"", "abcd", "ab", "xy", strings.Repeat("z", headBytes)} {
		s.add(len(head), hash(head))
	}
	f := func(head string, want ...string) {
		t.Helper()
		for i := range want {
			want[i] = hash(want[i])
		}
		if got := s.of([]byte(head)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", head, got, want)
		}
	}
	f("abcdef", "ab", "abcd")
	f("abc", "ab")
	f("xyz", "xy")
	f("a")
	f("", "")
	f(strings.Repeat("z", headBytes))
}
