package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"jdbclog/internal/copyfiles"
)

// way is one way to load and what it took, round by round.
type way struct {
	name  string
	took  []time.Duration
	doing func() (time.Duration, error)
}

// ratios measures all ways in turn, round by round, and prints what jdbclog took
// in relation to them. Of each ratio the median of the rounds counts.
func (b *bench) ratios(ctx context.Context, f *copyfiles.Files, rounds int) error {
	var whole []time.Duration
	load := &way{name: "jdbclog load, scheme 10: load phase", doing: func() (time.Duration, error) {
		l, err := b.load(ctx, b.log, b.records)
		if err != nil {
			return 0, err
		}
		whole = append(whole, l.phase("schema", "load", "index", "analyze"))
		return l.phase("load"), nil
	}}
	text := &way{name: `psql \copy of text files`, doing: func() (time.Duration, error) { return b.copyText(ctx, f) }}
	floor := &way{name: "server-side COPY of binary files (the floor)", doing: func() (time.Duration, error) { return b.floor(ctx, f) }}
	indexes := &way{name: "the four indexes one after another, and analyze", doing: func() (time.Duration, error) { return b.indexes(ctx) }}
	stream := &way{name: "a client that only streams binary rows", doing: func() (time.Duration, error) { return b.stream(ctx, f) }}
	ways := []*way{load, text, floor, indexes, stream}
	for round := range rounds + 1 {
		for _, w := range ways {
			d, err := w.doing()
			if err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
			if round > 0 { // the first only warms up
				w.took = append(w.took, d)
			}
		}
	}
	whole = whole[1:]
	bottom := make([]time.Duration, rounds)
	for i := range bottom {
		bottom[i] = floor.took[i] + indexes.took[i]
	}
	rows := [][]string{{"way", "median s", "min", "max"}}
	for _, w := range append(ways, &way{name: "jdbclog load, all phases", took: whole}) {
		rows = append(rows, []string{w.name, secs(median(w.took)), secs(slices.Min(w.took)), secs(slices.Max(w.took))})
	}
	table(rows)
	rows = [][]string{{"ratio, median of the rounds", "measured", "min", "max", "must", "aim"}}
	for _, r := range []struct {
		name      string
		a, b      []time.Duration
		must, aim string
	}{
		{`load phase ÷ psql \copy of text files`, load.took, text.took, "≤ 1.0", "≤ 0.8"},
		{"load phase ÷ server-side COPY BINARY", load.took, floor.took, "≤ 1.6", "≤ 1.4"},
		{"load phase ÷ streaming client", load.took, stream.took, "≤ 1.25", "≤ 1.1"},
		{"whole run ÷ COPY BINARY + indexes + analyze", whole, bottom, "≤ 0.9", "≤ 0.75"},
	} {
		var q []float64
		for i := range r.a {
			q = append(q, r.a[i].Seconds()/r.b[i].Seconds())
		}
		slices.Sort(q)
		rows = append(rows, []string{r.name, fmt.Sprintf("%.2f", q[len(q)/2]), fmt.Sprintf("%.2f", q[0]), fmt.Sprintf("%.2f", q[len(q)-1]), r.must, r.aim})
	}
	table(rows)
	return nil
}

func median(d []time.Duration) time.Duration {
	s := slices.Sorted(slices.Values(d))
	return s[len(s)/2]
}

func secs(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()) }

// memory measures the program's peak memory.
func (b *bench) memory(ctx context.Context, full bool) error {
	rows := [][]string{{"peak memory of load, default settings", "measured", "must", "aim"}}
	sizes := []int64{275_000}
	if full {
		sizes = append(sizes, 5_500_000)
	}
	for _, n := range sizes {
		log, err := b.generate(ctx, n)
		if err != nil {
			return err
		}
		l, err := b.load(ctx, log, n)
		if err != nil {
			return err
		}
		rows = append(rows, []string{fmt.Sprintf("%d MB of input", size(log)>>20), fmt.Sprintf("%d MiB", l.peak>>10), "≤ 256 MiB", "≤ 128 MiB"})
	}
	table(rows)
	return nil
}

// scaling measures the time a record takes in a small and in a large load.
func (b *bench) scaling(ctx context.Context) error {
	var per []float64
	for _, n := range []int64{300_000, 3_000_000} {
		log, err := b.generate(ctx, n)
		if err != nil {
			return err
		}
		var took []time.Duration
		for range 3 {
			l, err := b.load(ctx, log, n)
			if err != nil {
				return err
			}
			took = append(took, l.phase("load"))
		}
		per = append(per, median(took).Seconds()/float64(n))
	}
	table([][]string{{"time per record, 3 000 000 ÷ 300 000 records", "measured", "must", "aim"},
		{"load phase", fmt.Sprintf("%.2f", per[1]/per[0]), "≤ 1.15", "≤ 1.05"}})
	return nil
}
