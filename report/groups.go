package report

import (
	"cmp"
	"slices"
	"strings"
)

// group is what has a name in common: a method, a connection, a file ...
type group struct {
	Name string `json:"name"`
	sums

	Transactions int64 `json:"transactions,omitempty"` // of connections
	Rollbacks    int64 `json:"rollbacks,omitempty"`

	gone bool // it is summed up in the rest
}

// groups sums up executions by a name. It keeps up to limit names, more while
// they come in: then the ones that took least go into Rest.
type groups struct {
	Names []*group `json:"names,omitempty"`
	Rest  group    `json:"rest"`
	Gone  int64    `json:"gone,omitempty"` // names in Rest, counted anew when they come back

	limit int
	index map[string]*group
	last  *group
}

func newGroups(limit int) groups { return groups{limit: limit, index: map[string]*group{}} }

// of returns the group of a name. Whoever keeps it must look whether it is gone
// before using it again.
func (g *groups) of(name []byte) *group {
	if len(name) > maxName {
		name = []byte(clip(name, maxName))
	}
	if l := g.last; l != nil && l.Name == string(name) {
		return l
	}
	x := g.index[string(name)]
	if x == nil {
		if len(g.index) >= 2*g.limit {
			g.compact()
		}
		x = &group{Name: strings.Clone(string(name))}
		g.index[x.Name] = x
	}
	g.last = x
	return x
}

func (g *groups) named(name string) *group { return g.of([]byte(name)) }

// compact brings the names down to the limit.
func (g *groups) compact() {
	if len(g.index) <= g.limit {
		return
	}
	for _, x := range g.sorted()[g.limit:] {
		x.gone = true
		g.Gone++
		g.Rest.merge(x)
		delete(g.index, x.Name)
	}
	g.last = nil
}

// sorted is all names, those that took most first.
func (g *groups) sorted() []*group {
	all := make([]*group, 0, len(g.index))
	for _, x := range g.index {
		all = append(all, x)
	}
	slices.SortFunc(all, byWeight)
	return all
}

// byWeight puts first what took more time, of equal ones what was called more.
func byWeight(a, b *group) int {
	return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Name, b.Name))
}

func (x *group) merge(o *group) {
	x.sums.merge(o.sums)
	x.Transactions += o.Transactions
	x.Rollbacks += o.Rollbacks
}

func (g *groups) merge(o *groups) {
	for _, x := range o.index {
		g.named(x.Name).merge(x)
	}
	g.Rest.merge(&o.Rest)
	g.Gone += o.Gone
	g.compact()
}

// freeze makes Names of the index, for a state file.
func (g *groups) freeze() {
	g.compact()
	g.Names = g.sorted()
}

// thaw makes the index of Names.
func (g *groups) thaw(limit int) {
	g.limit, g.index, g.last = limit, map[string]*group{}, nil
	for _, x := range g.Names {
		if x != nil {
			g.named(x.Name).merge(x)
		}
	}
	g.Names = nil
}
