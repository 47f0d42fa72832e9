package report

import (
	"fmt"
	"math"
	"strings"

	"jdbclog/parse/sqltext"
)

// Script is one statement for pgbench: its slowest execution that can be run.
type Script struct {
	Name   string // of a file
	Text   string
	Weight int64 // how often it is run, against the others
}

// mostScripts is how many pgbench takes (MAX_SCRIPTS in its source).
const mostScripts = 128

// Scripts makes a script of each statement of r that can be run again, in their
// order, as many as pgbench takes. Left out are commits, failures, texts that are
// not whole or whose values are not known, and those that pgbench would change.
func (r *Report) Scripts() (list []Script, left int) {
	most := int64(1)
	for _, s := range r.Statements {
		most = max(most, s.Calls)
	}
	for _, s := range r.Statements {
		x := runnable(s.Samples)
		if x == nil || len(list) == mostScripts {
			left++
			continue
		}
		weight := s.Calls
		if most > math.MaxInt32 {
			weight = max(1, int64(float64(weight)/float64(most)*math.MaxInt32))
		}
		text := strings.TrimRight(strings.TrimSpace(x.SQL), ";")
		list = append(list, Script{
			Name:   fmt.Sprintf("%03d-%s.sql", s.Rank, s.Digest),
			Text:   fmt.Sprintf("-- %s calls, mean %s\n%s\n;\n", grouped(s.Calls), duration(s.Runtime.Mean), text),
			Weight: weight,
		})
	}
	return list, left
}

// runnable is the slowest sample that can be run as it is, nil if there is none.
func runnable(samples []Execution) *Execution {
	for i := range samples {
		x := &samples[i]
		if x.SQL != "" && !x.Cut && !x.Failed && !x.Unbound && x.BatchSize == 0 && !claimed(x.SQL) {
			return x
		}
	}
	return nil
}

// claimed reports whether pgbench would take part of a text for a command or
// variable of its own.
func claimed(sql string) bool {
	for _, name := range []string{":scale", ":client_id", ":random_seed", ":default_seed"} {
		if strings.Contains(sql, name) {
			return true
		}
	}
	return strings.Contains(sql, "\\") || len(sqltext.AppendPlaceholders(nil, []byte(sql))) > 0
}

// ReplayCommand is a shell script that runs the scripts, found in a folder, with
// pgbench; its arguments are more of pgbench's.
func ReplayCommand(list []Script, folder string) string {
	var b strings.Builder
	b.WriteString("#!/bin/sh\n# Runs the statements as often as they were called, against each other: sh THIS -c 8 -T 60 DATABASE\nexec pgbench -n -M simple")
	for _, s := range list {
		fmt.Fprintf(&b, " \\\n  -f %s@%d", shellQuoted(folder+"/"+s.Name), s.Weight)
	}
	b.WriteString(" \\\n  \"$@\"\n")
	return b.String()
}

func shellQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
