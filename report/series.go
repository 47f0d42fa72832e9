package report

import (
	"errors"
	"slices"
	"sort"

	"jdbclog/parse"
)

const (
	second      = 1_000_000 // µs
	fiveMinutes = 300       // s
)

// slot is a stretch of time.
type slot struct {
	Index  int64 `json:"i"` // its start since 1970, in widths of the series
	Calls  int64 `json:"c"`
	Failed int64 `json:"f,omitempty"`
	Time   int64 `json:"t,omitempty"` // µs
}

// series is a course over time, in slots of five minutes. Where there are more of
// them than it may have, slots double their width until there are not: the width
// depends on what was added alone, not on its order.
type series struct {
	Width int64  `json:"width,omitempty"` // of a slot, s; 0 while it is empty
	Slots []slot `json:"slots,omitempty"` // in order, none empty
	last  int    // the slot used last
}

// at returns the slot of time t, in microseconds since 1970. It is good until
// the next call. fresh tells that there was none.
func (s *series) at(t int64, limit int) (at *slot, fresh bool) {
	if s.Width == 0 {
		s.Width = fiveMinutes
	}
	n := floorDiv(t, s.Width*second)
	if s.last < len(s.Slots) && s.Slots[s.last].Index == n {
		return &s.Slots[s.last], false
	}
	i := len(s.Slots)
	if i > 0 && s.Slots[i-1].Index >= n {
		i = sort.Search(i, func(i int) bool { return s.Slots[i].Index >= n })
		if s.Slots[i].Index == n {
			s.last = i
			return &s.Slots[i], false
		}
	}
	if len(s.Slots) >= limit {
		s.widen()
		return s.at(t, limit)
	}
	s.Slots = slices.Insert(s.Slots, i, slot{Index: n})
	s.last = i
	return &s.Slots[i], true
}

// widen doubles the width.
func (s *series) widen() {
	s.Width *= 2
	kept := s.Slots[:0]
	for _, x := range s.Slots {
		x.Index = floorDiv(x.Index, 2)
		if n := len(kept); n > 0 && kept[n-1].Index == x.Index {
			kept[n-1].add(x)
			continue
		}
		kept = append(kept, x)
	}
	s.Slots, s.last = kept, 0
}

// check says what is wrong with a series that was read.
func (s *series) check(limit int) error {
	const longest = (latest - earliest) / second
	if s.Width == 0 && len(s.Slots) == 0 {
		return nil
	}
	if s.Width < fiveMinutes || s.Width%fiveMinutes != 0 || s.Width > longest || len(s.Slots) > limit {
		return errors.New("a course that no state has")
	}
	for i, x := range s.Slots {
		if i > 0 && x.Index <= s.Slots[i-1].Index || x.Index < floorDiv(earliest, s.Width*second) || x.Index > latest/(s.Width*second) {
			return errors.New("a course whose slots are out of order")
		}
	}
	return nil
}

func (s *series) merge(o *series, limit int) {
	for s.Width != 0 && s.Width < o.Width {
		s.widen()
	}
	if s.Width == 0 {
		s.Width = o.Width
	}
	for _, x := range o.Slots {
		at, _ := s.at(x.Index*o.Width*second, limit)
		at.add(x)
	}
}

func (a *slot) add(b slot) {
	a.Calls += b.Calls
	a.Failed += b.Failed
	a.Time += b.Time
}

func (a *slot) count(x execution) {
	a.Calls++
	if x.failed {
		a.Failed++
	}
	a.Time += max(x.runtime, 0)
}

// span is the first and the last time of what has one.
type span struct {
	First, Last int64 // µs since 1970; NoTime if there is none
}

func noSpan() span { return span{parse.NoTime, parse.NoTime} }

func (s *span) add(t int64) {
	if t == parse.NoTime {
		return
	}
	if s.First == parse.NoTime || t < s.First {
		s.First = t
	}
	s.Last = max(s.Last, t)
}

func (s *span) merge(o span) {
	s.add(o.First)
	s.add(o.Last)
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
