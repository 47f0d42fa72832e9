package parse

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// reading is what came out of a file, in a form that can be compared.
type reading struct {
	records, rejects        []string
	skipped, lines          int64
	recordLines, rejectLine int64
	chunks                  []chunkEnd
}

// chunkEnd is what the ledger would know of a chunk.
type chunkEnd struct {
	offset, end, line, foldFrom int64
	records                     []string
}

// readIn reads data with chunks of size bytes, like a run that is not disturbed.
func readIn(t testing.TB, src *Source, data []byte, size int) reading {
	t.Helper()
	s := NewSplitter(src, bytes.NewReader(data), NewPool(2, size), 0, 1)
	s.Final = true
	var out reading
	drain(t, src, s, NewFold(src, 0), &out)
	return out
}

func drain(t testing.TB, src *Source, s *Splitter, fold *Fold, out *reading) {
	t.Helper()
	p, fin := NewParser(1<<20), NewFinisher(1<<20)
	var z Zone
	z.Use(src.Zone)
	for {
		b, err := s.Next(t.Context())
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		p.Parse(b)
		fold.Next(b)
		fin.Finish(b)
		c := chunkEnd{b.Offset, b.End(), b.Line, b.FoldFrom, nil}
		for i := range b.Records {
			r := &b.Records[i]
			c.records = append(c.records, fmt.Sprintf("%s lines=%d", r.AppendJSON(nil, "x.log", &z), r.Lines))
			out.recordLines += int64(r.Lines)
		}
		out.records = append(out.records, c.records...)
		for i := range b.Rejects {
			r := &b.Rejects[i]
			out.rejects = append(out.rejects, fmt.Sprintf("%d-%d@%d: %v", r.StartLine, r.EndLine, r.Offset, r.Error("x.log")))
			out.rejectLine += r.Lines
		}
		out.skipped += b.Skipped
		out.lines += b.Lines
		out.chunks = append(out.chunks, c)
		b.Release()
	}
}

// checkLaws holds src's reading of data against the laws: cuts do not matter,
// reading can go on behind any chunk, every line is accounted for.
func checkLaws(t *testing.T, src *Source, data []byte) {
	t.Helper()
	want := readIn(t, src, data, max(1, 4*len(data)))
	if want.lines != countLines(data) || want.recordLines+want.rejectLine+want.skipped != want.lines {
		t.Errorf("lines: file has %d, read %d = %d of records + %d of rejects + %d skipped?", countLines(data), want.lines, want.recordLines, want.rejectLine, want.skipped)
	}
	sizes := []int{1, 2, 3, 7, 64, 100, 333, 1000, 4096, 10000}
	rnd := rand.New(rand.NewPCG(1, uint64(len(data))))
	for range 3 {
		sizes = append(sizes, 1+rnd.IntN(len(data)+1))
	}
	for _, size := range sizes {
		if size < len(data)/2000 { // thousands of chunks show nothing that hundreds do not
			continue
		}
		got := readIn(t, src, data, size)
		if diff := firstDiff(want.records, got.records); diff != "" {
			t.Fatalf("chunks of %d bytes: records differ: %s", size, diff)
		}
		if diff := firstDiff(want.rejects, got.rejects); diff != "" {
			t.Fatalf("chunks of %d bytes: rejects differ: %s", size, diff)
		}
		if got.skipped != want.skipped || got.lines != want.lines || got.recordLines != want.recordLines {
			t.Fatalf("chunks of %d bytes: %d lines, %d skipped, %d of records; want %d, %d, %d", size, got.lines, got.skipped, got.recordLines, want.lines, want.skipped, want.recordLines)
		}
		step := max(1, len(got.chunks)/12)
		for i := 0; i < len(got.chunks); i += step {
			resume(t, src, data, got, i, size)
		}
	}
}

// checkCut is checkLaws for fuzzing: one size of chunks, one place to go on from.
func checkCut(t *testing.T, src *Source, data []byte, size int) {
	t.Helper()
	want := readIn(t, src, data, max(1, 2*len(data)))
	if want.lines != countLines(data) || want.recordLines+want.rejectLine+want.skipped != want.lines {
		t.Fatalf("lines: file has %d, read %d = %d of records + %d of rejects + %d skipped?", countLines(data), want.lines, want.recordLines, want.rejectLine, want.skipped)
	}
	got := readIn(t, src, data, size)
	if diff := firstDiff(want.records, got.records) + firstDiff(want.rejects, got.rejects); diff != "" {
		t.Fatalf("chunks of %d bytes: %s", size, diff)
	}
	if len(got.chunks) > 0 {
		resume(t, src, data, got, size%len(got.chunks), size)
	}
}

// resume reads on behind chunk i as a later run would, from what the ledger
// knows of it.
func resume(t *testing.T, src *Source, data []byte, whole reading, i, size int) {
	t.Helper()
	c := whole.chunks[i]
	from := c
	for _, o := range whole.chunks[:i+1] {
		if o.offset <= c.foldFrom && c.foldFrom < o.end {
			from = o
		}
	}
	if c.foldFrom >= c.end {
		from = chunkEnd{offset: c.end, line: c.line + countLines(data[c.offset:c.end])}
	}
	fold := NewFold(src, c.foldFrom)
	var before, after reading
	s := NewSplitter(src, bytes.NewReader(data[from.offset:c.end]), NewPool(2, size), from.offset, from.line)
	drain(t, src, s, fold, &before)
	line := from.line + countLines(data[from.offset:c.end])
	s = NewSplitter(src, bytes.NewReader(data[c.end:]), NewPool(2, size), c.end, line)
	s.Final = true
	drain(t, src, s, fold, &after)
	var want []string
	for _, o := range whole.chunks[i+1:] {
		want = append(want, o.records...)
	}
	if diff := firstDiff(want, after.records); diff != "" {
		t.Fatalf("chunks of %d bytes, going on behind chunk %d (%d-%d, fold from %d): %s", size, i, c.offset, c.end, c.foldFrom, diff)
	}
}

func firstDiff(want, got []string) string {
	for i := range max(len(want), len(got)) {
		w, g := "(none)", "(none)"
		if i < len(want) {
			w = want[i]
		}
		if i < len(got) {
			g = got[i]
		}
		if w != g {
			return fmt.Sprintf("#%d\nwant %s\ngot  %s", i, cutText(w), cutText(g))
		}
	}
	return ""
}

func cutText(s string) string {
	if len(s) > 600 {
		return s[:600] + "…"
	}
	return s
}

// toy is a format of the tests: `@KEY VERB TEXT`, where OPEN and SHUT of one key
// make a record, ONE is whole, BAD a reject; lines that do not begin with @ go on.
type toy struct{}

const (
	toyOpen Part = 1 + iota
	toyShut
)

func (toy) Name() string        { return "toy" }
func (toy) Doc() string         { return "a format of the tests" }
func (toy) Start(l []byte) bool { return len(l) > 1 && l[0] == '@' }
func (toy) Score(*Event) int    { return 1 }
func (toy) Folder() Folder      { return &toyFolder{} }
func (f toy) Parse(e *Event, p *Parser) bool {
	key, rest, _ := bytes.Cut(e.Text[1:], []byte(" "))
	verb, text, _ := bytes.Cut(rest, []byte(" "))
	switch string(verb) {
	case "ONE", "OPEN", "SHUT":
		r := p.Add(f, e)
		r.Thread, r.SQL = key, text
		r.Part = map[string]Part{"OPEN": toyOpen, "SHUT": toyShut}[string(verb)]
	case "BAD":
		p.Reject(e, 0, "bad")
	default:
		return false
	}
	return true
}

type toyFolder struct{ Holder }

func (f *toyFolder) Fold(r *Record, out *Out) {
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

func (f *toyFolder) Close(x *Held, out *Out) {
	x.Flags |= Truncated
	out.Emit(&x.Record)
	f.Drop(x)
}

func toySource() *Source {
	return &Source{Path: "x.log", Formats: []Format{toy{}}, Bare: true, MaxRecord: 300}
}

func toyLog(n int, seed uint64) []byte {
	rnd := rand.New(rand.NewPCG(seed, 2))
	var b strings.Builder
	b.WriteString("no event\n\nyet\n")
	for i := range n {
		verb := []string{"ONE", "OPEN", "SHUT", "SHUT", "BAD", "ELSE"}[rnd.IntN(6)]
		fmt.Fprintf(&b, "@t%d %s text %d\n", rnd.IntN(5), verb, i)
		for range rnd.IntN(3) {
			fmt.Fprintf(&b, " more %s\r\n\n", strings.Repeat("x", rnd.IntN(20)))
		}
		if rnd.IntN(20) == 0 {
			b.WriteString(strings.Repeat("y", 200+rnd.IntN(300)) + "\n")
		}
		if rnd.IntN(40) == 0 {
			b.WriteString(strings.Repeat("a long line ", 1000+rnd.IntN(3000)) + "\n")
		}
	}
	return []byte(b.String())
}

func TestCutsDoNotMatter(t *testing.T) {
	for seed := range uint64(12) {
		data := toyLog(int(seed*20), seed)
		if seed%2 == 0 {
			data = bytes.TrimSuffix(data, []byte("\n"))
		}
		if seed%3 == 0 {
			data = append(data, "\x00\xff@"...)
		}
		checkLaws(t, toySource(), data)
		checkLaws(t, toySource(), append(data, "\n\x00\x00"...))
	}
}
