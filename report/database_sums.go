package report

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"jdbclog/parse"
	"jdbclog/parse/sqltext"
)

// binColumn is the bin of a runtime as the sketches have it, -1 for 0 and null
// for none: one sum for each digest and bin is all that a sketch needs.
func binColumn() string {
	gamma := (1 + accuracy) / (1 - accuracy)
	return fmt.Sprintf("case when us > 0 then floor(ln(us::float8) * %.17g)::int when us <= 0 then -1 end", 1/math.Log(gamma))
}

// statements sums up by digest. Digests come one after another, so that what has
// no room goes at once.
func (q *query) statements() error {
	var d *statement
	var digest, id string
	var typ int32
	var bin *int32
	var least *int64
	var squares pgtype.Numeric
	var batches, executions int64
	var first, last *time.Time
	var s sums
	done := func() {
		if d != nil {
			q.c.state.Statements.insert(d)
		}
	}
	into := append([]any{&digest, &bin, &id, &typ, &least, &squares, &batches, &executions, &first, &last}, sumFields(&s)...)
	err := q.each("hash, "+binColumn()+" as bin, min(id), min(type), min(us), coalesce(sum(us::numeric * us), 0), count(*) filter (where kind = 'batch'), "+
		"coalesce(sum(size) filter (where kind = 'batch'), 0)::bigint, min(wall), max(wall), "+sumColumns, "group by hash, bin order by hash", into, func() error {
		if d == nil || d.Digest != digest {
			done()
			d = &statement{Digest: digest, Type: sqltext.Type(typ), Span: noSpan(), id: id, size: statementSize}
		}
		d.id = min(d.id, id)
		if least != nil {
			if d.Timed == 0 || *least < d.Least {
				d.Least = *least
			}
			if *bin < 0 {
				d.Runtimes.zeros += s.Timed
			} else {
				d.Runtimes.addBin(int(*bin), s.Timed)
			}
		}
		d.Squares.add(wideOf(squares))
		d.Batches += batches
		d.Executions += executions
		d.Span.add(q.utc(first))
		d.Span.add(q.utc(last))
		d.sums.merge(s)
		return nil
	})
	done()
	return err
}

// wideOf is a whole number from the server.
func wideOf(n pgtype.Numeric) wide {
	if !n.Valid || n.Int == nil {
		return wide{}
	}
	i := new(big.Int).Set(n.Int)
	if n.Exp > 0 {
		i.Mul(i, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n.Exp)), nil))
	}
	low := new(big.Int).And(i, new(big.Int).SetUint64(math.MaxUint64))
	return wide{new(big.Int).Rsh(i, 64).Uint64(), low.Uint64()}
}

// texts gives the statements their texts, each from one of its rows.
func (q *query) texts() error {
	byID := map[string]*statement{}
	var ids []string
	for _, d := range q.c.state.Statements.index {
		byID[d.id] = d
		ids = append(ids, d.id)
	}
	return q.contents("coalesce(c_pssql_text, '')", ids, func(id, text string) {
		d := byID[id]
		s := q.norm.Stmt([]byte(text))
		if s.Digest != d.Digest { // loaded by other rules, or a commit
			if again := q.norm.Stmt([]byte(s.Normalized)); again.Digest == d.Digest {
				s = again
			}
		}
		n := newStatement(s)
		d.Text, d.Cut, d.Tables = n.Text, n.Cut, n.Tables
		d.learn()
		d.measure()
	})
}

// contents asks for texts of rows by their ids.
func (q *query) contents(column string, ids []string, do func(id, text string)) error {
	rows, err := q.tx.Query(q.ctx, "select c_bh, "+column+" from "+q.content()+" where c_bh = any($1)", ids)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, text string
		if err := rows.Scan(&id, &text); err != nil {
			return err
		}
		do(id, text)
	}
	return rows.Err()
}

// courses sums up by digest and five minutes, from which all series come.
func (q *query) courses() error {
	var digest string
	var n int64
	var s sums
	state := q.c.state
	return q.each("hash, floor(extract(epoch from wall) / 300)::bigint as n, "+sumColumns, "where wall is not null group by hash, n order by n", append([]any{&digest, &n}, sumFields(&s)...), func() error {
		wall := n * fiveMinutes * second
		t := q.c.zone.UTC(wall)
		if t < earliest || t >= latest {
			return nil
		}
		x := slot{Calls: s.Calls, Failed: s.Failed, Time: s.Time}
		at, _ := state.Series.at(t, seriesLimit)
		at.add(x)
		cell := state.Heat.cell(wall)
		cell.Calls += s.Calls
		cell.Time += s.Time
		if d := state.Statements.index[digest]; d != nil {
			at, _ := d.Course.at(t, courseLimit)
			at.add(x)
		}
		return nil
	})
}

// callers sums up by digest and method, and by digest and file.
func (q *query) callers() error {
	state := q.c.state
	for _, x := range []struct {
		column string
		groups *groups
		of     func(*statement) *counter
	}{
		{"method", &state.Methods, func(d *statement) *counter { return &d.Callers }},
		{"file", &state.Files, func(d *statement) *counter { return &d.Files }},
	} {
		var digest, name string
		var s sums
		err := q.each("hash, "+x.column+", "+sumColumns, "where "+x.column+" is not null group by hash, "+x.column, append([]any{&digest, &name}, sumFields(&s)...), func() error {
			x.groups.named(name).sums.merge(s)
			if d := state.Statements.index[digest]; d != nil {
				x.of(d).add(name, s.Calls, s.Time)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// names sums up by what else has a name.
func (q *query) names() error {
	state := q.c.state
	for _, x := range []struct {
		column string
		groups *groups
	}{{"conn", &state.Connections}, {"thread", &state.Threads}, {"system", &state.Systems}, {"host", &state.Hosts}} {
		var name string
		var s sums
		err := q.each(x.column+", "+sumColumns, "where "+x.column+" is not null group by "+x.column, append([]any{&name}, sumFields(&s)...), func() error {
			x.groups.named(name).sums.merge(s)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// totals sums up everything, by kind, by format, and by runtime.
func (q *query) totals() error {
	o := &q.c.state.Overview
	var first, last *time.Time
	err := q.each("count(*), count(distinct substr(id, 1, 16)), count(*) - count(wall), min(wall), max(wall), "+sumColumns, "",
		append([]any{&o.Records, &o.Files, &o.Timeless, &first, &last}, sumFields(&o.sums)...), func() error { return nil })
	if err != nil {
		return err
	}
	o.Span.add(q.utc(first))
	o.Span.add(q.utc(last))
	var kind string
	var calls, time int64
	err = q.each("kind, count(*)", "group by kind", []any{&kind, &calls}, func() error {
		o.Kinds[kindOf(kind)] += calls
		return nil
	})
	if err != nil {
		return err
	}
	var format string
	err = q.each("format, count(*), coalesce(sum(us), 0)::bigint", "where format is not null group by format", []any{&format, &calls, &time}, func() error {
		o.Formats.add(format, calls, time)
		return nil
	})
	if err != nil {
		return err
	}
	var bucket int32
	return q.each("width_bucket(us, "+boundArray()+") as bucket, count(*), sum(us)::bigint", "where us is not null group by bucket", []any{&bucket, &calls, &time}, func() error {
		h := &q.c.state.Histogram[bucket]
		h.Calls += calls
		h.Time += time
		return nil
	})
}

// boundArray is the histogram's bounds for width_bucket, whose buckets are ours.
func boundArray() string {
	words := make([]string, len(bounds))
	for i, n := range bounds {
		words[i] = strconv.FormatInt(n, 10)
	}
	return "'{" + strings.Join(words, ",") + "}'::bigint[]"
}

func kindOf(word string) parse.Kind {
	for k := range parse.Kind(4) {
		if k.String() == word {
			return k
		}
	}
	return parse.Statement
}
