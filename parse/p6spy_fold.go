package parse

import (
	"bytes"
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"jdbclog/parse/sqltext"
)

// p6Reach is how far behind the last line of an open batch or outage, in bytes,
// its end is waited for.
const p6Reach = 16 << 20

// p6Folder joins what P6Spy writes in several lines about one execution: the
// addBatch lines and their executeBatch, and the outage lines of a statement
// that runs long with the line of its end.
type p6Folder struct {
	Holder
	outages int
	buf     []byte
}

// p6Note is what the folder knows of something held.
type p6Note struct {
	last int64 // offset of its last line
	what Part
}

func (f *p6Folder) Fold(r *Record, out *Out) {
	for x := f.Oldest(); x != nil && r.Offset-x.Note.(p6Note).last > p6Reach; x = f.Oldest() {
		f.Close(x, out)
	}
	if !f.join(r, out) {
		f.take(r, out)
	}
}

// take is Fold for what is no part of an event that was cut in two.
func (f *p6Folder) take(r *Record, out *Out) {
	if r.Part != p6OpenPart {
		r.Extra = nil
	}
	switch r.Part {
	case p6OpenPart:
		f.hold(p6OpenKey, r, p6Note{r.Offset, p6OpenPart})
	case p6OutagePart:
		f.outage(r, out)
	case p6BatchPart:
		f.settle(r, out)
		f.batch(r, out)
	default:
		f.settle(r, out)
		if r.Kind == Commit || r.Kind == Rollback {
			for s := f.Stack(p6Key(r)); len(s) > 0; s = f.Stack(p6Key(r)) {
				f.Close(s[0], out)
			}
		}
		out.Emit(r)
	}
}

// p6Key is what the lines of a batch have in common.
func p6Key(r *Record) []byte {
	if r.Conn == nil {
		return r.Thread
	}
	return r.Conn
}

// batch takes a line of category batch: one for each addBatch, and a last one
// for executeBatch, which repeats the text of the line before. Those of a
// Statement show all texts so far, the newest first.
func (f *p6Folder) batch(r *Record, out *Out) {
	key := p6Key(r)
	s := f.Stack(key)
	for i := len(s) - 1; i >= 0; i-- {
		x := s[i]
		if bytes.Equal(x.SQL, r.SQL) && bytes.Equal(x.Prepared, r.Prepared) {
			f.add(x, r)
			f.emit(x, out)
			return
		}
		if p6Adds(&x.Record, r) {
			f.add(x, r)
			x.BatchSize++
			return
		}
	}
	if p6Empty(r) {
		out.Emit(r)
		return
	}
	x := f.hold(key, r, p6Note{r.Offset, p6BatchPart})
	x.BatchSize = 1
}

// hold keeps r. Whoever folds afresh must know all that is open now: the end of a
// batch looks like the beginning of another to those who have not seen its lines.
func (f *p6Folder) hold(key []byte, r *Record, note p6Note) *Held {
	newest := f.last
	x := f.Push(key, r)
	if newest != nil {
		x.Need = min(x.Need, newest.Need)
	}
	x.Note = note
	return x
}

// add makes r the last line of x.
func (f *p6Folder) add(x *Held, r *Record) {
	x.SQL, x.Prepared, x.Stmt = r.SQL, r.Prepared, r.Stmt
	x.Time, x.Runtime, x.DayOnly = r.Time, r.Runtime, r.DayOnly
	x.Flags |= r.Flags
	x.Note = p6Note{r.Offset, p6BatchPart}
	f.Join(x, r)
}

// p6Adds reports whether r is the next addBatch behind x.
func p6Adds(x, r *Record) bool {
	if len(x.SQL) < len(r.SQL) && bytes.HasSuffix(r.SQL, x.SQL) && isSpace(r.SQL[len(r.SQL)-len(x.SQL)-1]) {
		return true // the text of a Statement has grown
	}
	if r.Prepared != nil {
		return bytes.Equal(x.Prepared, r.Prepared)
	}
	return x.Prepared == nil && x.Stmt != nil && r.Stmt != nil && x.Stmt.Digest == r.Stmt.Digest
}

// p6Empty reports whether r is the executeBatch of a batch without statements:
// no value has been set, or there is no text at all.
func p6Empty(r *Record) bool {
	if len(r.SQL) == 0 || string(r.SQL) == "null" {
		return true
	}
	return r.Prepared != nil && bytes.Equal(r.SQL, r.Prepared) && len(sqltext.AppendPlaceholders(nil, r.SQL)) > 0
}

// emit gives out a batch. One of prepared statements shows its prepared text:
// the values are those of its last line only.
func (f *p6Folder) emit(x *Held, out *Out) {
	if x.Prepared != nil && !bytes.Equal(x.Prepared, x.SQL) {
		x.SQL = x.Prepared
	}
	out.Emit(&x.Record)
	f.Drop(x)
}

// outage takes a line about a statement that still runs. It is held until the
// line of its end, which tells more; the last one stands for those before it.
func (f *p6Folder) outage(r *Record, out *Out) {
	key := p6TextKey(r)
	if x := f.Top(key[:]); x != nil && x.Runtime <= r.Runtime {
		out.Skip(&x.Record)
		f.Drop(x)
		f.outages--
	}
	f.hold(key[:], r, p6Note{r.Offset, p6OutagePart})
	f.outages++
}

// settle drops the outage line of the execution that r tells the end of.
func (f *p6Folder) settle(r *Record, out *Out) {
	if f.outages == 0 || r.Runtime < 0 {
		return
	}
	key := p6TextKey(r)
	if x := f.Top(key[:]); x != nil && x.Runtime <= r.Runtime {
		out.Skip(&x.Record)
		f.Drop(x)
		f.outages--
	}
}

// p6TextKey is the key of an outage: a NUL, which is in no name of a connection
// or thread, and the hash of the texts.
func p6TextKey(r *Record) (key [9]byte) {
	binary.LittleEndian.PutUint64(key[1:], xxhash.Sum64(r.SQL)*31+xxhash.Sum64(r.Prepared))
	return key
}

// Close gives out a batch without executeBatch, the last that is known of a
// statement whose end the log does not show, or what an event that was cut off
// has of its record.
func (f *p6Folder) Close(x *Held, out *Out) {
	switch x.Note.(p6Note).what {
	case p6OpenPart:
		f.release(out)
	case p6OutagePart:
		f.outages--
		x.Flags |= Truncated
		out.Emit(&x.Record)
		f.Drop(x)
	default:
		if x.BatchSize == 1 && p6AllNull(&x.Record) {
			x.BatchSize = 0 // it was the executeBatch, of a batch without statements
		} else {
			x.Flags |= Truncated
		}
		f.emit(x, out)
	}
}

// p6AllNull reports whether r's values are NULL, as P6Spy shows those never set.
func p6AllNull(r *Record) bool {
	f, values := appendBound(nil, true, r.Prepared, r.SQL)
	for _, v := range values {
		if string(v) != "NULL" {
			return false
		}
	}
	return f == fitBound && len(values) > 0
}
