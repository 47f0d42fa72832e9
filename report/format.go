package report

import (
	"fmt"
	"strings"
	"time"
)

// unknown is shown for what the logs do not tell.
const unknown = "-"

// plural is "1 run" or "7 runs".
func plural(n int64, word string) string {
	if n != 1 {
		if strings.HasSuffix(word, "ch") {
			word += "e"
		}
		word += "s"
	}
	return grouped(n) + " " + word
}

// grouped is n with its thousands apart.
func grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

func number(n *int64) string {
	if n == nil {
		return unknown
	}
	return grouped(*n)
}

// zeroless is n, and nothing for 0.
func zeroless(n int64) string {
	if n == 0 {
		return ""
	}
	return grouped(n)
}

// duration is µs in three digits or so.
func duration(us *int64) string {
	if us == nil {
		return unknown
	}
	return microseconds(*us)
}

func microseconds(us int64) string {
	switch {
	case us == 0:
		return "0"
	case us < 1000:
		return fmt.Sprintf("%d µs", us)
	case us < 9_995:
		return fmt.Sprintf("%.2f ms", float64(us)/1e3)
	case us < 99_950:
		return fmt.Sprintf("%.1f ms", float64(us)/1e3)
	case us < 999_500:
		return fmt.Sprintf("%.0f ms", float64(us)/1e3)
	case us < 9_995_000:
		return fmt.Sprintf("%.2f s", float64(us)/1e6)
	case us < 60_000_000:
		return fmt.Sprintf("%.1f s", float64(us)/1e6)
	case us < 3600_000_000:
		return fmt.Sprintf("%dm %02ds", us/60_000_000, us/1_000_000%60)
	case us < 48*3600_000_000:
		return fmt.Sprintf("%dh %02dm", us/3600_000_000, us/60_000_000%60)
	}
	return fmt.Sprintf("%dd %02dh", us/(24*3600_000_000), us/3600_000_000%24)
}

func percent(share *float64) string {
	if share == nil {
		return unknown
	}
	return fmt.Sprintf("%.1f%%", 100**share)
}

// rate is a number of things in a second.
func rate(f *float64) string {
	switch {
	case f == nil:
		return unknown
	case *f >= 100:
		return grouped(int64(*f + 0.5))
	case *f >= 10:
		return fmt.Sprintf("%.1f", *f)
	}
	return fmt.Sprintf("%.2g", *f)
}

func bytesText(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.2f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return plural(n, "byte")
}

// stamp is a time to the second, or to the millisecond.
func stamp(t Time, layout string) string {
	if t.IsZero() {
		return unknown
	}
	return t.Format(layout)
}

const (
	toSecond = time.DateTime
	toMilli  = "2006-01-02 15:04:05.000"
)

// at is file:line of what may have several lines.
func at(file string, line, end int64) string {
	if end > line {
		return fmt.Sprintf("%s:%d-%d", file, line, end)
	}
	return fmt.Sprintf("%s:%d", file, line)
}

func orUnknown(s *string) string {
	if s == nil {
		return unknown
	}
	return *s
}

// oneLine is text with all white space and control characters as single blanks.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x2028 || r == 0x2029 }), " ")
}

// printable is text of several lines without what a terminal would act on.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t' || r == '\r':
			return ' '
		case r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0:
			return '�'
		}
		return r
	}, s)
}

// bar is part of whole as a bar of up to n characters.
func bar(part, whole int64, n int) string {
	if part <= 0 || whole <= 0 {
		return ""
	}
	eighths := []rune("▏▎▍▌▋▊▉█")
	units := max(1, int(float64(part)/float64(whole)*float64(n)*8+0.5))
	s := strings.Repeat("█", units/8)
	if units%8 > 0 {
		s += string(eighths[units%8-1])
	}
	return s
}

// spark is a course in one line of up to n characters.
func spark(values []int64, n int) string {
	if len(values) > n {
		merged := make([]int64, n)
		for i, v := range values {
			merged[i*n/len(values)] += v
		}
		values = merged
	}
	var most int64
	for _, v := range values {
		most = max(most, v)
	}
	levels := []rune("▁▂▃▄▅▆▇█")
	var b strings.Builder
	for _, v := range values {
		switch {
		case v <= 0 || most == 0:
			b.WriteByte(' ')
		default:
			b.WriteRune(levels[min(7, int(float64(v)/float64(most)*8))])
		}
	}
	return b.String()
}

// short is the beginning of a digest, by which --digest finds it.
func short(digest string) string { return digest[:min(8, len(digest))] }
