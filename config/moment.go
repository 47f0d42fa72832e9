package config

import (
	"fmt"
	"strings"
	"time"
)

// Moment is a point in time as a user gives it: absolute (2024-01-31,
// 2024-01-31 10:00, RFC 3339) or seen from now (2h and 2d ago, today,
// yesterday). The zero value means no bound.
type Moment struct{ text string }

// ParseMoment checks the form of s; "" is the zero Moment.
func ParseMoment(s string) (Moment, error) {
	var m Moment
	return m, m.Set(s)
}

// layouts of absolute moments; those without a zone are in the user's.
func layouts() []string {
	return []string{
		time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04",
		"2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly,
	}
}

// Time is the moment seen from now, for texts without a zone in zone; ok is
// false for the zero Moment. Days begin at midnight in zone.
func (m Moment) Time(now time.Time, zone *time.Location) (t time.Time, ok bool) {
	if m.text == "" {
		return time.Time{}, false
	}
	if zone == nil {
		zone = time.Local
	}
	t, err := m.parse(now.In(zone))
	return t, err == nil
}

// Relative tells whether the moment moves with the clock.
func (m Moment) Relative() bool {
	then := time.Unix(0, 0).UTC()
	a, ok := m.Time(then, time.UTC)
	b, _ := m.Time(then.Add(10*day24), time.UTC)
	return ok && !a.Equal(b)
}

func (m Moment) parse(now time.Time) (time.Time, error) {
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch strings.ToLower(m.text) {
	case "now":
		return now, nil
	case "today":
		return midnight, nil
	case "yesterday":
		return midnight.AddDate(0, 0, -1), nil
	}
	for _, layout := range layouts() {
		if t, err := time.ParseInLocation(layout, m.text, now.Location()); err == nil {
			return t, nil
		}
	}
	d, err := ParseDuration(m.text)
	return now.Add(-d), err
}

// Set takes the text of a moment.
func (m *Moment) Set(s string) error {
	moment := Moment{s}
	if s != "" {
		if _, err := moment.parse(time.Now()); err != nil {
			return fmt.Errorf("%s is not a time like 2024-01-31, 2024-01-31 10:00, 2h, 2d or yesterday", quote(s))
		}
	}
	*m = moment
	return nil
}

// String is the text that was set.
func (m Moment) String() string { return m.text }

// Type is "value".
func (m Moment) Type() string { return "value" }
