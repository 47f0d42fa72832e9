package parse

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// DetectOptions is what is known of a file before its bytes are looked at. What
// the user has fixed is not detected.
type DetectOptions struct {
	Path    string    // its name may tell the day
	ModTime time.Time // of the file; zero if there is none
	Whole   bool      // head is all there is of it

	Formats  []Format       // to choose from, preferred first; nil for Formats()
	Fixed    bool           // Formats are the user's choice: they stand though nothing fits
	Pattern  string         // of the layout, as ParseLayout takes it
	Wrapper  string         // as ParseWrapper takes it, or "none"
	Encoding string         // as LookupEncoding takes it, or "auto"
	Zone     *time.Location // of stamps that name none
	Date     time.Time      // day of the first stamp, for layouts without date
}

// Detection is what a file was found to be, and why. Lines are physical ones,
// counted from 1; 0 for what the user has fixed.
type Detection struct {
	Formats  []FoundFormat // by the number of events
	Layouts  []FoundLayout // in the order in which they are tried
	Bare     bool          // formats' own starts begin events
	BareLine int64         // the first

	Wrapper      Wrapper // nil for none
	WrapperLine  int64
	Encoding     Encoding // nil for UTF-8
	EncodingLine int64
	ANSI         bool // terminal colours are taken out
	Bald         bool // those without their ESC are
	ANSILine     int64
	Order        DateOrder // of short dates, if some of them tell
	Date         time.Time // day of the first stamp, for layouts without date
	DateFrom     string    // "option", "file name", "modification time" or ""

	Confidence float64 // 0 to 1: how sure the formats are, less with few events
	Events     int     // looked at
	Lines      int     // looked at
	Tried      []string
}

// FoundFormat is a format that claims events.
type FoundFormat struct {
	Format Format
	Line   int64   // of the first event it claims
	Events int     // that it claims
	Share  float64 // of the events that any format claims
}

// FoundLayout is a layout that begins events.
type FoundLayout struct {
	Layout Layout
	Line   int64 // the first that begins one
	Events int
}

// maxSample bounds the lines that detection looks at, and maxThorough those of
// a second look when the first has found nothing.
const (
	maxSample   = 3000
	maxThorough = 30000
)

// Detect says what a file is by its first bytes, decompressed, and transcoded if
// IsUTF16 knows them: a MiB of it is plenty, all of it if it is shorter. Of more,
// each further MiB is looked at until one has a known format: an application may
// start up for a long time before its first statement. head may end in the
// middle of anything. A file of no known format has no Formats; Err names what
// was tried. The error is about the options alone.
func Detect(head []byte, o DetectOptions) (*Detection, error) {
	formats := o.Formats
	if formats == nil {
		formats = Formats()
	}
	if !o.Fixed {
		formats = slices.DeleteFunc(slices.Clone(formats), func(f Format) bool {
			_, only := f.(OnlyAsked)
			return only
		})
	}
	var tried []string
	for _, f := range formats {
		tried = append(tried, f.Name())
	}
	var d *Detection
	var s sampler
	for pos, line := 0, int64(0); ; {
		end := len(head)
		if end-pos > detectStep {
			end = lineEnd(head, pos+detectStep)
		}
		part := o
		part.Whole = o.Whole || end < len(head)
		for _, thorough := range [...]bool{false, true} {
			d = &Detection{Date: o.Date, DateFrom: "option", Tried: tried}
			s = sampler{o: part, formats: formats, thorough: thorough}
			if err := s.fix(d); err != nil {
				return nil, err
			}
			if s.look(d, head[pos:end]); len(d.Formats) > 0 || !s.partial {
				break
			}
		}
		if s.number(d, line); len(d.Formats) > 0 || end == len(head) {
			break
		}
		line += countLines(head[pos:end])
		pos = end
	}
	if o.Date.IsZero() {
		d.Date, d.DateFrom = time.Time{}, ""
		if s.undated(d) {
			d.Date, d.DateFrom = dayOf(o, s.firstOfDay)
		}
	}
	return d, nil
}

// detectStep is how much of a head is looked at at a time.
const detectStep = 1 << 20

// Err is nil if a format was found, else it says which were tried.
func (d *Detection) Err() error {
	if len(d.Formats) > 0 {
		return nil
	}
	return fmt.Errorf("no format recognised: tried %s", strings.Join(d.Tried, ", "))
}

// look finds out all that is not fixed.
func (s *sampler) look(d *Detection, head []byte) {
	s.strip(d, head)
	if s.layouts == nil {
		s.learn()
	}
	s.choose(d)
}

// fix takes over what the user has fixed.
func (s *sampler) fix(d *Detection) error {
	s.src = &Source{Zone: s.o.Zone, Date: s.o.Date, MaxRecord: math.MaxInt}
	if s.o.Pattern != "" {
		l, err := ParseLayout(s.o.Pattern)
		if err != nil {
			return err
		}
		s.layouts = []learned{{layout: l}}
	}
	if s.o.Wrapper != "" && s.o.Wrapper != "none" {
		w, err := ParseWrapper(s.o.Wrapper)
		if err != nil {
			return err
		}
		d.Wrapper = w
	}
	if s.o.Encoding == "auto" {
		s.o.Encoding = ""
	}
	var err error
	d.Encoding, err = LookupEncoding(s.o.Encoding)
	return err
}

// strip finds out what lies around the text, unless it is fixed, takes it off
// head, and makes the lines of what remains.
func (s *sampler) strip(d *Detection, head []byte) {
	if !s.o.Whole {
		if nl := bytes.LastIndexByte(head, '\n'); nl >= 0 {
			head = head[:nl+1]
		}
	}
	whole := head
	if !s.thorough {
		head, s.windows = sampleOf(head)
	}
	text := head
	if s.o.Wrapper == "" {
		d.Wrapper, d.WrapperLine, text = findWrappers(head)
	} else if d.Wrapper != nil {
		text = unwrapAll(d.Wrapper, head)
	}
	if s.o.Encoding == "" && d.Encoding == nil {
		if d.Wrapper != nil {
			whole = text
		}
		d.Encoding, d.EncodingLine = detectEncoding(whole)
	}
	s.src.Wrapper, s.src.Encoding = d.Wrapper, d.Encoding
	d.ANSI, d.Bald, d.ANSILine = findColours(text)
	s.src.ANSI, s.src.Bald = d.ANSI, d.Bald
	s.read(head)
	d.ANSILine = s.physical(d.ANSILine)
	if d.Wrapper != nil {
		d.EncodingLine = s.physical(d.EncodingLine)
	}
}

// ownLines reports whether a format is known to know the envelope of its records.
func (s *sampler) ownLines() bool {
	return slices.ContainsFunc(s.formats, func(f Format) bool {
		_, own := f.(OwnLines)
		return own
	})
}

// choose decides by the events: which layouts are kept, whether formats' own
// starts count, and which formats claim events.
func (s *sampler) choose(d *Detection) {
	s.walk()
	layouts := s.layouts
	bare := len(layouts) == 0 || s.bareLine > 0 && s.bareApart()
	t := s.tally(layouts, bare)
	if len(layouts) == 1 && layouts[0].fields == 1 || len(layouts) > 0 && s.o.Pattern == "" && s.ownLines() { // perhaps no envelope at all
		if other := s.tally(nil, true); other.claimed > t.claimed {
			layouts, bare, t = nil, true, other
		}
	}
	known := t.claimed > 0 || s.o.Fixed
	if known && len(layouts) > 0 && s.o.Pattern == "" && s.learnSuffix(layouts) {
		t = s.tally(layouts, bare)
	}
	d.Bare, d.BareLine = bare, s.bareLine
	d.Events, d.Lines = t.events, len(s.lines)
	if s.firstOfDay = t.firstOfDay; known {
		d.Order = s.formatStamps(layouts, bare)
	}
	for i, l := range layouts {
		d.Layouts = append(d.Layouts, FoundLayout{l.layout, t.layoutLine[i], t.layoutEvents[i]})
	}
	total, sum := 0, 0
	for i, f := range s.formats {
		c := t.formats[i]
		enough := c.strong > 0 && c.strong*50 >= t.strong || c.events >= 3 && t.strong == 0 && c.sum >= 60
		if s.o.Fixed {
			enough = true
		}
		if enough {
			d.Formats = append(d.Formats, FoundFormat{Format: f, Line: c.line, Events: c.events})
			total += c.events
			sum += c.sum
		}
	}
	slices.SortStableFunc(d.Formats, func(a, b FoundFormat) int { return b.Events - a.Events })
	for i := range d.Formats {
		d.Formats[i].Share = float64(d.Formats[i].Events) / float64(max(1, total))
	}
	d.Confidence = float64(sum) / 100 / float64(total+1)
}
