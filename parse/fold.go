package parse

import (
	"math"
	"slices"
)

// Folder joins the parts of one format's records within one file. It is used
// by one goroutine, which hands it the file's items in order. It embeds a Holder
// and keeps in it whatever waits for more: the byte fields of what is held are
// copied when the batch goes on.
type Folder interface {
	// Fold takes the next item: every one whose Part is not Whole, and Whole ones
	// too while something is held. It emits what is finished through out, in the
	// order of the last lines, and tells out of items that come to nothing.
	Fold(r *Record, out *Out)

	// Close emits, or skips, x as it stands, and drops it from the Holder: the
	// input has ended, or there is no room. Emitted records are flagged Truncated
	// unless nothing can be missing.
	Close(x *Held, out *Out)

	holder() *Holder
}

// Out is where a Folder puts what has become of its items. Records take the
// places of the items that have been taken: a batch's records fill much of a
// processor's cache.
type Out struct {
	records []Record // emitted, in the array of the items
	free    int      // places of items that were taken
	late    []Record // emitted when no place was free; those before next have one now
	next    int
	large   bool // one of them has text that is worth letting go of
	skipped int64

	merger *merger // of stacked tools, or nil
}

// Emit adds a finished record; its lines are counted to it. When tools are
// stacked it may become part of another tool's record instead. r is not the
// caller's any more.
func (o *Out) Emit(r *Record) {
	if o.merger != nil {
		o.merger.take(r, o)
	} else {
		o.put(r)
	}
}

// put adds a record for good.
func (o *Out) put(r *Record) {
	if len(r.SQL)+len(r.Prepared) > arenaBlock {
		o.large = true
	}
	if n := len(o.records); len(o.late) == 0 {
		own := n < cap(o.records) && r == &o.records[:n+1][n] // r is in its place already: nothing before it was joined
		if own {
			o.records = o.records[:n+1]
		} else if n < o.free {
			o.records = append(o.records, *r)
		}
		if own || n < o.free {
			o.records[n].Part = Whole
			return
		}
	}
	o.late = append(o.late, *r)
	o.late[len(o.late)-1].Part = Whole
}

// taken notes that the places of n items are free.
func (o *Out) taken(n int) {
	o.free = n
	if len(o.late) > 0 {
		to := min(len(o.late), o.next+n-len(o.records))
		o.records = append(o.records, o.late[o.next:to]...)
		if o.next = to; to == len(o.late) {
			o.late, o.next = o.late[:0], 0
		}
	}
}

// Skip counts the lines of an item that is part of no record.
func (o *Out) Skip(r *Record) { o.skipped += int64(r.Lines) }

// Fold joins the records of one file. It takes the file's batches in order and
// serves one goroutine.
type Fold struct {
	folders []Folder // in the order of the source's formats, nil where a format has none
	src     *Source
	merger  *merger // of stacked tools, or nil
	offset  int64   // of the item that was taken last
	from    int64
	seen    doubles
	days    dayClock
	out     Out
}

// NewFold makes the fold of one file. Items that begin before from are ignored:
// when reading goes on where an earlier run stopped, from is that run's FoldFrom.
func NewFold(src *Source, from int64) *Fold {
	f := &Fold{src: src, from: from, folders: make([]Folder, len(src.Formats))}
	for i, x := range src.Formats {
		f.folders[i] = x.Folder()
	}
	f.days.start(src)
	f.merger = newMerger(f)
	return f
}

// foldStep is the number of items after which their records are looked at for
// doubled ones: they are in the processor's cache still.
const foldStep = 64

// Next replaces the parts in b by records in the order of their last lines,
// and sets b.FoldFrom. Parsed batches must come in the file's order.
func (f *Fold) Next(b *Batch) {
	if !f.passes(b) {
		f.out = Out{records: b.Records[:0], late: f.out.late[:0], merger: f.merger}
		for i := range b.Records {
			if r := &b.Records[i]; r.Offset >= f.from {
				f.take(r)
			}
			f.out.taken(i + 1)
			if i%foldStep == foldStep-1 {
				f.dropDoubles(&f.out.records, b)
			}
		}
		f.out.taken(math.MaxInt32)
		if b.EOF {
			f.flush()
		}
		b.Records = f.out.records
		b.Skipped += f.out.skipped
		b.large = f.out.large
		if clear(f.out.late[:cap(f.out.late)]); cap(f.out.late) > 1024 {
			f.out.late = nil
		}
	}
	f.finish(b)
}

// passes reports whether b has nothing to join, so that its records stay as
// they are, uncopied.
func (f *Fold) passes(b *Batch) bool {
	return !b.parts && f.merger == nil && b.Offset >= f.from && f.OpenLines() == 0
}

// Open is the number of records that are held. What has no lines is a memory.
func (f *Fold) Open() (n int64) {
	for _, x := range f.holding() {
		if x != nil {
			for o := x.holder().Oldest(); o != nil; o = o.Next() {
				if o.Lines > 0 {
					n++
				}
			}
		}
	}
	return n
}

// OpenLines is the number of physical lines of what is held: read, and not yet
// part of a record or skipped.
func (f *Fold) OpenLines() (lines int64) {
	for _, x := range f.holding() {
		if x != nil {
			for o := x.holder().Oldest(); o != nil; o = o.Next() {
				lines += int64(o.Lines)
			}
		}
	}
	return lines
}

func (f *Fold) take(r *Record) {
	f.days.date(r)
	f.offset = r.Offset
	f.fold(r)
	if f.merger != nil {
		f.merger.release(&f.out)
		for f.merger.over() {
			f.merger.Close(f.merger.Oldest(), &f.out)
		}
	}
}

// fold gives r to the folder of its format.
func (f *Fold) fold(r *Record) {
	for i, x := range f.folders {
		if f.src.Formats[i] != r.Format {
			continue
		}
		if x == nil || r.Part == Whole && x.holder().Len() == 0 {
			break
		}
		x.Fold(r, &f.out)
		for h := x.holder(); h.over(); {
			x.Close(h.Oldest(), &f.out)
		}
		return
	}
	f.out.Emit(r)
}

// holding is all that may hold records: the folders, and what stands behind them.
func (f *Fold) holding() []Folder {
	if f.merger == nil {
		return f.folders
	}
	return append(f.folders[:len(f.folders):len(f.folders)], f.merger)
}

// flush emits what is still open at the end of the file.
func (f *Fold) flush() {
	n := len(f.out.records)
	for _, x := range f.holding() {
		for x != nil && x.holder().Len() > 0 {
			x.Close(x.holder().Oldest(), &f.out)
		}
	}
	flushed := f.out.records[n:]
	for i := range flushed {
		flushed[i].Flags |= Flushed
	}
	slices.SortStableFunc(flushed, func(a, b Record) int {
		return int(a.EndLine - b.EndLine)
	})
}

// dropDoubles takes doubled records of b out of records.
func (f *Fold) dropDoubles(records *[]Record, b *Batch) {
	if !f.src.KeepDuplicates {
		var lines int64
		*records, lines = f.seen.drop(*records)
		b.Skipped += lines
	}
}

// finish drops doubled records, notes what a later fold needs, and makes the
// fold independent of b's memory.
func (f *Fold) finish(b *Batch) {
	f.dropDoubles(&b.Records, b)
	f.seen.end(b.End())
	// What comes before f.from was ignored here, and so it must be later: it may
	// have been given out at an end that the file had then.
	b.FoldFrom = max(f.from, b.End()-doubleReach)
	if f.days.used {
		b.FoldFrom = f.from
	}
	if b.EOF {
		b.FoldFrom = b.End()
		return
	}
	for _, x := range f.holding() {
		if x == nil {
			continue
		}
		h := x.holder()
		for o := h.Oldest(); o != nil; o = o.Next() {
			b.FoldFrom = min(b.FoldFrom, o.Need)
		}
		h.keep()
	}
}
