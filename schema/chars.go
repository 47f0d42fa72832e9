package schema

import (
	"encoding/binary"
	"math/bits"
)

// characters counts those of s, which is valid UTF-8: the bytes that do not
// continue another's, eight at a time. utf8.RuneCount, which checks what is
// known here, takes several times as long.
func characters(s []byte) int {
	n := len(s)
	for len(s) >= 8 {
		// 10xxxxxx continues: the highest bit set, the next one not.
		w := binary.LittleEndian.Uint64(s)
		n -= bits.OnesCount64(w & ^(w << 1) & 0x8080808080808080)
		s = s[8:]
	}
	for _, c := range s {
		if c&0xC0 == 0x80 {
			n--
		}
	}
	return n
}

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
