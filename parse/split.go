package parse

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"time"
)

// Splitter cuts a file, or an interval of it, into batches of whole events. It
// serves one goroutine.
type Splitter struct {
	src    *Source
	r      *bufio.Reader
	pool   *Pool
	offset int64   // of the next batch
	line   int64   // number of its first line
	carry  []byte  // read and not given out
	starts []int64 // scratch of unwrap
	judge  judge
	seq    int
	eof    bool
	err    error // of the reader; given once what came before it is given out

	// HoldTail keeps back an event at the end of the input that may not be
	// finished: Held tells how many bytes were. An input that ends with an error
	// is treated so in any case.
	HoldTail bool
	Held     int64

	// Final says that the end of the input is the end of the file: the batch that
	// reaches it is marked EOF.
	Final bool

	Waited time.Duration // for free batches
}

// readPiece is how many bytes are read at once, for the sake of the cache. Readers
// underneath would go through their buffers for less.
const readPiece = 512 << 10

// NewSplitter reads src's decompressed bytes from r, whose first byte is at
// offset in the file, in line number line.
func NewSplitter(src *Source, r io.Reader, pool *Pool, offset, line int64) *Splitter {
	return &Splitter{src: src, r: bufio.NewReaderSize(r, startPrefix), pool: pool, offset: offset, line: line}
}

// Next returns the next batch, or io.EOF behind the last. An input without
// bytes gives no batch. When the reader fails, the bytes before are given out
// first, then its error.
func (s *Splitter) Next(ctx context.Context) (*Batch, error) {
	if s.eof && len(s.carry) == 0 {
		return nil, s.end()
	}
	b, err := s.batch(ctx)
	if err != nil {
		return nil, err
	}
	b.Source, b.Seq, b.Offset, b.Line = s.src, s.seq, s.offset, s.line
	b.Data = append(b.Data, s.carry...)
	s.carry = s.carry[:0]
	cut, seen := 0, 0
	lines := bytes.Count(b.Data, newline)
	for {
		lines += s.fill(b)
		if s.eof {
			cut = len(b.Data)
			if s.src.Wrapper != nil {
				cut = s.unwrap(b)
			}
			if s.HoldTail || s.err != nil {
				cut -= s.tail(b)
			}
			break
		}
		if s.src.Wrapper != nil {
			cut = s.unwrap(b)
		} else {
			cut = s.src.lastStart(b.Data, seen, false)
			if cut == 0 && !s.judge.rawBegins(s.src, b.Data[:lineEnd(b.Data, 0)]) {
				cut = bytes.LastIndexByte(b.Data, '\n') + 1 // no event begins in it
			}
		}
		if cut > 0 {
			break
		}
		if len(b.Data) > s.src.MaxRecord+2*startPrefix {
			if err := s.skip(ctx, b); err != nil {
				b.Release()
				return nil, err
			}
			return b, nil
		}
		seen = max(0, bytes.LastIndexByte(b.Data[:max(0, len(b.Data)-2*startPrefix)], '\n'))
		b.Data = append(make([]byte, 0, 2*cap(b.Data)), b.Data...)
	}
	if !s.eof || s.Held == 0 {
		s.carry = append(s.carry, b.Data[cut:]...)
	}
	b.Lines = int64(lines - bytes.Count(b.Data[cut:], newline))
	b.Data = b.Data[:cut]
	if cut > 0 && b.Data[cut-1] != '\n' {
		b.Lines++ // a last line without ending counts too
	}
	s.trimText(b)
	if cut == 0 {
		b.Release()
		return nil, s.end()
	}
	s.advance(b)
	return b, nil
}

func (s *Splitter) advance(b *Batch) {
	s.offset, s.line, s.seq = b.End(), b.Line+b.Lines, s.seq+1
	b.EOF = s.Final && s.End() && s.Held == 0 && s.err == nil
}

// Err is the error that ended the input early, if one did.
func (s *Splitter) Err() error { return s.err }

// End tells whether the input is used up, so that the batch given out last is its last.
func (s *Splitter) End() bool { return s.eof && len(s.carry) == 0 }

func (s *Splitter) end() error {
	if s.err != nil {
		return s.err
	}
	return io.EOF
}

// batch takes a free batch from the pool.
func (s *Splitter) batch(ctx context.Context) (*Batch, error) {
	start := time.Now()
	b, err := s.pool.Get(ctx)
	s.Waited += time.Since(start)
	return b, err
}

// Empty returns a batch without bytes at the end of the file, for what Fold
// still holds there.
func (s *Splitter) Empty(ctx context.Context) (*Batch, error) {
	b, err := s.batch(ctx)
	if err == nil {
		b.Source, b.Seq, b.Offset, b.Line, b.EOF = s.src, s.seq, s.offset, s.line, true
	}
	return b, err
}

// fill reads until b.Data is full or the input ends. It returns the number of
// line endings in what it has read: they are counted while it is in the
// processor's cache, where a chunk does not stay.
func (s *Splitter) fill(b *Batch) (lines int) {
	for full := false; !s.eof && !full; {
		from := len(b.Data)
		n, err := s.r.Read(b.Data[from:min(from+readPiece, cap(b.Data))])
		b.Data = b.Data[:from+n]
		lines += bytes.Count(b.Data[from:], newline)
		if full = len(b.Data) == cap(b.Data); full && err == nil {
			_, err = s.r.Peek(1) // the end is seen with the last bytes, wherever it falls
		}
		if err != nil {
			s.eof = true
			if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				s.err = err
			}
		}
	}
	return lines
}

// tail returns the size of the event at the end of b that may not be finished,
// and notes it as Held; 0 if it is.
func (s *Splitter) tail(b *Batch) int {
	at := s.src.lastStart(b.Data, 0, true)
	last := b.Data[at:]
	if s.src.complete(last) {
		return 0
	}
	s.Held = int64(len(last))
	return len(last)
}

// complete reports whether the text of an event needs nothing that may follow.
func (s *Source) complete(text []byte) bool {
	if !bytes.HasSuffix(text, newline) {
		return len(text) == 0
	}
	if s.Wrapper != nil || len(text) > s.MaxRecord {
		return true
	}
	b := &Batch{Source: s, Data: text}
	b.decode()
	p := NewParser(0)
	p.batch = b
	p.zone.Use(s.Zone)
	for it := newEvents(b); it.next(&p.event); {
		if it.orphan {
			return true
		}
		s.open(&p.event, p, &it.opened)
		for _, f := range s.Formats {
			if c, ok := f.(Completer); ok && f.Score(&p.event) > 0 {
				return c.Complete(&p.event)
			}
		}
	}
	return true
}
