package parse

const day = 24 * 3600 * 1_000_000

// dayClock gives a date to stamps that have none: the file's first day, and the
// next one each time the clock goes back by more than half a day.
type dayClock struct {
	used  bool
	zone  Zone
	first int64 // midnight of the current day, wall clock
	prev  int64 // the time of day seen last
}

func (d *dayClock) start(src *Source) {
	d.zone.Use(src.Zone)
	y, m, n := src.Date.Date()
	if src.Date.IsZero() {
		y, m, n = 1970, 1, 1
	}
	d.first = Civil(y, int(m), n) * day
}

// date turns the time of day in r, if that is what it has, into a stamp.
func (d *dayClock) date(r *Record) {
	if !r.DayOnly || r.Time == NoTime {
		return
	}
	d.used = true
	if r.Time < d.prev-day/2 {
		d.first += day
	}
	d.prev = r.Time
	r.Time, r.DayOnly = d.zone.UTC(d.first+r.Time), false
}
