package parse

import (
	"bytes"
	"context"
	"io"

	"github.com/cespare/xxhash/v2"
)

// skip reads over an event that is too large to keep, whose beginning fills
// b.Data, up to the next line that begins one. It leaves b without Data, with
// Skip, Lines and Hash telling what was read over.
func (s *Splitter) skip(ctx context.Context, b *Batch) error {
	hash := xxhash.New()
	drop := func(p []byte) {
		hash.Write(p)
		b.Skip += int64(len(p))
		b.Lines += int64(bytes.Count(p, newline))
	}
	nl := bytes.LastIndexByte(b.Data, '\n') + 1
	drop(b.Data[:nl])
	w := append(make([]byte, 0, s.pool.size+4*startPrefix), b.Data[nl:min(len(b.Data), nl+startPrefix)]...)
	inside := false // w begins inside a line that was judged
	if len(b.Data)-nl > startPrefix {
		drop(b.Data[nl:])
		w, inside = w[:0], true
	}
	b.Data = b.Data[:0]
	for {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		n, err := s.r.Read(w[len(w):cap(w)])
		w = w[:len(w)+n]
		if err != nil {
			s.eof = true
			if err != io.EOF {
				s.err = err
			}
		}
		at, judged, in := s.src.firstStart(w, inside, s.eof)
		if at >= 0 {
			drop(w[:at])
			s.carry = append(s.carry[:0], w[at:]...)
			break
		}
		drop(w[:judged])
		w, inside = append(w[:0], w[judged:]...), in
		if s.eof {
			if inside {
				b.Lines++ // the last line has no ending
			}
			break
		}
	}
	b.Hash = hash.Sum64()
	s.advance(b)
	return nil
}

// firstStart returns where the first line of text that begins an event starts,
// or -1; then judged bytes of text are done with, and inside tells whether they
// end inside a line. inside says the same of what came before text.
func (s *Source) firstStart(text []byte, inside, eof bool) (at, judged int, in bool) {
	pos, j := 0, judge{}
	if inside {
		nl := bytes.IndexByte(text, '\n')
		if nl < 0 {
			return -1, len(text), true
		}
		pos = nl + 1
	}
	for pos < len(text) {
		end := lineEnd(text, pos)
		whole := text[end-1] == '\n' || eof
		if !whole && end-pos <= startPrefix {
			return -1, pos, false
		}
		if s.wrappedBegins(text[pos:end], &j) {
			return pos, pos, false
		}
		if !whole {
			return -1, end, true
		}
		pos = end
	}
	return -1, pos, eof && len(text) > 0 && text[len(text)-1] != '\n'
}

// wrappedBegins reports whether a line of the file begins an event, once it is
// unwrapped and decoded.
func (s *Source) wrappedBegins(line []byte, j *judge) bool {
	if s.Wrapper == nil {
		return j.rawBegins(s, line)
	}
	text, x := s.Wrapper.New().Unwrap(nil, trimEOL(line))
	return x.Done && j.rawBegins(s, text)
}

var newline = []byte{'\n'}

// countLines counts physical lines; a last one without ending counts too.
func countLines(text []byte) int64 {
	n := int64(bytes.Count(text, newline))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}
