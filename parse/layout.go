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

func namedLayouts() []Layout { return []Layout{jsonLayout{}, jsonLayout{pretty: true}, xmlLayout{}} }

// envelope is what a layout reads off an event.
type envelope struct {
	stamp                 stamp
	stamped               bool
	thread, level, logger []byte
}

// fill gives e what the envelope says.
func (v *envelope) fill(e *Event, p *Parser) {
	switch {
	case !v.stamped:
	case v.stamp.dayOnly && e.Time != NoTime: // the wrapper tells the day
		e.Time = p.nearest(v.stamp.wall, e.Time)
	default:
		e.Time, e.DayOnly = resolve(v.stamp, p.batch.Source, &p.zone), v.stamp.dayOnly
	}
	e.Thread, e.Level, e.Logger = v.thread, v.level, v.logger
}

// nearest gives the instant of a time of day that is nearest to another instant.
func (p *Parser) nearest(timeOfDay, near int64) int64 {
	wall := p.zone.Wall(near)
	t := floorDiv(wall, day)*day + timeOfDay
	if t-wall > day/2 {
		t -= day
	} else if wall-t > day/2 {
		t += day
	}
	return p.zone.UTC(t)
}
