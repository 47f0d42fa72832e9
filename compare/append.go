package compare

import (
	"context"
	"fmt"
	"strings"
	"time"

	"jdbclog/schema"
	"jdbclog/sink"
)

// appendTo loads into tables that already hold 0, 1 and 4 times the rows:
// leaving the indexes against dropping and building them again.
func appendTo(ctx context.Context, l *lab) ([]Table, error) {
	t := Table{Title: "loading into tables that already hold rows",
		Columns: []string{"rows there", "leaving the indexes s", "dropping and building them s", "of it building", "pays"},
		Notes:   []string{"published (pg_bulkload's manual): into an empty table indexing afterwards wins, 333 against 500 s; appending 1 GB to 4 GB it loses, 187 against 140 s"}}
	for _, times := range []int{0, 1, 4} {
		l.tell(fmt.Sprintf("tables that hold %d times the rows", times))
		left, _, err := l.appended(ctx, times, false)
		if err != nil {
			return []Table{t}, err
		}
		dropped, building, err := l.appended(ctx, times, true)
		if err != nil {
			return []Table{t}, err
		}
		pays := "leaving"
		if dropped < left {
			pays = "dropping"
		}
		t.Rows = append(t.Rows, []any{fmt.Sprintf("%d × %d", times, l.total), tidy(left), tidy(dropped), tidy(building), pays})
	}
	return []Table{t}, nil
}

// appended fills the tables with the input and copies of it, and measures one
// more load of the same number of rows.
func (l *lab) appended(ctx context.Context, times int, drop bool) (total, building float64, err error) {
	if err := l.fresh(ctx); err != nil {
		return 0, 0, err
	}
	content, record := schema.Tables(l.Columns)
	scheme, _ := sink.Lookup("copy")
	open := func() (*sink.Sink, error) {
		s, err := sink.Connect(ctx, sink.Options{DSN: l.sessions(), Schema: l.name, Variant: l.Columns, Scheme: scheme, Run: sink.NewRun(), Zone: l.Zone,
			Version: l.Version, MaintenanceWorkMem: l.MaintenanceWorkMem, IndexWorkers: -1})
		if err == nil {
			if err = s.Prepare(ctx); err != nil {
				s.Close(ctx)
			}
		}
		return s, err
	}
	s, err := open()
	if err != nil {
		return 0, 0, err
	}
	defer s.Close(context.WithoutCancel(ctx))
	run := func() error {
		j := l.Job
		j.Loaders, j.Final = max(1, l.Loaders), true
		_, err := s.Run(ctx, j)
		return err
	}
	if times > 0 {
		if err := run(); err != nil {
			return 0, 0, err
		}
		// The rows become somebody else's: other ids, so that the input is new again.
		statements := []string{}
		for _, x := range []*schema.Table{content, record} {
			statements = append(statements, fmt.Sprintf("update %s set c_bh = md5(c_bh)", x.In(l.name)))
		}
		statements = append(statements, fmt.Sprintf("update %s set c_bh_sql = c_bh", record.In(l.name)))
		for _, x := range []*schema.Table{content, record} {
			statements = append(statements, copies(x, l.name, times-1))
		}
		for _, n := range []string{"jdbclog_chunk", "jdbclog_file"} {
			statements = append(statements, fmt.Sprintf("delete from %s.%s", schema.Quote(l.name), n))
		}
		statements = append(statements, "vacuum full "+content.In(l.name), "vacuum full "+record.In(l.name), "vacuum analyze "+content.In(l.name), "vacuum analyze "+record.In(l.name), "checkpoint")
		for _, sql := range statements {
			if _, err := l.ctl.Exec(ctx, sql); err != nil {
				return 0, 0, err
			}
		}
		s.Close(ctx)
		if s, err = open(); err != nil {
			return 0, 0, err
		}
	}
	start := time.Now()
	if drop {
		for _, x := range []*schema.Table{content, record} {
			for _, i := range x.Indexes {
				if _, err := l.ctl.Exec(ctx, dropIndex(i, x, l.name)); err != nil {
					return 0, 0, err
				}
			}
		}
	}
	if err := run(); err != nil {
		return 0, 0, err
	}
	built := time.Now()
	if err := s.Index(ctx); err != nil {
		return 0, 0, err
	}
	return time.Since(start).Seconds(), time.Since(built).Seconds(), nil
}

// copies inserts the rows of a table n times more, under ids of their own.
func copies(t *schema.Table, schemaName string, n int) string {
	var names, values []string
	for _, c := range t.Columns {
		names = append(names, c.Name)
		if c.Name == "c_bh" {
			values = append(values, "md5(c_bh || i)")
		} else {
			values = append(values, c.Name)
		}
	}
	return fmt.Sprintf("insert into %[1]s (%[2]s) select %[3]s from %[1]s, generate_series(1, %[4]d) i", t.In(schemaName), strings.Join(names, ", "), strings.Join(values, ", "), n)
}

func dropIndex(x schema.Index, t *schema.Table, schemaName string) string {
	if x.Primary {
		return "alter table " + t.In(schemaName) + " drop constraint " + x.Name
	}
	return "drop index " + schema.Quote(schemaName) + "." + x.Name
}
