package parse

import (
	"bytes"
	"strings"
	"testing"
)

func TestSamplesAreOfLinesInOrderHoweverLongTheyAre(t *testing.T) {
	short := strings.Repeat("a line\n", 1_000)
	for _, long := range []int{10, 100_000, 500_000, 560_000, 700_000} {
		head := []byte(short + strings.Repeat("x", long) + "\n" + strings.Repeat("y\n", (600_000-min(long, 599_000))/2))
		sample, windows := sampleOf(head)
		left := head
		for line := range bytes.Lines(sample) {
			at := bytes.Index(left, line)
			if at < 0 {
				t.Fatalf("%d: a line of the sample is not in the file, or out of order", long)
			}
			left = left[at+len(line):]
		}
		for i := 1; i < len(windows); i++ {
			if windows[i].first <= windows[i-1].first || windows[i].skipped < windows[i-1].skipped {
				t.Errorf("%d: windows %v", long, windows)
			}
		}
	}
}
