package sink

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"jdbclog/internal/testdb"
	"jdbclog/parse"
	"jdbclog/pipeline"
	"jdbclog/schema"
)

func TestMain(m *testing.M) { testdb.Main(m) }

// toy is a format of the tests: `@KEY VERB TEXT`, where OPEN and SHUT of one key
// make a record, ONE is whole and BAD a reject; lines that do not begin with @
// go on.
type toy struct{}

const (
	toyOpen parse.Part = 1 + iota
	toyShut
)

func (toy) Name() string           { return "toy" }
func (toy) Doc() string            { return "a format of the tests" }
func (toy) Start(l []byte) bool    { return len(l) > 1 && l[0] == '@' }
func (toy) Score(*parse.Event) int { return 1 }
func (toy) Folder() parse.Folder   { return &toyFolder{} }
func (f toy) Parse(e *parse.Event, p *parse.Parser) bool {
	key, rest, _ := bytes.Cut(e.Text[1:], []byte(" "))
	verb, text, _ := bytes.Cut(rest, []byte(" "))
	switch string(verb) {
	case "ONE", "OPEN", "SHUT":
		r := p.Add(f, e)
		r.Thread, r.SQL = key, text
		r.Part = map[string]parse.Part{"OPEN": toyOpen, "SHUT": toyShut}[string(verb)]
		n, _ := strconv.ParseInt(string(text[bytes.LastIndexByte(text, ' ')+1:]), 10, 64)
		switch n % 4 {
		case 0:
			r.Time, r.Runtime = 1700000000000000+n*977, n*333
		case 1:
			r.Prepared, r.Rows = []byte("select ?"), n
			r.URL, r.Conn = []byte("jdbc:postgresql://db.test:5432/x"), []byte("7")
		case 2:
			r.Kind, r.BatchSize, r.UpdateCount = parse.BatchKind, int32(n), 1<<40
			r.Method = bytes.Repeat([]byte("é"), 700)
		case 3:
			r.Failed, r.Error, r.Flags = true, []byte("tab\tquote\" back\\slash"), parse.Ambiguous
		}
	case "BAD":
		p.Reject(e, 0, "bad")
	default:
		return false
	}
	return true
}

type toyFolder struct{ parse.Holder }

func (f *toyFolder) Fold(r *parse.Record, out *parse.Out) {
	switch r.Part {
	case toyOpen:
		f.Push(r.Thread, r)
	case toyShut:
		x := f.Top(r.Thread)
		if x == nil {
			out.Skip(r)
			return
		}
		f.Join(x, r)
		x.Error = r.SQL
		out.Emit(&x.Record)
		f.Drop(x)
	default:
		out.Emit(r)
	}
}

func (f *toyFolder) Close(x *parse.Held, out *parse.Out) {
	x.Flags |= parse.Truncated
	out.Emit(&x.Record)
	f.Drop(x)
}

// toyLog is a log with executions over several lines, interleaved, some of them
// never finished.
func toyLog(records int, seed uint64) string {
	rnd := rand.New(rand.NewPCG(seed, 2))
	var b strings.Builder
	for i := range records {
		verb := []string{"ONE", "ONE", "OPEN", "SHUT", "BAD"}[rnd.IntN(5)]
		fmt.Fprintf(&b, "@t%d %s insert into größe values ('%s') %d\n", rnd.IntN(5), verb, strings.Repeat("x", rnd.IntN(90)), i)
		if rnd.IntN(4) == 0 {
			b.WriteString("  goes on\n")
		}
	}
	return b.String()
}

// load is one run over files.
type load struct {
	t     *testing.T
	db    *testdb.DB
	opt   Options
	job   pipeline.Job
	sink  *Sink
	after func(*Sink) // Prepare
}

func newLoad(t *testing.T, db *testdb.DB, scheme string, paths ...string) *load {
	t.Helper()
	s, err := Lookup(scheme)
	if err != nil {
		t.Fatal(err)
	}
	return &load{t: t, db: db,
		opt: Options{DSN: db.DSN, Variant: schema.Full, Scheme: s, Run: NewRun(), IndexWorkers: -1},
		job: pipeline.Job{
			Inputs: paths, Readers: 1, Parsers: 2, Loaders: 2, Chunk: 2000, Batches: 8, Cache: 1 << 16, Final: true,
			Detect: func(f *pipeline.File) error {
				f.Source = &parse.Source{Path: f.Path, Formats: []parse.Format{toy{}}, Bare: true, MaxRecord: 1 << 20}
				return nil
			},
		},
	}
}

// run does all phases. A torn file is read again, as the command does it.
func (l *load) run(ctx context.Context) (pipeline.Report, error) {
	var total pipeline.Report
	s, err := Connect(ctx, l.opt)
	if err != nil {
		return total, err
	}
	l.sink = s
	defer s.Close(context.WithoutCancel(ctx))
	if err := s.Prepare(ctx); err != nil {
		return total, err
	}
	if l.after != nil {
		l.after(s)
	}
	job := l.job
	if n := s.Scheme().Loaders; n > 0 {
		job.Loaders = n
	}
	if total, err = s.Run(ctx, job); err != nil {
		return total, err
	}
	if err := total.Balance(); err != nil {
		return total, err
	}
	if err := s.Index(ctx); err != nil {
		return total, err
	}
	if err := s.Analyze(ctx); err != nil {
		return total, err
	}
	return total, s.End(ctx, Outcome{Status: "done", Counts: total.Records})
}

func (l *load) must() pipeline.Report {
	l.t.Helper()
	rep, err := l.run(l.t.Context())
	if err != nil {
		l.t.Fatal(err)
	}
	if len(rep.Problems) > 0 {
		l.t.Fatal(rep.Problems)
	}
	return rep
}

// loaded checks how many records a run has loaded.
func (l *load) loaded(want int64) {
	l.t.Helper()
	if rep := l.must(); rep.Records.Loaded != want {
		l.t.Errorf("loaded %+v, want %d", rep.Records, want)
	}
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	if !filepath.IsAbs(path) {
		path = filepath.Join(t.TempDir(), path)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func checksum(t *testing.T, db *testdb.DB) Checksum {
	t.Helper()
	c, err := VerifyChecksum(t.Context(), db.Pool, db.Schema)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// wanted is what a file must have come to, whatever the ways it was loaded: its
// checksum when copy-rows loads it at once into a schema of its own.
func wanted(t *testing.T, paths ...string) Checksum {
	t.Helper()
	db := testdb.New(t)
	l := newLoad(t, db, "9", paths...)
	l.opt.Scheme = l.opt.Scheme.With(Change{Insert: "copy-rows"})
	l.must()
	c := checksum(t, db)
	if c.Records == 0 || c.Records != c.Contents {
		t.Fatalf("the oracle has %+v", c)
	}
	return c
}

func (l *load) check(want Checksum) {
	l.t.Helper()
	if got := checksum(l.t, l.db); got != want {
		l.t.Errorf("the tables hold %+v, want %+v", got, want)
	}
}

func query[T any](t *testing.T, db *testdb.DB, sql string, args ...any) T {
	t.Helper()
	var v T
	if err := db.Pool.QueryRow(context.Background(), sql, args...).Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func execute(t *testing.T, db *testdb.DB, sql string) {
	t.Helper()
	if _, err := db.Pool.Exec(context.Background(), sql); err != nil {
		t.Fatal(err)
	}
}
