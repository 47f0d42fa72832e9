package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxFile is the size from which on a file is no configuration but a log
// given by mistake.
const maxFile = 1 << 20

// maxComplaints is how many are told about one file: one that has more is
// something else altogether.
const maxComplaints = 20

// file is a configuration file taken apart: the text of every value and the
// place where it stands. Values stay texts until their key says what they are,
// so that a group 20240131 or a port 08080 is not made a number on the way.
type file struct {
	path      string
	values    map[string]string // by key
	lines     map[string]string // by key: path:line
	schemes   map[string]Scheme
	templates map[string]Template
	errs      []error
}

func newFile(path string) file {
	return file{path: path, values: map[string]string{}, lines: map[string]string{}}
}

// tree is the values by section and leaf, as viper takes them.
func (f *file) tree() map[string]any {
	tree := map[string]any{}
	for _, k := range Keys() {
		if text, given := f.values[k.Name]; given {
			section, _ := tree[k.Section()].(map[string]any)
			if section == nil {
				section = map[string]any{}
				tree[k.Section()] = section
			}
			section[k.Leaf()] = text
		}
	}
	return tree
}

// read takes the file at path apart and tells all that is wrong with its
// form: what cannot be read, keys that are unknown or stand twice, lists and
// sections in place of values.
func read(path string) (file, []error) {
	text, err := content(path)
	if err != nil {
		return newFile(path), []error{err}
	}
	return dissect(path, text)
}

func dissect(path string, text []byte) (file, []error) {
	f := newFile(path)
	root, err := parse(path, text)
	if err != nil {
		return f, []error{err}
	}
	if root == nil { // empty, or nothing but comments
		return f, nil
	}
	if root = target(root); root.Kind != yaml.MappingNode {
		return f, []error{fmt.Errorf("config: %s:%d: is %s, not sections of keys", path, root.Line, kind(root))}
	}
	f.mapping("", root, func(name string, key, node *yaml.Node) {
		switch {
		case name == "schemes":
			f.schemes = entries(&f, name, node, schemeField)
		case name == "templates":
			f.templates = entries(&f, name, node, templateField)
		case slices.Contains(Known(), name): // load.loaders: 4, without a section
			f.value(name, node)
		case slices.Contains(sections(), name):
			f.mapping(name, node, func(leaf string, key, node *yaml.Node) {
				f.value(name+"."+leaf, node)
			})
		default:
			f.complain(name, key, "unknown key"+suggest(name))
		}
	})
	if more := len(f.errs) - maxComplaints; more > 0 {
		f.errs = append(f.errs[:maxComplaints], fmt.Errorf("config: %s: %d more complaints", path, more))
	}
	return f, f.errs
}

// content is the file at path, which may be a pipe.
func content(path string) ([]byte, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, pathError(path, err)
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return nil, pathError(path, err)
	}
	if len(text) > maxFile {
		return nil, fmt.Errorf("config: %s: is larger than %s", path, Size(maxFile))
	}
	return text, nil
}

// parse is the one YAML document in text, nil when it is empty.
func parse(path string, text []byte) (*yaml.Node, error) {
	var doc, next yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	if err := decoder.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, yamlError(path, err)
	}
	if err := decoder.Decode(&next); err == nil {
		return nil, fmt.Errorf("config: %s:%d: begins a second document", path, next.Line)
	} else if !errors.Is(err, io.EOF) {
		return nil, yamlError(path, err)
	}
	if len(doc.Content) == 0 || null(doc.Content[0]) {
		return nil, nil
	}
	return doc.Content[0], nil
}

// pathError is err of the operating system with the path once.
func pathError(path string, err error) error {
	if e := (*os.PathError)(nil); errors.As(err, &e) {
		err = e.Err
	}
	return fmt.Errorf("config: %s: %w", path, err)
}

var yamlLine = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?(?s:(.*))$`)

// yamlError is err of the YAML parser, with its line where a line belongs.
func yamlError(path string, err error) error {
	m := yamlLine.FindStringSubmatch(err.Error())
	if m[1] != "" {
		path += ":" + m[1]
	}
	return fmt.Errorf("config: %s: is not YAML: %s", path, strings.ReplaceAll(m[2], "\n", " "))
}

// keySyntax is what a key may look like to be repeated in a message: what is
// no name may be anything, a line of a log even.
var keySyntax = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,60}$`)

// mapping calls visit with every key of node, which stands at key, once.
func (f *file) mapping(at string, node *yaml.Node, visit func(name string, key, node *yaml.Node)) {
	node = target(node)
	if null(node) { // load: with every key under it commented out
		return
	}
	if node.Kind != yaml.MappingNode {
		f.complain(at, node, "is "+kind(node)+", not keys with values")
		return
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		name := key.Value
		if key.Kind != yaml.ScalarNode || !keySyntax.MatchString(name) {
			f.complain(at, key, "has a key that is no name")
			continue
		}
		if line, twice := seen[name]; twice {
			f.complain(join(at, name), key, fmt.Sprintf("stands twice, first in line %d", line))
			continue
		}
		seen[name] = key.Line
		visit(name, key, value)
	}
}

// value takes the text of a setting.
func (f *file) value(name string, node *yaml.Node) {
	i := slices.IndexFunc(Keys(), func(k Key) bool { return k.Name == name })
	if i < 0 {
		f.complain(name, node, "unknown key"+suggest(name))
		return
	}
	if _, twice := f.values[name]; twice {
		f.complain(name, node, "stands twice, first in "+f.lines[name])
		return
	}
	if text, given := f.scalar(name, node, Keys()[i].Kind() == "list"); given {
		f.values[name] = text
		f.lines[name] = f.place(node)
	}
}

// scalar is the text of node, lists on lines of their own where they may be;
// not given when node is null or wrong, which is complained about.
func (f *file) scalar(name string, node *yaml.Node, list bool) (text string, given bool) {
	node = target(node)
	switch {
	case null(node):
		return "", false
	case node.Kind == yaml.ScalarNode:
		return node.Value, true
	case node.Kind == yaml.SequenceNode && list:
		var items []string
		for _, item := range node.Content {
			text, given := f.scalar(name, item, false)
			if !given {
				return "", false
			}
			items = append(items, text)
		}
		return strings.Join(items, "\n"), true
	}
	f.complain(name, node, "is "+kind(node)+", not a value")
	return "", false
}

// complain notes what is wrong with name, "" for the file as a whole.
func (f *file) complain(name string, node *yaml.Node, text string) {
	if name == "" {
		f.errs = append(f.errs, fmt.Errorf("config: %s: %s", f.place(node), text))
		return
	}
	f.errs = append(f.errs, complain(name, errors.New(text), f.place(node)))
}

func (f *file) place(node *yaml.Node) string {
	return fmt.Sprintf("%s:%d", f.path, node.Line)
}

// target is node, or what it is an alias of.
func target(node *yaml.Node) *yaml.Node {
	for node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	return node
}

func null(node *yaml.Node) bool {
	return node.Kind == yaml.ScalarNode && node.Tag == "!!null"
}

func kind(node *yaml.Node) string {
	switch node.Kind {
	case yaml.MappingNode:
		return "a section"
	case yaml.SequenceNode:
		return "a list"
	}
	return "a value"
}

func join(section, name string) string {
	if section == "" {
		return name
	}
	return section + "." + name
}

// sections are the names that may begin a line of the file.
func sections() []string {
	var names []string
	for _, k := range Keys() {
		if !slices.Contains(names, k.Section()) {
			names = append(names, k.Section())
		}
	}
	return append(names, "schemes", "templates")
}

// suggest is the end of the message about an unknown key: the nearest known
// one, be it of the same leaf in another section or a flag's name, else the
// keys that there are.
func suggest(name string) string {
	section, leaf, inside := strings.Cut(name, ".")
	if !inside {
		leaf = name
	}
	for _, k := range Keys() {
		if long, _ := k.FlagName(); k.Leaf() == leaf || long == leaf || long != "" && long == strings.ReplaceAll(leaf, "_", "-") {
			return ", did you mean " + k.Name + "?"
		}
	}
	known, what := sections(), "sections are "
	if inside {
		known, what = Known(), section+" has "
	}
	if hint := didYouMean(name, known); hint != "" {
		return hint
	}
	var names []string
	for _, k := range Keys() {
		if inside && k.Section() == section {
			names = append(names, k.Leaf())
		}
	}
	if !inside {
		names = sections()
	}
	return "; " + what + strings.Join(names, ", ")
}
