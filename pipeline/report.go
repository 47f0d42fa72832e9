package pipeline

import (
	"fmt"
	"sync/atomic"
	"time"

	"jdbclog/parse"
)

// Progress is how far a run has got. It may be read while the run goes on.
type Progress struct {
	Bytes   atomic.Int64 // read of the files as they lie there, compressed or not
	Records atomic.Int64
}

// Report says what a run did and where its time went.
type Report struct {
	Files   int64 // opened and read
	Bytes   int64 // decompressed
	Lines   int64
	Records Records
	Rejects int64 // of parsing; Records.Rejected has those of the sink too
	Rows    int64
	Sent    int64 // bytes

	RecordLines, SkippedLines, RejectedLines int64
	Replaced                                 int64 // bytes that were no text

	Wall     time.Duration
	Stages   []Stage
	Problems []Problem // files that could not be read, or not to their end
	Held     []Held    // files whose end is left for the next run
}

// Records counts records by what became of them.
type Records struct {
	Read, Loaded, Duplicate, Rejected, Filtered int64
}

// Stage is one line of a report: Busy is summed over the workers, so
// Busy/(Wall*Workers) is how full the stage was.
type Stage struct {
	Name    string
	Workers int
	Busy    time.Duration
}

// Balance returns an error unless everything that was read is accounted for: a
// record is loaded, was there, is rejected or filtered, and a line belongs to a
// record, to a reject or to skipped text. It holds for runs that came to their end.
func (r *Report) Balance() error {
	n := r.Records
	if got := n.Loaded + n.Duplicate + n.Rejected + n.Filtered; got != n.Read {
		return fmt.Errorf("books do not balance: %d records read, %d accounted for", n.Read, got)
	}
	if got := r.RecordLines + r.SkippedLines + r.RejectedLines; got != r.Lines {
		return fmt.Errorf("books do not balance: %d lines read, %d accounted for", r.Lines, got)
	}
	return nil
}

// meter sums the busy time of one stage; its workers share it.
type meter struct{ busy atomic.Int64 }

func (m *meter) add(start time.Time) { m.busy.Add(int64(time.Since(start))) }

// counts are what the loaders have seen.
type counts struct {
	files, bytes, lines                   atomic.Int64
	read, loaded, dup, rejected, filtered atomic.Int64
	recordLines, skipped, rejectedLines   atomic.Int64
	filteredLines, carried, replaced      atomic.Int64 // carried: lines of open records that came from a replay, less those left open
	rejects, rows, sent                   atomic.Int64
}

func (c *counts) add(group []*parse.Batch, read int64, n Loaded) {
	c.addRecords(read, n)
	for _, b := range group {
		c.addBatch(b)
	}
}

func (c *counts) addRecords(read int64, n Loaded) {
	c.read.Add(read)
	c.loaded.Add(n.Loaded)
	c.dup.Add(n.Duplicate)
	c.rejected.Add(n.Rejected)
	c.filtered.Add(n.Filtered)
	c.rows.Add(n.Rows)
	c.sent.Add(n.Bytes)
}

func (c *counts) addBatch(b *parse.Batch) {
	c.bytes.Add(int64(len(b.Data)) + b.Skip)
	c.lines.Add(b.Lines)
	c.skipped.Add(b.Skipped)
	c.replaced.Add(b.Replaced)
	c.rejects.Add(int64(len(b.Rejects)))
	var lines int64
	for i := range b.Records {
		lines += int64(b.Records[i].Lines)
	}
	c.recordLines.Add(lines)
	lines = 0
	for i := range b.Rejects {
		lines += b.Rejects[i].Lines
	}
	c.rejectedLines.Add(lines)
}

func (r *run) report(wall time.Duration) Report {
	c := &r.counts
	rep := Report{
		Files: c.files.Load(), Bytes: c.bytes.Load(), Lines: c.lines.Load() + c.carried.Load(),
		Records: Records{c.read.Load(), c.loaded.Load(), c.dup.Load(), c.rejected.Load(), c.filtered.Load()},
		Rejects: c.rejects.Load(), Rows: c.rows.Load(), Sent: c.sent.Load(),
		RecordLines: c.recordLines.Load() + c.filteredLines.Load(), SkippedLines: c.skipped.Load(), RejectedLines: c.rejectedLines.Load(),
		Replaced: c.replaced.Load(),
		Wall:     wall, Problems: r.problems, Held: r.held,
	}
	for i, s := range []Stage{{Name: "read", Workers: max(1, r.Readers)}, {Name: "parse", Workers: r.Parsers}, {Name: "fold", Workers: max(1, r.Readers)}, {Name: "load", Workers: r.Loaders}} {
		s.Busy = time.Duration(r.stages[i].busy.Load())
		rep.Stages = append(rep.Stages, s)
	}
	return rep
}

// Add adds what another run over the same inputs did.
func (r *Report) Add(o Report) {
	r.Bytes += o.Bytes
	r.Lines += o.Lines
	r.Records.Read += o.Records.Read
	r.Records.Loaded += o.Records.Loaded
	r.Records.Duplicate += o.Records.Duplicate
	r.Records.Rejected += o.Records.Rejected
	r.Records.Filtered += o.Records.Filtered
	r.Rejects += o.Rejects
	r.Rows += o.Rows
	r.Sent += o.Sent
	r.RecordLines += o.RecordLines
	r.SkippedLines += o.SkippedLines
	r.RejectedLines += o.RejectedLines
	r.Replaced += o.Replaced
	r.Wall += o.Wall
	for i := range min(len(r.Stages), len(o.Stages)) {
		r.Stages[i].Busy += o.Stages[i].Busy
	}
	r.Problems = append(r.Problems, o.Problems...)
	r.Held = append(r.Held, o.Held...)
}
