package report

import (
	"cmp"
	"slices"

	"jdbclog/parse/sqltext"
)

// breakdowns fills in the executions by type, table, method and so on.
func (b *builder) breakdowns() {
	b.r.Types = b.breakdown(b.types(), false)
	b.r.Tables = b.breakdown(b.tables(), false)
	b.r.Methods = b.breakdown(&b.Methods, false)
	b.r.Systems = b.breakdown(&b.Systems, false)
	b.r.Hosts = b.breakdown(&b.Hosts, false)
	b.r.Connections = b.breakdown(&b.Connections, true)
	b.r.Threads = b.breakdown(&b.Threads, false)
	b.r.Files = b.breakdown(&b.Files, false)
}

// types sums up by the type of statement.
func (b *builder) types() *groups {
	var by [types]sums
	for _, d := range b.all {
		by[min(int(d.Type), types-1)].merge(d.sums)
	}
	g := newGroups(groupLimit)
	for i := range by {
		by[i].merge(b.State.Statements.Rest.Types[i])
		if by[i].Calls > 0 {
			g.named(sqltext.Type(i).String()).sums.merge(by[i])
		}
	}
	return &g
}

// tables sums up by table. A statement counts to each of its tables.
func (b *builder) tables() *groups {
	g := newGroups(groupLimit)
	for _, d := range b.all {
		for _, t := range d.Tables {
			g.named(t).sums.merge(d.sums)
		}
	}
	g.merge(&b.State.Statements.Rest.Tables)
	return &g
}

func (b *builder) breakdown(g *groups, transactions bool) Breakdown {
	g.compact()
	list := g.sorted()
	slices.SortStableFunc(list, func(x, y *group) int {
		if b.r.Order == "calls" {
			return cmp.Compare(y.Calls, x.Calls)
		}
		return 0
	})
	top := b.top(len(list))
	r := Breakdown{Groups: make([]Group, top), Names: int64(len(list)) + g.Gone}
	for i, x := range list[:top] {
		r.Groups[i] = groupOf(x, transactions)
	}
	if r.Names > int64(top) {
		rest := g.Rest
		for _, x := range list[top:] {
			rest.merge(x)
		}
		other := groupOf(&rest, transactions)
		r.Other = &other
	}
	return r
}

func groupOf(x *group, transactions bool) Group {
	g := Group{
		Name: x.Name, Calls: x.Calls, Failed: x.Failed, Rows: told(x.Rows, x.Told),
		RuntimeUS: told(x.Time, x.Timed), MeanUS: x.mean(), MaxUS: told(x.Max, x.Timed),
	}
	if transactions {
		g.Transactions, g.Rollbacks = &x.Transactions, &x.Rollbacks
	}
	return g
}
