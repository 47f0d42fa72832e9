package report

import (
	"cmp"
	"slices"
)

// count is how often something with a name was there.
type count struct {
	Name  string `json:"name"`
	Calls int64  `json:"calls"`
	Time  int64  `json:"time,omitempty"` // µs
}

// counter counts within one statement: its callers, its files. It keeps the names
// called most, up to counterLimit, more while they come in.
type counter struct {
	Counts []count `json:"counts,omitempty"`
	Rest   count   `json:"rest"`
	Gone   int64   `json:"gone,omitempty"`
}

const counterLimit = 32

func (c *counter) add(name string, calls, time int64) {
	for i := range c.Counts {
		if x := &c.Counts[i]; x.Name == name {
			x.Calls += calls
			x.Time += time
			if i > 0 && c.Counts[i-1].Calls < x.Calls { // those that come often are found soon
				c.Counts[i-1], c.Counts[i] = c.Counts[i], c.Counts[i-1]
			}
			return
		}
	}
	if len(c.Counts) >= 2*counterLimit {
		c.compact()
	}
	c.Counts = append(c.Counts, count{name, calls, time})
}

// compact sorts the names and brings them down to the limit.
func (c *counter) compact() {
	slices.SortFunc(c.Counts, func(a, b count) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(b.Time, a.Time), cmp.Compare(a.Name, b.Name))
	})
	for len(c.Counts) > counterLimit {
		x := c.Counts[len(c.Counts)-1]
		c.Counts = c.Counts[:len(c.Counts)-1]
		c.Rest.Calls += x.Calls
		c.Rest.Time += x.Time
		c.Gone++
	}
}

func (c *counter) merge(o *counter) {
	for _, x := range o.Counts {
		c.add(x.Name, x.Calls, x.Time)
	}
	c.Rest.Calls += o.Rest.Calls
	c.Rest.Time += o.Rest.Time
	c.Gone += o.Gone
}
