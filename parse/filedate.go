package parse

import (
	"path/filepath"
	"time"
)

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
