package report

// batches are the executions that were batches.
type batches struct {
	sums
	Sized      int64     `json:"sized,omitempty"`      // whose size is known
	Executions int64     `json:"executions,omitempty"` // in those
	SizedTime  int64     `json:"sized_time,omitempty"` // of those, µs
	Least      int64     `json:"least,omitempty"`      // size
	Most       int64     `json:"most,omitempty"`
	Sizes      quantiles `json:"sizes"`
}

func (b *batches) add(x execution, size int64) {
	b.sums.add(x)
	if size <= 0 {
		return
	}
	if b.Sized == 0 || size < b.Least {
		b.Least = size
	}
	b.Most = max(b.Most, size)
	b.Sized++
	b.Executions += size
	b.SizedTime += max(x.runtime, 0)
	b.Sizes.add(size)
}

func (b *batches) merge(o *batches) {
	b.sums.merge(o.sums)
	if o.Sized > 0 && (b.Sized == 0 || o.Least < b.Least) {
		b.Least = o.Least
	}
	b.Most = max(b.Most, o.Most)
	b.Sized += o.Sized
	b.Executions += o.Executions
	b.SizedTime += o.SizedTime
	b.Sizes.merge(&o.Sizes)
}
