package report

// namedFigure is a figure that a Gate can be about: of a report, or of a change
// since the baseline.
type namedFigure struct {
	name   string
	of     func(*Report) *float64
	change func(*Comparison) int64
}

// figures are all there are, in the order in which they are documented.
func figures() []namedFigure {
	candidates := func(kind string) func(*Report) *float64 {
		return func(r *Report) *float64 {
			n := 0
			for _, c := range r.Candidates {
				if c.Kind == kind || kind == "" {
					n++
				}
			}
			return whole(int64(n))
		}
	}
	return []namedFigure{
		{"records", func(r *Report) *float64 { return whole(r.Overview.Records) }, nil},
		{"statements", func(r *Report) *float64 { return whole(r.Overview.Digests) }, nil},
		{"slow", func(r *Report) *float64 { return whole(r.Overview.SlowStatements) }, nil},
		{"failed", func(r *Report) *float64 { return whole(r.Overview.Failed) }, nil},
		{"failed_percent", func(r *Report) *float64 {
			return ratio(100*float64(r.Overview.Failed), float64(r.Overview.Records))
		}, nil},
		{"rejected", func(r *Report) *float64 { return maybe(r.Overview.Rejected) }, nil},
		{"runtime_ms", func(r *Report) *float64 { return millis(r.Overview.Runtime.Sum) }, nil},
		{"mean_ms", func(r *Report) *float64 { return millis(r.Overview.Runtime.Mean) }, nil},
		{"p50_ms", func(r *Report) *float64 { return millis(r.Overview.Runtime.P50) }, nil},
		{"p95_ms", func(r *Report) *float64 { return millis(r.Overview.Runtime.P95) }, nil},
		{"p99_ms", func(r *Report) *float64 { return millis(r.Overview.Runtime.P99) }, nil},
		{"max_ms", func(r *Report) *float64 { return millis(r.Overview.Runtime.Max) }, nil},
		{"per_second", func(r *Report) *float64 { return r.Overview.PerSecond }, nil},
		{"concurrency", func(r *Report) *float64 { return r.Overview.Concurrency }, nil},
		{"rollbacks", func(r *Report) *float64 { return whole(r.Overview.Kinds.Rollback) }, nil},
		{"longest_transaction_ms", func(r *Report) *float64 {
			if r.Transactions == nil {
				return nil
			}
			return millis(r.Transactions.MaxUS)
		}, nil},
		{"longest_pause_ms", func(r *Report) *float64 {
			if r.Transactions == nil {
				return nil
			}
			return millis(r.Transactions.LongestIdleUS)
		}, nil},
		{"candidates", candidates(""), nil},
		{"n_plus_one", candidates(NPlusOne), nil},
		{"chatty", candidates(Chatty), nil},
		{"large_results", candidates(LargeRead), nil},
		{"in_lists", candidates(InList), nil},
		{"duplicates", candidates(Duplicate), nil},
		{"new", nil, func(c *Comparison) int64 { return int64(len(c.New)) }},
		{"new_slow", nil, func(c *Comparison) int64 { return c.NewSlow }},
		{"gone", nil, func(c *Comparison) int64 { return int64(len(c.Gone)) }},
		{"slower", nil, func(c *Comparison) int64 { return int64(len(c.Slower)) }},
	}
}

// FigureNames are what a Gate can be about.
func FigureNames() []string {
	var names []string
	for _, f := range figures() {
		names = append(names, f.name)
	}
	return names
}

// figure is that of r, nil if the logs do not tell it.
func figure(r *Report, name string) *float64 {
	for _, f := range figures() {
		switch {
		case f.name != name:
		case f.of != nil:
			return f.of(r)
		case r.Baseline != nil:
			return whole(f.change(r.Baseline))
		}
	}
	return nil
}

func whole(n int64) *float64 {
	f := float64(n)
	return &f
}

func maybe(n *int64) *float64 {
	if n == nil {
		return nil
	}
	return whole(*n)
}

func millis(us *int64) *float64 {
	if us == nil {
		return nil
	}
	f := float64(*us) / 1000
	return &f
}
