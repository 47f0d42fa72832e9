package sink

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"slices"

	"jdbclog/pipeline"
)

// headBytes is how much of a file's beginning, without the NULs that
// copytruncate leaves there, is its head.
const headBytes = 4096

func headOf(f *pipeline.File) []byte {
	head := f.Head
	for len(head) > 0 && head[0] == 0 {
		head = head[1:]
	}
	return head[:min(len(head), headBytes)]
}

// headHash hashes a head and its length: a file that was small when it was
// first seen is still itself when it has grown.
func headHash(head []byte) string {
	h := sha256.New()
	h.Write(head)
	return sealed(h, len(head))
}

// sealed is the hash of a head of n bytes that h has taken.
func sealed(h hash.Hash, n int) string {
	h.Write(binary.BigEndian.AppendUint32(nil, uint32(n)))
	return hex.EncodeToString(h.Sum(nil))
}

// shortHeads are those of files that were smaller than a head when they were
// first seen.
type shortHeads struct {
	lengths []int // ascending
	hashes  map[string]bool
}

func (s *shortHeads) add(n int, hash string) {
	if n >= headBytes {
		return
	}
	if s.hashes == nil {
		s.hashes = map[string]bool{}
	}
	s.hashes[hash] = true
	if at, found := slices.BinarySearch(s.lengths, n); !found {
		s.lengths = slices.Insert(s.lengths, at, n)
	}
}

// of returns the hashes of those that head begins with. Nothing begins with no
// bytes but what has none.
func (s *shortHeads) of(head []byte) []string {
	var found []string
	h := sha256.New()
	done := 0
	for _, n := range s.lengths {
		if n > len(head) || n == 0 && len(head) > 0 {
			continue
		}
		h.Write(head[done:n])
		done = n
		prefix, err := h.(hash.Cloner).Clone()
		if err != nil {
			continue
		}
		if hash := sealed(prefix, n); s.hashes[hash] {
			found = append(found, hash)
		}
	}
	return found
}
