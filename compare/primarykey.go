package compare

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"jdbclog/schema"
)

// keyRows are those of section 5 of the published results: id, varchar(15), int.
const keyRows = 1_000_000

// primaryKey repeats section 5: a loop inside the server, INSERT … SELECT and
// COPY, with and without a primary key; on the private server also without
// fsync and full_page_writes, which loses the whole database in a crash.
func primaryKey(ctx context.Context, l *lab) ([]Table, error) {
	t := Table{Title: "a million rows (id, varchar(15), int), one connection, seconds",
		Columns: []string{"way", "server", "no index", "primary key", "published no index", "published primary key"},
		Notes:   []string{"published: PostgreSQL 9.4.1, 1 CPU, 512 MB"}}
	table := schema.Quote(l.name) + ".k"
	text := make([]byte, 0, keyRows*30)
	for i := 1; i <= keyRows; i++ {
		text = append(strconv.AppendInt(text, int64(i), 10), "\tvalue "...)
		text = append(strconv.AppendInt(text, int64(i), 10), '\t')
		text = append(strconv.AppendInt(text, int64(i%1000), 10), '\n')
	}
	ways := []struct {
		name, sql          string
		noIndex, withIndex any
	}{
		{"loop inside the server", fmt.Sprintf("do $$ begin for i in 1..%d loop insert into %s values (i, 'value ' || i, i %% 1000); end loop; end $$", keyRows, table), 6.86, 10.90},
		{"INSERT … SELECT", fmt.Sprintf("insert into %s select i, 'value ' || i, i %% 1000 from generate_series(1, %d) i", table, keyRows), nil, nil},
		{"COPY", "", 1.88, 6.23},
	}
	measure := func(server string, published bool) error {
		for _, w := range ways {
			l.tell(w.name + ", " + server)
			row := []any{w.name, server, nil, nil, w.noIndex, w.withIndex}
			switch {
			case !published && w.sql == "":
				row[4], row[5] = 0.61, 4.67
			case !published:
				row[4], row[5] = nil, nil
			}
			for i, key := range []string{"", " primary key"} {
				if err := l.fresh(ctx); err != nil {
					return err
				}
				if _, err := l.ctl.Exec(ctx, "create table "+table+" (id int"+key+", v varchar(15), n int)"); err != nil {
					return err
				}
				start := time.Now()
				var err error
				if w.sql != "" {
					_, err = l.ctl.Exec(ctx, w.sql)
				} else {
					_, err = l.ctl.PgConn().CopyFrom(ctx, newReader(text), "copy "+table+" from stdin")
				}
				if err != nil {
					return err
				}
				row[2+i] = tidy(time.Since(start).Seconds())
			}
			t.Rows = append(t.Rows, row)
		}
		return nil
	}
	if err := measure("as it is", true); err != nil {
		return []Table{t}, err
	}
	if l.Restart == nil {
		t.Notes = append(t.Notes, "fsync and full_page_writes are only turned off on the private server")
		return []Table{t}, nil
	}
	err := l.restarted(ctx, map[string]string{"wal_level": l.level, "fsync": "off", "full_page_writes": "off"}, func() error {
		return measure("fsync and full_page_writes off: a crash loses the database", false)
	})
	return []Table{t}, err
}

// restarted does something while the private server runs with other settings,
// and puts it back.
func (l *lab) restarted(ctx context.Context, settings map[string]string, do func() error) error {
	again := func(ctx context.Context, settings map[string]string) (err error) {
		l.ctl.Close(ctx)
		if l.dsn, err = l.Restart(ctx, settings); err != nil {
			return err
		}
		if l.ctl, err = l.connect(ctx, "jdbclog-compare"); err != nil {
			return err
		}
		return l.hold(ctx)
	}
	if err := again(ctx, settings); err != nil {
		return err
	}
	err := do()
	return errors.Join(err, again(context.WithoutCancel(ctx), map[string]string{"wal_level": l.level}))
}
