package main

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestProgressLinesSayHowFarAndHowLong(t *testing.T) {
	f := func(u unit, r reading, elapsed time.Duration, want string) {
		t.Helper()
		if got := progressLine("load", u, r, elapsed); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	f(byBytes, reading{done: 1_200_000_000, total: 3_400_000_000, records: 1_390_000}, 10*time.Second,
		"load: 35 %, 1.2 GB of 3.4 GB, 120 MB/s, 139000 records/s, 18s left")
	f(byBytes, reading{done: 500}, time.Second, "load: 500 B, 500 B/s")
	f(byItems, reading{done: 50, total: 200}, 10*time.Second, "load: 25 %, 50 of 200, 5/s, 30s left")
	f(byItems, reading{done: 200, total: 200}, 10*time.Second, "load: 100 %, 200 of 200, 20/s")
	f(byItems, reading{total: 200}, 0, "load: 0 %, 0 of 200, 0/s")
}

func TestBytesAreShownShort(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1000: "1.0 kB", 99_499: "99.5 kB", 99_500: "100 kB", 999_499: "999 kB", 999_500: "1.0 MB", 5e15: "5000 TB"} {
		if got := humanBytes(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestLogLinesStayBesideTheBars(t *testing.T) {
	var n atomic.Int64
	got := session(t, func(a *app) {
		end := a.Progress.phase("load", byBytes, func() reading { return reading{done: n.Load(), total: 1000} })
		n.Store(400)
		a.Log.Warn("in between")
		n.Store(1000)
		end()
		end()
		a.Progress.phase("index", byItems, func() reading { return reading{done: 1, total: 2} }) // left open, as by an error
	}, "--progress", "bars")
	for _, want := range []string{"load", "100 %", "done", "in between", "index", "50 %"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}

func TestQuietShowsNoProgress(t *testing.T) {
	for _, args := range [][]string{{"-q"}, {"--progress", "none"}, {"-q", "--progress", "bars"}} {
		got := session(t, func(a *app) {
			a.Progress.phase("load", byBytes, func() reading { return reading{done: 1, total: 1} })()
		}, args...)
		if got != "" {
			t.Errorf("%s: %q", args, got)
		}
	}
}

func TestLinesComeAtTheirTimes(t *testing.T) {
	var lines atomic.Int64
	stop := every(time.Millisecond, func(time.Duration) { lines.Add(1) })
	for lines.Load() < 3 {
		time.Sleep(time.Millisecond)
	}
	stop()
	n := lines.Load()
	time.Sleep(5 * time.Millisecond)
	if lines.Load() != n {
		t.Error("lines after the end")
	}
}
