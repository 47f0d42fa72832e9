package compare

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

// CSV writes every round, a line each, or every row of an experiment's tables.
func (r *Result) CSV(out io.Writer) error {
	w := csv.NewWriter(out)
	if r.Experiment != nil {
		for _, t := range r.Experiment.Tables {
			w.Write(t.Columns)
			for _, row := range t.Rows {
				var cells []string
				for _, c := range row {
					if c == nil {
						c = ""
					}
					cells = append(cells, fmt.Sprint(c))
				}
				w.Write(cells)
			}
		}
		w.Flush()
		return w.Error()
	}
	w.Write([]string{"scheme", "name", "wal_level", "round", "order", "verified", "extrapolated", "failure", "wall_s", "schema_s", "load_s", "index_s", "analyze_s", "set_logged_s",
		"records", "records_per_s", "wal_bytes", "checkpoints", "temp_bytes", "table_bytes", "index_bytes", "latency_mean_ms", "latency_p50_ms", "latency_p95_ms", "latency_p99_ms", "latency_max_ms",
		"client_cpu_s", "server_cpu_s", "disk_written_mb", "disk_queue"})
	f := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	n := func(v int64) string { return strconv.FormatInt(v, 10) }
	for _, s := range r.Schemes {
		for _, x := range s.Rounds {
			failure, logged, written, queue := "", "", "", ""
			if x.Failure != nil {
				failure = *x.Failure
			}
			if x.Phases.SetLogged != nil {
				logged = f(*x.Phases.SetLogged)
			}
			if x.Disk != nil {
				written, queue = f(x.Disk.WrittenMB), f(x.Disk.Queue)
			}
			w.Write([]string{strconv.Itoa(s.ID), s.Name, s.WALLevel, strconv.Itoa(x.Round), strconv.Itoa(x.Order), strconv.FormatBool(x.Verified), strconv.FormatBool(x.Extrapolated), failure,
				f(x.Wall), f(x.Phases.Schema), f(x.Phases.Load), f(x.Phases.Index), f(x.Phases.Analyze), logged, n(x.Records), f(x.RecordRate), n(x.WALBytes), n(x.Checkpoints), n(x.TempBytes),
				n(x.TableBytes), n(x.IndexBytes), f(x.Latency.Mean), f(x.Latency.P50), f(x.Latency.P95), f(x.Latency.P99), f(x.Latency.Max), f(x.ClientCPU), f(x.ServerCPU), written, queue})
		}
	}
	w.Flush()
	return w.Error()
}
