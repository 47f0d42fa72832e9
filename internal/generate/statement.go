package generate

import (
	_ "embed" // statements.sql
	"fmt"
	"slices"
	"strconv"
	"strings"
)

//go:embed statements.sql
var statementsSQL string

// statement is one SQL text of the application, cut at its placeholders: literals[0] kinds[0] literals[1] … literals[len(kinds)].
type statement struct {
	kind     string // of the SQL, as record.type
	class    string // Case
	method   string // byId
	line     int    // of the call in the class's source
	rows     int    // read or changed, at most
	median   int64  // runtime in µs
	batch    bool   // sent in batches too
	nested   *statement
	index    int    // in book.statements
	prepared string // with ? for each placeholder
	literals []string
	kinds    []kind
}

// book is the statements as one layout writes them, and the tables to draw from. It is read by many streams at once.
type book struct {
	statements []*statement
	frequency  []uint16 // indexes of statements, as often as they are to be drawn
	runtimes   *spread
	pauses     *spread
}

// Exponent of the statements' frequencies: with it the average P6Spy record has about 360 bytes.
const zipfExponent = 1.2

// readBook reads statements.sql with the texts as l writes them.
func readBook(l layout) (*book, error) {
	b := &book{runtimes: newSpread(1.1), pauses: newSpread(0.8)}
	nested := make(map[*statement]string)
	lines := make(map[string]int)
	_, rest, _ := strings.Cut(statementsSQL, "\n--! ")
	for i, section := range strings.Split(rest, "\n--! ") {
		head, text, _ := strings.Cut(section, "\n")
		s, child, err := readStatement(head, l.text(strings.TrimSpace(text)))
		if err != nil {
			return nil, fmt.Errorf("statements.sql: statement %d: %w", i+1, err)
		}
		if child != "" {
			nested[s] = child
		}
		s.index = i
		lines[s.class] += 17
		s.line = 24 + lines[s.class]
		b.statements = append(b.statements, s)
	}
	for s, name := range nested {
		i := slices.IndexFunc(b.statements, func(c *statement) bool { return c.class+"."+c.method == name })
		if i < 0 {
			return nil, fmt.Errorf("statements.sql: %s.%s: nested %s is not there", s.class, s.method, name)
		}
		s.nested = b.statements[i]
	}
	b.frequency = zipf(len(b.statements), zipfExponent, 1<<14)
	return b, nil
}

// readStatement reads one section and returns the name of its nested statement, if it has one.
func readStatement(head, text string) (s *statement, nested string, err error) {
	f := strings.Fields(head)
	if len(f) < 4 {
		return nil, "", fmt.Errorf("%d words in its head, not 4", len(f))
	}
	s = &statement{kind: f[0]}
	s.class, s.method, _ = strings.Cut(f[1], ".")
	if s.rows, err = strconv.Atoi(f[2]); err != nil {
		return nil, "", fmt.Errorf("rows: %w", err)
	}
	if s.median, err = strconv.ParseInt(f[3], 10, 64); err != nil {
		return nil, "", fmt.Errorf("median: %w", err)
	}
	for _, option := range f[4:] {
		key, value, _ := strings.Cut(option, "=")
		switch key {
		case "batch":
			s.batch = true
		case "nested":
			nested = value
		default:
			return nil, "", fmt.Errorf("option %q is not known", key)
		}
	}
	return s, nested, s.cut(text)
}

// cut takes the placeholders out of text.
func (s *statement) cut(text string) error {
	literal := ""
	for {
		before, after, found := strings.Cut(text, "#{")
		literal += before
		if !found {
			s.literals = append(s.literals, literal)
			s.prepared = strings.Join(s.literals, "?")
			return nil
		}
		inside, rest, _ := strings.Cut(after, "}")
		name, times, repeated := strings.Cut(inside, "*")
		k, ok := kindNamed(name)
		if !ok {
			return fmt.Errorf("placeholder %q is not known", name)
		}
		n := 1
		if repeated {
			var err error
			if n, err = strconv.Atoi(times); err != nil {
				return fmt.Errorf("placeholder %s: %w", name, err)
			}
		}
		for range n {
			s.literals = append(s.literals, literal)
			s.kinds = append(s.kinds, k)
			literal = ", "
		}
		literal, text = "", rest
	}
}
