package schema

import "encoding/binary"

// arrayHeader is the size of what precedes the elements of an array.
const arrayHeader = 20

// BeginArray makes dst an array of c's type without elements, in binary form;
// AppendField adds one, EndArray tells the array how many there are.
func (c *Column) BeginArray(dst []byte) []byte {
	dst = dst[:0]
	for _, n := range [...]uint32{1, 1, c.OID(), 0, 1} { // dimensions, nulls, type, elements, first index
		dst = binary.BigEndian.AppendUint32(dst, n)
	}
	return dst
}

// EndArray makes array one of n elements, which is not 0.
func EndArray(array []byte, n int) { binary.BigEndian.PutUint32(array[arrayHeader-8:], uint32(n)) }
