package parse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// pieces is a wrapper of the tests: `1P text` is a piece of stream 1, `1F text`
// ends its line; `J a\b` is a line of two lines.
type pieces struct{}

func (pieces) String() string { return "pieces" }
func (pieces) New() Unwrapper { return &piecesOf{} }

type piecesOf struct {
	open  [2][]byte
	since [2]int
	lines int
}

func (p *piecesOf) Unwrap(dst, line []byte) (out []byte, x Unwrapped) {
	p.lines++
	if len(line) >= 3 && line[0] == 'J' {
		return append(dst, bytes.ReplaceAll(line[2:], []byte{'\\'}, []byte{'\n'})...), Unwrapped{Done: true, Pending: len(p.open[0])+len(p.open[1]) > 0}
	}
	if len(line) < 3 || line[0] < '1' || line[0] > '2' {
		return append(dst, line...), Unwrapped{Done: true, Pending: len(p.open[0])+len(p.open[1]) > 0}
	}
	o, since := &p.open[line[0]-'1'], &p.since[line[0]-'1']
	if len(*o) == 0 {
		*since = p.lines
	}
	*o = append(*o, line[3:]...)
	if x.Done = line[1] == 'F'; x.Done {
		dst = append(dst, *o...)
		*o = (*o)[:0]
		x.Back = p.lines - *since
	}
	x.Pending = len(p.open[0])+len(p.open[1]) > 0
	return dst, x
}

func (p *piecesOf) Rest(dst []byte) []byte {
	return append(append(dst, p.open[0]...), p.open[1]...)
}

func TestCutsDoNotMatterInsideAWrapper(t *testing.T) {
	for seed := range uint64(8) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		var b bytes.Buffer
		for i, line := range bytes.Split(toyLog(int(seed*15), seed), []byte("\n")) {
			switch {
			case rnd.IntN(15) == 0:
				fmt.Fprintf(&b, "J @t1 ONE joined %d\\ and more\n", i)
			case len(line) > 6 && rnd.IntN(3) == 0:
				fmt.Fprintf(&b, "1P %s\n", line[:3])
				if rnd.IntN(4) == 0 {
					fmt.Fprintf(&b, "2F other\n")
				}
				fmt.Fprintf(&b, "1F %s\n", line[3:])
			default:
				fmt.Fprintf(&b, "1F %s\n", line)
			}
		}
		src := toySource()
		src.Wrapper = pieces{}
		src.MaxRecord = 1 << 20
		checkLaws(t, src, b.Bytes())
		checkLaws(t, src, append(b.Bytes(), "1P @t unfinished"...))
		src.MaxRecord = 300
		if n := len(readIn(t, src, b.Bytes(), 1000).records); seed > 2 && n < int(seed) {
			t.Fatalf("%d records behind one that is too large", n)
		}
	}
}
