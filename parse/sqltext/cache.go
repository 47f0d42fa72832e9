package sqltext

// cache remembers statements by a text, in a bounded number of bytes. A text lives in one of the four slots that its hash names.
type cache struct {
	slots []cacheSlot
	bytes int // of the texts and statements held
	limit int
	turn  int // the next victim
}

type cacheSlot struct {
	hash uint64
	text string
	stmt *Stmt
	cost int
}

const ways = 4

// newCache returns a cache of about limit bytes.
func newCache(limit int) cache {
	n := ways * 16
	for n < 1<<16 && n*512 < limit {
		n *= 2
	}
	return cache{slots: make([]cacheSlot, n), limit: limit}
}

// set returns the slots for a hash.
func (c *cache) set(hash uint64) []cacheSlot {
	i := int(hash) & (len(c.slots) - ways)
	return c.slots[i : i+ways : i+ways]
}

// get returns the statement of the text with this hash, nil if it is not known.
func (c *cache) get(hash uint64, text []byte) *Stmt {
	set := c.set(hash)
	for i := range set {
		if e := &set[i]; e.hash == hash && e.text == string(text) && e.stmt != nil {
			return e.stmt
		}
	}
	return nil
}

// put remembers the statement of a text. What is over the limit goes, in no particular order.
func (c *cache) put(hash uint64, text string, stmt *Stmt, cost int) {
	if cost > c.limit/4 {
		return
	}
	set := c.set(hash)
	c.turn++
	victim := &set[c.turn%ways]
	for i := range set {
		if set[i].stmt == nil {
			victim = &set[i]
			break
		}
	}
	c.evict(victim)
	for c.bytes+cost > c.limit {
		c.turn++
		c.evict(&c.slots[c.turn%len(c.slots)])
	}
	*victim = cacheSlot{hash, text, stmt, cost}
	c.bytes += cost
}

func (c *cache) evict(e *cacheSlot) {
	c.bytes -= e.cost
	*e = cacheSlot{}
}
