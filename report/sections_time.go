package report

import (
	"fmt"
	"strings"
	"time"
)

// courseRows is how many rows the course of all records has at most.
const courseRows = 24

// course is the series of all records, several slots in a row where there are many.
func (r *Report) course() section {
	s := section{name: "time", title: "course"}
	slots := r.FiveMinutes
	if len(slots) == 0 {
		return s
	}
	width := r.Overview.SlotSeconds
	for (slots[len(slots)-1].Start.Unix()-slots[0].Start.Unix())/width >= courseRows {
		width *= 2
	}
	var rows []Slot
	for _, x := range slots {
		start := floorDiv(x.Start.Unix(), width) * width
		if n := len(rows); n == 0 || rows[n-1].Start.Unix() != start {
			rows = append(rows, Slot{Start: Time{time.Unix(start, 0).In(x.Start.Location())}})
		}
		at := &rows[len(rows)-1]
		at.Calls += x.Calls
		at.Failed += x.Failed
		if x.RuntimeUS != nil {
			if at.RuntimeUS == nil {
				at.RuntimeUS = known(0)
			}
			*at.RuntimeUS += *x.RuntimeUS
		}
	}
	var most int64
	for _, x := range rows {
		most = max(most, x.Calls)
	}
	s.say("In stretches of " + microseconds(width*second) + ".")
	t := columns("<from", "calls", "time", "at a time", "failed", "<calls")
	for _, x := range rows {
		busy := unknown
		if x.RuntimeUS != nil {
			busy = rate(ratio(float64(*x.RuntimeUS)/second, r.covered(x.Start, width)))
		}
		t.add(stamp(x.Start, "2006-01-02 15:04"), grouped(x.Calls), duration(x.RuntimeUS), busy, zeroless(x.Failed), bar(x.Calls, most, 30))
	}
	s.show(t.prune("", unknown))
	return s
}

// covered is how many seconds of a stretch the records cover, one at least.
func (r *Report) covered(start Time, width int64) float64 {
	from, to := start.Time, start.Add(time.Duration(width)*time.Second)
	if first := r.Overview.First.Time; first.After(from) {
		from = first
	}
	if last := r.Overview.Last.Time; last.Before(to) {
		to = last
	}
	return max(1, to.Sub(from).Seconds())
}

// heatmap is the hours of the week, as shades.
func (r *Report) heatmap() section {
	s := section{name: "time", title: "hours of the week"}
	if len(r.Heatmap) < 2 {
		return s
	}
	var cells [7][24]int64
	var most int64
	for _, x := range r.Heatmap {
		cells[x.Weekday][x.Hour] = x.Calls
		most = max(most, x.Calls)
	}
	shades := []rune("·░▒▓█")
	b := "     0     3     6     9     12    15    18    21\n"
	for i := range 7 {
		day := (i + 1) % 7 // Monday first
		b += time.Weekday(day).String()[:3] + "  "
		for _, n := range cells[day] {
			shade := shades[0]
			if n > 0 {
				shade = shades[1+min(3, int(4*float64(n)/float64(most)))]
			}
			b += strings.Repeat(string(shade), 2)
		}
		b += "\n"
	}
	s.quote(b)
	s.say(fmt.Sprintf("█ is up to %s calls in an hour of the week", grouped(most)))
	return s
}

func (r *Report) histogram() section {
	s := section{name: "histogram", title: "runtimes"}
	if len(r.Histogram) == 0 {
		return s
	}
	var calls, time, most int64
	for _, x := range r.Histogram {
		calls += x.Calls
		time += x.RuntimeUS
		most = max(most, x.Calls)
	}
	t := columns("from", "to", "calls", "share", "time", "share", "<calls")
	for _, x := range r.Histogram {
		to := ""
		if x.ToUS != nil {
			to = "< " + microseconds(*x.ToUS)
		}
		t.add(microseconds(x.FromUS), to, grouped(x.Calls), percent(ratio(float64(x.Calls), float64(calls))), microseconds(x.RuntimeUS), percent(ratio(float64(x.RuntimeUS), float64(time))), bar(x.Calls, most, 30))
	}
	s.show(t)
	return s
}

func (r *Report) slowest() section {
	s := section{name: "slowest", title: "slowest executions"}
	if len(r.Slowest) == 0 {
		return s
	}
	t := columns("runtime", "<time", "rows", "<where", "<connection", "<`SQL")
	for _, x := range r.Slowest {
		t.add(duration(x.RuntimeUS), stamp(x.Time, toMilli), number(x.Rows), at(x.File, x.Line, x.EndLine), orUnknown(x.Connection), x.SQL)
	}
	s.show(t.prune("", unknown))
	return s
}
