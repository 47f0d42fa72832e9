package parse

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// p6Piece is a part of a template.
type p6Piece struct {
	kind p6Kind
	text []byte // of a literal
}

type p6Kind uint8

const (
	p6Literal p6Kind = iota
	p6Colon          // a full-width colon, which encodings are prone to damage
	p6Break          // a line break, and blanks behind it
	p6Conn
	p6When
	p6Elapsed
	p6Cat
	p6URL
	p6Method
	p6Ignore
	p6Prepared // texts from here on
	p6SQL
	p6Block // an SQL that ends at an empty line
)

// p6Fields are the placeholders (com.p6spy.engine.spy.appender.CustomLineFormat).
var p6Fields = [...]struct {
	name   string
	kind   p6Kind
	oneRow bool
}{
	{"connectionId", p6Conn, true}, {"currentTime", p6When, true}, {"executionTime", p6Elapsed, true}, {"category", p6Cat, true},
	{"effectiveSql", p6Prepared, false}, {"effectiveSqlSingleLine", p6Prepared, true}, {"sql", p6SQL, false}, {"sqlSingleLine", p6SQL, true},
	{"url", p6URL, true}, {"method", p6Method, true}, {"ignore", p6Ignore, true}, {"block", p6Block, false},
}

// NewP6SpyTemplate compiles a customLogMessageFormat, as it stands in
// spy.properties, or the name of one of the presets, which the error
// for any other name lists.
func NewP6SpyTemplate(text string) (*P6SpyTemplate, error) {
	for _, p := range p6Presets {
		if p.name == text {
			return compileP6(p.template)
		}
	}
	if !strings.Contains(text, "%(") {
		var names []string
		for _, p := range p6Presets {
			names = append(names, p.name)
		}
		return nil, fmt.Errorf("%.20q has no placeholder like %%(sql) and is not one of %s", text, strings.Join(names, ", "))
	}
	return compileP6(unescapeProperty(text))
}

// compileP6 is NewP6SpyTemplate for a text without escapes.
func compileP6(text string) (*P6SpyTemplate, error) {
	t := &P6SpyTemplate{text: text, oneRow: true}
	var err error
	if t.pieces, err = t.compile(strings.Trim(text, " \t\r\n")); err != nil {
		return nil, err
	}
	t.starts = []p6Start{startOf(t.pieces)}
	if len(text) == len([]rune(text)) {
		return t, nil
	}
	for _, e := range [...]encoding.Encoding{simplifiedchinese.GB18030, korean.EUCKR, japanese.ShiftJIS} {
		if s, err := e.NewEncoder().String(strings.Trim(text, " \t\r\n")); err == nil {
			if pieces, err := new(P6SpyTemplate).compile(s); err == nil {
				t.starts = append(t.starts, startOf(pieces))
			}
		}
	}
	return t, nil
}

func (t *P6SpyTemplate) compile(s string) (pieces []p6Piece, err error) {
	sql := false
	for len(s) > 0 {
		at := strings.Index(s, "%(")
		if at != 0 {
			if at < 0 {
				at = len(s)
			}
			pieces = t.literal(pieces, s[:at])
			s = s[at:]
			continue
		}
		name, rest, ok := strings.Cut(s[2:], ")")
		if !ok {
			return nil, errors.New("a %( is not closed")
		}
		s = rest
		var kind p6Kind
		for _, f := range p6Fields {
			if f.name == name {
				kind = f.kind
				t.oneRow = t.oneRow && f.oneRow
			}
		}
		if kind == p6Literal {
			var names []string
			for _, f := range p6Fields {
				names = append(names, f.name)
			}
			return nil, fmt.Errorf("%.20q is no placeholder, these are: %s", name, strings.Join(names, ", "))
		}
		if n := len(pieces); n > 0 && pieces[n-1].open() && (kind >= p6When) {
			return nil, fmt.Errorf("nothing tells %%(%s) from what is before it", name)
		}
		sql = sql || kind >= p6Prepared
		pieces = append(pieces, p6Piece{kind: kind})
	}
	if !sql {
		return nil, errors.New("has no SQL: %(sql), %(sqlSingleLine), %(effectiveSql) or %(effectiveSqlSingleLine)")
	}
	return pieces, nil
}

// literal appends the pieces of text without placeholders.
func (t *P6SpyTemplate) literal(pieces []p6Piece, s string) []p6Piece {
	for len(s) > 0 {
		i := strings.IndexAny(s, "\r\n：")
		if i < 0 {
			return append(pieces, p6Piece{text: []byte(s)})
		}
		if i > 0 {
			pieces = append(pieces, p6Piece{text: []byte(s[:i])})
			s = s[i:]
		}
		if strings.HasPrefix(s, "：") {
			pieces = append(pieces, p6Piece{kind: p6Colon})
			s = s[len("："):]
			continue
		}
		pieces = append(pieces, p6Piece{kind: p6Break})
		t.breaks++
		s = strings.TrimPrefix(strings.TrimPrefix(s, "\r"), "\n")
		s = strings.TrimLeft(s, " \t")
	}
	return pieces
}

// open reports whether the piece has no end of its own.
func (x *p6Piece) open() bool { return x.kind == p6When || x.kind >= p6URL }

// unescapeProperty undoes the escapes of a value in a .properties file
// (java.util.Properties.load).
func unescapeProperty(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'f':
			b.WriteByte('\f')
		case 'u':
			if v, err := strconv.ParseUint(s[min(len(s), i+1):min(len(s), i+5)], 16, 16); err == nil && i+4 < len(s) {
				b.WriteRune(rune(v))
				i += 4
				break
			}
			b.WriteByte('u')
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
