package parse

import (
	"bytes"
	"slices"
	"testing"
)

func TestWhatTheEndOfTheFileFlushedIsMarked(t *testing.T) {
	data := []byte("@a ONE whole\n@a OPEN joined\n@b OPEN left\n@a SHUT x\n")
	src := toySource()
	for _, size := range []int{1, 1000} {
		s := NewSplitter(src, bytes.NewReader(data), NewPool(2, size), 0, 1)
		s.Final = true
		p, fold := NewParser(0), NewFold(src, 0)
		var flushed []string
		for {
			b, err := s.Next(t.Context())
			if err != nil {
				break
			}
			p.Parse(b)
			fold.Next(b)
			for i := range b.Records {
				if b.Records[i].Flags&Flushed != 0 {
					flushed = append(flushed, string(b.Records[i].SQL))
				}
			}
			b.Release()
		}
		if !slices.Equal(flushed, []string{"left"}) {
			t.Errorf("chunks of %d bytes: flushed %q", size, flushed)
		}
	}
}

func TestALaterFoldNeedsNothingThatThisOneIgnored(t *testing.T) {
	data := []byte("@a OPEN given out at an earlier end\n@a ONE x\n@b OPEN y\n")
	src, from := toySource(), int64(bytes.IndexByte(data, '\n')+1)
	s := NewSplitter(src, bytes.NewReader(data[from:]), NewPool(1, 1000), from, 2)
	b, err := s.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	NewParser(0).Parse(b)
	NewFold(src, from).Next(b)
	if b.FoldFrom != from {
		t.Errorf("folding what follows needs %d, want %d", b.FoldFrom, from)
	}
}
