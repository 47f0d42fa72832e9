package sqltext

// cache remembers statements by a text, in a bounded number of bytes. A text lives in one of the four slots that its hash names.
type cache struct {
	hashes []uint64 // of the slots' texts, apart from them: those of four slots are near each other, and most texts are in none
	slots  []cacheSlot
	bytes  int // of the texts and statements held
	limit  int
	turn   int // the next victim
}

type cacheSlot struct {
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
	return cache{hashes: make([]uint64, n), slots: make([]cacheSlot, n), limit: limit}
}

// first returns the first of the slots for a hash.
func (c *cache) first(hash uint64) int { return int(hash) & (len(c.slots) - ways) }

// get returns the statement of the text with this hash, nil if it is not known.
func (c *cache) get(hash uint64, text []byte) *Stmt {
	first := c.first(hash)
	for i, h := range c.hashes[first : first+ways] {
		if h != hash {
			continue
		}
		if e := &c.slots[first+i]; e.text == string(text) && e.stmt != nil {
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
	first := c.first(hash)
	c.turn++
	victim := first + c.turn%ways
	for i := first; i < first+ways; i++ {
		if c.slots[i].stmt == nil {
			victim = i
			break
		}
	}
	c.evict(victim)
	for c.bytes+cost > c.limit {
		c.turn++
		c.evict(c.turn % len(c.slots))
	}
	c.hashes[victim], c.slots[victim] = hash, cacheSlot{text, stmt, cost}
	c.bytes += cost
}

func (c *cache) evict(i int) {
	c.bytes -= c.slots[i].cost
	c.hashes[i], c.slots[i] = 0, cacheSlot{}
}
