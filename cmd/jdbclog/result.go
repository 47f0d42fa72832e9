package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"jdbclog/pipeline"
)

// loadResult is what a load has done, with the keys of `load --json`.
type loadResult struct {
	Run      string       `json:"run"`
	Scheme   schemeResult `json:"scheme"`
	Files    int64        `json:"files"`
	Bytes    int64        `json:"bytes"`
	Lines    int64        `json:"lines"`
	Records  recordCounts `json:"records"`
	Covered  int64        `json:"loaded_before"` // records that did not have to be read
	Skipped  int64        `json:"skipped_lines"`
	Replaced int64        `json:"replaced_bytes"`
	Cut      int64        `json:"cut_values"`
	Nulled   int64        `json:"nulled_values"`
	Held     []heldResult `json:"held"`
	Problems []problem    `json:"problems"`
	Phases   []phase      `json:"phases"`
	Stages   []stage      `json:"stages"`
	Seconds  float64      `json:"seconds"`
	Rate     int64        `json:"records_per_s"`
	Rejects  *string      `json:"rejects_file"`
}

type schemeResult struct {
	ID      int    `json:"id"`
	Name    string `json:"name"`
	Insert  string `json:"insert"`
	Commit  string `json:"commit"`
	Tables  string `json:"tables"`
	Indexes string `json:"indexes"`
}

type recordCounts struct {
	Read      int64 `json:"read"`
	Loaded    int64 `json:"loaded"`
	Duplicate int64 `json:"duplicate"`
	Rejected  int64 `json:"rejected"`
	Filtered  int64 `json:"filtered"`
}

type phase struct {
	Name  string  `json:"name"`
	Wall  float64 `json:"wall_s"`
	Rows  int64   `json:"rows,omitempty"`
	Bytes int64   `json:"bytes,omitempty"`
}

type stage struct {
	Name    string  `json:"name"`
	Busy    float64 `json:"busy_s"`
	Workers int     `json:"workers"`
}

type heldResult struct {
	File    string `json:"file"`
	Bytes   int64  `json:"bytes"`
	Records int64  `json:"records"`
}

type problem struct {
	File  string `json:"file"`
	Error string `json:"error"`
}

// take fills in what the pipeline has counted.
func (r *loadResult) take(rep pipeline.Report) {
	r.Files, r.Bytes, r.Lines = rep.Files, rep.Bytes, rep.Lines
	r.Records = recordCounts(rep.Records)
	r.Skipped, r.Replaced = rep.SkippedLines, rep.Replaced
	r.Held, r.Problems = []heldResult{}, []problem{}
	for _, h := range rep.Held {
		r.Held = append(r.Held, heldResult{h.Path, h.Bytes, h.Records})
	}
	for _, p := range rep.Problems {
		r.Problems = append(r.Problems, problem{p.Path, p.Err.Error()})
	}
	for _, s := range rep.Stages {
		r.Stages = append(r.Stages, stage{s.Name, s.Busy.Seconds(), s.Workers})
	}
}

// phase notes the wall time of a phase that began at start.
func (r *loadResult) phase(name string, start time.Time, rows, bytes int64) {
	r.Phases = append(r.Phases, phase{name, time.Since(start).Seconds(), rows, bytes})
}

// end sets the totals of a run that began at start.
func (r *loadResult) end(start time.Time) {
	r.Seconds = time.Since(start).Seconds()
	if r.Seconds > 0 {
		r.Rate = int64(float64(r.Records.Loaded) / r.Seconds)
	}
}

func (r *loadResult) writeJSON(w io.Writer) error {
	return json.NewEncoder(w).Encode(r)
}

// writeText writes the summary for people.
func (r *loadResult) writeText(w io.Writer) error {
	var b strings.Builder
	n := r.Records
	fmt.Fprintf(&b, "%s of %s records loaded", grouped(n.Loaded), grouped(n.Read))
	fmt.Fprintf(&b, " from %s (%s) in %s, %s records/s\n", plural(r.Files, "file"), sizeText(r.Bytes), seconds(r.Seconds), grouped(r.Rate))
	switch {
	case r.Covered > 0 && n.Read == 0:
		fmt.Fprintf(&b, "nothing new: the %s were loaded before\n", plural(r.Covered, "record"))
	case r.Covered > 0:
		fmt.Fprintf(&b, "%s were loaded before\n", plural(r.Covered, "record"))
	}
	fmt.Fprintf(&b, "scheme %d (%s): insert %s, commit %s, %s tables, indexes %s\n\n", r.Scheme.ID, r.Scheme.Name, r.Scheme.Insert, r.Scheme.Commit, r.Scheme.Tables, r.Scheme.Indexes)
	fmt.Fprintf(&b, "  %-11s %14s\n", "records", grouped(n.Read))
	for _, c := range []struct {
		name string
		n    int64
	}{{"loaded", n.Loaded}, {"duplicate", n.Duplicate}, {"rejected", n.Rejected}, {"filtered", n.Filtered}} {
		fmt.Fprintf(&b, "  = %-9s %14s\n", c.name, grouped(c.n))
	}
	fmt.Fprintf(&b, "  %-11s %14s, %s of them of no record\n\n", "lines", grouped(r.Lines), grouped(r.Skipped))
	load := 0.0
	fmt.Fprintf(&b, "  %-11s %14s   %s\n", "phase", "wall", "share")
	for _, p := range r.Phases {
		if p.Name == "load" {
			load = p.Wall
		}
		fmt.Fprintf(&b, "  %-11s %14s   %3.0f %%\n", p.Name, seconds(p.Wall), percent(p.Wall, r.Seconds))
	}
	fmt.Fprintf(&b, "\n  %-11s %14s   %s\n", "stage", "busy", "of its workers' time in the load phase")
	for _, s := range r.Stages {
		fmt.Fprintf(&b, "  %-11s %14s   %3.0f %% of %d\n", s.Name, seconds(s.Busy), percent(s.Busy, load*float64(s.Workers)), s.Workers)
	}
	for _, x := range []struct {
		n    int64
		what string
	}{
		{r.Replaced, "bytes were no valid text and are U+FFFD now"},
		{r.Cut, "values were longer than their columns and are cut"},
		{r.Nulled, "numbers did not fit their columns and are null"},
	} {
		if x.n > 0 {
			fmt.Fprintf(&b, "\n%s %s", grouped(x.n), x.what)
		}
	}
	for _, h := range r.Held {
		fmt.Fprintf(&b, "\n%s: changed a moment ago; %s of it may get more lines and wait for the next run (--final loads all)", h.File, heldText(h))
	}
	if r.Rejects != nil {
		fmt.Fprintf(&b, "\nrejects are in %s", *r.Rejects)
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

// heldText says what of a file was held back.
func heldText(h heldResult) string {
	switch {
	case h.Records == 0:
		return "the last " + plural(h.Bytes, "byte")
	case h.Bytes == 0:
		return plural(h.Records, "record")
	}
	return plural(h.Records, "record") + " and the last " + plural(h.Bytes, "byte")
}

func percent(part, whole float64) float64 {
	if whole <= 0 {
		return 0
	}
	return 100 * part / whole
}

func seconds(s float64) string {
	switch {
	case s >= 100:
		return time.Duration(s * 1e9).Round(time.Second).String()
	case s >= 1:
		return fmt.Sprintf("%.1f s", s)
	}
	return fmt.Sprintf("%.0f ms", s*1000)
}

// grouped is n with its thousands apart.
func grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

func plural(n int64, what string) string {
	if n != 1 {
		what += "s"
	}
	return grouped(n) + " " + what
}

func sizeText(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.2f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return plural(n, "byte")
}
