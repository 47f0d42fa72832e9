package parse

const arenaBlock = 256 << 10

// arena hands out bytes that all live until reset. Blocks never move, so views
// stay good while it grows; they are used again after it.
type arena struct {
	blocks [][]byte
	at     int // the block being filled
	used   int // bytes of it
	total  int
}

func (a *arena) alloc(n int) []byte {
	if len(a.blocks) == 0 || a.used+n > len(a.blocks[a.at]) {
		a.grow(n)
	}
	s := a.blocks[a.at][a.used : a.used+n : a.used+n]
	a.used += n
	return s
}

// grow goes on to a block with room for n bytes.
func (a *arena) grow(n int) {
	a.used = 0
	for a.at+1 < len(a.blocks) {
		if a.at++; n <= len(a.blocks[a.at]) {
			return
		}
	}
	size := max(arenaBlock, n)
	a.blocks = append(a.blocks, make([]byte, size))
	a.at = len(a.blocks) - 1
	a.total += size
}

func (a *arena) held() int { return a.total }

// reset makes the arena empty. It keeps its blocks, but for large ones.
func (a *arena) reset() {
	kept := a.blocks[:0]
	for _, b := range a.blocks {
		if len(b) == arenaBlock {
			kept = append(kept, b)
		} else {
			a.total -= len(b)
		}
	}
	clear(a.blocks[len(kept):])
	*a = arena{blocks: kept, total: a.total}
}
