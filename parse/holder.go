package parse

import (
	"maps"
	"slices"
)

// Bounds of what a Folder may hold open in one file. They are counted over the
// file's text, not over chunks, so that cuts do not matter.
const (
	maxHeldRecords = 1 << 16
	maxHeldBytes   = 32 << 20
)

// Holder keeps the open records of a Folder: stacks by key (a thread, a
// connection, or nothing), and all of them by age. Folders embed it.
type Holder struct {
	stacks      map[string]*stack
	near        *stack // the one asked for last: events of one thread come in runs
	first, last *Held
	free        *Held // dropped ones, linked by next, to be used again
	count       int
	bytes       int64
}

// stack is what is held under one key. It stays when it is empty, for its key
// is likely to come again.
type stack struct {
	key  string
	held []*Held
}

// Held is a record that waits for more of its lines. It is good until the Push
// that follows its Drop.
type Held struct {
	Record
	Need       int64 // lowest offset from which a fresh fold comes to the same state
	Last       int64 // offset of the item that reached it last, as far as its Folder says so
	Idle       bool  // in a queue: it lets others pass
	Note       any   // the Folder's own
	stack      *stack
	size       int64
	own        bool   // the byte fields are copies
	passed     bool   // in a queue: others have passed it
	took       uint64 // other tools whose record was taken in, by the place of their format
	prev, next *Held
}

// Push holds r on top of key's stack.
func (h *Holder) Push(key []byte, r *Record) *Held {
	s := h.find(key)
	if s == nil {
		s = h.open(key)
	}
	x := h.free
	if x == nil {
		x = new(Held)
	} else {
		h.free = x.next
	}
	*x = Held{Record: *r, Need: r.Offset, Last: r.Offset, stack: s}
	x.key = 0 // Folders may set what it stands for
	if len(s.held) > 0 {
		x.Need = min(x.Need, s.held[0].Need)
	}
	s.held = append(s.held, x)
	h.link(x)
	h.count++
	h.resize(x)
	return x
}

// link puts x at the end of the list by age.
func (h *Holder) link(x *Held) {
	x.prev, x.next = h.last, nil
	if h.last == nil {
		h.first = x
	} else {
		h.last.next = x
	}
	h.last = x
}

// unlink takes x out of the list by age.
func (h *Holder) unlink(x *Held) {
	if x.prev == nil {
		h.first = x.next
	} else {
		x.prev.next = x.next
	}
	if x.next == nil {
		h.last = x.prev
	} else {
		x.next.prev = x.prev
	}
}

// find returns key's stack, or nil.
func (h *Holder) find(key []byte) *stack {
	if s := h.near; s != nil && s.key == string(key) {
		return s
	}
	s := h.stacks[string(key)]
	if s != nil {
		h.near = s
	}
	return s
}

// open makes a stack for key, and lets empty ones go when they are many.
func (h *Holder) open(key []byte) *stack {
	if h.stacks == nil {
		h.stacks = map[string]*stack{}
	}
	if len(h.stacks) > 1024+4*h.count {
		maps.DeleteFunc(h.stacks, func(_ string, s *stack) bool { return len(s.held) == 0 })
	}
	s := &stack{key: string(key)}
	h.stacks[s.key] = s
	h.near = s
	return s
}

// Stack returns what is held under key, oldest first. The slice is good until
// the next Push or Drop.
func (h *Holder) Stack(key []byte) []*Held {
	if s := h.find(key); s != nil {
		return s.held
	}
	return nil
}

// Top returns what was pushed last under key, or nil.
func (h *Holder) Top(key []byte) *Held {
	if s := h.Stack(key); len(s) > 0 {
		return s[len(s)-1]
	}
	return nil
}

// Settle takes x off its key's stack: nothing that follows will be joined to
// it. It stays held, by age, until it is dropped.
func (h *Holder) Settle(x *Held) {
	s := x.stack
	if s == nil {
		return
	}
	for i := len(s.held) - 1; i >= 0; i-- {
		if s.held[i] == x {
			s.held = slices.Delete(s.held, i, i+1)
			break
		}
	}
	x.stack = nil
}

// Settled reports whether x was settled.
func (x *Held) Settled() bool { return x.stack == nil }

// Drop lets go of x, which its Folder has emitted or skipped.
func (h *Holder) Drop(x *Held) {
	h.Settle(x)
	h.unlink(x)
	h.count--
	h.bytes -= x.size
	x.prev, x.next = nil, h.free
	h.free = x
}

// Join counts the lines of r, the item just read, to x, and makes x reach to
// its end. Call it, or Changed, after setting x's byte fields: the bound on bytes
// and the copies that are made when the batch goes depend on it.
func (h *Holder) Join(x *Held, r *Record) {
	x.Lines += r.Lines
	x.EndLine = max(x.EndLine, r.EndLine)
	h.Changed(x)
}

// Changed notes that byte fields of x were set.
func (h *Holder) Changed(x *Held) {
	x.own = false
	h.resize(x)
}

// Grew notes that bytes came to a byte field of x, or to its parameters: Changed
// for records of many parts.
func (h *Holder) Grew(x *Held, bytes int) {
	x.own = false
	x.size += int64(bytes)
	h.bytes += int64(bytes)
}

// Oldest returns what has been held longest, or nil.
func (h *Holder) Oldest() *Held { return h.first }

// Next returns what was pushed after x, or nil.
func (x *Held) Next() *Held { return x.next }

// Len is the number of records held.
func (h *Holder) Len() int { return h.count }

func (h *Holder) holder() *Holder { return h }

func (h *Holder) over() bool { return h.count > maxHeldRecords || h.bytes > maxHeldBytes }

func (h *Holder) resize(x *Held) {
	size := int64(x.Record.bytes())
	h.bytes += size - x.size
	x.size = size
}

// keep copies the bytes of everything held, so that the batch can go, and lets
// go of what was dropped.
func (h *Holder) keep() {
	for x := h.first; x != nil; x = x.next {
		if !x.own {
			x.Params = append([]Param(nil), x.Params...)
			buf := make([]byte, 0, x.Record.bytes())
			x.each(func(s *[]byte) {
				if *s != nil {
					n := len(buf)
					buf = append(buf, *s...)
					*s = buf[n:len(buf):len(buf)]
				}
			})
			x.own = true
		}
	}
	for x := h.free; x != nil && x.Format != nil; x = x.next {
		*x = Held{next: x.next}
	}
}

// bytes is the length of all byte fields of the record.
func (r *Record) bytes() int {
	n := len(r.SQL) + len(r.Prepared) + len(r.Conn) + len(r.Thread) + len(r.Method) + len(r.URL) + len(r.Error) + len(r.Extra)
	for i := range r.Params {
		n += len(r.Params[i].Value)
	}
	return n
}

// each calls f with every byte field of the record.
func (r *Record) each(f func(*[]byte)) {
	for _, s := range [...]*[]byte{&r.SQL, &r.Prepared, &r.Conn, &r.Thread, &r.Method, &r.URL, &r.Error, &r.Extra} {
		f(s)
	}
	for i := range r.Params {
		f(&r.Params[i].Value)
	}
}
