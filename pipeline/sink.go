// Package pipeline says what happens when: files are opened, split, parsed,
// folded and handed to a sink, by stages that run at once. It knows nothing of
// databases.
//
//	files ─► open ─► split ─► parse ×N ─► fold (per file, in order) ─► load ×M
//
// The pool of batches is the only back pressure and the only bound on memory.
package pipeline

import (
	"context"

	"jdbclog/parse"
)

// Sink is where records go.
type Sink interface {
	// Plan says which intervals of a file are to be read; none when all of it is
	// loaded. It is called when the file's turn comes, by the goroutine that reads it.
	Plan(ctx context.Context, f *File) (Plan, error)

	// Open makes a loader; one for each load worker.
	Open(ctx context.Context) (Loader, error)
}

// Loader moves batches. It serves one goroutine.
type Loader interface {
	// Load writes b's records and notes that b's interval is done, or neither.
	// It may not keep b or anything that b holds. Batches with Replay set never
	// reach it. Those of one file may reach several loaders in any order.
	Load(ctx context.Context, b *parse.Batch) (Loaded, error)

	Close(ctx context.Context) error
}

// GroupLoader is a loader that is faster with several batches at once.
type GroupLoader interface {
	Loader

	// LoadGroup does for all of the batches what Load does for one. With an error it
	// counts those that were loaded all the same.
	LoadGroup(ctx context.Context, group []*parse.Batch) (Loaded, error)
}

// Loaded counts what became of the records of a batch or a group. Read = Loaded + Duplicate +
// Rejected + Filtered, where Read is len(Records) plus len(Rejects).
type Loaded struct {
	Loaded    int64 // records written
	Duplicate int64 // records that were there, or that another run is loading
	Rejected  int64 // records that the sink refused, and rejects of parsing
	Filtered  int64 // records left out by since, until and the like
	Rows      int64 // rows written, in all tables
	Bytes     int64 // bytes sent
}

// Add adds what other counts.
func (n *Loaded) Add(other Loaded) {
	n.Loaded += other.Loaded
	n.Duplicate += other.Duplicate
	n.Rejected += other.Rejected
	n.Filtered += other.Filtered
	n.Rows += other.Rows
	n.Bytes += other.Bytes
}

// Plan is what to read of one file.
type Plan struct {
	Tag      any // becomes Batch.Tag
	Segments []Segment
}

// Segment is an interval to load. Its bounds are bounds of events. Reading
// begins at Offset so that the fold comes to the state it had at Start; what is
// read before Start, and items before FoldFrom altogether, are not loaded again.
type Segment struct {
	Offset   int64 // where to begin reading: Offset <= FoldFrom <= Start
	Line     int64 // number of the line there
	FoldFrom int64
	Start    int64
	End      int64 // -1: the end of the file
}

// Whole is the plan that reads all of a file.
func Whole(tag any) Plan {
	return Plan{Tag: tag, Segments: []Segment{{Line: 1, End: -1}}}
}
