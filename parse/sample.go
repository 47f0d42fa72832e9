package parse

import (
	"bytes"
	"slices"
	"strings"
)

// sampler gathers what Detect knows of the head of a file.
type sampler struct {
	o       DetectOptions
	src     *Source
	formats []Format // to choose from
	starts  []Format // those whose own starts count
	batch   *Batch
	lines   []sampleLine
	layouts []learned

	thorough bool     // all of the head is looked at
	windows  []window // else those parts of it, nil if that is all
	partial  bool     // some of it was not looked at

	bareLine   int64 // first line that a format begins by itself
	firstOfDay int64 // first time of day without date, or NoTime
}

// window says where lines of a sample come from.
type window struct {
	first   int64 // its first line in the sample, from 1
	skipped int64 // lines left out before it
}

// sampleOf takes the beginning of a large head and some parts of the rest: what
// comes first is most telling, but other tools may join in later. windows is nil
// if the sample is all of it.
func sampleOf(head []byte) (sample []byte, windows []window) {
	const begin, part, parts = 128 << 10, 32 << 10, 5
	if len(head) < 2*(begin+part*parts) || bytes.Count(head[:begin], newline) < 100 {
		return head, nil
	}
	end := lineEnd(head, begin)
	sample = append(make([]byte, 0, begin+part*parts+1<<15), head[:end]...)
	windows = []window{{1, 0}}
	line, skipped := 1+countLines(sample), int64(0)
	step := (len(head) - end) / parts
	for range parts {
		next := lineEnd(head, min(len(head)-1, end+max(0, step-part)))
		if next == len(head) {
			break
		}
		stop := lineEnd(head, min(len(head)-1, next+part))
		skipped += countLines(head[end:next])
		windows = append(windows, window{line, skipped})
		sample = append(sample, head[next:stop]...)
		line += countLines(head[next:stop])
		end = stop
	}
	return sample, windows
}

// number turns the lines that d names, which are those of the sample, into lines
// of the file. before is the number of those before the head that was looked at.
func (s *sampler) number(d *Detection, before int64) {
	real := func(line *int64) {
		if *line == 0 {
			return
		}
		for _, w := range slices.Backward(s.windows) {
			if *line >= w.first {
				*line += w.skipped
				break
			}
		}
		*line += before
	}
	real(&d.BareLine)
	real(&d.ANSILine)
	if d.Wrapper != nil {
		real(&d.EncodingLine)
	} else if d.EncodingLine > 0 {
		d.EncodingLine += before
	}
	real(&d.WrapperLine)
	for i := range d.Formats {
		real(&d.Formats[i].Line)
	}
	for i := range d.Layouts {
		real(&d.Layouts[i].Line)
	}
}

// sampleLine is a line of the head.
type sampleLine struct {
	text     []byte // as Start is given it
	quotes   int    // apostrophes in it
	brackets int    // opened in it and not closed
	number   int64
	bare     int   // index of the format that begins with it, or -1
	layouts  uint8 // which of the layouts begin with it
	doubtful bool  // it may stand in a literal
}

// learned is a layout that lines of the file suggest.
type learned struct {
	text   string
	layout Layout
	fields int // named in it
	votes  int // lines that suggest it
	hits   []bool
}

// read makes the lines out of head.
func (s *sampler) read(head []byte) {
	b := &Batch{Source: s.src, Data: head, Line: 1}
	if s.src.Wrapper != nil {
		(&Splitter{src: s.src, eof: true}).unwrap(b)
	}
	b.decode()
	s.batch = b
	most := maxSample
	if s.thorough {
		most = maxThorough
	}
	for pos, n := 0, 0; pos < len(b.text) && n < most; n++ {
		end := lineEnd(b.text, pos)
		l := sampleLine{text: trimHead(trimEOL(b.text[pos:end])), number: int64(n + 1), bare: -1}
		if b.spans != nil {
			l.number = b.spans[n].first
		}
		l.quotes = bytes.Count(l.text, []byte{'\''})
		l.brackets = bytes.Count(l.text, []byte{'['}) - bytes.Count(l.text, []byte{']'}) + bytes.Count(l.text, []byte{'('}) - bytes.Count(l.text, []byte{')'})
		l.text = l.text[:min(len(l.text), startPrefix)]
		for i, f := range s.formats {
			if len(l.text) > 0 && f.Start(l.text) {
				l.bare = i
				if s.bareLine == 0 {
					s.bareLine = l.number
				}
				break
			}
		}
		s.lines = append(s.lines, l)
		pos = end
	}
	s.partial = s.windows != nil || len(s.lines) == most
}

// physical gives the line of the file that a line of the text is from.
func (s *sampler) physical(line int64) int64 {
	if line > 0 && int(line) <= len(s.lines) {
		return s.lines[line-1].number
	}
	return line
}

const (
	maxLearned = 32   // patterns that are put to the vote
	maxLayouts = 4    // that a file is read with
	maxVoters  = 1500 // lines that vote
	maxLessons = 400  // lines that patterns are learned from
)

// learn chooses the layouts that begin most lines. Lines that a format begins by
// itself have no envelope, though there may be a stamp in them.
func (s *sampler) learn() {
	voters := make([]int, 0, maxVoters)
	for i := range s.lines {
		if l := &s.lines[i]; l.bare < 0 && len(l.text) > 0 && len(voters) < maxVoters {
			voters = append(voters, i)
		}
	}
	var found []learned
	for k := 0; k < len(voters); k += 1 + len(voters)/maxLessons {
		i := voters[k]
		var next []byte
		if i+1 < len(s.lines) {
			next = s.lines[i+1].text
		}
		if text, fields := learnPattern(s.lines[i].text, next, anyOrder); fields > 0 {
			found = suggest(found, text, fields)
		}
	}
	slices.SortStableFunc(found, func(a, b learned) int { return b.votes - a.votes })
	found = found[:min(len(found), maxLearned)]
	for _, l := range namedLayouts() {
		found = append(found, learned{text: l.String(), fields: 6})
	}
	for i := range found {
		f := &found[i]
		f.layout, _ = ParseLayout(f.text)
		f.hits = make([]bool, len(voters))
		for k, at := range voters {
			f.hits[k] = f.layout != nil && f.layout.Start(s.lines[at].text)
		}
	}
	covered := make([]bool, len(voters))
	for len(s.layouts) < maxLayouts {
		best, value, gain := -1, 0, 0
		for i, f := range found {
			n := 0
			for k, hit := range f.hits {
				if hit && !covered[k] {
					n++
				}
			}
			if v := n * (10 + 2*min(f.fields, 8)); v > value {
				best, value, gain = i, v, n
			}
		}
		if best < 0 || !s.worthwhile(found[best], gain, len(voters)) {
			break
		}
		for k, hit := range found[best].hits {
			covered[k] = covered[k] || hit
		}
		s.layouts = append(s.layouts, found[best])
	}
	s.logsInLogs(found)
}

// logsInLogs puts first what reads two envelopes, one in the other, where a
// layout of only the outer one was chosen: a server prints the lines of an
// application's log behind columns of its own, but not all lines have both.
func (s *sampler) logsInLogs(found []learned) {
	for _, f := range found {
		if len(s.layouts) == 0 || len(s.layouts) == maxLayouts || strings.Count(f.text, "%d") != 2 {
			continue
		}
		if f.votes > 1 && !slices.ContainsFunc(s.layouts, func(l learned) bool { return strings.Count(l.text, "%d") == 2 }) {
			s.layouts = slices.Insert(s.layouts, 0, f)
		}
	}
}

// suggest counts a pattern that a line suggests.
func suggest(found []learned, text string, fields int) []learned {
	for i := range found {
		if found[i].text == text {
			found[i].votes++
			return found
		}
	}
	if len(found) < 8*maxLearned {
		found = append(found, learned{text: text, fields: fields, votes: 1})
	}
	return found
}

// worthwhile reports whether a layout that begins gain lines more is kept. One
// with a stamp alone is too easily faked to be a second one.
func (s *sampler) worthwhile(f learned, gain, lines int) bool {
	faked := 0
	for _, l := range s.lines {
		if l.bare >= 0 && f.layout.Start(l.text) {
			faked++
		}
	}
	switch {
	case faked > gain:
		return false
	case len(s.layouts) == 0:
		return f.fields > 1 || gain*3 >= lines
	}
	return f.fields > 2 && (gain > 1 && gain*200 >= lines || lines < 50)
}

// walk drops layouts and starts of formats that are seen only inside literals:
// logs are stored in tables, too. A line may stand in a literal when quotes or
// brackets are open since the event began, which something else began, or when
// its stamp is more than a day off.
func (s *sampler) walk() {
	certain, doubtful := map[int]int{}, map[int]int{}
	current, quotes, brackets := 0, 0, 0 // what began the event: a layout's index + 1, or a format's negated
	last := int64(NoTime)
	for i := range s.lines {
		l := &s.lines[i]
		for k := range s.layouts {
			if s.layouts[k].layout.Start(l.text) {
				l.layouts |= 1 << k
			}
		}
		kind := 0
		switch {
		case current > 0 && l.layouts&(1<<(current-1)) != 0 || current < 0 && l.bare == -current-1:
			kind = current
		case l.layouts != 0:
			for kind = 1; l.layouts&(1<<(kind-1)) == 0; kind++ {
			}
		case l.bare >= 0:
			kind = -l.bare - 1
		}
		when := int64(NoTime)
		if kind > 0 {
			when = s.stampOf(kind-1, l.text)
		}
		switch {
		case kind == 0:
		case kind != current && certain[kind] <= certain[current] && (quotes%2 == 1 || brackets > 0 || apart(when, last)):
			doubtful[kind]++
			l.doubtful = true
		default:
			certain[kind]++
			current, quotes, brackets = kind, 0, 0
			if when != NoTime {
				last = when
			}
		}
		quotes += l.quotes
		brackets += l.brackets
	}
	kept := s.layouts[:0]
	for k, f := range s.layouts {
		if certain[k+1] >= doubtful[k+1] || s.o.Pattern != "" {
			kept = append(kept, f)
		}
	}
	s.layouts = kept
	for i, f := range s.formats {
		if certain[-i-1] >= doubtful[-i-1] || s.o.Fixed {
			s.starts = append(s.starts, f)
		}
	}
}

// stampOf gives the stamp that a layout reads off a line, if it has a date.
func (s *sampler) stampOf(layout int, line []byte) int64 {
	p, ok := s.layouts[layout].layout.(*pattern)
	if !ok {
		return NoTime
	}
	var m matcher
	if _, ok := m.match(line, 0, p.head); !ok || !m.env.stamped || m.env.stamp.dayOnly {
		return NoTime
	}
	return m.env.stamp.wall
}

// apart reports whether two stamps are too far from each other for lines of one log.
func apart(a, b int64) bool {
	return a != NoTime && b != NoTime && (a-b > day || b-a > day)
}
