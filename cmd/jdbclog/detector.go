package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"jdbclog/config"
	"jdbclog/parse"
	"jdbclog/pipeline"
)

// somePaths is for commands that read the paths they are given.
func somePaths(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return misuse("which logs? Name a file, a folder, a pattern, or - for standard input")
	}
	return nil
}

// formats are those to choose from: the user's own first, or the one that the
// settings name.
func (a *app) formats() (list []parse.Format, fixed bool, err error) {
	c := a.Config.Input
	own, err := a.templates()
	if err != nil {
		return nil, false, err
	}
	list = append(own, parse.Formats()...)
	if c.FormatTemplate != "" {
		t, err := parse.NewP6SpyTemplate(c.FormatTemplate)
		if err != nil {
			return nil, false, fmt.Errorf("config: input.format_template: %w", err)
		}
		return []parse.Format{t}, true, nil
	}
	if c.Format == "auto" {
		return list, false, nil
	}
	var known []string
	for _, f := range list {
		if f.Name() == c.Format {
			return []parse.Format{f}, true, nil
		}
		known = append(known, f.Name())
	}
	hint := ""
	if n := config.Nearest(c.Format, known); n != "" {
		hint = ", did you mean " + n + "?"
	}
	return nil, false, fmt.Errorf("config: input.format: %q is not one of %s%s", c.Format, strings.Join(known, ", "), hint)
}

// templates are the formats of the user's own, by name.
func (a *app) templates() (list []parse.Format, err error) {
	for _, name := range slices.Sorted(maps.Keys(a.Config.Templates)) {
		t, err := a.template(name)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// template compiles the template of that name.
func (a *app) template(name string) (*parse.RecordTemplate, error) {
	t := a.Config.Templates[name]
	for _, f := range parse.Formats() {
		if f.Name() == name {
			return nil, fmt.Errorf("config: templates.%s: there is a format of that name", name)
		}
	}
	x, err := parse.NewRecordTemplate(parse.Template{Name: name, Start: t.Start, Continuation: t.Continuation, End: t.End, Fields: t.Fields})
	if err != nil {
		return nil, fmt.Errorf("config: templates.%s.%w", name, err)
	}
	return x, nil
}

// options are what the settings tell detection.
func (a *app) options() (parse.DetectOptions, error) {
	c := a.Config.Input
	list, fixed, err := a.formats()
	if err != nil {
		return parse.DetectOptions{}, err
	}
	o := parse.DetectOptions{Formats: list, Fixed: fixed, Pattern: c.LogPattern, Encoding: c.Encoding, Zone: c.Timezone}
	if o.Pattern != "" {
		if _, err := parse.ParseLayout(o.Pattern); err != nil {
			return o, fmt.Errorf("config: input.log_pattern: %w", err)
		}
	}
	if c.Encoding != "auto" {
		if _, err := parse.LookupEncoding(c.Encoding); err != nil {
			return o, fmt.Errorf("config: input.encoding: %w", err)
		}
	}
	if c.Date != "" {
		if o.Date, err = time.Parse(time.DateOnly, c.Date); err != nil {
			return o, fmt.Errorf("config: input.date: %w", err)
		}
	}
	return o, nil
}

// preferred is the format whose fields win where tools report the same
// execution, "" for the finer ones.
func (a *app) preferred(formats []parse.Format) (string, error) {
	name := a.Config.Input.Prefer
	if name == "auto" {
		return "", nil
	}
	var known []string
	for _, f := range formats {
		if f.Name() == name {
			return name, nil
		}
		known = append(known, f.Name())
	}
	return "", fmt.Errorf("config: input.prefer: %q is not one of auto, %s", name, strings.Join(known, ", "))
}

// detector makes the function that finds out what a file is.
func (a *app) detector() (func(*pipeline.File) error, error) {
	o, err := a.options()
	if err != nil {
		return nil, err
	}
	prefer, err := a.preferred(o.Formats)
	if err != nil {
		return nil, err
	}
	return func(f *pipeline.File) error {
		d, err := detect(f, o)
		if err != nil {
			return err
		}
		if err := d.Err(); err != nil {
			return err
		}
		f.Source = d.Source(f.Path, a.Config.Input.Timezone, int(a.Config.Input.MaxRecord))
		f.Source.KeepDuplicates, f.Source.Prefer = a.Config.Input.KeepDuplicates, prefer
		return nil
	}, nil
}

// longHead is how much of a file is looked at when its head shows no known format:
// an application may write a lot before its first statement.
const longHead = 16 << 20

func detect(f *pipeline.File, o parse.DetectOptions) (*parse.Detection, error) {
	o.Path, o.ModTime, o.Whole = f.Path, f.ModTime, f.WholeHead()
	d, err := parse.Detect(f.Head, o)
	if err != nil || d.Err() == nil || o.Whole || f.Beginning == nil {
		return d, err
	}
	head, err := f.Beginning(longHead)
	if err != nil {
		return d, nil // whoever reads the file will come to it
	}
	o.Whole = len(head) < longHead
	return parse.Detect(head, o)
}
