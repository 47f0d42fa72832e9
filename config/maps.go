package config

import (
	"errors"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

var nameSyntax = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,39}$`)

// entries reads schemes or templates: a section of names, each with fields.
// It stops at nothing; what is wrong is in f.errs.
func entries[T any](f *file, section string, node *yaml.Node, field func(f *file, t *T, at, name string, key, node *yaml.Node)) map[string]T {
	all := map[string]T{}
	f.mapping(section, node, func(name string, key, node *yaml.Node) {
		at := section + "." + name
		if !nameSyntax.MatchString(name) {
			f.complain(section, key, quote(name)+" is not a name of a-z, 0-9, _ and -, a letter first")
			return
		}
		var t T
		f.lines[at] = f.place(key)
		f.mapping(at, node, func(name string, key, node *yaml.Node) {
			field(f, &t, at, name, key, node)
		})
		all[name] = t
	})
	return all
}

// fields are the settings of a scheme in the order in which they are shown.
func (s *Scheme) fields() []schemeValue {
	return []schemeValue{
		{"base", word(&s.Base)},
		{"insert", word(&s.Insert)},
		{"commit", oneOf(&s.Commit, "", "sync", "async")},
		{"tables", oneOf(&s.Tables, "", "logged", "unlogged")},
		{"indexes", oneOf(&s.Indexes, "", "before", "after")},
		{"batch_rows", count(&s.BatchRows, 1, 10_000_000).or("auto", 0)},
		{"loaders", count(&s.Loaders, 1, 64).or("auto", 0)},
	}
}

type schemeValue struct {
	name string
	value
}

func schemeField(f *file, s *Scheme, at, name string, key, node *yaml.Node) {
	fields := s.fields()
	i := slices.IndexFunc(fields, func(v schemeValue) bool { return v.name == name })
	if i < 0 {
		var names []string
		for _, v := range fields {
			names = append(names, v.name)
		}
		f.unknownField(at, name, key, names)
		return
	}
	text, given := f.scalar(at+"."+name, node, false)
	if !given {
		return
	}
	if err := fields[i].Set(text); err != nil {
		f.complain(at+"."+name, node, err.Error())
		return
	}
	f.lines[at+"."+name] = f.place(node)
}

func templateField(f *file, t *Template, at, name string, key, node *yaml.Node) {
	path := at + "." + name
	f.lines[path] = f.place(node)
	var p *string
	switch name {
	case "start":
		p = &t.Start
	case "continuation":
		p = &t.Continuation
	case "end":
		p = &t.End
	case "fields":
		t.Fields = map[string]string{}
		f.mapping(path, node, func(field string, _, node *yaml.Node) {
			if text, given := f.scalar(path+"."+field, node, false); given {
				t.Fields[field] = text
			}
		})
		return
	case "samples":
		if node = target(node); node.Kind != yaml.SequenceNode {
			f.complain(path, node, "is "+kind(node)+", not a list")
			return
		}
		for _, item := range node.Content {
			if text, given := f.scalar(path, item, false); given {
				t.Samples = append(t.Samples, text)
			}
		}
		return
	default:
		f.unknownField(at, name, key, []string{"start", "continuation", "end", "fields", "samples"})
		return
	}
	if text, given := f.scalar(path, node, false); given {
		*p = text
	}
}

func (f *file) unknownField(at, name string, key *yaml.Node, known []string) {
	hint := didYouMean(name, known)
	if hint == "" {
		hint = "; " + at + " has " + strings.Join(known, ", ")
	}
	f.complain(at+"."+name, key, "unknown key"+hint)
}

// problems are what is wrong with t, by field ("" for the whole). What groups
// may be called is the business of the parser that compiles the template.
func (t Template) problems() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if t.Start == "" && !yield("", errors.New("has no start")) {
			return
		}
		for _, p := range []struct{ field, pattern string }{{"start", t.Start}, {"continuation", t.Continuation}, {"end", t.End}} {
			if _, err := regexp.Compile(p.pattern); err != nil && !yield(p.field, badPattern(err)) {
				return
			}
		}
	}
}

// texts are the parts of t as texts, in the order in which they are shown.
func (t Template) texts() []templateText {
	var fields []string
	for _, name := range slices.Sorted(maps.Keys(t.Fields)) {
		fields = append(fields, name+"="+t.Fields[name])
	}
	return []templateText{
		{"start", t.Start}, {"continuation", t.Continuation}, {"end", t.End},
		{"fields", strings.Join(fields, " ")},
		{"samples", strings.Join(t.Samples, "\n")},
	}
}

type templateText struct{ field, text string }
