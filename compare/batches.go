package compare

import (
	"context"
	"fmt"

	"jdbclog/schema"
	"jdbclog/sink"
)

// mostParameters is how many a statement takes: the protocol counts them in 16 bits.
const mostParameters = 65_535

// batchSize is the sweep of section 2 of the published results: rows a
// statement by method, each statement a transaction.
func batchSize(ctx context.Context, l *lab) ([]Table, error) {
	published := map[string][]any{
		"values": {90981, 741870, 1791250, 2204800, 2150500, 1656000, 1350000, 925000, 550000},
		"unnest": {85296, 758920, 2009350, 2134600, 2204500, 2200000, 2182000, 2030000, 780000},
	}
	sizes := []int{1, 10, 50, 100, 500, 1000, 2000, 5000, 10000}
	_, record := schema.Tables(l.Columns)
	most := mostParameters / len(record.Columns)
	t := Table{Title: "rows a statement by insert method, a transaction each, indexes in place",
		Columns: []string{"method", "rows", "records/s", "mean ms", "p95 ms", "waits (average active sessions)", "published rows in 180 s"},
		Notes:   []string{"published: 14 columns, six indexes, PostgreSQL 18, two clients; compare the shape, not the figures"}}
	for _, method := range []string{"values", "unnest", "batch", "copy"} {
		for i, n := range sizes {
			r, err := l.cell(ctx, "batch", sink.Change{Insert: method, BatchRows: n, CommitRows: n})
			if err != nil {
				return []Table{t}, err
			}
			row := []any{method, n, tidy(r.rate()), tidy(r.Latency.Mean), tidy(r.Latency.P95), r.topWaits(), nil}
			if p := published[method]; p != nil {
				row[6] = p[i]
			}
			if method == "values" && n > most {
				row[1] = fmt.Sprintf("%d, as statements of %d: %d columns, at most %d parameters", n, most, len(record.Columns), mostParameters)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return []Table{t}, nil
}

// commitSize varies both the batch and the transaction (published: section 4).
func commitSize(ctx context.Context, l *lab) ([]Table, error) {
	t := Table{Title: "records/s of pipelined batches by size of batch and of transaction",
		Columns: []string{"batch rows", "commit rows", "records/s", "mean ms", "p95 ms", "WAL bytes a record"},
		Notes:   []string{"published (five columns): batches of 1 000 with commits of 50 000 rows 71 400 rows/s, single inserts with such commits 34 500 to 35 700"}}
	for _, batch := range []int{1, 100, 1000, 10000} {
		for _, commit := range []int{100, 1000, 10000, 50000} {
			if commit < batch {
				continue
			}
			r, err := l.cell(ctx, "batch", sink.Change{BatchRows: batch, CommitRows: commit})
			if err != nil {
				return []Table{t}, err
			}
			t.Rows = append(t.Rows, []any{batch, commit, tidy(r.rate()), tidy(r.Latency.Mean), tidy(r.Latency.P95), tidy(float64(r.WALBytes) / float64(max(1, r.Records)))})
		}
	}
	return []Table{t}, nil
}

// loaders varies the number of connections.
func loaders(ctx context.Context, l *lab) ([]Table, error) {
	t := Table{Title: "records/s by number of connections",
		Columns: []string{"scheme", "connections", "records/s", "p95 ms", "waits (average active sessions)"}}
	for _, scheme := range []string{"single", "batch", "copy", "copy-unlogged-index-after"} {
		for n := 1; n <= 8; n++ {
			r, err := l.cell(ctx, scheme, sink.Change{Loaders: n})
			if err != nil {
				return []Table{t}, err
			}
			t.Rows = append(t.Rows, []any{scheme, n, tidy(r.rate()), tidy(r.Latency.P95), r.topWaits()})
		}
	}
	return []Table{t}, nil
}

// smallCommits tries the remedies for small transactions (published: section 3
// names them).
func smallCommits(ctx context.Context, l *lab) ([]Table, error) {
	t := Table{Title: "single inserts, each a transaction, records/s",
		Columns: []string{"synchronous_commit", "commit_delay µs", "connections", "records/s", "mean ms", "p95 ms", "waits (average active sessions)"}}
	for _, way := range []struct {
		commit string
		delay  int
	}{{"sync", 0}, {"sync", 100}, {"sync", 1000}, {"async", 0}} {
		if way.delay > 0 {
			if _, err := l.ctl.Exec(ctx, fmt.Sprintf("set commit_delay = %d", way.delay)); err != nil {
				t.Notes = append(t.Notes, "commit_delay was not tried: this user may not set it")
				continue
			}
			l.more = fmt.Sprintf("-c commit_delay=%d -c commit_siblings=2", way.delay)
		}
		for _, n := range []int{1, 2, 4, 8, 16} {
			r, err := l.cell(ctx, "single", sink.Change{Commit: way.commit, Loaders: n})
			if err != nil {
				return []Table{t}, err
			}
			t.Rows = append(t.Rows, []any{map[string]string{"sync": "on", "async": "off"}[way.commit], way.delay, n, tidy(r.rate()), tidy(r.Latency.Mean), tidy(r.Latency.P95), r.topWaits()})
		}
		l.more = ""
	}
	return []Table{t}, nil
}
