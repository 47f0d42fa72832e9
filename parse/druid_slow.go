package parse

import "bytes"

// slow takes slow SQL. Its execution was logged just before, or is next.
func (f *druidFolder) slow(r *Record, out *Out) {
	var x *Held
	if r.Thread == nil {
		n := 0
		for x = f.last; x != nil && n < druidNear && !x.mayBe(r); x = x.prev {
			n++
		}
		if n == druidNear {
			x = nil
		}
	} else {
		for _, y := range f.Stack(r.Thread) {
			if y.mayBe(r) {
				x = y
			}
		}
	}
	if x != nil {
		x.takeSlow(r)
		f.Changed(x)
		out.Skip(r)
		return
	}
	f.goOn(r, out)
	f.push(r.Thread, r)
	if stack := f.Stack(nil); r.Thread == nil && len(stack) > druidNear {
		f.settle(stack[0], out)
	}
}

// mayBe reports whether x is the execution of which slow tells. The two filters
// measure one around the other.
func (x *Held) mayBe(slow *Record) bool {
	if x.Part != druidEnd || x.Depth&druidWithSlow != 0 || !bytes.Equal(x.Text(), slow.Text()) {
		return false
	}
	d := x.Runtime - slow.Runtime
	return x.Runtime == Unknown || max(d, -d) < 1_000_000+slow.Runtime/4
}

// takeSlow takes from slow SQL what only it knows.
func (x *Held) takeSlow(slow *Record) {
	x.Depth |= druidWithSlow
	if x.Extra == nil && slow.Extra != nil {
		x.Extra = slow.Extra
		x.Depth |= druidJSON
	}
}

// addSlow adds to x, the execution r, the slow SQL that waits for it.
func (f *druidFolder) addSlow(x *Held, r *Record, out *Out) {
	stack := f.Stack(r.Thread)
	for i, n := len(stack)-1, 0; i >= 0 && n < druidNear; i, n = i-1, n+1 {
		slow := f.Stack(r.Thread)[i]
		if slow.Part != druidSlow {
			continue
		}
		if x.Depth&druidWithSlow == 0 && x.mayBe(&slow.Record) {
			x.takeSlow(&slow.Record)
			x.Need = min(x.Need, slow.Need)
			out.Skip(&slow.Record)
			f.drop(slow)
		} else if r.Thread != nil {
			f.settle(slow, out)
		}
	}
}
