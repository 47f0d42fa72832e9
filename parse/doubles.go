package parse

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// doubleReach is how far behind an event, in bytes, its repetition is looked for.
const doubleReach = 1 << 20

// doubles finds doubled output: a record that repeats, stamp included, the one
// before it of the same thread and connection. With a runtime above zero it is
// the same execution, written twice: the same work cannot end twice in one
// millisecond.
type doubles struct {
	last    map[uint64]*former
	touched []*former // whose record is at hand
	seen    int       // records of the batch that were looked at and kept
	hash    xxhash.Digest
}

// former is the last record of a thread and connection.
type former struct {
	time, runtime, offset int64
	sum                   uint64
	record                *Record // while its batch is at hand, instead of sum
}

// drop takes doubled ones out of a batch's records, of which some may have been
// given to it before, and returns the others and the lines that the doubled had.
func (d *doubles) drop(records []Record) (kept []Record, lines int64) {
	if d.last == nil {
		d.last = map[uint64]*former{}
	}
	n := d.seen
	var l *former
	var key uint64
	for i := n; i < len(records); i++ {
		r := &records[i]
		k := r.key
		if k == 0 {
			k = doubleKey(r)
		}
		if l == nil || k != key {
			key, l = k, d.last[k]
			if l == nil {
				l = &former{time: NoTime}
				d.last[key] = l
			}
		}
		if d.repeats(l, r) {
			lines += int64(r.Lines)
			continue
		}
		if n < i {
			records[n] = *r
			r = &records[n]
		}
		n++
		if l.record == nil {
			d.touched = append(d.touched, l)
		}
		*l = former{r.Time, r.Runtime, r.Offset, 0, r}
	}
	d.seen = n
	return records[:n], lines
}

// end makes what is known independent of the batch, which ends at offset.
func (d *doubles) end(offset int64) {
	for _, l := range d.touched {
		if l.runtime > 0 {
			l.sum = d.sum(l.record)
		}
		l.record = nil
	}
	if len(d.last) > 1<<15 {
		for k, l := range d.last {
			if l.offset < offset-doubleReach {
				delete(d.last, k)
			}
		}
	}
	d.touched, d.seen = d.touched[:0], 0
}

// doubleKey stands for r's connection and thread. The name of a connection is
// short, as a rule, and most logs have only one of the two.
func doubleKey(r *Record) (key uint64) {
	if len(r.Conn) <= 7 {
		for _, c := range r.Conn {
			key = key<<8 | uint64(c)
		}
		key = key<<8 | uint64(len(r.Conn))
	} else {
		key = xxhash.Sum64(r.Conn)
	}
	if len(r.Thread) > 0 {
		key = key*31 ^ xxhash.Sum64(r.Thread)
	}
	return key
}

func (d *doubles) repeats(l *former, r *Record) bool {
	if r.Runtime <= 0 || r.Time == NoTime || l.time != r.Time || l.runtime != r.Runtime || r.Offset-l.offset > doubleReach {
		return false
	}
	sum := l.sum
	if l.record != nil {
		sum = d.sum(l.record)
	}
	return sum == d.sum(r)
}

// sum hashes what the log says of the execution, and nothing of where it says it.
func (d *doubles) sum(r *Record) uint64 {
	d.hash.Reset()
	var n [8]byte
	number := func(v int64) {
		binary.LittleEndian.PutUint64(n[:], uint64(v))
		d.hash.Write(n[:])
	}
	for _, v := range [...]int64{int64(r.Kind), r.Rows, r.UpdateCount, r.Ref, int64(r.BatchSize), int64(r.Flags &^ Flushed), int64(len(r.Params))} {
		number(v)
	}
	d.hash.WriteString(r.Format.Name())
	r.each(func(s *[]byte) {
		if s == &r.Extra && (r.SQL != nil || r.Prepared == nil) {
			return // the rest of the record says it all
		}
		number(int64(len(*s)))
		d.hash.Write(*s)
	})
	return d.hash.Sum64()
}
