package compare

import (
	"context"
	"fmt"
	"maps"

	"github.com/jackc/pgx/v5"
)

// inForce are the settings that a result depends on.
var inForce = []string{
	"autovacuum", "checkpoint_timeout", "commit_delay", "commit_siblings", "effective_io_concurrency", "fsync", "full_page_writes", "huge_pages",
	"maintenance_work_mem", "max_connections", "max_parallel_maintenance_workers", "max_wal_size", "max_worker_processes", "server_encoding",
	"shared_buffers", "synchronous_commit", "wal_buffers", "wal_compression", "wal_level", "wal_sync_method", "work_mem",
}

// describe says what server c is connected to.
func describe(ctx context.Context, c *pgx.Conn) (Server, error) {
	s := Server{Settings: map[string]string{}}
	if err := c.QueryRow(ctx, "show server_version").Scan(&s.Version); err != nil {
		return s, err
	}
	rows, err := c.Query(ctx, "select name, current_setting(name) from pg_settings where name = any($1)", inForce)
	if err != nil {
		return s, err
	}
	var name, value string
	_, err = pgx.ForEachRow(rows, []any{&name, &value}, func() error {
		s.Settings[name] = value
		return nil
	})
	return s, err
}

// counters reads what the server counts, by name: sums over all back-ends, so a
// run's share is the difference before and after. What this version of the
// server, or the user's rights, do not show is left out.
func counters(ctx context.Context, c *pgx.Conn) (map[string]int64, error) {
	all := map[string]int64{}
	for _, q := range []struct{ prefix, sql string }{
		{"", "select jsonb_build_object('wal_position', (pg_current_wal_insert_lsn() - '0/0')::int8)"},
		{"wal_", "select to_jsonb(w) - 'stats_reset' from pg_stat_wal w"},
		{"db_", "select to_jsonb(d) - array['datid', 'datname', 'stats_reset', 'checksum_last_failure'] from pg_stat_database d where datname = current_database()"},
		{"bgwriter_", "select to_jsonb(b) - 'stats_reset' from pg_stat_bgwriter b"},
		{"checkpointer_", "select to_jsonb(b) - 'stats_reset' from pg_stat_checkpointer b"},
		{"io_", `select jsonb_object_agg(name, n) from (select concat_ws('_', replace(backend_type, ' ', '-'), object, context, kind) as name, sum(n)::int8 as n
			from pg_stat_io, lateral (values ('reads', reads), ('writes', writes), ('extends', extends), ('fsyncs', fsyncs)) as k (kind, n)
			where n > 0 group by 1) s`},
	} {
		var found map[string]any
		if err := c.QueryRow(ctx, q.sql).Scan(&found); err != nil {
			if ctx.Err() != nil || c.IsClosed() {
				return nil, fmt.Errorf("counters: %w", err)
			}
			continue
		}
		for k, v := range found {
			if n, is := v.(float64); is {
				all[q.prefix+k] = int64(n)
			}
		}
	}
	return all, nil
}

// since takes what was counted before off what is counted now; what did not
// change is left out.
func since(before, now map[string]int64) map[string]int64 {
	d := maps.Clone(now)
	for k, n := range before {
		if d[k] -= n; d[k] == 0 {
			delete(d, k)
		}
	}
	return d
}
