package parse

import "bytes"

// unwrap makes b's text out of the wrapped lines of b.Data and returns where to
// cut Data: at the last line of the text that begins an event while no other
// line was pending; 0 if there is none. A last line without ending waits for
// the rest of it, unless the input is at its end.
func (s *Splitter) unwrap(b *Batch) int {
	u := s.src.Wrapper.New()
	b.textBuf, b.spans = b.textBuf[:0], b.spans[:0]
	var open span          // of the text's next line
	cut, begun := 0, false // begun: an event has begun, so only another may be cut off
	pending := false       // some stream has an unfinished line
	clean := true          // none had one where open begins
	number := b.Line
	for pos := 0; pos < len(b.Data); number++ {
		end := lineEnd(b.Data, pos)
		if b.Data[end-1] != '\n' && !s.eof {
			break
		}
		if !pending {
			clean = true
			open = span{offset: b.Offset + int64(pos), first: number}
		}
		at := len(b.textBuf)
		var done bool
		b.textBuf, done, pending = u.Unwrap(b.textBuf, trimEOL(b.Data[pos:end]))
		pos = end
		if !done {
			continue
		}
		open.last = number
		starts := s.src.begins(b.textBuf[at:lineEnd(b.textBuf, at)])
		if (starts || !begun) && clean && open.offset > b.Offset {
			cut = int(open.offset - b.Offset)
		}
		begun = begun || starts
		s.endLine(b, at, open)
		open = span{offset: b.Offset + int64(end), first: number + 1}
		clean = !pending
	}
	if s.eof {
		at := len(b.textBuf)
		if b.textBuf = u.Rest(b.textBuf); len(b.textBuf) > at {
			open.last = number - 1
			s.endLine(b, at, open)
		}
		return len(b.Data)
	}
	return cut
}

// endLine ends the text that starts at at, giving each of its lines the span.
func (s *Splitter) endLine(b *Batch, at int, where span) {
	for range bytes.Count(b.textBuf[at:], newline) + 1 {
		b.spans = append(b.spans, where)
	}
	b.textBuf = append(b.textBuf, '\n')
}

// trimText takes off b's text what lies behind the cut that was made.
func (s *Splitter) trimText(b *Batch) {
	if s.src.Wrapper == nil {
		return
	}
	end, n := b.End(), len(b.spans)
	for n > 0 && b.spans[n-1].offset >= end {
		n--
	}
	b.spans = b.spans[:n]
	pos := 0
	for range n {
		pos = lineEnd(b.textBuf, pos)
	}
	b.textBuf = b.textBuf[:pos]
}
