package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"
)

// WriteCSV writes the ranked statements, a line each below the names of the
// columns. What the logs do not tell is empty; runtimes are in µs, times in RFC
// 3339.
func (r *Report) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{{
		"rank", "digest", "type", "tables", "calls", "failed", "rows", "share", "sum_us", "min_us", "mean_us", "p50_us", "p95_us", "p99_us", "max_us", "stddev_us",
		"batches", "executions", "first", "last", "file", "line", "normalized",
	}}
	for _, s := range r.Statements {
		d, file, line := s.Runtime, "", ""
		if len(s.Samples) > 0 {
			file, line = s.Samples[0].File, strconv.FormatInt(s.Samples[0].Line, 10)
		}
		rows = append(rows, []string{
			strconv.Itoa(s.Rank), s.Digest, s.Type, strings.Join(s.Tables, " "), digits(&s.Calls), digits(&s.Failed), digits(s.Rows), fraction(s.Share),
			digits(d.Sum), digits(d.Min), digits(d.Mean), digits(d.P50), digits(d.P95), digits(d.P99), digits(d.Max), fraction(d.Stddev),
			digits(&s.Batches), digits(&s.Executions), moment(s.First), moment(s.Last), file, line, s.Normalized,
		})
	}
	for _, row := range rows {
		for i := range row {
			row[i] = inert(row[i])
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// inert keeps spreadsheets from taking text for a formula.
func inert(s string) string {
	if s != "" && strings.IndexByte("=+-@\t\r", s[0]) >= 0 {
		return "'" + s
	}
	return s
}

func digits(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

func fraction(f *float64) string {
	if f == nil {
		return ""
	}
	return strconv.FormatFloat(*f, 'f', 4, 64)
}

func moment(t Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}
