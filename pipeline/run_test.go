package pipeline

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"jdbclog/parse"
)

// lineFormat is a format of the tests: `#N text`; lines that do not begin with # go on.
type lineFormat struct{}

func (lineFormat) Name() string           { return "line" }
func (lineFormat) Doc() string            { return "a format of the tests" }
func (lineFormat) Start(l []byte) bool    { return len(l) > 0 && l[0] == '#' }
func (lineFormat) Score(*parse.Event) int { return 1 }
func (lineFormat) Folder() parse.Folder   { return nil }
func (f lineFormat) Parse(e *parse.Event, p *parse.Parser) bool {
	if bytes.HasPrefix(e.Text, []byte("#bad")) {
		p.Reject(e, 0, "bad")
		return true
	}
	p.Add(f, e).SQL = e.Text
	return true
}

// memSink keeps what it is given.
type memSink struct {
	mu    sync.Mutex
	got   []string
	fail  error
	after int
	plan  []Segment
}

func (s *memSink) Plan(_ context.Context, f *File) (Plan, error) {
	if s.plan != nil {
		return Plan{Segments: s.plan}, nil
	}
	return Whole(nil), nil
}
func (s *memSink) Open(context.Context) (Loader, error) { return s, nil }
func (s *memSink) Close(context.Context) error          { return nil }
func (s *memSink) Load(_ context.Context, b *parse.Batch) (Loaded, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail != nil {
		if s.after--; s.after < 0 {
			return Loaded{}, s.fail
		}
	}
	for _, r := range b.Records {
		s.got = append(s.got, fmt.Sprintf("%s:%d-%d@%d %s", filepath.Base(b.Source.Path), r.StartLine, r.EndLine, r.Offset, r.SQL))
	}
	n := int64(len(b.Records))
	return Loaded{Loaded: n, Rejected: int64(len(b.Rejects)), Filtered: b.Filtered, Rows: n}, nil
}

func testJob(sink Sink, inputs ...string) Job {
	return Job{
		Inputs: inputs, Sink: sink, Readers: 2, Parsers: 3, Loaders: 2, Chunk: 256, Batches: 6, Cache: 1 << 16,
		Detect: func(f *File) error {
			f.Source = &parse.Source{Path: f.Path, Formats: []parse.Format{lineFormat{}}, Bare: true, MaxRecord: 1 << 20}
			return nil
		},
	}
}

func lines(n int) (string, []string) {
	var b strings.Builder
	var want []string
	line, off := 1, 0
	for i := range n {
		text := fmt.Sprintf("#%d text %s", i, strings.Repeat("z", i%90))
		last := line
		if i%7 == 0 {
			text += "\n  goes on"
			last++
		}
		want = append(want, fmt.Sprintf("%%s:%d-%d@%d %s", line, last, off, text))
		b.WriteString(text + "\n")
		line, off = last+1, off+len(text)+1
	}
	return b.String(), want
}

func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func check(t *testing.T, got, want []string, name string) {
	t.Helper()
	var named []string
	for _, w := range want {
		named = append(named, fmt.Sprintf(w, name))
	}
	slices.Sort(got)
	slices.Sort(named)
	if !slices.Equal(got, named) {
		t.Fatalf("%s: got %d records, want %d, or they differ", name, len(got), len(named))
	}
}

func TestEveryPackingGivesTheSameRecords(t *testing.T) {
	text, want := lines(500)
	half := len(text) / 2
	half += strings.Index(text[half:], "\n#") + 1
	pack := map[string]func() []byte{
		"plain": func() []byte { return []byte(text) },
		"two-members.gz": func() []byte {
			var b bytes.Buffer
			for _, s := range []string{text[:half], text[half:]} {
				w := gzip.NewWriter(&b)
				w.Write([]byte(s))
				w.Close()
			}
			return b.Bytes()
		},
		"a.zst": func() []byte {
			w, _ := zstd.NewWriter(nil)
			return w.EncodeAll([]byte(text), nil)
		},
		"a.xz": func() []byte {
			var b bytes.Buffer
			w, _ := xz.NewWriter(&b)
			w.Write([]byte(text))
			w.Close()
			return b.Bytes()
		},
	}
	for name, f := range pack {
		s := &memSink{}
		rep, err := Run(t.Context(), testJob(s, write(t, name, f())))
		if err != nil || len(rep.Problems) > 0 {
			t.Fatalf("%s: %v %v", name, err, rep.Problems)
		}
		check(t, s.got, want, name)
		if err := rep.Balance(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if rep.Bytes != int64(len(text)) || rep.Records.Loaded != 500 {
			t.Errorf("%s: report %+v", name, rep)
		}
	}
}

func TestShortFileThatIsCutKeepsItsRecords(t *testing.T) {
	text, want := lines(3)
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text + "#unfin"))
	w.Flush()
	path := write(t, "cut.gz", b.Bytes())
	for range 50 {
		s := &memSink{}
		if rep, err := Run(t.Context(), testJob(s, path)); err != nil || len(rep.Problems) != 1 {
			t.Fatalf("%v, %v", err, rep.Problems)
		}
		check(t, s.got, want, "cut.gz")
	}
}

func TestCutCompressionKeepsWhatCameBefore(t *testing.T) {
	text, _ := lines(5000)
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	path := write(t, "cut.gz", b.Bytes()[:b.Len()*2/3])
	s := &memSink{}
	rep, err := Run(t.Context(), testJob(s, path))
	if err != nil {
		t.Fatal(err)
	}
	if len(rep.Problems) != 1 || rep.Problems[0].Path != path || !strings.Contains(rep.Problems[0].Error(), "gz data is damaged: the file ends too early") {
		t.Fatalf("problems: %v", rep.Problems)
	}
	if n := len(s.got); n < 1000 || n >= 5000 {
		t.Fatalf("%d records before the cut", n)
	}
	for _, r := range s.got {
		if i := strings.IndexByte(r, ' '); !strings.Contains(text, r[i+1:]+"\n") {
			t.Fatalf("a record that the file does not have whole")
		}
	}
}

func TestGoingOnReadsOnlyTheGap(t *testing.T) {
	text, want := lines(300)
	path := write(t, "a.log", []byte(text))
	at := func(record int) (offset, line int64) {
		off := 0
		for range record {
			off += strings.Index(text[off:], "\n#") + 1
		}
		return int64(off), int64(1 + strings.Count(text[:off], "\n"))
	}
	from, line := at(50)
	start, _ := at(100)
	end, _ := at(200)
	s := &memSink{plan: []Segment{{Offset: from, Line: line, FoldFrom: from, Start: start, End: end}}}
	rep, err := Run(t.Context(), testJob(s, path))
	if err != nil {
		t.Fatal(err)
	}
	check(t, s.got, want[100:200], "a.log")
	if err := rep.Balance(); err != nil || rep.Bytes != end-start {
		t.Fatalf("%v, %d bytes", err, rep.Bytes)
	}
}

func TestUnfinishedEndIsHeldBack(t *testing.T) {
	text, want := lines(10)
	path := write(t, "a.log", []byte(text+"#unfinished"))
	s := &memSink{}
	j := testJob(s, path)
	j.Settle = time.Hour
	rep, err := Run(t.Context(), j)
	if err != nil || len(rep.Held) != 1 || rep.Held[0].Bytes != int64(len("#unfinished")) {
		t.Fatalf("%v, held %v", err, rep.Held)
	}
	check(t, s.got, want, "a.log")
	s.got, j.Final = nil, true
	if rep, err = Run(t.Context(), j); err != nil || len(s.got) != 11 || len(rep.Held) != 0 {
		t.Fatalf("final: %v, %d records, held %v", err, len(s.got), rep.Held)
	}
}

func TestRunStopsWithTheCauseAndLeavesNothing(t *testing.T) {
	text, _ := lines(3000)
	path := write(t, "a.log", []byte(text))
	boom := errors.New("boom")
	before := runtime.NumGoroutine()
	for i := range 60 {
		s := &memSink{fail: boom, after: i % 20}
		if _, err := Run(t.Context(), testJob(s, path, path)); !errors.Is(err, boom) {
			t.Fatalf("failing sink: %v", err)
		}
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Duration(i)*20*time.Microsecond, boom)
		if _, err := Run(ctx, testJob(&memSink{}, path)); err != nil && !errors.Is(err, boom) {
			t.Fatalf("deadline: %v", err)
		}
		cancel()
	}
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before+1; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines left over", runtime.NumGoroutine()-before)
		}
	}
}

func TestRejectsReachTheirHandlerAndBalance(t *testing.T) {
	path := write(t, "a.log", []byte("orphan\n#1 a\n#bad b\n more\n#2 c\n"))
	var got []string
	j := testJob(&memSink{}, path)
	j.OnReject = func(path string, r *parse.Reject) error {
		got = append(got, r.Error(filepath.Base(path)).Error())
		return nil
	}
	rep, err := Run(t.Context(), j)
	if err != nil || len(got) != 1 || got[0] != "a.log:3: bad" {
		t.Fatalf("%v, %q", err, got)
	}
	if rep.Records != (Records{Read: 3, Loaded: 2, Rejected: 1}) || rep.SkippedLines != 1 || rep.RejectedLines != 2 || rep.Balance() != nil {
		t.Fatalf("report %+v: %v", rep, rep.Balance())
	}
	j.OnReject = func(string, *parse.Reject) error { return errors.New("enough") }
	if _, err := Run(t.Context(), j); err == nil || err.Error() != "enough" {
		t.Fatalf("got %v", err)
	}
}

func TestExpandNamesEachFileOnce(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []string{"b.log", "a.log", "sub/c.log"} {
		os.MkdirAll(filepath.Dir(filepath.Join(dir, n)), 0o700)
		os.WriteFile(filepath.Join(dir, n), []byte("x"), 0o600)
	}
	os.Symlink(filepath.Join(dir, "a.log"), filepath.Join(dir, "z.log"))
	files, problems, err := Expand([]string{filepath.Join(dir, "*.log"), dir, Stdin})
	var got []string
	for _, f := range files {
		got = append(got, strings.TrimPrefix(f, dir+"/"))
	}
	if want := []string{"a.log", "b.log", "sub/c.log", "-"}; err != nil || len(problems) > 0 || !slices.Equal(got, want) {
		t.Fatalf("got %v, %v, %v", got, problems, err)
	}
	_, _, err = Expand([]string{filepath.Join(dir, "no"), filepath.Join(dir, "no*"), dir})
	if err == nil || strings.Count(err.Error(), "\n") != 1 || !strings.Contains(err.Error(), "no: no such file or directory") || !strings.Contains(err.Error(), "no*: matches no file") {
		t.Fatalf("got %v", err)
	}
}
