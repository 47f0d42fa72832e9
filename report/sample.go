package report

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"jdbclog/parse"
)

const (
	maxText     = 8 << 10 // bytes kept of a text
	maxName     = 600     // bytes kept of a name
	statementOf = 3       // samples kept of a statement
	slowestOf   = 100     // slowest executions kept of all
	failuresOf  = 3       // samples kept of a class of failures
)

// sample is one execution: where it is, and what it was.
type sample struct {
	File    string `json:"file"`
	Line    int64  `json:"line"`
	EndLine int64  `json:"end_line"`
	Time    int64  `json:"time"`    // µs since 1970, or parse.NoTime
	Runtime int64  `json:"runtime"` // µs, or -1
	Rows    int64  `json:"rows"`    // or -1
	Size    int32  `json:"size,omitempty"`
	Failed  bool   `json:"failed,omitempty"`
	Cut     bool   `json:"cut,omitempty"`     // SQL is not all of it
	Unbound bool   `json:"unbound,omitempty"` // SQL does not have its values
	Conn    string `json:"conn,omitempty"`
	Thread  string `json:"thread,omitempty"`
	Method  string `json:"method,omitempty"`
	Error   string `json:"error,omitempty"`
	SQL     string `json:"sql"`
	Digest  string `json:"digest"`

	id string // of its row in the database
}

// place is where an execution stands; it orders those that are equal otherwise.
type place struct {
	time int64
	file string
	line int64
}

func (s *sample) place() place { return place{s.Time, s.File, s.Line} }

func (p place) compare(o place) int {
	if c := cmp.Compare(p.time, o.time); c != 0 {
		return c
	}
	if c := cmp.Compare(p.file, o.file); c != 0 {
		return c
	}
	return cmp.Compare(p.line, o.line)
}

// sampleOf copies what is kept of r, an execution of file.
func sampleOf(r *parse.Record, file string, x execution) sample {
	s := sample{
		File: file, Line: r.StartLine, EndLine: r.EndLine, Time: r.Time, Runtime: x.runtime, Rows: x.rows, Size: r.BatchSize, Failed: r.Failed,
		Conn: clip(r.Conn, maxName), Thread: clip(r.Thread, maxName), Method: clip(r.Method, maxName), Error: clip(r.Error, maxName), Digest: r.Stmt.Digest,
	}
	s.SQL = clip(r.SQL, maxText)
	s.Cut = len(s.SQL) < len(r.SQL) || r.Flags&parse.Truncated != 0
	s.Unbound = unknownValues(r)
	return s
}

// clip copies the first n bytes of text, or a few less: no character is cut.
func clip[T string | []byte](text T, n int) string {
	if len(text) <= n {
		return strings.Clone(string(text))
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return strings.Clone(string(text[:n]))
}

// better says which of two samples to keep.
type better func(a, b *sample) int

// slower prefers the longer runtime, of equal ones the earlier.
func slower(a, b *sample) int {
	if c := cmp.Compare(b.Runtime, a.Runtime); c != 0 {
		return c
	}
	return a.place().compare(b.place())
}

// earlier prefers what came first.
func earlier(a, b *sample) int { return a.place().compare(b.place()) }

// samples are the best few executions, best first.
type samples []sample

// slowerWanted reports whether an execution may be among the n slowest.
func (s samples) slowerWanted(n int, runtime, time int64) bool {
	if len(s) < n {
		return true
	}
	last := &s[len(s)-1]
	return runtime > last.Runtime || runtime == last.Runtime && time <= last.Time
}

// keep adds x if it is among the best n.
func (s *samples) keep(x sample, n int, better better) {
	i, _ := slices.BinarySearchFunc(*s, x, func(a, b sample) int { return better(&a, &b) })
	if i >= n {
		return
	}
	if len(*s) == n {
		*s = (*s)[:n-1]
	}
	*s = slices.Insert(*s, i, x)
}

func (s *samples) merge(o samples, n int, better better) {
	for _, x := range o {
		s.keep(x, n, better)
	}
}

// size is about what the sample takes of memory.
func (s *sample) size() int {
	return 200 + len(s.SQL) + len(s.Error) + len(s.Method) + len(s.Thread) + len(s.Conn)
}
