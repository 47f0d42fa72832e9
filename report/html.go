package report

import (
	_ "embed"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

//go:embed page.html
var page string

// maxPage bounds the data of a page, in bytes: what a browser opens at once.
const maxPage = 2_800_000

// WriteHTML writes r as one page that needs no network: r itself as JSON, and
// what draws it. A page is at most 3 MB: where r is larger, samples, texts and
// courses are shortened, those of the first statements last, and at worst
// statements are left out; the page says so.
func (r *Report) WriteHTML(w io.Writer) error {
	data, err := r.pageData(maxPage)
	if err != nil {
		return err
	}
	before, after, _ := strings.Cut(page, "{{data}}")
	for _, part := range []string{before, string(data), after} {
		if _, err := io.WriteString(w, part); err != nil {
			return err
		}
	}
	return nil
}

// detail is how much of a statement is shown.
type detail struct{ samples, text, slots int }

// details go from all there is to what a table needs.
var details = [...]detail{{8, 16_000, 2_000}, {3, 4_000, 300}, {2, 1_500, 100}, {1, 800, 40}, {1, 300, 16}, {1, 160, 0}}

const (
	foremost   = 25 // statements that are shown in more detail than the rest
	pageGroups = 100
)

// pageReport is a Report as the page reads it.
type pageReport struct {
	*Report
	Statements []json.RawMessage `json:"statements"`
	Shortened  bool              `json:"shortened"` // statements are not in full detail
	Omitted    int               `json:"omitted"`   // statements
}

// pageStatement is a Statement whose course takes less room.
type pageStatement struct {
	Statement
	Course [][4]int64 `json:"five_minutes"` // start in seconds of Unix time, calls, µs, failed
}

var errPageSize = errors.New("report: what is left of a page is too large")

// pageData is r as JSON of up to limit bytes. json.Marshal escapes <, > and &,
// so that no text of a log ends the script.
func (r *Report) pageData(limit int) ([]byte, error) {
	for level := range details {
		for n := len(r.Statements); ; n /= 2 {
			data, err := r.pageAt(level, n, limit)
			if err == nil || !errors.Is(err, errPageSize) {
				return data, err
			}
			if level < len(details)-1 {
				break // shorter before fewer
			}
			if n == 0 {
				return nil, err
			}
		}
	}
	return nil, errPageSize
}

// pageAt is the first n statements and all else at one level of detail.
func (r *Report) pageAt(level, n, limit int) ([]byte, error) {
	d := details[level]
	short := *r
	for _, b := range []*Breakdown{&short.Types, &short.Tables, &short.Methods, &short.Systems, &short.Hosts, &short.Connections, &short.Threads, &short.Files} {
		b.Groups = b.Groups[:min(len(b.Groups), pageGroups)]
	}
	short.Slowest = shortExecutions(r.Slowest, len(r.Slowest), d.text)
	short.Errors = append([]ErrorClass(nil), r.Errors[:min(len(r.Errors), pageGroups)]...)
	for i := range short.Errors {
		e := &short.Errors[i]
		e.Message, e.Samples = shortText(e.Message, d.text), shortExecutions(e.Samples, d.samples, d.text)
	}
	p := pageReport{Report: &short, Statements: []json.RawMessage{}, Omitted: len(r.Statements) - n, Shortened: level > 0}
	size := 0
	for i, s := range r.Statements[:n] {
		at := level
		if i < foremost {
			at = max(0, level-2)
		}
		text, err := json.Marshal(shortStatement(s, details[at]))
		if err != nil {
			return nil, err
		}
		if size += len(text); size > limit {
			return nil, errPageSize
		}
		p.Statements = append(p.Statements, text)
	}
	data, err := json.Marshal(p)
	if err == nil && len(data) > limit {
		err = errPageSize
	}
	return data, err
}

func shortStatement(s Statement, d detail) pageStatement {
	if short := shortText(s.Normalized, d.text); len(short) < len(s.Normalized) {
		s.Normalized, s.Cut = short, true
	}
	p := pageStatement{Statement: s}
	p.Samples = shortExecutions(s.Samples, d.samples, d.text)
	p.Course, p.SlotWidth = shortCourse(s.Course, s.SlotWidth, d.slots)
	return p
}

// shortCourse is a course in up to n slots, which get wider for it.
func shortCourse(slots []Slot, width int64, n int) ([][4]int64, int64) {
	list := [][4]int64{}
	if len(slots) == 0 || n == 0 || width <= 0 {
		return list, width
	}
	first := slots[0].Start.Unix()
	if all := (slots[len(slots)-1].Start.Unix()-first)/width + 1; len(slots) > n {
		width *= (all + int64(n) - 1) / int64(n)
	}
	for _, s := range slots {
		at := first + (s.Start.Unix()-first)/width*width
		if len(list) == 0 || list[len(list)-1][0] != at {
			list = append(list, [4]int64{at})
		}
		last := &list[len(list)-1]
		last[1] += s.Calls
		last[3] += s.Failed
		if s.RuntimeUS != nil {
			last[2] += *s.RuntimeUS
		}
	}
	return list, width
}

func shortExecutions(list []Execution, n, text int) []Execution {
	short := append([]Execution{}, list[:min(n, len(list))]...)
	for i := range short {
		x := &short[i]
		if sql := shortText(x.SQL, text); len(sql) < len(x.SQL) {
			x.SQL, x.Cut = sql, true
		}
		if x.Error != nil {
			e := shortText(*x.Error, text)
			x.Error = &e
		}
	}
	return short
}

// shortText is up to n bytes of s, in whole characters.
func shortText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
