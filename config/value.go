package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// value is a place in a Config that can be set from text and shown as text;
// Set(String()) changes nothing. Type is one of "bool", "count", "list",
// "secret" and "value". An error of Set says what is wrong with the text, and
// quotes at most 20 characters of it, none of a secret.
type value interface {
	Set(string) error
	String() string
	Type() string
}

// quote shows a word that could not be understood, cut short: settings are no
// place for prose.
func quote(s string) string {
	if r := []rune(s); len(r) > 20 {
		s = string(r[:20]) + "..."
	}
	return strconv.Quote(s)
}

type textValue struct {
	p     *string
	check func(string) error
	kind  string
	known []string // the only texts that it takes, nil for no such limit
}

func (v textValue) Set(s string) error {
	if v.check != nil {
		if err := v.check(s); err != nil {
			return err
		}
	}
	*v.p = s
	return nil
}
func (v textValue) String() string { return *v.p }
func (v textValue) Type() string   { return v.kind }

// text takes anything.
func text(p *string) value { return textValue{p: p, kind: "value"} }

// secret takes anything and is never shown whole.
func secret(p *string) value { return textValue{p: p, kind: "secret"} }

// word takes a name, which is looked up by the package that owns the list.
func word(p *string) value {
	return textValue{p: p, kind: "value", check: func(s string) error {
		if s == "" || strings.ContainsAny(s, " \t\r\n") {
			return fmt.Errorf("%s is not a name", quote(s))
		}
		return nil
	}}
}

// oneOf takes the known texts, "" among them where there may be none.
func oneOf(p *string, known ...string) value {
	names := slices.DeleteFunc(slices.Clone(known), func(s string) bool { return s == "" })
	return textValue{p: p, kind: "value", known: names, check: func(s string) error {
		if slices.Contains(known, s) {
			return nil
		}
		return fmt.Errorf("%s is not one of %s%s", quote(s), strings.Join(names, ", "), didYouMean(s, names))
	}}
}

var identifierSyntax = regexp.MustCompile(`^([a-z_][a-z0-9_]{0,39})?$`)

// identifier takes what PostgreSQL takes without quotes, short enough to
// leave room for what is put behind it.
func identifier(p *string) value {
	return textValue{p: p, kind: "value", check: func(s string) error {
		if !identifierSyntax.MatchString(s) {
			return fmt.Errorf("%s is not a name of at most 40 of a-z, 0-9 and _", quote(s))
		}
		return nil
	}}
}

func day(p *string) value {
	return textValue{p: p, kind: "value", check: func(s string) error {
		if _, err := time.Parse(time.DateOnly, s); err != nil && s != "" {
			return fmt.Errorf("%s is not a date like 2024-01-31", quote(s))
		}
		return nil
	}}
}

type boolValue struct{ p *bool }

func toggle(p *bool) value { return boolValue{p} }

func (v boolValue) Set(s string) error {
	switch strings.ToLower(s) {
	case "true", "yes", "on", "1":
		*v.p = true
	case "false", "no", "off", "0":
		*v.p = false
	default:
		return fmt.Errorf("%s is not true or false", quote(s))
	}
	return nil
}
func (v boolValue) String() string { return strconv.FormatBool(*v.p) }
func (v boolValue) Type() string   { return "bool" }

type countValue struct {
	p      *int
	lo, hi int
	word   string // stands for the number is; "" for no such word
	is     int
	repeat bool // on a command line: -v, -vv
}

func count(p *int, lo, hi int) countValue { return countValue{p: p, lo: lo, hi: hi} }

// or takes word, too, and stores is for it.
func (v countValue) or(word string, is int) countValue {
	v.word, v.is = word, is
	return v
}

// repeated is a number that counts how often its flag is given.
func (v countValue) repeated() countValue {
	v.repeat = true
	return v
}

func (v countValue) Set(s string) error {
	if v.word != "" && s == v.word {
		*v.p = v.is
		return nil
	}
	n, err := strconv.Atoi(s)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%s is not in %d..%d", quote(s), v.lo, v.hi)
	case err != nil && v.word != "":
		return fmt.Errorf("%s is not a whole number or %s", quote(s), v.word)
	case err != nil:
		return fmt.Errorf("%s is not a whole number", quote(s))
	case n < v.lo || n > v.hi:
		return fmt.Errorf("%d is not in %d..%d", n, v.lo, v.hi)
	}
	*v.p = n
	return nil
}

func (v countValue) String() string {
	if v.word != "" && *v.p == v.is {
		return v.word
	}
	return strconv.Itoa(*v.p)
}

func (v countValue) Type() string {
	if v.repeat {
		return "count"
	}
	return "value"
}

type zoneValue struct{ p **time.Location }

func zone(p **time.Location) value { return zoneValue{p} }

func (v zoneValue) Set(s string) error {
	if strings.EqualFold(s, "local") {
		*v.p = time.Local
		return nil
	}
	for _, layout := range []string{"Z07:00", "-0700", "-07"} {
		if t, err := time.Parse(layout, s); err == nil && s != "Z" {
			_, offset := t.Zone()
			*v.p = time.FixedZone(t.Format("-07:00"), offset)
			return nil
		}
	}
	loc, err := time.LoadLocation(s)
	if err != nil || s == "" {
		return fmt.Errorf("%s is not a time zone like Asia/Shanghai, UTC, +08:00 or local", quote(s))
	}
	*v.p = loc
	return nil
}

func (v zoneValue) String() string {
	if *v.p == nil || *v.p == time.Local {
		return "local"
	}
	return (*v.p).String()
}
func (v zoneValue) Type() string { return "value" }
