package config

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
)

// PathValue is a text that may depend on a file's path. It is a list of rules,
// the first that matches wins:
//
//	crm                       this text for every path
//	~/logs/([^/]+)/           what the first group matched, or all of it without a group
//	~_([0-9]+)\.log -> p$1    the text behind the arrow, with $1 and ${name} filled in
type PathValue struct{ rules []pathRule }

type pathRule struct {
	text    string         // as written
	pattern *regexp.Regexp // nil when it holds for every path
	result  string         // a template for pattern, else the text
}

// arrow parts the pattern of a rule from its result.
const arrow = " -> "

// For is the value for the file at path, "" when no rule matches.
func (p PathValue) For(path string) string {
	for _, r := range p.rules {
		if r.pattern == nil {
			return r.result
		}
		if m := r.pattern.FindStringSubmatchIndex(path); m != nil {
			return string(r.pattern.ExpandString(nil, r.result, path, m))
		}
	}
	return ""
}

// Set takes rules, one a line.
func (p *PathValue) Set(s string) error {
	var rules []pathRule
	for line := range strings.SplitSeq(s, "\n") {
		if line == "" {
			continue
		}
		rule := pathRule{text: line, result: line}
		if expr, found := strings.CutPrefix(line, "~"); found {
			expr, result, explicit := strings.Cut(expr, arrow)
			pattern, err := regexp.Compile(expr)
			if err != nil {
				return badPattern(err)
			}
			if !explicit {
				result = "$" + string('0'+rune(min(pattern.NumSubexp(), 1)))
			}
			rule.pattern, rule.result = pattern, result
		}
		rules = append(rules, rule)
	}
	p.rules = rules
	return nil
}

// String is the rules as Set takes them.
func (p PathValue) String() string {
	var lines []string
	for _, r := range p.rules {
		lines = append(lines, r.text)
	}
	return strings.Join(lines, "\n")
}

// Type is "list".
func (p PathValue) Type() string { return "list" }

// portValue is a PathValue whose texts are TCP ports. What it takes from a path
// is the path's business.
type portValue struct{ *PathValue }

func port(p *PathValue) value { return portValue{p} }

func (v portValue) Set(s string) error {
	var p PathValue
	if err := p.Set(s); err != nil {
		return err
	}
	for _, r := range p.rules {
		if r.pattern != nil && strings.Contains(r.result, "$") {
			continue
		}
		if n, err := strconv.ParseUint(r.result, 10, 16); err != nil || n == 0 {
			return fmt.Errorf("%s is not a port in 1..65535 or a ~REGEXP on the path", quote(r.result))
		}
	}
	*v.PathValue = p
	return nil
}

// badPattern says what is wrong with a regular expression without repeating it.
func badPattern(err error) error {
	if e := (*syntax.Error)(nil); errors.As(err, &e) {
		return errors.New("is not a regular expression: " + string(e.Code))
	}
	return errors.New("is not a regular expression")
}
