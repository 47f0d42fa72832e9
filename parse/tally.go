package parse

import (
	"bytes"
	"slices"
)

// tally is what the events of a sample come to under some layouts.
type tally struct {
	formats      []count
	events       int
	claimed      int // events that some format claims
	strong       int
	layoutEvents []int
	layoutLine   []int64
	firstOfDay   int64
}

// count is what one format claims.
type count struct {
	events, strong, sum int
	line                int64
}

// sure is the Score from which one event is enough to find a format.
const sure = 50

// each calls f with every event of the sample.
func (s *sampler) each(layouts []learned, bare bool, f func(e *Event, layout int)) {
	src := *s.src
	src.Formats, src.Bare = s.starts, bare
	for _, l := range layouts {
		src.Layouts = append(src.Layouts, l.layout)
	}
	b := *s.batch
	b.Source = &src
	p := NewParser(0)
	p.batch = &b
	p.zone.Use(src.Zone)
	e := &p.event
	for it := newEvents(&b); it.next(e); {
		if len(s.lines) == 0 || e.Start > s.lines[len(s.lines)-1].number {
			return
		}
		if it.orphan {
			continue
		}
		used := -1
		for i, l := range src.Layouts {
			if l.Parse(e, p) {
				used = i
				break
			}
		}
		e.Bare = used < 0
		f(e, used)
	}
}

// tally counts the events under layouts.
func (s *sampler) tally(layouts []learned, bare bool) *tally {
	t := &tally{formats: make([]count, len(s.formats)), layoutEvents: make([]int, len(layouts)), layoutLine: make([]int64, len(layouts)), firstOfDay: NoTime}
	s.each(layouts, bare, func(e *Event, layout int) {
		t.events++
		if layout >= 0 {
			if t.layoutEvents[layout]++; t.layoutLine[layout] == 0 {
				t.layoutLine[layout] = e.Start
			}
		}
		if e.DayOnly && t.firstOfDay == NoTime {
			t.firstOfDay = e.Time
		}
		best, score := -1, 0
		for i, f := range s.formats {
			if n := f.Score(e); n > score {
				best, score = i, n
			}
		}
		if best < 0 {
			return
		}
		c := &t.formats[best]
		if c.events++; c.events == 1 {
			c.line = e.Start
		}
		c.sum += score
		t.claimed++
		if score >= sure {
			c.strong++
			t.strong++
		}
	})
	return t
}

// bareApart reports whether lines that formats begin by themselves are events of
// their own, though the file has envelopes: some are not, for a message may go
// on with such a line, and a few may be hidden in literals.
func (s *sampler) bareApart() bool {
	apart, within, printed, claimed, i := 0, 0, 0, 0, 0
	lines := func(end int64, claims func(f Format) bool) {
		for first := true; i < len(s.lines) && s.lines[i].number <= end; i++ {
			if l := &s.lines[i]; l.bare >= 0 && !l.doubtful && !(first && l.layouts != 0) {
				if f, ok := s.formats[l.bare].(Printing); ok && f.Prints(l.text) {
					printed++
				} else if claims(s.formats[l.bare]) {
					within++
				} else {
					apart++
				}
			}
			first = false
		}
	}
	none := func(Format) bool { return false }
	s.each(s.layouts, false, func(e *Event, _ int) {
		lines(e.Start-1, none)
		for _, f := range s.formats {
			if f.Score(e) > 0 {
				claimed++
				break
			}
		}
		lines(e.End, func(f Format) bool { return f.Score(e) >= sure })
	})
	lines(1<<62, none)
	if printed*50 > claimed || printed > 1 && printed*500 > claimed {
		return true
	}
	return apart > within && apart*50 > claimed
}

// learnSuffix finds out whether a layout puts a place in the source behind each
// message, and adds it to the layout's pattern.
func (s *sampler) learnSuffix(layouts []learned) (found bool) {
	with, all := make([]int, len(layouts)), make([]int, len(layouts))
	s.each(layouts, false, func(e *Event, i int) {
		if i < 0 {
			return
		}
		all[i]++
		lines := bytes.Split(e.Text[max(0, len(e.Text)-learnWindow*10):], []byte{'\n'})
		for _, line := range slices.Backward(lines) {
			if !isTrace(line) {
				if endsInPlace(line) {
					with[i]++
				}
				break
			}
		}
	})
	for i := range layouts {
		if with[i] > 1 && with[i]*10 >= all[i]*9 {
			text := layouts[i].text + " (%file:%line)"
			if l, err := ParseLayout(text); err == nil {
				layouts[i].text, layouts[i].layout, found = text, l, true
			}
		}
	}
	return found
}

// endsInPlace reports whether line ends in " (Some.java:12)".
func endsInPlace(line []byte) bool {
	line = bytes.TrimRight(line, " \r")
	at := bytes.LastIndexByte(line, '(')
	return at > 0 && line[at-1] == ' ' && line[len(line)-1] == ')' && isClassAndLine(line[at+1:len(line)-1])
}
