package sqltext

const (
	caseBits  = 0x2020202020202020
	indexBits = 12
)

// keywordIndex finds a known word without a branch that depends on the text: a hash of its first eight bytes and its length is a place of
// its own for each of them.
var keywordIndex = func() (t struct {
	factor uint64
	index  [1 << indexBits]kw
	heads  [kwCount]uint64
}) {
	for k, e := range keywords {
		t.heads[k] = headOf([]byte(e.word), 0, len(e.word))
	}
	for t.factor = 0xff51afd7ed558ccd; ; t.factor += 0x9e3779b97f4a7c16 {
		t.index = [1 << indexBits]kw{}
		taken := false
		for k, e := range keywords {
			at := &t.index[(t.heads[k]+uint64(len(e.word)))*t.factor>>(64-indexBits)]
			if taken = taken || e.word != "" && *at != kwNone; e.word != "" {
				*at = kw(k)
			}
		}
		if !taken {
			return t
		}
	}
}()

// headOf returns the first eight bytes of the word src[i:j], | caseBits.
func headOf(src []byte, i, j int) uint64 {
	var head uint64
	for k := min(j, i+8) - 1; k >= i; k-- {
		head = head<<8 | uint64(src[k])
	}
	return head | caseBits
}

// keyword returns the number of the word src[i:j], in any case, or kwNone.
func keyword(src []byte, i, j int) kw {
	if i >= j {
		return kwNone
	}
	return lookup(headOf(src, i, j), src, i, j)
}

// lookup is keyword for a word whose head is known.
func lookup(head uint64, src []byte, i, j int) kw {
	k := keywordIndex.index[(head+uint64(j-i))*keywordIndex.factor>>(64-indexBits)]
	if keywordIndex.heads[k] != head {
		k = kwNone
	}
	if k != kwNone && j-i >= 8 && !equalFold(src[i:j], keywords[k].word) {
		k = kwNone
	}
	return k
}
