package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// listValue is a list of words: one a line, or apart by commas.
type listValue struct {
	p     *[]string
	known []string // the only words that it takes, nil for no such limit
}

// list takes words; those it knows, if any are named.
func list(p *[]string, known ...string) value { return listValue{p, known} }

func (v listValue) Set(s string) error {
	var words []string
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ',' || r == '\n' }) {
		word = strings.TrimSpace(word)
		if v.known != nil && !slices.Contains(v.known, word) {
			return fmt.Errorf("%s is not one of %s%s", quote(word), strings.Join(v.known, ", "), didYouMean(word, v.known))
		}
		if word != "" {
			words = append(words, word)
		}
	}
	*v.p = words
	return nil
}

func (v listValue) String() string { return strings.Join(*v.p, ",") }
func (v listValue) Type() string   { return "list" }

// linesValue is a list of texts that may hold commas, one a line.
type linesValue struct{ p *[]string }

func textLines(p *[]string) value { return linesValue{p} }

func (v linesValue) Set(s string) error {
	*v.p = slices.DeleteFunc(strings.Split(s, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	if len(*v.p) == 0 {
		*v.p = nil
	}
	return nil
}

func (v linesValue) String() string { return strings.Join(*v.p, "\n") }
func (v linesValue) Type() string   { return "list" }

// patternValue is a regular expression, "" for none.
type patternValue struct{ p *string }

func pattern(p *string) value { return patternValue{p} }

func (v patternValue) Set(s string) error {
	if _, err := regexp.Compile(s); err != nil {
		return badPattern(err)
	}
	*v.p = s
	return nil
}

func (v patternValue) String() string { return *v.p }
func (v patternValue) Type() string   { return "value" }
