package sink

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jdbclog/internal/testdb"
	"jdbclog/parse"
	"jdbclog/pipeline"
)

func TestPlansCoverWhatIsNotLoaded(t *testing.T) {
	f := func(name string, size int64, hold bool, chunks []chunk, want ...pipeline.Segment) {
		t.Helper()
		if got := uncovered(chunks, size, hold); !slices.Equal(got, want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", name, got, want)
		}
	}
	c := func(start, end, line, endLine, foldFrom int64) chunk {
		return chunk{start: start, end: end, startLine: line, endLine: endLine, foldFrom: foldFrom}
	}
	whole := pipeline.Segment{Line: 1, End: -1}
	f("a new file", 100, false, nil, whole)
	f("a new file, packed", -1, false, nil, whole)
	f("a new file that may grow", 100, true, nil, whole)
	f("all of it, closed", 100, false, []chunk{c(0, 100, 1, 9, 100)})
	f("all of it, held", 100, true, []chunk{c(0, 100, 1, 9, 60)})
	f("all of it, to be closed", 100, false, []chunk{c(0, 50, 1, 5, 0), c(50, 100, 6, 9, 60)}, pipeline.Segment{Offset: 50, Line: 6, FoldFrom: 60, Start: 100, End: -1})
	f("grown behind a seam", 150, false, []chunk{c(0, 100, 1, 9, 100)}, pipeline.Segment{Offset: 100, Line: 10, FoldFrom: 100, Start: 100, End: -1})
	f("packed and closed", -1, false, []chunk{c(0, 100, 1, 9, 100)}, pipeline.Segment{Offset: 100, Line: 10, FoldFrom: 100, Start: 100, End: -1})
	f("an older copy of it", 70, false, []chunk{c(0, 50, 1, 5, 0), c(50, 100, 6, 9, 60)})
	f("gaps", 100, true, []chunk{c(20, 40, 3, 5, 10), c(60, 70, 8, 8, 65)},
		pipeline.Segment{Line: 1, End: 20},
		pipeline.Segment{Line: 1, FoldFrom: 10, Start: 40, End: 60},
		pipeline.Segment{Offset: 60, Line: 8, FoldFrom: 65, Start: 70, End: -1})
	f("a gap that is folded from a gap", 100, true, []chunk{c(0, 20, 1, 3, 5), c(40, 100, 6, 9, 30)},
		pipeline.Segment{Line: 1, FoldFrom: 5, Start: 20, End: 40})
	loading := c(40, 100, 6, 9, 100)
	loading.loading = true
	f("an end that another run loads", 200, false, []chunk{c(0, 20, 1, 3, 5), loading}, pipeline.Segment{Line: 1, FoldFrom: 5, Start: 20, End: 40})
}

// Segments are disjoint, cover with the chunks all of the file, and begin to be
// read where a line number is known.
func TestPlansAreSound(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 4))
	for range 3000 {
		var chunks []chunk
		lines := map[int64]int64{0: 1}
		at, line := int64(0), int64(1)
		for range rnd.IntN(8) {
			next, nextLine := at+1+rnd.Int64N(50), line+rnd.Int64N(9)
			if rnd.IntN(3) > 0 {
				chunks = append(chunks, chunk{start: at, end: next, startLine: line, endLine: nextLine - 1, foldFrom: rnd.Int64N(next + 1)})
				lines[at], lines[next] = line, nextLine
			}
			at, line = next, nextLine
		}
		size := at + rnd.Int64N(50)
		covered := make([]int, size)
		for _, c := range chunks {
			for i := c.start; i < c.end; i++ {
				covered[i]++
			}
		}
		for _, s := range uncovered(chunks, size, rnd.IntN(2) == 0) {
			if s.Offset > s.FoldFrom || s.FoldFrom > s.Start || lines[s.Offset] != s.Line {
				t.Fatalf("%+v of %+v", s, chunks)
			}
			if s.End < 0 {
				s.End = size
			}
			for i := s.Start; i < s.End; i++ {
				covered[i]++
			}
		}
		if i := slices.IndexFunc(covered, func(n int) bool { return n != 1 }); i >= 0 {
			t.Fatalf("byte %d is covered %d times by %+v", i, covered[i], chunks)
		}
	}
}

// Which rows may be entered beside others.
func TestLedgerTakesNoContradictions(t *testing.T) {
	db := testdb.New(t)
	l := newLoad(t, db, "8")
	l.must()
	s, err := Connect(t.Context(), l.opt)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close(context.Background())
	enter := func(rows [][3]int64) {
		t.Helper()
		execute(t, db, "truncate jdbclog_chunk")
		for _, r := range rows {
			if _, err := db.Pool.Exec(t.Context(), "insert into jdbclog_chunk (file_id, start_offset, end_offset, fold_from, state, records, rejected, filtered, skipped_lines) values ('f', $1, $2, $3, 'done', 1, 0, 0, 0)", r[0], r[1], r[2]); err != nil {
				t.Fatal(err)
			}
		}
	}
	f := func(want bool, start, end, foldFrom int64, knownSeam bool, rows ...[3]int64) {
		t.Helper()
		enter(rows)
		tag, err := db.Pool.Exec(t.Context(), l.sink.ledger.insert(), "f", start, end, 1, 1, "", foldFrom, "run", "done", 1, 0, 0, 0, knownSeam)
		if err != nil {
			t.Fatal(err)
		}
		if got := tag.RowsAffected() == 1; got != want {
			t.Errorf("[%d,%d) from %d beside %v: %v", start, end, foldFrom, rows, got)
		}
	}
	f(true, 10, 20, 15, false)
	f(true, 10, 20, 15, false, [3]int64{0, 10, 5}, [3]int64{20, 30, 25})
	f(false, 10, 20, 15, false, [3]int64{0, 11, 5})
	f(false, 10, 20, 15, false, [3]int64{19, 30, 25})
	f(false, 10, 20, 15, false, [3]int64{12, 13, 12})
	f(false, 10, 20, 15, false, [3]int64{0, 5, 4}, [3]int64{5, 30, 25})
	f(false, 10, 20, 15, false, [3]int64{10, 20, 15})
	// a seam before it
	f(false, 10, 20, 15, false, [3]int64{0, 10, 10})
	f(true, 10, 20, 15, true, [3]int64{0, 10, 10})
	// a seam at its end
	f(true, 10, 20, 20, false, [3]int64{0, 10, 5}, [3]int64{30, 40, 35})
	f(false, 10, 20, 20, false, [3]int64{20, 30, 25})
	// a seam made of an end
	g := func(want bool, end int64, rows ...[3]int64) {
		t.Helper()
		enter(rows)
		tag, err := db.Pool.Exec(t.Context(), l.sink.ledger.close(), "f", end, 2, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := tag.RowsAffected() == 1; got != want {
			t.Errorf("closing at %d beside %v: %v", end, rows, got)
		}
	}
	g(true, 10, [3]int64{0, 10, 5})
	if n := query[int](t, db, "select records::int from jdbclog_chunk where fold_from = end_offset"); n != 3 {
		t.Errorf("%d records are counted", n)
	}
	g(false, 10, [3]int64{0, 10, 10})
	g(false, 10, [3]int64{0, 10, 5}, [3]int64{10, 20, 15})
	g(false, 10, [3]int64{0, 15, 8})
	g(false, 10)
}

func TestClaimOfALivingRunIsLeftAlone(t *testing.T) {
	path := write(t, "app.log", toyLog(200, 14))
	want := wanted(t, path)
	db := testdb.New(t)
	first := newLoad(t, db, "1", path)
	first.must()
	execute(t, db, "update jdbclog_chunk set state = 'loading', records = 0, rejected = 0, filtered = 0, skipped_lines = 0 where start_offset = 0")
	alive, err := Connect(t.Context(), Options{DSN: db.DSN, Scheme: Auto, Run: first.opt.Run})
	if err != nil {
		t.Fatal(err)
	}
	second := newLoad(t, db, "8", path)
	second.loaded(0)
	if n := query[int](t, db, "select count(*) from jdbclog_chunk where state = 'loading' and run_id = $1", first.opt.Run); n != 1 {
		t.Errorf("%d claims are left", n)
	}
	alive.Close(context.Background())
	if rep := newLoad(t, db, "8", path).must(); rep.Records.Loaded == 0 {
		t.Error("nothing was loaded again")
	}
	second.check(want)
	if got := query[string](t, db, "select string_agg(distinct state, ',') from jdbclog_chunk"); got != "done" {
		t.Errorf("chunks are %s", got)
	}
}

func TestFilesWithoutRecordsAreRemembered(t *testing.T) {
	db := testdb.New(t)
	path := write(t, "app.log", "no event\nin it\n@x ELSE skipped\n@y BAD\n")
	for _, scheme := range []string{"9", "1"} {
		l := newLoad(t, db, scheme, path)
		if rep := l.must(); rep.Records.Loaded != 0 {
			t.Errorf("loaded %+v", rep.Records)
		}
	}
	if got := query[string](t, db, "select string_agg(records || ' ' || rejected || ' ' || skipped_lines || ' ' || start_line || '-' || end_line, ';') from jdbclog_chunk"); got != "0 1 3 1-4" {
		t.Errorf("the ledger has %s", got)
	}
	if got := query[string](t, db, "select format || ' ' || encoding || ' ' || size_seen || ' ' || head_bytes || ' ' || path from jdbclog_file"); got != "toy UTF-8 38 38 "+path {
		t.Errorf("the ledger has %s", got)
	}
}

func TestTooLongValuesAreRejectedIfAsked(t *testing.T) {
	path := write(t, "app.log", toyLog(100, 15))
	l := newLoad(t, testdb.New(t), "9", path)
	l.must()
	cut := l.sink.Counts().Cut
	if cut == 0 || l.sink.Counts().Unfit == 0 {
		t.Fatalf("counted %+v", l.sink.Counts())
	}
	rows := checksum(t, l.db).Records
	strict := newLoad(t, testdb.New(t), "9", path)
	strict.opt.RejectLong = true
	var reasons []string
	strict.opt.OnReject = func(path string, r *parse.Reject) error {
		reasons = append(reasons, r.Error("app.log").Error())
		return nil
	}
	strict.job.Loaders = 1
	rep := strict.must()
	if int64(len(reasons)) != cut || rep.Records.Loaded != rows-cut {
		t.Fatalf("%d are rejected, %d loaded, want %d and %d", len(reasons), rep.Records.Loaded, cut, rows-cut)
	}
	if !strings.HasSuffix(reasons[0], ": c_method: the value is too long for the column") {
		t.Errorf("the reason is %s", reasons[0])
	}
	if n := query[int64](t, strict.db, "select sum(rejected)::bigint from jdbclog_chunk"); n != rep.Records.Rejected {
		t.Errorf("the ledger counts %d rejects, the run %d", n, rep.Records.Rejected)
	}
}
