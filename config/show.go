package config

import (
	"maps"
	"slices"
	"strings"
)

// Setting is one value in force, ready to be shown.
type Setting struct {
	Key    string `json:"key"`
	Value  string `json:"value"`  // secrets masked
	Source string `json:"source"` // default, path:line, environment variable or flag
}

// Source tells where the value of key came from: "default", the file's
// path:line, the environment variable, or the flag with its dashes.
func (c Config) Source(key string) string {
	if s := c.sources[key]; s != "" {
		return s
	}
	return "default"
}

// Settings lists every value in force with its source, in the order of Keys,
// the user's schemes and templates behind them.
func (c Config) Settings() []Setting {
	var all []Setting
	add := func(key, value string) {
		all = append(all, Setting{key, value, c.Source(key)})
	}
	for _, k := range Keys() {
		add(k.Name, k.Text(c))
	}
	for _, name := range slices.Sorted(maps.Keys(c.Schemes)) {
		s := c.Schemes[name]
		for _, v := range s.fields() {
			if key := "schemes." + name + "." + v.name; c.sources[key] != "" {
				add(key, v.String())
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Templates)) {
		for _, v := range c.Templates[name].texts() {
			if key := "templates." + name + "." + v.field; v.text != "" {
				add(key, v.text)
			}
		}
	}
	return all
}

// Example is a jdbclog.yaml that sets nothing: every key commented out (#key:)
// with its default, and before it what it does and why the default is that.
func Example() string {
	var b strings.Builder
	b.WriteString("# Settings of jdbclog; a key behind a # has its default.\n")
	section := ""
	for _, k := range Keys() {
		if k.Section() != section {
			section = k.Section()
			b.WriteString("\n" + section + ":\n")
		}
		b.WriteString("  # " + strings.ReplaceAll(k.Doc, "`", "") + "\n")
		b.WriteString("  # default: " + k.Why + "\n")
		b.WriteString("  #" + k.Leaf() + ": " + yamlText(k.Default) + "\n")
	}
	b.WriteString(exampleMaps)
	return b.String()
}

// yamlText is s as a YAML value.
func yamlText(s string) string {
	if s == "" {
		return `""`
	}
	return s
}

const exampleMaps = `
# Loading schemes of your own, by name; what is left out is the base's.
schemes:
  #nightly:
  #  base: copy-index-after
  #  batch_rows: 20000
  #  loaders: 4

# Formats of your own: regular expressions with groups named after the fields
# of a record. 'jdbclog formats test NAME' shows what they make of the samples.
templates:
  #shop:
  #  start: '^(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}) (?P<runtime_ms>\d+) ms: (?P<sql>.*)$'
  #  continuation: '^\s+(?P<sql>.*)$'
  #  end: '^--$'
  #  fields:
  #    thread: main
  #  samples:
  #    - '2024-01-31 10:00:00,123 5 ms: select 1'
`
