package parse

// describeStamp gives the pattern of a stamp that parseStampIn has read, or ""
// for a form that no pattern describes exactly. order is that of the file.
func describeStamp(s []byte, order DateOrder) string {
	d := describer{s: s, order: order}
	d.date()
	d.clock()
	d.zone()
	pattern := string(d.out)
	f, err := compileStamp(pattern)
	if err != nil || d.i != len(s) {
		return ""
	}
	want, _, ok := parseStampIn(s, order)
	if got, n, fits := f.parse(s, new(dateMemo)); !ok || !fits || n != len(s) || got != want {
		return ""
	}
	return pattern
}

// describer writes a pattern while it goes over a stamp.
type describer struct {
	s     []byte
	i     int
	out   []byte
	order DateOrder
}

// take appends letters for the next w bytes.
func (d *describer) take(w int, letters string) {
	d.i += w
	d.out = append(d.out, letters...)
}

// same appends the next w bytes as they are, letters and quotes in quotes.
func (d *describer) same(w int) {
	for _, c := range d.s[d.i : d.i+w] {
		if isLetter(c) {
			d.out = append(d.out, '\'', c, '\'')
		} else if c == '\'' {
			d.out = append(d.out, "''"...)
		} else {
			d.out = append(d.out, c)
		}
	}
	d.i += w
}

func (d *describer) width() int {
	_, w := digits(d.s, d.i, 20)
	return w
}

// number appends letters for a number: both, or the first alone if it is
// shorter than that.
func (d *describer) number(letters string) {
	w := d.width()
	if w < len(letters) {
		letters = letters[:1]
	}
	d.take(w, letters)
}

func (d *describer) date() {
	w := d.width()
	if _, half := halfDay(d.s, 0); half > 0 {
		return
	}
	switch {
	case w == 17:
		d.take(17, "yyyyMMddHHmmssSSS")
	case w == 14:
		d.take(14, "yyyyMMddHHmmss")
	case w == 8:
		d.take(8, "yyyyMMdd")
	case w == 6:
		d.take(6, "yyMMdd")
	case w == 4:
		d.take(4, "yyyy")
		d.same(separatorAt(d.s, d.i))
		d.month()
		d.same(separatorAt(d.s, d.i))
		d.take(min(2, d.width()), "dd"[:min(2, max(1, d.width()))])
	case w == 0:
		if len(d.s) > 4 && isWeekday(d.s) {
			d.take(3, "EEE")
			d.blanks()
		}
		d.month()
		d.blanks()
		d.number("dd")
		if d.i < len(d.s) && d.s[d.i] == ',' {
			d.same(1)
			d.blanks()
			d.number("yyyy")
		}
	case w <= 2 && w < len(d.s) && d.s[w] != ':':
		if !d.monthAndDay() {
			d.short(w)
		}
	}
	if d.i > 0 && d.i < len(d.s) {
		d.same(between(d.s, d.i))
	}
}

// monthAndDay describes a date without year.
func (d *describer) monthAndDay() bool {
	if _, _, ok := monthAndDay(d.s); ok {
		d.take(2, "MM")
		d.same(1)
		d.take(2, "dd")
		return true
	}
	return false
}

// short describes 03-06-24, 06/03/2024 and 03-Jun-2024.
func (d *describer) short(w int) {
	first, second := "dd", "MM"
	v, _ := digits(d.s, 0, 2)
	b, bw := digits(d.s, w+1, 2)
	y, yw := digits(d.s, w+1+bw+1, 4)
	sep := d.s[w]
	switch {
	case bw > 0 && yw == 2 && (d.order == yearFirst || v > 31 || d.order == anyOrder && y < 10 && v >= 10):
		d.take(2, "yy")
		d.same(1)
		d.number("MM")
		d.same(1)
		d.number("dd")
		return
	case bw > 0 && (d.order == monthFirst && v <= 12 || b > 12 || d.order == anyOrder && sep == '/' && v <= 12):
		first, second = "MM", "dd"
	}
	d.number(first)
	d.same(1)
	if bw == 0 {
		d.month()
	} else {
		d.number(second)
	}
	if d.i < len(d.s) {
		d.same(1)
	}
	if d.width() == 2 {
		d.number("yy")
	} else {
		d.number("yyyy")
	}
}

func (d *describer) month() {
	if w := d.width(); w == 1 || w == 2 {
		d.number("MM")
	} else if _, w := monthAt(d.s, d.i); w > 0 {
		d.take(w, "MMM")
	}
}

func (d *describer) blanks() {
	for w := blankAt(d.s, d.i); w > 0; w = blankAt(d.s, d.i) {
		d.same(w)
	}
}

func (d *describer) clock() {
	hours := "HH"
	if _, w := halfDay(d.s, d.i); w > 0 {
		hours = "hh"
		d.take(w, "a")
		d.blanks()
	}
	if w := d.width(); w == 6 {
		d.take(6, "HHmmss")
	} else if w == 1 || w == 2 {
		d.number(hours)
		for _, part := range [...]string{"mm", "ss"} {
			if d.i < len(d.s) && d.s[d.i] == ':' {
				d.same(1)
				d.number(part)
			}
		}
	} else {
		return
	}
	if _, w := fraction(d.s, d.i); w > 0 {
		d.same(1)
		d.take(w-1, "SSSSSSSSS"[:min(9, max(3, w-1))])
	}
	if w := blankAt(d.s, d.i); d.i < len(d.s) {
		if _, hw := halfDay(d.s, d.i+w); hw > 0 {
			d.same(w)
			d.take(hw, "a")
			for k := range d.out { // the hours are those of half a day
				if d.out[k] == 'H' {
					d.out[k] = 'h'
				}
			}
		}
	}
}

func (d *describer) zone() {
	if d.i >= len(d.s) {
		return
	}
	if d.s[d.i] == ' ' {
		d.same(1)
	}
	rest := d.s[d.i:]
	switch {
	case len(rest) == 0:
	case rest[0] == 'Z' || rest[0] == '+' || rest[0] == '-':
		if _, w := anyOffset(rest, 0); w == 5 {
			d.take(w, "Z")
		} else {
			d.take(w, "XXX")
		}
	case isLetter(rest[0]):
		var t stamp
		d.take(t.zoneName(rest, 0), "zzz")
		if d.i < len(d.s) && d.s[d.i] == ' ' { // Date.toString
			d.same(1)
			d.number("yyyy")
		}
	}
}
