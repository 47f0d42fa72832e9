package report

import (
	"fmt"
	"strings"
	"time"

	"jdbclog/parse"
	"jdbclog/parse/sqltext"
)

// sampleColumns are those that fill a sampleRow.
const sampleColumns = "id, hash, file, line::bigint, end_line::bigint, wall, us, rows, size, failed, flags, conn, thread, method, error"

// sampleRow is a row that may become a sample; its text is asked for later.
type sampleRow struct {
	id, hash, file, flags       string
	line, endLine               int64
	wall                        *time.Time
	us, rows                    *int64
	size                        int32
	failed                      bool
	conn, thread, method, error *string
}

func (r *sampleRow) fields() []any {
	return []any{&r.id, &r.hash, &r.file, &r.line, &r.endLine, &r.wall, &r.us, &r.rows, &r.size, &r.failed, &r.flags, &r.conn, &r.thread, &r.method, &r.error}
}

// sample is r without its text.
func (q *query) sample(r *sampleRow) sample {
	flags := flagsOf(r.flags)
	return sample{
		File: r.file, Line: r.line, EndLine: r.endLine, Time: q.utc(r.wall), Runtime: orMinus(r.us), Rows: min(orMinus(r.rows), maxRows), Size: r.size, Failed: r.failed,
		Conn: named(r.conn), Thread: named(r.thread), Method: named(r.method), Error: named(r.error), Digest: r.hash, id: r.id,
		Cut: flags&parse.Truncated != 0, Unbound: flags&parse.Unbound != 0,
	}
}

func named(s *string) string {
	if s == nil {
		return ""
	}
	return clip(*s, maxName)
}

func orMinus(n *int64) int64 {
	if n == nil {
		return -1
	}
	return *n
}

// bySlowness is the order of slower.
const bySlowness = `us desc nulls last, wall nulls first, file collate "C", line`

// samples finds the slowest executions of each statement, and of all.
func (q *query) samples() error {
	var r sampleRow
	state := q.c.state
	wanted := fmt.Sprintf("(select *, row_number() over (partition by hash order by %s) as n from %s) y where n <= %d", bySlowness, q.base, statementOf)
	err := q.rows(sampleColumns, wanted, r.fields(), func() error {
		if d := state.Statements.index[r.hash]; d != nil {
			d.Samples.keep(q.sample(&r), statementOf, slower)
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = q.each(sampleColumns, fmt.Sprintf("where us is not null order by %s limit %d", bySlowness, slowestOf), r.fields(), func() error {
		state.Slowest.keep(q.sample(&r), slowestOf, slower)
		return nil
	})
	if err != nil {
		return err
	}
	return q.large(&r)
}

// large finds selects without limit that returned very many rows.
func (q *query) large(r *sampleRow) error {
	var calls, rows, most int64
	into := append(r.fields(), &calls, &rows, &most)
	wanted := fmt.Sprintf(`(select *, row_number() over (partition by hash order by rows desc, wall nulls first, file collate "C", line) as n,
		count(*) over (partition by hash) as calls, (sum(least(rows, %d)) over (partition by hash))::bigint as all_rows, max(least(rows, %[1]d)) over (partition by hash) as most
		from %s where type = %d and rows >= %d) y where n = 1`, int64(maxRows), q.base, sqltext.Select, manyRows)
	return q.rows(sampleColumns+", calls, all_rows, most", wanted, into, func() error {
		if d := q.c.state.Statements.index[r.hash]; d != nil && d.unlimited {
			d.Large = large{Calls: calls, Rows: rows, Max: most, Sample: samples{q.sample(r)}}
		}
		return nil
	})
}

// failures classes what failed; it comes by the row, for the message is judged here.
func (q *query) failures() error {
	var r sampleRow
	f := &q.c.state.Failures
	return q.each(sampleColumns, "where failed", r.fields(), func() error {
		x := f.of([]byte(named(r.error)))
		time := max(orMinus(r.us), 0)
		x.Calls++
		x.Time += time
		x.Digests.add(r.hash, 1, time)
		x.Samples.keep(q.sample(&r), failuresOf, earlier)
		return nil
	})
}

// sampleTexts gives all samples their texts.
func (q *query) sampleTexts() error {
	byID := map[string][]*sample{}
	collect := func(list samples) {
		for i := range list {
			byID[list[i].id] = append(byID[list[i].id], &list[i])
		}
	}
	state := q.c.state
	for _, d := range state.Statements.index {
		collect(d.Samples)
		collect(d.Large.Sample)
	}
	collect(state.Slowest)
	for _, f := range state.Failures.index {
		collect(f.Samples)
	}
	ids := make([]string, 0, len(byID))
	for id := range byID {
		ids = append(ids, id)
	}
	// A few bytes more tell whether there are more.
	return q.contents(fmt.Sprintf("substr(coalesce(c_sql_text, ''), 1, %d)", maxText+1), ids, func(id, text string) {
		for _, s := range byID[id] {
			s.SQL = clip(text, maxText)
			s.Cut = s.Cut || len(s.SQL) < len(text)
			s.Unbound = s.Unbound || len(sqltext.AppendPlaceholders(nil, []byte(text))) > 0
		}
	})
}

// batches sums up by size.
func (q *query) batches() error {
	var size int32
	var s sums
	b := &q.c.state.Batches
	return q.each("size, "+sumColumns, "where kind = 'batch' group by size", append([]any{&size}, sumFields(&s)...), func() error {
		b.sums.merge(s)
		if size <= 0 {
			return nil
		}
		if b.Sized == 0 || int64(size) < b.Least {
			b.Least = int64(size)
		}
		b.Most = max(b.Most, int64(size))
		b.Sized += s.Calls
		b.Executions += s.Calls * int64(size)
		b.SizedTime += s.Time
		b.Sizes.addBin(bins.Index(float64(size)), s.Calls)
		return nil
	})
}

// lists finds the lengths of IN lists, of statements that have one: their texts
// must be read.
func (q *query) lists() error {
	var digests []string
	for digest, d := range q.c.state.Statements.index {
		if d.hasList {
			digests = append(digests, digest)
		}
	}
	if len(digests) == 0 {
		return nil
	}
	var digest, text string
	args := append(q.args[:len(q.args):len(q.args)], digests)
	wanted := fmt.Sprintf("%s join %s t on t.c_bh = x.id where x.kind = 'statement' and x.hash = any($%d)", q.base, q.content(), len(args))
	return q.ask("x.hash, coalesce(t.c_sql_text, '')", wanted, args, []any{&digest, &text}, func() error {
		if d := q.c.state.Statements.index[digest]; d != nil {
			d.Lists.add(listLength([]byte(text)))
		}
		return nil
	})
}

// flagsOf reads the words of the column c_flags.
func flagsOf(words string) (flags parse.Flag) {
	for word := range strings.SplitSeq(words, ",") {
		for i, name := range parse.FlagNames {
			if name == word {
				flags |= 1 << i
			}
		}
	}
	return flags
}
