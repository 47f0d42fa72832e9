package parse

const arenaBlock = 256 << 10

// arena hands out bytes that all live until reset. Blocks never move, so views
// stay good while it grows.
type arena struct {
	blocks [][]byte // the last one is being filled
	used   int      // bytes of the last block
	total  int
}

func (a *arena) alloc(n int) []byte {
	if len(a.blocks) == 0 || a.used+n > len(a.blocks[len(a.blocks)-1]) {
		size := max(arenaBlock, n)
		a.blocks = append(a.blocks, make([]byte, size))
		a.used = 0
		a.total += size
	}
	last := a.blocks[len(a.blocks)-1]
	s := last[a.used : a.used+n : a.used+n]
	a.used += n
	return s
}

func (a *arena) held() int { return a.total }

// reset makes the arena empty, keeping one block.
func (a *arena) reset() {
	if len(a.blocks) > 1 {
		clear(a.blocks[1:])
		a.blocks = a.blocks[:1]
		a.total = len(a.blocks[0])
	}
	a.used = 0
}
