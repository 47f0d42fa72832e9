package parse

import "context"

// Batch is a chunk of a file and what was read out of it. One goroutine owns it
// at a time: who holds the pointer owns it, and sending it on a channel gives
// it away. The records' bytes live until Release.
type Batch struct {
	Source *Source
	Seq    int    // of the chunk within the reading of its file, from 0
	Offset int64  // where Data begins in the decompressed file
	Line   int64  // number of its first line
	Data   []byte // the chunk, undecoded, whole lines
	Skip   int64  // bytes read over and not kept in Data: a record larger than is allowed
	EOF    bool   // the file ends with it: what is still open is emitted
	Replay bool   // read for the sake of what follows: its records were loaded before and are dropped

	Records  []Record // parts before Fold, records in the order of their last lines after it
	Rejects  []Reject
	Lines    int64  // physical lines of Data
	Skipped  int64  // physical lines known to be part of no record
	Filtered int64  // records that a filter took out of Records
	Replaced int64  // bytes that are no UTF-8, or NUL, and became U+FFFD
	Hash     uint64 // of Data
	FoldFrom int64  // lowest offset that folding what follows needs

	Tag any // what the consumer keeps with the batch, a file's identity in the ledger for instance

	text    []byte // Data unwrapped and in UTF-8: Data itself, or textBuf
	textBuf []byte
	raw     []byte // text before it was decoded
	parts   bool   // Records has some that Fold has to do with
	scratch []byte
	spans   []span // of text's lines when text is not Data
	arena   arena
	pool    *Pool
	large   bool // a record has much text of its own
	free    bool
}

// span says where a line of a batch's text came from.
type span struct {
	offset      int64 // of its first byte in the file
	first, last int64 // physical lines
	lines       int32 // that are counted to it; those of other streams may lie between
	time        int64 // of the wrapper, or NoTime
}

// End is the offset behind the batch's last byte.
func (b *Batch) End() int64 { return b.Offset + int64(len(b.Data)) + b.Skip }

// EndLine is the number of its last line; one less than Line when it is empty.
func (b *Batch) EndLine() int64 { return b.Line + b.Lines - 1 }

// Alloc returns n bytes that live as long as the batch, for text that a format
// or its Finish builds. They are not zeroed.
func (b *Batch) Alloc(n int) []byte { return b.arena.alloc(n) }

// Copy returns a copy of s that lives as long as the batch.
func (b *Batch) Copy(s []byte) []byte {
	c := b.arena.alloc(len(s))
	copy(c, s)
	return c
}

// Release gives the batch back to its pool. It panics if called twice: a batch
// has one owner.
func (b *Batch) Release() {
	if b.free {
		panic("parse: batch released twice")
	}
	b.free = true
	b.pool.put(b)
}

// Pool bounds the memory of a run: Get waits until a batch is free, which is
// the pipeline's only back pressure.
type Pool struct {
	size int
	free chan *Batch
}

// NewPool makes a pool of n batches with chunks of size bytes. A batch may grow
// beyond that for a long record; such a one is not kept.
func NewPool(n, size int) *Pool {
	p := &Pool{size: size, free: make(chan *Batch, n)}
	for range n {
		p.free <- nil // made when first taken
	}
	return p
}

// logOfRecord is how much log a record has in most logs, in bytes, or somewhat
// more: a batch that begins with room for its records hardly copies them as it
// grows.
const logOfRecord = 400

// Size is the size of a chunk in bytes.
func (p *Pool) Size() int { return p.size }

// Get takes a batch, or returns why ctx ended.
func (p *Pool) Get(ctx context.Context) (*Batch, error) {
	select {
	case b := <-p.free:
		if b == nil {
			b = &Batch{pool: p, Data: make([]byte, 0, p.size), Records: make([]Record, 0, p.size/logOfRecord)}
		}
		b.free = false
		return b, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (p *Pool) put(b *Batch) {
	if cap(b.Data) > 2*p.size || cap(b.textBuf) > 4*p.size || b.arena.held() > 8*p.size || cap(b.Records) > 1+p.size/32 {
		b = nil
	} else {
		if b.large {
			clear(b.Records[:cap(b.Records)])
		}
		b.arena.reset()
		*b = Batch{pool: p, free: true, Data: b.Data[:0], Records: b.Records[:0], Rejects: b.Rejects[:0],
			textBuf: b.textBuf[:0], scratch: b.scratch[:0], spans: b.spans[:0], arena: b.arena}
	}
	p.free <- b
}
