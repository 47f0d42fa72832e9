package report

import (
	"slices"

	"jdbclog/parse"
)

// source is a file while it is read: what its records share.
type source struct {
	name         string // its path
	system, host string // "" if not known
	group        *group
	seen         bool

	streams map[string]*stream
	last    *stream
	lastKey []byte
	key     []byte
}

// streamLimit is how many connections or threads of one file are watched at
// once; those that were quiet for longest end first.
const streamLimit = 1 << 12

func newSource(path string, opt *Options) *source {
	f := &source{name: clip(path, maxName), streams: map[string]*stream{}}
	if opt.System != nil {
		f.system = opt.System(path)
	}
	if opt.Host != nil {
		f.host = opt.Host(path)
	}
	return f
}

// stream is that of a record: of its connection, else of its thread, else of all
// the file.
func (f *source) stream(r *parse.Record, c *Collector) *stream {
	key := append(f.key[:0], 'c')
	name := r.Conn
	if name == nil {
		key[0], name = 't', r.Thread
	}
	if name == nil {
		key[0] = 'f'
	}
	key = append(key, name...)
	f.key = key
	if f.last != nil && string(key) == string(f.lastKey) {
		return f.last
	}
	t := f.streams[string(key)]
	if t == nil {
		if len(f.streams) >= streamLimit {
			c.closeQuiet(f)
		}
		t = &stream{file: f, end: parse.NoTime, conn: clip(r.Conn, maxName)}
		if r.Conn != nil {
			t.group = c.state.Connections.of(r.Conn)
		} else {
			t.thread = clip(r.Thread, maxName)
		}
		f.streams[string(key)] = t
	}
	f.last, f.lastKey = t, append(f.lastKey[:0], key...)
	return t
}

// closeQuiet ends the half of f's streams that were used least lately.
func (c *Collector) closeQuiet(f *source) {
	used := make([]int64, 0, len(f.streams))
	for _, t := range f.streams {
		used = append(used, t.used)
	}
	slices.Sort(used)
	middle := used[(len(used)-1)/2]
	for key, t := range f.streams {
		if t.used <= middle {
			c.closeStream(t)
			delete(f.streams, key)
		}
	}
	f.last = nil
}

// closeSource ends all streams of f.
func (c *Collector) closeSource(f *source) {
	for _, t := range f.streams {
		c.closeStream(t)
	}
	f.streams, f.last = nil, nil
	delete(c.open, f)
}

func (c *Collector) closeStream(t *stream) {
	c.closeRuns(t)
	if t.tx.open && t.tx.Statements > 0 {
		c.state.Transactions.Open++
	}
}
