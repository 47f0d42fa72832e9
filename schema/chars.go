package schema

import (
	"encoding/binary"
	"math/bits"
)

// characters counts those of s, which is valid UTF-8: the bytes that do not
// continue another's, eight at a time, and 32 where all are ASCII.
// utf8.RuneCount, which checks what is known here, takes several times as long.
func characters(s []byte) int {
	n := len(s)
	for len(s) >= 32 {
		a, b := binary.LittleEndian.Uint64(s), binary.LittleEndian.Uint64(s[8:])
		c, d := binary.LittleEndian.Uint64(s[16:]), binary.LittleEndian.Uint64(s[24:])
		if (a|b|c|d)&highs != 0 {
			n -= continued(a) + continued(b) + continued(c) + continued(d)
		}
		s = s[32:]
	}
	for len(s) >= 8 {
		n -= continued(binary.LittleEndian.Uint64(s))
		s = s[8:]
	}
	for _, c := range s {
		if c&0xC0 == 0x80 {
			n--
		}
	}
	return n
}

// highs are the highest bits of eight bytes.
const highs = 0x8080808080808080

// continued counts the bytes 10xxxxxx of w: the highest bit set, the next one not.
func continued(w uint64) int { return bits.OnesCount64(w & ^(w << 1) & highs) }

// fit returns s, valid UTF-8, cut to at most limit characters.
func fit[T ~string | ~[]byte](s T, limit int) T {
	if len(s) <= limit {
		return s
	}
	n := 0
	for i := range len(s) {
		if s[i]&0xC0 != 0x80 {
			if n == limit {
				return s[:i]
			}
			n++
		}
	}
	return s
}
