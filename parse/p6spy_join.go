package parse

import "bytes"

// Bounds of the events that are tried to be one.
const (
	p6JoinEvents = 8
	p6JoinBytes  = 1 << 20
)

// p6OpenKey is the key of events that may be joined: in no name of a connection or thread.
var p6OpenKey = []byte{0, 0}

// join tries r as the continuation of an event that has no end. Such a one may
// have been cut in two by a line of its literals that looks like the header of
// another, in logs that are stored in tables: then both together are a record.
// It reports false if r is to be taken for itself.
func (f *p6Folder) join(r *Record, out *Out) bool {
	s := f.Stack(p6OpenKey)
	if len(s) == 0 {
		return false
	}
	first, last := s[0], s[len(s)-1]
	if r.Extra == nil || r.StartLine != p6EndLine(&last.Record)+1 {
		f.release(out)
		return false
	}
	f.buf = f.buf[:0]
	ending := "\n"
	if line, _, _ := bytes.Cut(first.Extra, newline); bytes.HasSuffix(line, []byte{'\r'}) {
		ending = "\r\n"
	}
	for _, x := range s {
		f.buf = append(append(f.buf, x.Extra...), ending...)
	}
	f.buf = append(f.buf, r.Extra...)
	if prepared, sql, ok := p6Joined(f.buf); ok {
		first.Prepared, first.SQL, first.Stmt = prepared, sql, nil
		first.Flags &^= Truncated | Ambiguous
		for _, x := range s[1:] {
			f.Join(first, &x.Record)
		}
		f.Join(first, r)
		first.EndLine = p6EndLine(r)
		first.Extra = nil
		whole := first.Record
		whole.Part = Whole
		f.dropOpen()
		f.take(&whole, out)
		return true
	}
	if len(s) == p6JoinEvents || len(f.buf) > p6JoinBytes {
		f.release(out)
		return false
	}
	f.hold(p6OpenKey, r, p6Note{r.Offset, p6OpenPart})
	return true
}

// p6EndLine is the last line of r's event, even if r ends before it.
func p6EndLine(r *Record) int64 {
	return max(r.EndLine, r.StartLine+int64(bytes.Count(r.Extra, newline)))
}

// p6Joined reads the texts of a multi-line record, if t is one without any doubt.
func p6Joined(t []byte) (prepared, sql []byte, ok bool) {
	h, ok := p6Header(t)
	if !ok || h.layout != p6Multi {
		return nil, nil, false
	}
	_, from := h.bodyStart(t[h.rest:])
	body := trimSpaceRight(t[h.rest+from:])
	if len(body) == 0 || body[len(body)-1] != ';' {
		return nil, nil, false
	}
	body = body[:len(body)-1]
	at, fit, ambiguous := splitTexts(body, '\n')
	if fit < fitBound || ambiguous {
		return nil, nil, false
	}
	body = bytes.Clone(body)
	return trimSpace(body[:at]), trimSpace(body[at+1:]), true
}

// release takes the events that were tried to be one for what they seemed to be.
func (f *p6Folder) release(out *Out) {
	var events []Record
	for _, x := range f.Stack(p6OpenKey) {
		events = append(events, x.Record)
	}
	f.dropOpen()
	events[0].Part = Whole
	f.take(&events[0], out)
	for i := range events[1:] {
		f.Fold(&events[1+i], out)
	}
}

func (f *p6Folder) dropOpen() {
	for x := f.Top(p6OpenKey); x != nil; x = f.Top(p6OpenKey) {
		f.Drop(x)
	}
}
