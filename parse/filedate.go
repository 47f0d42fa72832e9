package parse

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// undated reports whether the file may have stamps that the day or the year must
// be found for.
func (s *sampler) undated(d *Detection) bool {
	if s.firstOfDay != NoTime || d.Wrapper != nil && strings.Contains(d.Wrapper.String(), syslog{}.String()) {
		return true
	}
	for _, l := range d.Layouts {
		if p, ok := l.Layout.(*pattern); ok && !p.dated() {
			return true
		}
	}
	return false
}

// dated reports whether the pattern's stamp has a year, or is of any form.
func (p *pattern) dated() bool {
	for _, x := range p.head {
		if x.kind == dateField && (x.date.any || x.date.iso || slices.ContainsFunc(x.date.ops, func(op stampOp) bool { return op.kind == 'y' })) {
			return true
		}
	}
	return false
}

// formatStamps looks at the stamps that formats have themselves, at the beginning
// of their events: at the order of short dates, which a number tells that only a
// day, or a year, can be, and at times of day.
func (s *sampler) formatStamps(layouts []learned, bare bool) DateOrder {
	var day1, day2, year1 int // dates with a day in the first place, in the second; with a year in the first
	var first, last spread
	s.each(layouts, bare, func(e *Event, _ int) {
		text := bytes.TrimLeft(e.Text[:min(len(e.Text), 40)], "# ")
		t, n, ok := parseStamp(text)
		if ok && t.dayOnly && e.Bare && s.firstOfDay == NoTime {
			s.firstOfDay = t.wall
		}
		a, aw := digits(text, 0, 3)
		if !ok || n < 14 || aw != 2 || text[2] != '-' && text[2] != '/' && text[2] != '.' {
			return
		}
		b, bw := digits(text, 3, 3)
		c, cw := digits(text, 6, 3)
		if bw != 2 || cw != 2 || text[5] != text[2] {
			return
		}
		first.add(a)
		last.add(c)
		switch {
		case a > 31:
			year1++
		case b > 12:
			day2++
		case a > 12 && c >= 10: // a year before 2010 is less likely than one in the first place
			day1++
		}
	})
	switch {
	case year1 > 0 || first.same() && !last.same():
		return yearFirst
	case day1 > 0 && day2 == 0:
		return dayFirst
	case day2 > 0 && day1 == 0:
		return monthFirst
	}
	return anyOrder
}

// spread is the range of some numbers.
type spread struct {
	low, high int64
	some      bool
}

func (s *spread) add(v int64) {
	if !s.some {
		*s = spread{v, v, true}
	}
	s.low, s.high = min(s.low, v), max(s.high, v)
}

func (s *spread) same() bool { return s.some && s.low == s.high }

// dayOf gives the day of a file's first stamp, where stamps have no date: that
// in its name, else that of its last change, one day earlier if the first time
// of day is later than that of the change.
func dayOf(o DetectOptions, first int64) (time.Time, string) {
	if t, ok := dateInName(filepath.Base(o.Path)); ok {
		return t, "file name"
	}
	if o.ModTime.IsZero() {
		return time.Time{}, ""
	}
	zone := o.Zone
	if zone == nil {
		zone = time.UTC
	}
	t := o.ModTime.In(zone)
	y, m, d := t.Date()
	midnight := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	if at := t.Sub(time.Date(y, m, d, 0, 0, 0, 0, zone)); first != NoTime && first > at.Microseconds() {
		midnight = midnight.AddDate(0, 0, -1)
	}
	return midnight, "modification time"
}

// dateInName finds a date in the name of a file: sys-info.2024-06-03.log,
// app_20240603.log.gz.
func dateInName(name string) (time.Time, bool) {
	s := []byte(name)
	for i := range s {
		if i > 0 && s[i-1] >= '0' && s[i-1] <= '9' {
			continue
		}
		v, w := digits(s, i, 9)
		y, m, d := int(v/10000), int(v/100%100), int(v%100)
		if w == 4 {
			var n int
			if y, m, d, n = longDate(s[i:], int(v)); n == 0 {
				if i+9 < len(s) && s[i+4] == '_' && s[i+7] == '_' && two(s, i+5) >= 0 && two(s, i+8) >= 0 {
					y, m, d = int(v), two(s, i+5), two(s, i+8)
				}
			}
		} else if w != 8 {
			continue
		}
		if y >= 1990 && isDate(y, m, d) {
			return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC), true
		}
	}
	return time.Time{}, false
}
