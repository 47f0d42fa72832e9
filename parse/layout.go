package parse

import (
	"fmt"
	"strings"
)

// ParseLayout makes a Layout of what Layout.String gives, or of a pattern as
// logback's PatternLayout and those of log4j take it:
//
//	%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger{36} - %msg%n
//
// Layouts that no pattern describes have names; LayoutNames lists them.
func ParseLayout(s string) (Layout, error) {
	for _, l := range namedLayouts() {
		if l.String() == s {
			return l, nil
		}
	}
	if strings.IndexByte(s, '%') < 0 {
		return nil, fmt.Errorf("log pattern: it is neither a pattern with %%msg nor one of %s", strings.Join(LayoutNames(), ", "))
	}
	return compilePattern(s)
}

// LayoutNames are the names of the layouts that are no patterns.
func LayoutNames() []string {
	var names []string
	for _, l := range namedLayouts() {
		names = append(names, l.String())
	}
	return names
}

func namedLayouts() []Layout { return []Layout{} }

// envelope is what a layout reads off an event.
type envelope struct {
	stamp                 stamp
	stamped               bool
	thread, level, logger []byte
}

// fill gives e what the envelope says.
func (v *envelope) fill(e *Event, p *Parser) {
	if v.stamped {
		e.Time, e.DayOnly = p.resolve(v.stamp), v.stamp.dayOnly
	}
	e.Thread, e.Level, e.Logger = v.thread, v.level, v.logger
}
