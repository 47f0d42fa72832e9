package parse

import (
	"bytes"
	"fmt"
	"strings"
)

// ParseWrapper makes a Wrapper of what Wrapper.String gives: a name of
// WrapperNames, or up to three of them joined by +, the outermost first.
func ParseWrapper(s string) (Wrapper, error) {
	var c chain
	for name := range strings.SplitSeq(s, "+") {
		w := wrapperNamed(name)
		if w == nil || len(c) == maxNesting {
			return nil, fmt.Errorf("wrapper %q is not known: it is one of %s, or up to %d of them joined by +", name[:min(20, len(name))], strings.Join(WrapperNames(), ", "), maxNesting)
		}
		c = append(c, w)
	}
	if len(c) == 1 {
		return c[0], nil
	}
	return c, nil
}

// WrapperNames are the wrappers that are known, in the order in which they are
// looked for.
func WrapperNames() []string {
	var names []string
	for _, w := range wrappers() {
		names = append(names, w.String())
	}
	return names
}

func wrapperNamed(name string) Wrapper {
	for _, w := range wrappers() {
		if w.String() == name {
			return w
		}
	}
	return nil
}

// maxNesting is how many wrappers may lie around each other.
const maxNesting = 3

// detectable is a Wrapper that knows its lines.
type detectable interface {
	Wrapper

	// wraps reports whether line is surely wrapped. column is 0, or a number in
	// which all lines of a file agree.
	wraps(line []byte) (ok bool, column int)
}

// wrappers is every wrapper. To add one, write it and add its line here.
func wrappers() []detectable {
	return []detectable{
		docker{},
		fluentBit{},
		filebeat{},
		journal{},
		cri{},
		compose{},
		syslog{},
		kubectl{},
		tanuki{},
	}
}

// detectWrapper finds the wrapper that nine of ten lines have, and the first of
// them.
func detectWrapper(head []byte) (w detectable, first int64) {
	const sample = 400
	for _, w := range wrappers() {
		hits, lines, number, column := 0, 0, int64(0), 0
		first = 0
		for pos := 0; pos < len(head) && lines < sample; {
			end := lineEnd(head, pos)
			line := trimHead(trimEOL(head[pos:end]))
			pos = end
			number++
			if len(line) == 0 {
				continue
			}
			lines++
			ok, at := w.wraps(line)
			if !ok || column != 0 && at != column {
				if lines > 20 && hits*2 < lines {
					break
				}
				continue
			}
			column = at
			if hits++; first == 0 {
				first = number
			}
		}
		if hits > 0 && hits*10 >= lines*9 || hits > 1 && hits == lines-1 {
			return w, first
		}
	}
	return nil, 0
}

// findWrappers finds what is around the lines of head, and the text inside.
func findWrappers(head []byte) (found Wrapper, first int64, text []byte) {
	var all chain
	for text = head; len(all) < maxNesting; {
		w, line := detectWrapper(text)
		if w == nil {
			break
		}
		if all = append(all, w); len(all) == 1 {
			first = line
		}
		text = unwrapAll(w, text)
	}
	switch len(all) {
	case 0:
		return nil, 0, text
	case 1:
		return all[0], first, text
	}
	return all, first, text
}

// unwrapAll gives the text that w is around.
func unwrapAll(w Wrapper, head []byte) []byte {
	b := &Batch{Data: head, Line: 1}
	(&Splitter{src: &Source{Wrapper: w}, eof: true}).unwrap(b)
	return b.textBuf
}

// chain is wrappers around each other, the outermost first.
type chain []Wrapper

func (c chain) String() string {
	names := make([]string, len(c))
	for i, w := range c {
		names[i] = w.String()
	}
	return strings.Join(names, "+")
}

// New returns an Unwrapper that goes through all of them.
func (c chain) New() Unwrapper {
	var inner Unwrapper
	for i := len(c) - 1; i >= 0; i-- {
		if inner == nil {
			inner = c[i].New()
		} else {
			inner = &nested{outer: c[i].New(), inner: inner}
		}
	}
	return inner
}

// nested unwraps what another has unwrapped.
type nested struct {
	outer, inner Unwrapper
	buf          []byte
	lines        int   // physical, so far
	starts       []int // physical lines at which the outer's lines began since the inner has pieces
}

func (n *nested) Unwrap(dst, line []byte) (out []byte, x Unwrapped) {
	n.lines++
	var outer Unwrapped
	n.buf, outer = n.outer.Unwrap(n.buf[:0], line)
	if !outer.Done {
		return dst, Unwrapped{Pending: true}
	}
	n.starts = append(n.starts, n.lines-outer.Back)
	for rest, more := n.buf, true; more; {
		var one []byte
		one, rest, more = bytes.Cut(rest, newline)
		end := len(dst)
		if x.Done {
			dst = append(dst, '\n')
		}
		var in Unwrapped
		if dst, in = n.inner.Unwrap(dst, one); !in.Done {
			dst = dst[:end]
		} else if !x.Done {
			x.Done, x.Stamp = true, in.Stamp
			back := min(in.Back, len(n.starts)-1)
			x.Back = n.lines - n.starts[len(n.starts)-1-back]
		}
		x.Pending = in.Pending
	}
	if x.Stamp == (stamp{}) {
		x.Stamp = outer.Stamp
	}
	if !x.Pending {
		n.starts = n.starts[:0]
	}
	x.Pending = x.Pending || outer.Pending
	return dst, x
}

func (n *nested) Rest(dst []byte) []byte {
	if rest := n.outer.Rest(nil); len(rest) > 0 {
		out, x := n.inner.Unwrap(nil, rest)
		dst = append(dst, out...)
		if x.Done {
			dst = append(dst, '\n')
		}
	}
	return n.inner.Rest(dst)
}

// unfinished is the unfinished line of one stream.
type unfinished struct {
	text  []byte
	stamp stamp
	since int // number of the line with its first piece
	open  bool
}

// joiner joins the pieces of two streams.
type joiner struct {
	streams [2]unfinished
	lines   int
}

// whole gives out a line that is not wrapped.
func (j *joiner) whole(dst, line []byte) ([]byte, Unwrapped) {
	j.lines++
	return append(dst, line...), Unwrapped{Done: true, Pending: j.pending()}
}

func (j *joiner) pending() bool { return j.streams[0].open || j.streams[1].open }

// add takes a piece of a stream that add has appended to dst at at. If it ends the
// line, the earlier pieces are put before it; else it is kept and taken off.
func (j *joiner) add(dst []byte, at, stream int, t stamp, ends bool) ([]byte, Unwrapped) {
	j.lines++
	u := &j.streams[stream]
	switch {
	case ends && !u.open:
		return dst, Unwrapped{Done: true, Pending: j.pending(), Stamp: t}
	case ends:
		u.text = append(u.text, dst[at:]...)
		dst = append(dst[:at], u.text...)
		u.open = false
		return dst, Unwrapped{Done: true, Pending: j.pending(), Stamp: u.stamp, Back: j.lines - u.since}
	case !u.open:
		*u = unfinished{text: u.text[:0], stamp: t, since: j.lines, open: true}
	}
	u.text = append(u.text, dst[at:]...)
	return dst[:at], Unwrapped{Pending: true}
}

// Rest gives out what is unfinished, one line a stream.
func (j *joiner) Rest(dst []byte) []byte {
	some := false
	for i := range j.streams {
		if u := &j.streams[i]; u.open {
			if some {
				dst = append(dst, '\n')
			}
			dst = append(dst, u.text...)
			u.open, some = false, true
		}
	}
	return dst
}
