package compare

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"jdbclog/parse"
	"jdbclog/pipeline"
	"jdbclog/schema"
)

// wayRows is how many records the slow ways load at most.
const wayRows = 20_000

// sixWays are those of section 3 of the published results, on the study's record
// table with its indexes: what a round trip, a commit, planning and the protocol cost.
func sixWays(ctx context.Context, l *lab) ([]Table, error) {
	t := Table{Title: "six ways to insert rows of the study's record table, one connection", Columns: []string{"way", "rows", "s", "rows/s"},
		Notes: []string{"published (PostgreSQL 16, two columns, ten million rows): COPY about 714 000 rows/s, autocommit about 1 100"}}
	_, record := schema.Tables(l.Columns)
	rows, err := l.values(ctx, record)
	if err != nil {
		return []Table{t}, err
	}
	insert := func(n int) string {
		var sets []string
		for i := range n {
			var marks []string
			for c := range record.Columns {
				marks = append(marks, fmt.Sprintf("$%d", i*len(record.Columns)+c+1))
			}
			sets = append(sets, "("+strings.Join(marks, ", ")+")")
		}
		return "insert into " + record.In(l.name) + " (" + strings.Join(record.Names(), ", ") + ") values " + strings.Join(sets, ", ")
	}
	const many = 100
	one, hundred := insert(1), insert(many)
	type exec func(ctx context.Context, sql string, args ...any) error
	single := func(do exec, sql string) func() error {
		return func() error {
			for _, r := range rows {
				if err := do(ctx, sql, r...); err != nil {
					return err
				}
			}
			return nil
		}
	}
	multi := func(do exec, sql string) func() error {
		return func() error {
			for i := 0; i+many <= len(rows); i += many {
				var args []any
				for _, r := range rows[i : i+many] {
					args = append(args, r...)
				}
				if err := do(ctx, sql, args...); err != nil {
					return err
				}
			}
			return nil
		}
	}
	return []Table{t}, errors.Join(l.session(ctx, func(c *pgx.Conn) error {
		unprepared := func(ctx context.Context, sql string, args ...any) error {
			_, err := c.Exec(ctx, sql, append([]any{pgx.QueryExecModeExec}, args...)...)
			return err
		}
		prepared := func(ctx context.Context, sql string, args ...any) error {
			_, err := c.Exec(ctx, sql, append([]any{pgx.QueryExecModeCacheStatement}, args...)...)
			return err
		}
		for _, way := range []struct {
			name string
			tx   bool
			do   func() error
		}{
			{"single inserts, autocommit", false, single(unprepared, one)},
			{"single inserts, one transaction", true, single(unprepared, one)},
			{"the same, prepared", true, single(prepared, one)},
			{fmt.Sprintf("inserts of %d rows, one transaction", many), true, multi(unprepared, hundred)},
			{"the same, prepared", true, multi(prepared, hundred)},
			{"COPY", true, func() error {
				_, err := c.CopyFrom(ctx, pgx.Identifier{l.name, record.Name}, record.Names(), pgx.CopyFromRows(rows))
				return err
			}},
		} {
			l.tell(way.name)
			if err := l.tables(ctx, record); err != nil {
				return err
			}
			start := time.Now()
			if way.tx {
				if _, err := c.Exec(ctx, "begin"); err != nil {
					return err
				}
			}
			if err := way.do(); err != nil {
				return err
			}
			if way.tx {
				if _, err := c.Exec(ctx, "commit"); err != nil {
					return err
				}
			}
			s := time.Since(start).Seconds()
			t.Rows = append(t.Rows, []any{way.name, len(rows), tidy(s), tidy(float64(len(rows)) / s)})
		}
		return nil
	}))
}

// tables makes a table anew, logged and with its indexes.
func (l *lab) tables(ctx context.Context, t *schema.Table) error {
	if err := l.fresh(ctx); err != nil {
		return err
	}
	statements := []string{t.Create(l.name, false)}
	for _, x := range t.Indexes {
		statements = append(statements, x.Create(l.name, t))
	}
	for _, sql := range statements {
		if _, err := l.ctl.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

// values are the input's first rows of a table.
func (l *lab) values(ctx context.Context, t *schema.Table) ([][]any, error) {
	v := &valueSink{table: t, enc: schema.NewEncoder(&schema.Run{ID: strings.Repeat("0", 32), Group: strings.Repeat("0", 32), Zone: l.Zone})}
	j := l.Job
	j.Sink, j.Loaders, j.Readers, j.Final = v, 1, 1, true
	if _, err := pipeline.Run(ctx, j); err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	return v.rows, nil
}

var errEnough = errors.New("enough rows")

// valueSink keeps the first rows as values.
type valueSink struct {
	table *schema.Table
	enc   *schema.Encoder
	rows  [][]any
}

func (v *valueSink) Plan(context.Context, *pipeline.File) (pipeline.Plan, error) {
	return pipeline.Whole(nil), nil
}
func (v *valueSink) Open(context.Context) (pipeline.Loader, error) { return v, nil }
func (v *valueSink) Close(context.Context) error                   { return nil }
func (v *valueSink) Load(_ context.Context, b *parse.Batch) (pipeline.Loaded, error) {
	v.enc.File(&schema.File{ID: strings.Repeat("0", 16), Path: b.Source.Path})
	for i := range b.Records {
		if len(v.rows) == wayRows {
			return pipeline.Loaded{}, errEnough
		}
		v.enc.Set(&b.Records[i])
		v.rows = append(v.rows, v.enc.AppendValues(nil, v.table))
	}
	return pipeline.Loaded{Loaded: int64(len(b.Records)), Rejected: int64(len(b.Rejects)), Filtered: b.Filtered}, nil
}
