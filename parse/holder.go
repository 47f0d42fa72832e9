package parse

import "bytes"

// Bounds of what a Folder may hold open in one file. They are counted over the
// file's text, not over chunks, so that cuts do not matter.
const (
	maxHeldRecords = 1 << 16
	maxHeldBytes   = 32 << 20
)

// Holder keeps the open records of a Folder: stacks by key (a thread, a
// connection, or nothing), and all of them by age. Folders embed it.
type Holder struct {
	stacks      map[string][]*Held
	first, last *Held
	count       int
	bytes       int64
}

// Held is a record that waits for more of its lines.
type Held struct {
	Record
	Need       int64 // lowest offset from which a fresh fold comes to the same state
	Note       any   // the Folder's own
	key        string
	size       int64
	own        bool // the byte fields are copies
	prev, next *Held
}

// Push holds r on top of key's stack.
func (h *Holder) Push(key []byte, r *Record) *Held {
	if h.stacks == nil {
		h.stacks = map[string][]*Held{}
	}
	x := &Held{Record: *r, Need: r.Offset, prev: h.last}
	stack := h.stacks[string(key)]
	if len(stack) > 0 {
		x.key, x.Need = stack[0].key, min(x.Need, stack[0].Need)
	} else {
		x.key = string(key)
	}
	h.stacks[x.key] = append(stack, x)
	if h.last == nil {
		h.first = x
	} else {
		h.last.next = x
	}
	h.last = x
	h.count++
	h.resize(x)
	return x
}

// Stack returns what is held under key, oldest first. The slice is good until
// the next Push or Drop.
func (h *Holder) Stack(key []byte) []*Held { return h.stacks[string(key)] }

// Top returns what was pushed last under key, or nil.
func (h *Holder) Top(key []byte) *Held {
	if s := h.stacks[string(key)]; len(s) > 0 {
		return s[len(s)-1]
	}
	return nil
}

// Drop lets go of x, which its Folder has emitted or skipped.
func (h *Holder) Drop(x *Held) {
	s := h.stacks[x.key]
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == x {
			s = append(s[:i], s[i+1:]...)
			break
		}
	}
	if len(s) == 0 {
		delete(h.stacks, x.key)
	} else {
		h.stacks[x.key] = s
	}
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
	x.prev, x.next = nil, nil
	h.count--
	h.bytes -= x.size
}

// Join counts the lines of r, the item just read, to x, and makes x reach to
// its end. Call it after changing x's byte fields, too, so that the bound on
// bytes holds.
func (h *Holder) Join(x *Held, r *Record) {
	x.Lines += r.Lines
	x.EndLine = max(x.EndLine, r.EndLine)
	x.own = false
	h.resize(x)
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
	h.bytes -= x.size
	x.size = 0
	x.each(func(s *[]byte) { x.size += int64(len(*s)) })
	h.bytes += x.size
}

// keep copies the bytes of everything held, so that the batch can go.
func (h *Holder) keep() {
	for x := h.first; x != nil; x = x.next {
		if !x.own {
			x.Params = append([]Param(nil), x.Params...)
			x.each(func(s *[]byte) { *s = bytes.Clone(*s) })
			x.own = true
		}
	}
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
