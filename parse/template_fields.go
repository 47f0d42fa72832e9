package parse

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// tplField is what a group of a template is. Its text is its name.
type tplField string

const fieldNone tplField = ""

// TemplateFields are the names that groups and static fields of a template may
// have: those of the record, and the runtime in other units. Groups without a
// name, or with one that begins with an underscore, mean nothing.
func TemplateFields() []string {
	return []string{"time", "runtime_us", "runtime_ms", "runtime_s", "runtime_ns", "kind", "sql", "prepared", "batch_size",
		"rows", "update_count", "connection", "thread", "method", "url", "failed", "error"}
}

func tplFieldNamed(name string) (tplField, error) {
	if name == "" || name[0] == '_' {
		return fieldNone, nil
	}
	if !slices.Contains(TemplateFields(), name) {
		return fieldNone, fmt.Errorf("%q is no field: there are %s", name, strings.Join(TemplateFields(), ", "))
	}
	return tplField(name), nil
}

// kind says what a value of the field must be.
func (f tplField) kind() string {
	if f == "time" {
		return "a time stamp"
	}
	return "a number"
}

// power is that of ten by which a number becomes microseconds.
func (f tplField) power() int {
	switch f {
	case "runtime_s":
		return 6
	case "runtime_ms":
		return 3
	case "runtime_ns":
		return -3
	}
	return 0
}

// tplValue is the value of a field, and the number of its line in the record,
// from 0. A static one has none.
type tplValue struct {
	field tplField
	value []byte
	line  int
}

func staticFields(fields map[string]string) (list []tplValue, err error) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		f, err := tplFieldNamed(name)
		if err != nil {
			return nil, err
		}
		if f == fieldNone {
			return nil, fmt.Errorf("%q is no field: there are %s", name, strings.Join(TemplateFields(), ", "))
		}
		value := []byte(fields[name])
		switch f {
		case "time":
			if _, n, ok := parseStamp(value); !ok || n != len(value) {
				return nil, fmt.Errorf("%s: it is not %s", name, f.kind())
			}
		default:
			if _, ok := tplNumber(value, 0); !ok && f.isNumber() {
				return nil, fmt.Errorf("%s: it is not %s", name, f.kind())
			}
		}
		list = append(list, tplValue{f, value, 0})
	}
	return list, nil
}

func (f tplField) isNumber() bool {
	switch f {
	case "rows", "update_count", "batch_size":
		return true
	}
	return strings.HasPrefix(string(f), "runtime_")
}

// isText reports whether the field goes on from line to line.
func (f tplField) isText() bool { return f == "sql" || f == "prepared" || f == "error" }

// tplValues are the values of one record. Texts may be of several lines.
type tplValues struct {
	fields []tplValue
	now    tplField // the text that lines without groups go on with
	line   int      // the one being read
}

// take takes what the groups of a pattern matched.
func (v *tplValues) take(p *tplPattern, line []byte, m []int) {
	for i, f := range p.fields {
		if f == fieldNone || m[2*i] < 0 {
			continue
		}
		v.add(f, line[m[2*i]:m[2*i+1]])
	}
}

func (v *tplValues) add(f tplField, value []byte) {
	if f.isText() {
		v.now = f
	} else if value = trimSpace(value); len(value) == 0 || v.get(f) != nil {
		return
	}
	v.fields = append(v.fields, tplValue{f, value, v.line})
}

// goOn takes a whole line for the text that was last.
func (v *tplValues) goOn(line []byte) {
	if v.now != fieldNone {
		v.fields = append(v.fields, tplValue{v.now, line, v.line})
	}
}

// quote is the quote that the SQL leaves open.
func (v *tplValues) quote() (open byte) {
	for _, x := range v.fields {
		if x.field == v.now && v.now != "error" {
			open = quoteAt(x.value, open)
		}
	}
	return open
}

// get is the first value of a field, nil for none.
func (v *tplValues) get(f tplField) []byte {
	for _, x := range v.fields {
		if x.field == f {
			return x.value
		}
	}
	return nil
}

// text is a field of several lines. Lines that follow each other in the file are
// taken from there, with their line ends.
func (v *tplValues) text(f tplField, p *Parser) (text []byte) {
	var own []byte // text is built, not taken
	for _, x := range v.fields {
		switch {
		case x.field != f:
		case text == nil && own == nil:
			text = x.value[:len(x.value):cap(x.value)]
			if text == nil {
				text = []byte{}
			}
		case own == nil:
			if both := adjacent(text, x.value); both != nil {
				text = both
				break
			}
			n := len(text)
			for _, y := range v.fields {
				if y.field == f {
					n += len(y.value) + 1
				}
			}
			own = append(p.batch.Alloc(n)[:0], text...)
			fallthrough
		default:
			own = append(append(own, '\n'), x.value...)
		}
	}
	if own != nil {
		text = own
	}
	if text == nil {
		return nil
	}
	return trimSpace(text)
}

// adjacent is a and b as one, if b is what follows a's line end in memory; else nil.
func adjacent(a, b []byte) []byte {
	off := cap(a) - cap(b)
	if cap(a) == 0 || cap(b) == 0 || off <= len(a) || off > len(a)+2 || off+len(b) > cap(a) {
		return nil
	}
	all := a[:off+max(1, len(b))]
	if &all[off] != &b[:1][0] || all[off-1] != '\n' || off == len(a)+2 && all[len(a)] != '\r' {
		return nil
	}
	return all[:off+len(b)]
}

// wrong finds a value that cannot be read, and the line that it is on.
func (v *tplValues) wrong(p *Parser) (x tplValue, found bool) {
	for _, x := range v.fields {
		ok := true
		if x.field == "time" {
			_, _, n := p.Stamp(x.value)
			ok = n == len(x.value)
		} else if x.field.isNumber() {
			_, ok = tplNumber(x.value, 0)
		}
		if !ok {
			return x, true
		}
	}
	return x, false
}

// fill gives r its fields: those of the record before the static ones.
func (v *tplValues) fill(r *Record, t *RecordTemplate, p *Parser) {
	for _, x := range t.static {
		if v.get(x.field) == nil {
			v.set(r, x.field, x.value, p)
		}
	}
	for _, x := range v.fields {
		if !x.field.isText() {
			v.set(r, x.field, x.value, p)
		}
	}
	for _, f := range [...]tplField{"sql", "prepared", "error"} {
		if text := v.text(f, p); text != nil {
			v.set(r, f, text, p)
		}
	}
}

func (v *tplValues) set(r *Record, f tplField, value []byte, p *Parser) {
	number := func(power int) int64 {
		n, _ := tplNumber(value, power)
		return n
	}
	switch f {
	case "time":
		r.Time, r.DayOnly, _ = p.Stamp(value)
	case "kind":
		r.Kind = tplKind(value)
	case "sql":
		r.SQL = value
	case "prepared":
		r.Prepared = value
	case "batch_size":
		if n := number(0); n > 0 {
			r.BatchSize = int32(min(n, 1<<31-1))
			r.Kind = BatchKind
		}
	case "rows":
		r.Rows = number(0)
	case "update_count":
		r.UpdateCount = number(0)
	case "connection":
		r.Conn = value
	case "thread":
		r.Thread = value
	case "method":
		r.Method = value
	case "url":
		r.URL = p.URL(value)
	case "failed":
		r.Failed = r.Failed || tplTrue(value)
	case "error":
		if line, _ := cutLine(value); len(line) > 0 {
			r.Error, r.Failed = trimSpace(line), true
		}
	default:
		r.Runtime = number(f.power())
	}
}

// tplKind reads a kind in the words of the tools.
func tplKind(s []byte) Kind {
	for kind := Statement; kind <= Rollback; kind++ {
		if bytes.EqualFold(s, []byte(kind.String())) {
			return kind
		}
	}
	return Statement
}

// tplTrue reports whether a value says that something failed.
func tplTrue(s []byte) bool {
	switch strings.ToLower(string(s)) {
	case "", "0", "false", "no", "n", "ok", "success", "succeeded":
		return false
	}
	return true
}

// tplNumber reads a number, with a fraction or with its digits in groups, and
// gives it times ten to the power, rounded down; Unknown for one below zero.
func tplNumber(s []byte, power int) (n int64, ok bool) {
	if w := groupedWidth(s); len(s) > 0 && w == len(s) && (bytes.IndexByte(s, '.') < 0 || bytes.Count(s, []byte{'.'}) > 1) {
		if n = groupedNumber(s); n < 0 {
			return Unknown, true
		}
	} else {
		neg := len(s) > 0 && s[0] == '-'
		if neg {
			s = s[1:]
		}
		whole, fraction, _ := bytes.Cut(s, []byte{'.'})
		v, w := digits(whole, 0, 18)
		if w == 0 || w != len(whole) {
			return 0, false
		}
		for _, c := range fraction {
			if c < '0' || c > '9' {
				return 0, false
			}
			if power > 0 {
				v, power = scaled(v, 10)+int64(c-'0'), power-1
			}
		}
		if n = v; neg {
			return Unknown, true
		}
	}
	for ; power > 0; power-- {
		n = scaled(n, 10)
	}
	for ; power < 0; power++ {
		n /= 10
	}
	return n, true
}
