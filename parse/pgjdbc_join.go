package parse

import (
	"bytes"
	"strconv"

	"jdbclog/parse/sqltext"
)

// pgBatchOf is the batch of a group that takes one more execution, of the
// statement of that name; nil if none does.
func pgBatchOf(stack []*Held, name []byte) *Held {
	for i := len(stack) - 1; i > 0; i-- {
		b := stack[i]
		if b.Kind == BatchKind && b.Rows < int64(b.BatchSize) && (stack[0].Depth&pgMixed == 0 || string(b.Method) == string(name)) {
			return b
		}
	}
	return nil
}

// pgPieceOf is the statement of a group that another follows in the same request;
// nil if none does.
func pgPieceOf(stack []*Held) *Held {
	if stack[0].Depth&pgMixed != 0 {
		return nil
	}
	for i := len(stack) - 1; i > 0; i-- {
		if x := stack[i]; x.Part == pgSent && x.Depth&(pgSynced|pgAnswered) == 0 && x.Kind != BatchKind && !pgIsBegin(x) {
			return x
		}
	}
	return nil
}

// add makes x, which has its values, one more execution of a batch. Its text is
// added unless it is the batch's with other values.
func (f *pgFolder) add(b, x *Held) {
	values := len(x.Extra) > 0 && x.Extra[0] == '$'
	if x.Depth&pgOwn != 0 && !values || !bytes.Equal(x.Prepared, b.Prepared) {
		b.grow(len(x.Prepared) + 2)
		b.Prepared = append(append(b.Prepared, ";\n"...), trimSpace(x.Prepared)...)
	}
	b.Method = x.Method
	b.Rows++
	f.take(b, x)
}

// append puts x behind b, which stood before it in one string: the driver cuts
// it at the semicolons. Each has numbered its values from 1.
func (f *pgFolder) append(b, x *Held) {
	before := pgValueCount(b.Extra)
	b.grow(len(x.Prepared) + 64)
	b.Prepared = append(b.Prepared, ';')
	if before == 0 {
		b.Prepared = append(b.Prepared, x.Prepared...)
	} else {
		f.marks = sqltext.AppendDollarPlaceholders(f.marks[:0], x.Prepared)
		from := 0
		for _, m := range f.marks {
			b.Prepared = append(append(b.Prepared, x.Prepared[from:m.Start]...), '$')
			b.Prepared = strconv.AppendInt(b.Prepared, int64(before+m.Number), 10)
			from = m.End
		}
		b.Prepared = append(b.Prepared, x.Prepared[from:]...)
	}
	if len(x.Extra) > 0 {
		extra := append(make([]byte, 0, len(b.Extra)+len(x.Extra)), bytes.TrimSuffix(b.Extra, []byte(")"))...)
		if len(extra) > 0 {
			extra = append(extra, ',')
		}
		b.Extra = append(extra, x.Extra...)
	}
	f.take(b, x)
}

// grow makes room for n bytes behind b's text, in memory of its own.
func (b *Held) grow(n int) {
	if b.Depth&pgTexts == 0 {
		b.Prepared = append(make([]byte, 0, 2*len(b.Prepared)+n), b.Prepared...)
		b.Depth |= pgTexts
	}
	b.Stmt = nil
}

// take counts x, whose text and values b has, to b, and drops it.
func (f *pgFolder) take(b, x *Held) {
	b.Part, b.URL, b.Need = pgBound, x.URL, min(b.Need, x.Need)
	b.Flags |= x.Flags
	f.Join(b, &x.Record)
	f.Drop(x)
}
