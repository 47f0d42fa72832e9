package compare

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"jdbclog/schema"
)

// prefix begins the names of the schemas that comparisons work in.
const prefix = "jdbclog_compare_"

// clean drops the schemas of comparisons that are no more: whoever is alive
// holds a lock on the name of its own.
func (l *lab) clean(ctx context.Context) error {
	rows, err := l.ctl.Query(ctx, `select nspname from pg_namespace where nspname like $1 and nspname <> $2
		and coalesce(obj_description(oid, 'pg_namespace'), '') not like 'kept%'`, strings.ReplaceAll(prefix, "_", `\_`)+"%", l.name)
	if err != nil {
		return err
	}
	var names []string
	for rows.Next() {
		var n string
		if err := rows.Scan(&n); err != nil {
			return err
		}
		names = append(names, n)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, n := range names {
		var free bool
		if err := l.ctl.QueryRow(ctx, "select pg_try_advisory_lock(hashtextextended($1, 0))", n).Scan(&free); err != nil {
			return err
		}
		if !free {
			continue
		}
		if err := l.drop(ctx, n); err != nil {
			return err
		}
		if _, err := l.ctl.Exec(ctx, "select pg_advisory_unlock(hashtextextended($1, 0))", n); err != nil {
			return err
		}
	}
	return nil
}

// hold takes the lock that tells others that the schema is in use.
func (l *lab) hold(ctx context.Context) error {
	_, err := l.ctl.Exec(ctx, "select pg_advisory_lock(hashtextextended($1, 0))", l.name)
	return err
}

// fresh makes an empty schema and has the server write out what is left of the
// run before, where it lets us.
func (l *lab) fresh(ctx context.Context) error {
	if err := l.drop(ctx, l.name); err != nil {
		return err
	}
	for _, sql := range []string{"create schema " + schema.Quote(l.name),
		fmt.Sprintf("comment on schema %s is 'of a running comparison of jdbclog (%s)'", schema.Quote(l.name), strings.ReplaceAll(host(), "'", "''"))} {
		if _, err := l.ctl.Exec(ctx, sql); err != nil {
			return err
		}
	}
	if _, err := l.ctl.Exec(ctx, "checkpoint"); err != nil && l.ctl.IsClosed() {
		return err
	}
	return nil
}

// quiet keeps autovacuum off the tables while they are loaded. Those of a scheme
// that is one transaction are not there yet, and nobody else sees them.
func (l *lab) quiet(ctx context.Context) error {
	for _, t := range []string{schema.RecordTable, schema.ContentTable} {
		if _, err := l.ctl.Exec(ctx, fmt.Sprintf("alter table if exists %s.%s set (autovacuum_enabled = off, toast.autovacuum_enabled = off)", schema.Quote(l.name), t)); err != nil {
			return err
		}
	}
	return nil
}

func (l *lab) drop(ctx context.Context, name string) error {
	_, err := l.ctl.Exec(ctx, "drop schema if exists "+schema.Quote(name)+" cascade")
	return err
}

// keepAs gives the tables of the last run a name of their own, which no later
// comparison drops.
func (l *lab) keepAs(ctx context.Context, scheme string) error {
	name := prefix + strings.ReplaceAll(scheme, "-", "_")
	if err := l.drop(ctx, name); err != nil {
		return err
	}
	for _, sql := range []string{
		fmt.Sprintf("alter schema %s rename to %s", schema.Quote(l.name), schema.Quote(name)),
		fmt.Sprintf("comment on schema %s is 'kept by jdbclog compare --keep'", schema.Quote(name)),
	} {
		if _, err := l.ctl.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

// sessions is the DSN of the runs: its sessions bear the schema's name, by
// which the sampler knows them.
func (l *lab) sessions() string {
	if u, err := url.Parse(l.dsn); err == nil && u.Scheme != "" {
		// Not by url.Values: they write a blank as +, which PostgreSQL's clients do not read.
		u.RawQuery = strings.TrimPrefix(u.RawQuery+"&application_name="+l.name, "&")
		if l.more != "" {
			u.RawQuery += "&options=" + strings.ReplaceAll(url.QueryEscape(l.more), "+", "%20")
		}
		return u.String()
	}
	text := l.dsn + " application_name=" + l.name
	if l.more != "" {
		text += " options='" + l.more + "'"
	}
	return strings.TrimSpace(text)
}
