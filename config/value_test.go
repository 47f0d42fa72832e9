package config

import (
	"testing"
	"time"
)

// reads checks that s is taken as want and that want is taken as itself; want
// "" means that s is refused.
func reads(t *testing.T, v value, s, want string) {
	t.Helper()
	err := v.Set(s)
	switch {
	case want == "" && err == nil:
		t.Errorf("%q is taken as %s", s, v)
	case want == "":
	case err != nil:
		t.Errorf("%q: %v", s, err)
	case v.String() != want:
		t.Errorf("%q is %s, want %s", s, v, want)
	default:
		if err := v.Set(want); err != nil || v.String() != want {
			t.Errorf("%q is %s, %v", want, v, err)
		}
	}
}

func TestSizesAreReadAndShown(t *testing.T) {
	f := func(s, want string) { t.Helper(); reads(t, size(new(Size), 0, 1<<50), s, want) }
	f("64MiB", "64MiB")
	f("64MB", "64MB")
	f("64M", "64MiB")
	f("64 mib", "64MiB")
	f("1GiB", "1GiB")
	f("1024MiB", "1GiB")
	f("1.5GiB", "1536MiB")
	f("1025", "1025B")
	f("1000", "1kB")
	f("0", "0B")
	f("", "")
	f("MiB", "")
	f("64XB", "")
	f("-1", "")
	f("1e3", "")
	f("0x10", "")
	f("1.2.3", "")
	f("9999999999999TiB", "")
	f("NaN", "")
	f("Inf", "")
}

func TestDurationsAreReadAndShown(t *testing.T) {
	f := func(s, want string) { t.Helper(); reads(t, span(new(time.Duration), 0, 1<<62), s, want) }
	f("60s", "1m")
	f("90s", "1m30s")
	f("2d", "2d")
	f("1d12h", "1d12h")
	f("36h", "1d12h")
	f("1h0m", "1h")
	f("500ms", "500ms")
	f("0", "0s")
	f("0s", "0s")
	f("60", "")
	f("", "")
	f("d", "")
	f("-1s", "")
	f("-1d", "")
	f("1d1d", "")
	f("2dx", "")
	f("99999999d", "")
	f("9999999h", "")
}

func TestZonesAreReadAndShown(t *testing.T) {
	f := func(s, want string) { t.Helper(); var p *time.Location; reads(t, zone(&p), s, want) }
	f("local", "local")
	f("Local", "local")
	f("UTC", "UTC")
	f("Asia/Shanghai", "Asia/Shanghai")
	f("+08:00", "+08:00")
	f("+0800", "+08:00")
	f("-05", "-05:00")
	f("", "")
	f("CET9", "")
	f("../etc/passwd", "")
}

func TestMomentsAreSeenFromNow(t *testing.T) {
	shanghai := time.FixedZone("+08:00", 8*3600)
	now := time.Date(2024, 3, 1, 1, 30, 0, 0, shanghai)
	f := func(s, want string) {
		t.Helper()
		m, err := ParseMoment(s)
		if want == "" {
			if err == nil {
				t.Errorf("%q is taken", s)
			}
			return
		}
		got, ok := m.Time(now.UTC(), shanghai)
		if err != nil || !ok || got.Format(time.RFC3339) != want {
			t.Errorf("%q is %s %v %v, want %s", s, got.Format(time.RFC3339), ok, err, want)
		}
	}
	f("2024-01-31", "2024-01-31T00:00:00+08:00")
	f("2024-01-31 10:00", "2024-01-31T10:00:00+08:00")
	f("2024-01-31 10:00:05.123", "2024-01-31T10:00:05+08:00")
	f("2024-01-31T10:00:05", "2024-01-31T10:00:05+08:00")
	f("2024-01-31T10:00:05Z", "2024-01-31T10:00:05Z")
	f("2024-01-31T10:00:05+02:00", "2024-01-31T10:00:05+02:00")
	f("now", "2024-03-01T01:30:00+08:00")
	f("today", "2024-03-01T00:00:00+08:00")
	f("Yesterday", "2024-02-29T00:00:00+08:00")
	f("2h", "2024-02-29T23:30:00+08:00")
	f("2d", "2024-02-28T01:30:00+08:00")
	f("tomorrow", "")
	f("2024-13-01", "")
	f("10:00", "")
	if _, ok := (Moment{}).Time(now, shanghai); ok {
		t.Error("no moment has a time")
	}
}

func TestOnlySomeMomentsMove(t *testing.T) {
	for s, want := range map[string]bool{"": false, "2024-01-31": false, "2024-01-31T10:00:05Z": false, "2h": true, "now": true, "yesterday": true} {
		m, err := ParseMoment(s)
		if err != nil || m.Relative() != want {
			t.Errorf("%q: %v, %v", s, m.Relative(), err)
		}
	}
}

func TestLimitsCountAndShare(t *testing.T) {
	f := func(s string, count, total int64, ended, want bool) {
		t.Helper()
		var l Limit
		if err := l.Set(s); err != nil || l.String() != s {
			t.Errorf("%q is %s, %v", s, l, err)
		}
		if got := l.Exceeded(count, total, ended); got != want {
			t.Errorf("%s: %d of %d, ended %v: %v", s, count, total, ended, got)
		}
	}
	f("none", 1000, 1000, true, false)
	f("0", 0, 10, false, false)
	f("0", 1, 10, false, true)
	f("10", 10, 10, false, false)
	f("10", 11, 11, false, true)
	f("5%", 50, 1000, false, false)
	f("5%", 51, 1000, false, true)
	f("5%", 10, 10, false, false) // too early to tell
	f("5%", 10, 10, true, true)
	f("0.1%", 2, 1000, false, true)
	for _, s := range []string{"", "%", "-1", "101%", "-1%", "NaN%", "1.5", "many"} {
		if err := new(Limit).Set(s); err == nil {
			t.Errorf("%q is taken", s)
		}
	}
}

func TestPathsGiveValues(t *testing.T) {
	f := func(rules, path, want string) {
		t.Helper()
		var p PathValue
		if err := p.Set(rules); err != nil {
			t.Fatalf("%q: %v", rules, err)
		}
		if p.String() != rules {
			t.Errorf("%q is shown as %q", rules, p)
		}
		if got := p.For(path); got != want {
			t.Errorf("%q: %q is %q, want %q", rules, path, got, want)
		}
	}
	f("", "a.log", "")
	f("crm", "a.log", "crm")
	f(`~/([^/]+)\.log$`, "logs/crm.log", "crm")
	f(`~\d+`, "logs/8080.log", "8080")
	f(`~_([0-9.]+)_(\d+)`, "app_10.0.0.1_8080.log", "10.0.0.1")
	f(`~_([0-9.]+)_(?P<port>\d+) -> $2/${port}`, "app_10.0.0.1_8080.log", "8080/8080")
	f("~crm -> CRM\n~erp -> ERP\nother", "erp.log", "ERP")
	f("~crm -> CRM\n~erp -> ERP\nother", "x.log", "other")
	f("~crm -> CRM", "x.log", "")
}

func TestPortsAreNumbersOrOfThePath(t *testing.T) {
	f := func(s, want string) { t.Helper(); reads(t, port(new(PathValue)), s, want) }
	for _, s := range []string{"1", "8080", "65535", `~_(\d+)\.log$`, "~crm", "~crm -> 8080\n~_([0-9]+) -> $1\n80", "~(?P<port>[0-9]+) -> 1${port}"} {
		f(s, s)
	}
	for _, s := range []string{"0", "65536", "-1", "+80", "8080 ", "http", "$1", "~crm -> http", "8080\nhttp", "~("} {
		f(s, "")
	}
}

func TestTheNearestWordIsFound(t *testing.T) {
	known := []string{"load", "compare", "report", "parse", "copy-index-after", "copy"}
	f := func(word, want string) {
		t.Helper()
		if got := Nearest(word, known); got != want {
			t.Errorf("%q is nearest to %q, want %q", word, got, want)
		}
	}
	f("laod", "load")
	f("comapre", "compare")
	f("reports", "report")
	f("copy-indx-after", "copy-index-after")
	f("zzzzzz", "")
	f("", "")
}
