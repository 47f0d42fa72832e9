package generate

// Times are microseconds since 1970, read as UTC where a layout writes a date.
const (
	usMilli  = 1_000
	usSecond = 1_000_000
	usHour   = 3600 * usSecond
	usDay    = 24 * usHour

	firstDay = 20514 * usDay // Monday, 2 March 2026
	week     = 7 * usDay
)

// load is how busy the court is in each hour of the day, relative to the others.
var load = [24]int64{2, 1, 1, 1, 1, 2, 5, 15, 50, 90, 100, 80, 35, 45, 90, 95, 85, 60, 25, 12, 8, 6, 4, 3}

// appendDate appends the day as yyyy-mm-dd with the given separator.
func appendDate(b []byte, day int64, sep byte) []byte {
	y, m, d := civil(day)
	b = append(appendDigits(b, y, 4), sep)
	b = append(appendDigits(b, m, 2), sep)
	return appendDigits(b, d, 2)
}

// appendUSDate appends the day as mm/dd/yyyy.
func appendUSDate(b []byte, day int64) []byte {
	y, m, d := civil(day)
	b = append(appendDigits(b, m, 2), '/')
	b = append(appendDigits(b, d, 2), '/')
	return appendDigits(b, y, 4)
}

// appendClock appends the time of day as hh:mm:ss.SSS.
func appendClock(b []byte, us int64) []byte {
	ms := us % usDay / usMilli
	b = append(appendDigits(b, ms/3_600_000, 2), ':')
	b = append(appendDigits(b, ms/60_000%60, 2), ':')
	b = append(appendDigits(b, ms/1000%60, 2), '.')
	return appendDigits(b, ms%1000, 3)
}

// appendStamp appends yyyy-mm-dd hh:mm:ss.SSS.
func appendStamp(b []byte, us int64) []byte {
	return appendClock(append(appendDate(b, us/usDay, '-'), ' '), us)
}

// appendDigits appends n with leading zeros to the given width.
func appendDigits(b []byte, n int64, width int) []byte {
	at := len(b)
	for range width {
		b = append(b, '0')
	}
	for i := at + width - 1; i >= at; i-- {
		b[i] = byte('0' + n%10)
		n /= 10
	}
	return b
}

// civil returns the date of a day since 1970, for days from then on.
// The method is Howard Hinnant's (chrono-compatible low-level date algorithms, civil_from_days).
func civil(day int64) (y, m, d int64) {
	z := day + 719_468
	era := z / 146_097
	doe := z % 146_097
	yoe := (doe - doe/1460 + doe/36_524 - doe/146_096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	d = doy - (153*mp+2)/5 + 1
	m = mp + 3
	if m > 12 {
		m -= 12
	}
	y = yoe + era*400
	if m <= 2 {
		y++
	}
	return y, m, d
}
