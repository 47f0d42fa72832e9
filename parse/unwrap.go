package parse

import "bytes"

// unwrap makes b's text out of the wrapped lines of b.Data and returns where to
// cut Data: at the last line of the text that begins an event while no other
// line was pending; 0 if there is none. A last line without ending waits for
// the rest of it, unless the input is at its end.
func (s *Splitter) unwrap(b *Batch) int {
	u := s.src.Wrapper.New()
	b.textBuf, b.spans = b.textBuf[:0], b.spans[:0]
	var zone Zone
	zone.Use(s.src.Zone)
	cut, begun := 0, false         // begun: an event has begun, so only another may be cut off
	pending := false               // some stream has an unfinished line
	clean := int64(-1)             // where none had one before the next line of the text
	starts := s.starts[:0]         // of the physical lines, since none was pending
	number, told := b.Line, b.Line // told: first physical line that is not counted to one of the text
	for pos := 0; pos < len(b.Data); number++ {
		end := lineEnd(b.Data, pos)
		if b.Data[end-1] != '\n' && !s.eof {
			break
		}
		if !pending {
			clean = b.Offset + int64(pos)
			starts = starts[:0]
		}
		starts = append(starts, b.Offset+int64(pos))
		at := len(b.textBuf)
		var x Unwrapped
		b.textBuf, x = u.Unwrap(b.textBuf, trimHead(trimEOL(b.Data[pos:end])))
		pos, pending = end, x.Pending
		if !x.Done {
			continue
		}
		back := min(x.Back, len(starts)-1)
		begins := s.judge.rawBegins(s.src, b.textBuf[at:lineEnd(b.textBuf, at)])
		if (begins || !begun) && clean > b.Offset {
			cut = int(clean - b.Offset)
		}
		begun = begun || begins
		s.endLine(b, at, span{offset: starts[len(starts)-1-back], first: number - int64(back), last: number, lines: int32(number + 1 - told), time: resolve(x.Stamp, s.src, &zone)})
		clean, told = -1, number+1
	}
	s.starts = starts
	if s.eof {
		at := len(b.textBuf)
		if b.textBuf = u.Rest(b.textBuf); len(b.textBuf) > at && len(starts) > 0 {
			s.endLine(b, at, span{offset: starts[0], first: number - int64(len(starts)), last: number - 1, lines: int32(number - told), time: NoTime})
		}
		return len(b.Data)
	}
	return cut
}

// endLine ends the text that starts at at and notes where its lines came from.
// They have offsets of their own, so that several events of one physical line
// differ in them.
func (s *Splitter) endLine(b *Batch, at int, where span) {
	for range bytes.Count(b.textBuf[at:], newline) + 1 {
		b.spans = append(b.spans, where)
		where.offset++
		where.lines = 0
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
