package parse

import (
	"context"
	"io"
	"strings"
	"testing"
)

func TestLinesOfASkippedRecordAreCounted(t *testing.T) {
	for _, end := range []string{"", "\n", "\n@b ONE x\n"} {
		text := "@a ONE x\n@a ONE y\n@a ONE long" + strings.Repeat("\n  goes on", 5000) + end
		want := int64(strings.Count(text, "\n"))
		if end == "" {
			want++ // the last line has no ending
		}
		s := NewSplitter(toySource(), strings.NewReader(text), NewPool(4, 1000), 0, 1)
		s.Final = true
		var lines, skip int64
		for {
			b, err := s.Next(context.Background())
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			lines, skip = lines+b.Lines, skip+b.Skip
			b.Release()
		}
		if lines != want || skip == 0 {
			t.Errorf("%d lines, want %d; %d bytes skipped", lines, want, skip)
		}
	}
}
