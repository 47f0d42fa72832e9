package compare

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Text writes the result for people.
func (r *Result) Text(out io.Writer) error {
	w := &strings.Builder{}
	fmt.Fprintf(w, "%d records, %.1f MB of log; PostgreSQL %s (shared_buffers %s, synchronous_commit %s); %d CPUs; %d rounds, seed %d\n",
		r.Input.Records, float64(r.Input.Bytes)/1e6, r.Server.Version, r.Server.Settings["shared_buffers"], r.Server.Settings["synchronous_commit"], r.Machine.CPUs, r.Options.Rounds, r.Options.Seed)
	if r.Partial {
		fmt.Fprintln(w, "stopped before the last round: what was measured until then")
	}
	if r.Experiment != nil {
		r.Experiment.text(w)
	}
	for _, level := range r.levels() {
		fmt.Fprintf(w, "\nwal_level = %s\n", level)
		r.table(w, level)
	}
	for _, s := range r.Schemes {
		if s.Skipped != nil {
			fmt.Fprintf(w, "scheme %s was not run: %s\n", s.Name, *s.Skipped)
		}
		for _, x := range s.Rounds {
			if x.Failure != nil {
				fmt.Fprintf(w, "scheme %s failed in round %d: %s\n", s.Name, x.Round, *x.Failure)
			}
		}
	}
	switch c := r.Ceiling; {
	case c == nil:
	case c.Why != "":
		fmt.Fprintf(w, "\nthe ceiling was not measured: %s\n", c.Why)
	default:
		fmt.Fprintf(w, "\nceiling: the server reads ready-made binary files in %.2f s and builds the indexes in %.2f s\n", c.Load, c.Index)
	}
	r.claimTable(w)
	if len(r.Limits) > 0 {
		fmt.Fprint(w, "\nwhere the time goes\n")
		tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, l := range r.Limits {
			fmt.Fprintf(tw, "  %s\t%s\n", l.Scheme, l.Text)
		}
		tw.Flush()
	}
	if len(r.Recommendation) > 0 {
		fmt.Fprint(w, "\nrecommended\n")
		for _, x := range r.Recommendation {
			fmt.Fprintf(w, "  %s: %s, %s\n", x.Need, x.Scheme, x.Why)
		}
	}
	_, err := io.WriteString(out, w.String())
	return err
}

func (r *Result) table(w io.Writer, level string) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "\tscheme\tmedian s\tmin\tmax\tload\tindex\tset logged\tk records/s\tWAL MB\tp95 ms\t÷ batch\t÷ fastest\t÷ ceiling\ta crash\t")
	for i := range r.Schemes {
		s := &r.Schemes[i]
		if s.Median == 0 || s.WALLevel != level {
			continue
		}
		x := s.typical()
		mark := ""
		if x.Extrapolated {
			mark = "*"
		}
		logged := "-"
		if p := s.setLogged(); p > 0 {
			logged = fmt.Sprintf("%.2f", p)
		}
		fmt.Fprintf(tw, "%d\t%s\t%.2f%s\t%.2f\t%.2f\t%.2f\t%.2f\t%s\t%.1f\t%.0f\t%.1f\t%s\t%s\t%s\t%s\t\n", s.ID, s.Name, s.Median, mark, s.Min, s.Max, x.Phases.Load, x.Phases.Index,
			logged, x.RecordRate/1000, float64(x.WALBytes)/1e6, x.Latency.P95, ratio(s.RatioToTwo), ratio(s.RatioToFastest), ratio(s.RatioToCeiling), s.Durability)
	}
	tw.Flush()
	for i := range r.Schemes {
		if x := r.Schemes[i].typical(); x != nil && x.Extrapolated && r.Schemes[i].WALLevel == level {
			fmt.Fprintln(w, "* cut by the time limit and extrapolated, without indexes")
			break
		}
	}
}

// typical is the round whose time is nearest to the median, nil without any.
func (s *SchemeResult) typical() (best *Round) {
	for i := range s.Rounds {
		x := &s.Rounds[i]
		if x.Failure == nil && (best == nil || abs(x.Wall-s.Median) < abs(best.Wall-s.Median)) {
			best = x
		}
	}
	return best
}

func abs(v float64) float64 { return max(v, -v) }

func ratio(v float64) string {
	if v == 0 || v != v {
		return "-"
	}
	return fmt.Sprintf("%.2f", v)
}

func (r *Result) claimTable(w io.Writer) {
	measured := false
	for _, c := range r.Claims {
		measured = measured || c.Verdict != "not measured"
	}
	if !measured {
		return
	}
	fmt.Fprintln(w, "\nthe study's comparisons")
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "  \tit says\tratio there\there\t95 % interval\tverdict\tat wal_level")
	for _, c := range r.Claims {
		if c.Verdict == "not measured" {
			fmt.Fprintf(tw, "  %s\t%s\t%.2f\t-\t-\t%s\t%s\n", c.Name, c.Says, c.Published, c.Verdict, c.WALLevel)
			continue
		}
		fmt.Fprintf(tw, "  %s\t%s\t%.2f\t%.2f\t%.2f to %.2f\t%s\t%s\n", c.Name, c.Says, c.Published, c.Measured, c.CI95[0], c.CI95[1], c.Verdict, c.WALLevel)
	}
	tw.Flush()
}

// text writes an experiment's tables.
func (f *Found) text(w io.Writer) {
	for _, t := range f.Tables {
		fmt.Fprintf(w, "\n%s: %s\n", f.Name, t.Title)
		tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(tw, "  "+strings.Join(t.Columns, "\t"))
		for _, row := range t.Rows {
			for i, c := range row {
				lead := "\t"
				if i == 0 {
					lead = "  "
				}
				if c == nil {
					c = "-"
				}
				fmt.Fprintf(tw, "%s%v", lead, c)
			}
			fmt.Fprintln(tw)
		}
		tw.Flush()
		for _, n := range t.Notes {
			fmt.Fprintln(w, "  "+n)
		}
	}
}
