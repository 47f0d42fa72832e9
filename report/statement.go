package report

import (
	"cmp"

	"jdbclog/parse"
	"jdbclog/parse/sqltext"
)

// courseLimit is how many slots the course of one statement may have: a day of
// five minutes.
const courseLimit = 288

// statement is all that is kept of the executions of one digest.
type statement struct {
	Digest string       `json:"digest"`
	Text   string       `json:"text"` // normalised
	Cut    bool         `json:"cut,omitempty"`
	Type   sqltext.Type `json:"type"`
	Tables []string     `json:"tables,omitempty"`

	sums
	Least      int64     `json:"least,omitempty"`   // µs, of Timed calls
	Squares    wide      `json:"squares"`           // of their runtimes
	Batches    int64     `json:"batches,omitempty"` // calls that are batches
	Executions int64     `json:"executions,omitempty"`
	Span       span      `json:"span"`
	Runtimes   quantiles `json:"runtimes"`
	Course     series    `json:"course"`
	Samples    samples   `json:"samples,omitempty"`
	Callers    counter   `json:"callers"`
	Files      counter   `json:"files"`

	Loops      repeats `json:"loops"`      // N+1
	Duplicates repeats `json:"duplicates"` // run back to back
	Large      large   `json:"large"`
	Lists      lengths `json:"lists"`

	hasList   bool // it has an IN list
	unlimited bool // a select without LIMIT or its like
	gone      bool // summed up in the rest

	id   string // of its first row in the database
	size int    // of what it keeps, bytes
}

// statementSize is about what a statement takes of memory with nothing in it.
const statementSize = 2 << 10

func newStatement(s *sqltext.Stmt) *statement {
	d := &statement{Digest: s.Digest, Text: clip(s.Normalized, maxText), Type: s.Type, Span: noSpan()}
	d.Cut = len(d.Text) < len(s.Normalized)
	for _, t := range s.Tables[:min(len(s.Tables), 32)] {
		d.Tables = append(d.Tables, clip(t, maxName))
	}
	d.learn()
	d.size = statementSize + len(d.Text)
	return d
}

// learn sets what follows from the text.
func (d *statement) learn() {
	d.hasList = hasList(d.Text)
	d.unlimited = d.Type == sqltext.Select && !limited(d.Text)
}

// add counts an execution. What the order of records matters for is not its.
func (d *statement) add(r *parse.Record, x execution) {
	if x.runtime >= 0 {
		if d.Timed == 0 || x.runtime < d.Least {
			d.Least = x.runtime
		}
		d.Squares.addSquare(x.runtime)
		d.Runtimes.add(x.runtime)
	}
	d.sums.add(x)
	if r.Kind == parse.BatchKind {
		d.Batches++
		d.Executions += int64(r.BatchSize)
	}
	if r.Time != parse.NoTime {
		d.Span.add(r.Time)
		at, fresh := d.Course.at(r.Time, courseLimit)
		at.count(x)
		if fresh {
			d.size += 32
		}
	}
}

// sample keeps the execution if it is one of the slowest.
func (d *statement) sample(r *parse.Record, file string, x execution) {
	if d.Samples.slowerWanted(statementOf, x.runtime, r.Time) {
		d.Samples.keep(sampleOf(r, file, x), statementOf, slower)
		d.measure()
	}
}

func (d *statement) merge(o *statement) {
	if o.Timed > 0 && (d.Timed == 0 || o.Least < d.Least) {
		d.Least = o.Least
	}
	d.sums.merge(o.sums)
	d.Squares.add(o.Squares)
	d.Batches += o.Batches
	d.Executions += o.Executions
	d.Span.merge(o.Span)
	d.Runtimes.merge(&o.Runtimes)
	d.Course.merge(&o.Course, courseLimit)
	d.Samples.merge(o.Samples, statementOf, slower)
	d.Callers.merge(&o.Callers)
	d.Files.merge(&o.Files)
	d.Loops.merge(&o.Loops)
	d.Duplicates.merge(&o.Duplicates)
	d.Large.merge(&o.Large)
	d.Lists.merge(&o.Lists)
	d.measure()
}

// measure sets the size anew.
func (d *statement) measure() {
	d.size = statementSize + len(d.Text) + 32*len(d.Course.Slots) + exampleSize*(len(d.Loops.Examples)+len(d.Duplicates.Examples))
	for i := range d.Samples {
		d.size += d.Samples[i].size()
	}
	for i := range d.Large.Sample {
		d.size += d.Large.Sample[i].size()
	}
}

// heavier orders statements by what they took, then by how often they came.
func heavier(a, b *statement) int {
	return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Digest, b.Digest))
}
