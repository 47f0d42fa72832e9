package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Size is a number of bytes.
type Size int64

// units by the letters that people write; those of one letter are binary, as
// in most tools.
func units() []unit {
	return []unit{
		{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
		{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3},
		{"T", 1 << 40}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10},
		{"B", 1},
	}
}

type unit struct {
	name  string
	bytes int64
}

// ParseSize reads "64MiB" (2^20), "64MB" (10^6), "64M" (as MiB), "1.5GiB" and
// plain bytes; letters of either case.
func ParseSize(s string) (Size, error) {
	number := strings.TrimRightFunc(s, unicode.IsLetter)
	name, bytes := s[len(number):], int64(1)
	if name != "" {
		bytes = 0
		for _, u := range units() {
			if strings.EqualFold(u.name, name) {
				bytes = u.bytes
				break
			}
		}
	}
	number = strings.TrimSpace(number)
	if bytes > 0 && number != "" && strings.Trim(number, "0123456789.") == "" {
		if n, err := strconv.ParseFloat(number, 64); err == nil {
			if n *= float64(bytes); n < math.MaxInt64 {
				return Size(n), nil
			}
		}
	}
	return 0, fmt.Errorf("%s is not a size like 64MiB, 500kB or 1GiB", quote(s))
}

// String is the shortest exact form: 64MiB, 500kB, 1025B.
func (s Size) String() string {
	best := strconv.FormatInt(int64(s), 10) + "B"
	for _, u := range units() {
		if len(u.name) > 1 && s != 0 && int64(s)%u.bytes == 0 {
			if t := strconv.FormatInt(int64(s)/u.bytes, 10) + u.name; len(t) < len(best) {
				best = t
			}
		}
	}
	return best
}

type sizeValue struct {
	p      *Size
	lo, hi Size
}

func size(p *Size, lo, hi Size) value { return sizeValue{p, lo, hi} }

func (v sizeValue) Set(s string) error {
	n, err := ParseSize(s)
	if err != nil {
		return err
	}
	if n < v.lo || n > v.hi {
		return fmt.Errorf("%s is not in %s..%s", n, v.lo, v.hi)
	}
	*v.p = n
	return nil
}
func (v sizeValue) String() string { return v.p.String() }
func (v sizeValue) Type() string   { return "value" }

const day24 = 24 * time.Hour

// ParseDuration reads what time.ParseDuration reads and days in front:
// "90s", "1h30m", "2d", "1d12h". Negative durations are refused.
func ParseDuration(s string) (time.Duration, error) {
	days, rest, found := strings.Cut(s, "d")
	if !found {
		days, rest = "0", s
	}
	n, err := strconv.ParseUint(days, 10, 16)
	if err == nil && (rest != "" || !found) {
		var d time.Duration
		if d, err = time.ParseDuration(rest); err == nil && d >= 0 && d < 1<<62 {
			return time.Duration(n)*day24 + d, nil
		}
	} else if err == nil {
		return time.Duration(n) * day24, nil
	}
	if _, err := strconv.ParseUint(s, 10, 64); err == nil && s != "0" {
		return 0, fmt.Errorf("%s lacks a unit, such as %ss", quote(s), s[:min(len(s), 20)])
	}
	return 0, fmt.Errorf("%s is not a duration like 60s, 1h30m or 2d", quote(s))
}

// FormatDuration is the short form of time.Duration.String: 1h, not 1h0m0s.
func FormatDuration(d time.Duration) string {
	var days string
	if d >= day24 {
		days = strconv.FormatInt(int64(d/day24), 10) + "d"
		if d %= day24; d == 0 {
			return days
		}
	}
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return days + s
}

type spanValue struct {
	p      *time.Duration
	lo, hi time.Duration
}

func span(p *time.Duration, lo, hi time.Duration) value { return spanValue{p, lo, hi} }

func (v spanValue) Set(s string) error {
	d, err := ParseDuration(s)
	if err != nil {
		return err
	}
	if d < v.lo || d > v.hi {
		return fmt.Errorf("%s is not in %s..%s", FormatDuration(d), FormatDuration(v.lo), FormatDuration(v.hi))
	}
	*v.p = d
	return nil
}
func (v spanValue) String() string { return FormatDuration(*v.p) }
func (v spanValue) Type() string   { return "value" }
