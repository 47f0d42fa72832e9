package compare

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Beside sets the medians of two comparisons side by side: r and an older one.
func (r *Result) Beside(old *Result, out io.Writer) error {
	fmt.Fprintf(out, "\nbeside %s (PostgreSQL %s, %d records)\n", old.Started.Format("2006-01-02 15:04"), old.Server.Version, old.Input.Records)
	tw := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "  scheme\twal_level\tthen k records/s\tnow k records/s\tnow ÷ then, time a record\tverdict")
	for i := range r.Schemes {
		s := &r.Schemes[i]
		o := old.scheme(s.Name, s.WALLevel)
		if o == nil || o.Median == 0 || s.Median == 0 || r.Input.Records == 0 || old.Input.Records == 0 {
			continue
		}
		per := func(v float64, n int64) float64 { return v / float64(n) }
		now, then := per(s.Median, r.Input.Records), per(o.Median, old.Input.Records)
		verdict := "not decided"
		switch {
		case per(s.CI95[1], r.Input.Records) < per(o.CI95[0], old.Input.Records):
			verdict = "faster"
		case per(s.CI95[0], r.Input.Records) > per(o.CI95[1], old.Input.Records):
			verdict = "slower"
		}
		fmt.Fprintf(tw, "  %s\t%s\t%.1f\t%.1f\t%.2f\t%s\n", s.Name, s.WALLevel, 1/then/1000, 1/now/1000, now/then, verdict)
	}
	return tw.Flush()
}
