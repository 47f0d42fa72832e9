package parse

import (
	"math"
	"time"
)

// quarter is what every zone's changes are multiples of, in seconds.
const quarter = 15 * 60

// Zone converts between wall clock and UTC, remembering the offset of the
// quarter of an hour seen last: stamps of a log are close together.
type Zone struct {
	loc        *time.Location
	wall, utc  int64 // the quarters remembered
	toUTC, off int64 // seconds to take off a wall clock, to add to UTC
}

// Use makes z convert for loc; nil is UTC.
func (z *Zone) Use(loc *time.Location) {
	if loc == nil {
		loc = time.UTC
	}
	if z.loc != loc {
		*z = Zone{loc: loc, wall: math.MinInt64, utc: math.MinInt64}
	}
}

// UTC turns a wall clock, in microseconds as if it were UTC, into microseconds
// since 1970 UTC. A wall clock that happens twice is the first of the two; one
// that a change of clocks leaves out is what time.Date makes of it.
func (z *Zone) UTC(wall int64) int64 {
	sec := floorDiv(wall, 1e6)
	if q := floorDiv(sec, quarter); q != z.wall {
		t := time.Unix(sec, 0).UTC()
		at := time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, z.loc)
		z.wall, z.toUTC = q, sec-at.Unix()
	}
	return wall - z.toUTC*1e6
}

// Wall turns microseconds since 1970 UTC into the zone's wall clock, in
// microseconds as if it were UTC.
func (z *Zone) Wall(utc int64) int64 {
	sec := floorDiv(utc, 1e6)
	if q := floorDiv(sec, quarter); q != z.utc {
		_, off := time.Unix(sec, 0).In(z.loc).Zone()
		z.utc, z.off = q, int64(off)
	}
	return utc + z.off*1e6
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Civil returns the days from 1970-01-01 to a date of the Gregorian calendar
// (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil).
func Civil(year, month, day int) int64 {
	y := int64(year)
	if month <= 2 {
		y--
	}
	era := floorDiv(y, 400)
	yoe := y - era*400
	doy := int64((153*((month+9)%12)+2)/5 + day - 1)
	doe := yoe*365 + yoe/4 - yoe/100 + doy
	return era*146097 + doe - 719468
}

// civilDate is the inverse of Civil (civil_from_days of the same source).
func civilDate(days int64) (year, month, date int) {
	z := days + 719468
	era := floorDiv(z, 146097)
	doe := z - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	date = int(doy - (153*mp+2)/5 + 1)
	month = int(mp+2)%12 + 1
	year = int(yoe + era*400)
	if month <= 2 {
		year++
	}
	return year, month, date
}
