package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// reading is how far a phase has got. A total of 0 is not known.
type reading struct {
	done, total int64
	records     int64 // 0 where the phase does not count any
}

// unit is what a phase counts in.
type unit int

const (
	byBytes unit = iota
	byItems
)

// progress shows how far a command has got, on stderr: bars on a terminal, a
// line every ten seconds elsewhere, or nothing.
type progress struct {
	mu   sync.Mutex // guards out and bars
	out  io.Writer
	bars *mpb.Progress // nil without bars

	every time.Duration // between lines; 0 for none
	ends  []func()      // of the phases that may still run
}

// begin chooses how progress is shown: bars, lines or none.
func (p *progress) begin(kind string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch kind {
	case "bars":
		p.bars = mpb.New(mpb.WithOutput(p.out), mpb.WithAutoRefresh())
	case "lines":
		p.every = 10 * time.Second
	}
}

// Write writes to stderr, above the bars where there are any.
func (p *progress) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bars != nil {
		return p.bars.Write(b)
	}
	return p.out.Write(b)
}

// phase shows what read tells, several times a second and from another
// goroutine, until end is called. end may be called more than once.
func (p *progress) phase(name string, u unit, read func() reading) (end func()) {
	p.mu.Lock()
	bars, every := p.bars, p.every
	p.mu.Unlock()
	switch {
	case bars != nil:
		end = watchBar(bars, name, u, read)
	case every > 0:
		end = p.watchLines(name, u, read, every)
	default:
		end = func() {}
	}
	end = sync.OnceFunc(end)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ends = append(p.ends, end)
	return end
}

// close ends all phases and gives stderr back. There is no progress after it.
func (p *progress) close() {
	p.mu.Lock()
	bars, ends := p.bars, p.ends
	p.bars, p.ends, p.every = nil, nil, 0
	p.mu.Unlock()
	for _, end := range ends {
		end()
	}
	if bars != nil {
		bars.Wait()
	}
}

func watchBar(bars *mpb.Progress, name string, u unit, read func() reading) (end func()) {
	var size any = decor.SizeB1000(0)
	pair, speed := "% .1f / % .1f", "% .1f"
	if u == byItems {
		size, pair, speed = 0, "%d / %d", "%.0f/s"
	}
	bar := bars.AddBar(0,
		mpb.PrependDecorators(
			decor.Name(name, decor.WCSyncSpaceR),
			decor.Percentage(decor.WCSyncSpace)),
		mpb.AppendDecorators(
			decor.Counters(size, pair, decor.WCSyncSpace),
			decor.AverageSpeed(size, speed, decor.WCSyncSpace),
			decor.OnComplete(decor.AverageETA(decor.ET_STYLE_GO, decor.WCSyncSpace), "done")))
	show := func(r reading) {
		bar.SetTotal(max(r.total, 0), false)
		bar.SetCurrent(r.done)
	}
	stop := every(100*time.Millisecond, func(time.Duration) { show(read()) })
	return func() {
		stop()
		r := read()
		show(r)
		if r.done >= r.total {
			bar.SetTotal(r.done, true)
		} else {
			bar.Abort(false)
		}
		bar.Wait()
	}
}

func (p *progress) watchLines(name string, u unit, read func() reading, pause time.Duration) (end func()) {
	return every(pause, func(elapsed time.Duration) {
		fmt.Fprintln(p, progressLine(name, u, read(), elapsed))
	})
}

// every calls do in a goroutine of its own until stop is called, and no more
// once stop has returned.
func every(pause time.Duration, do func(elapsed time.Duration)) (stop func()) {
	start := time.Now()
	ticker := time.NewTicker(pause)
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-quit:
				return
			case <-ticker.C:
				do(time.Since(start))
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(quit)
		<-done
	}
}

// progressLine is "load: 34 %, 1.2 GB of 3.4 GB, 180 MB/s, 139000 records/s, 12s left".
func progressLine(name string, u unit, r reading, elapsed time.Duration) string {
	amount := humanBytes
	if u == byItems {
		amount = func(n int64) string { return fmt.Sprint(n) }
	}
	rate := float64(r.done) / max(elapsed.Seconds(), 1e-3)
	s := name + ": "
	if r.total > 0 {
		s += fmt.Sprintf("%d %%, %s of %s", 100*r.done/r.total, amount(r.done), amount(r.total))
	} else {
		s += amount(r.done)
	}
	s += fmt.Sprintf(", %s/s", amount(int64(rate)))
	if r.records > 0 {
		s += fmt.Sprintf(", %.0f records/s", float64(r.records)/max(elapsed.Seconds(), 1e-3))
	}
	if r.total > r.done && rate > 0 {
		left := time.Duration(float64(r.total-r.done) / rate * float64(time.Second))
		s += fmt.Sprintf(", %s left", max(left, time.Second).Round(time.Second))
	}
	return s
}

// humanBytes is n with three digits or so: 1.2 GB.
func humanBytes(n int64) string {
	f, names := float64(n), []string{"B", "kB", "MB", "GB", "TB"}
	i := 0
	for f >= 999.5 && i < len(names)-1 {
		f /= 1000
		i++
	}
	if i == 0 || f >= 99.5 {
		return fmt.Sprintf("%.0f %s", f, names[i])
	}
	return fmt.Sprintf("%.1f %s", f, names[i])
}
