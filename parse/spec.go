package parse

import (
	"fmt"
	"time"
)

// Spec is a Source in words: what the ledger keeps of a file, so that it is read
// later as it was at first sight.
type Spec struct {
	Formats  []string `json:"formats"`
	Layouts  []string `json:"layouts,omitempty"`
	Bare     bool     `json:"bare,omitempty"`
	Wrapper  string   `json:"wrapper,omitempty"`
	Encoding string   `json:"encoding,omitempty"`
	ANSI     bool     `json:"ansi,omitempty"`
	Bald     bool     `json:"bald,omitempty"`
	Order    string   `json:"order,omitempty"`
	Date     string   `json:"date,omitempty"`
}

// Source makes the Source of the file at path. zone is that of stamps which name none.
func (d *Detection) Source(path string, zone *time.Location, maxRecord int) *Source {
	s := &Source{Path: path, Bare: d.Bare, Wrapper: d.Wrapper, Encoding: d.Encoding, ANSI: d.ANSI, Bald: d.Bald, Order: d.Order, Zone: zone, Date: d.Date, MaxRecord: maxRecord}
	for _, f := range d.Formats {
		s.Formats = append(s.Formats, f.Format)
	}
	for _, l := range d.Layouts {
		s.Layouts = append(s.Layouts, l.Layout)
	}
	return s
}

// Spec puts the source in words.
func (s *Source) Spec() Spec {
	x := Spec{Bare: s.Bare, ANSI: s.ANSI, Bald: s.Bald, Order: s.Order.String()}
	for _, f := range s.Formats {
		x.Formats = append(x.Formats, f.Name())
	}
	for _, l := range s.Layouts {
		x.Layouts = append(x.Layouts, l.String())
	}
	if s.Wrapper != nil {
		x.Wrapper = s.Wrapper.String()
	}
	if s.Encoding != nil {
		x.Encoding = s.Encoding.String()
	}
	if !s.Date.IsZero() {
		x.Date = s.Date.Format(time.DateOnly)
	}
	return x
}

// Source makes the Source that was put in words. formats are those to choose
// from by name, the user's own included.
func (x Spec) Source(path string, formats []Format, zone *time.Location, maxRecord int) (*Source, error) {
	s := &Source{Path: path, Bare: x.Bare, ANSI: x.ANSI, Bald: x.Bald, Zone: zone, MaxRecord: maxRecord}
	for _, name := range x.Formats {
		f := formatNamed(formats, name)
		if f == nil {
			return nil, fmt.Errorf("format %q is not known", name)
		}
		s.Formats = append(s.Formats, f)
	}
	for _, text := range x.Layouts {
		l, err := ParseLayout(text)
		if err != nil {
			return nil, err
		}
		s.Layouts = append(s.Layouts, l)
	}
	var err error
	if x.Wrapper != "" {
		if s.Wrapper, err = ParseWrapper(x.Wrapper); err != nil {
			return nil, err
		}
	}
	if s.Encoding, err = LookupEncoding(x.Encoding); err != nil {
		return nil, err
	}
	if s.Order, err = ParseDateOrder(x.Order); err != nil {
		return nil, err
	}
	if x.Date != "" {
		if s.Date, err = time.Parse(time.DateOnly, x.Date); err != nil {
			return nil, fmt.Errorf("date %q is not yyyy-mm-dd", x.Date[:min(20, len(x.Date))])
		}
	}
	return s, nil
}

// formatNamed returns the format of that name, or nil.
func formatNamed(formats []Format, name string) Format {
	for _, f := range formats {
		if f.Name() == name {
			return f
		}
	}
	return nil
}
