package schema

import "strings"

// View is a query over the tables that people can go on from, in psql or in
// tools that draw. Its columns are the same for both variants of the tables;
// those that the study's cannot fill are null.
type View struct {
	Name    string
	Comment string
	query   string
}

// Create is the statement that makes the view in a schema of the database, unless
// there is something of that name.
func (v View) Create(schema string) string {
	name := Quote(schema) + "." + v.Name
	return "do $jdbclog$ begin if to_regclass(" + literal(name) + ") is null then create view " + name + " as " + v.query +
		"; comment on view " + name + " is " + literal(v.Comment) + "; end if; end $jdbclog$"
}

func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// Views are all of them, for tables of a variant. Each only needs those before it.
func Views(v Variant, schema string) []View {
	full := map[string]string{
		"ms": "r.n_runtime_us / 1000.0", "rows": "coalesce(r.n_rows, r.n_update_count)::bigint", "failed": "coalesce(r.n_failed = 1, false)",
		"kind": "r.c_kind", "executions": "nullif(r.n_batch_size, 0)::bigint", "connection": "r.c_connection", "thread": "r.c_thread", "error": "r.c_error",
	}
	study := map[string]string{
		"ms": "r.n_runtime::numeric", "rows": "r.n_resultset::bigint", "failed": "null::boolean",
		"kind":       "case when r.n_is_batch = 1 then 'batch' else 'statement' end::varchar",
		"executions": "null::bigint", "connection": "null::varchar", "thread": "null::varchar", "error": "null::varchar",
	}
	columns := study
	if v == Full {
		columns = full
	}
	fill := strings.NewReplacer("{record}", Quote(schema)+"."+RecordTable, "{content}", Quote(schema)+"."+ContentTable, "{schema}", Quote(schema),
		"{ms}", columns["ms"], "{rows}", columns["rows"], "{failed}", columns["failed"], "{kind}", columns["kind"], "{executions}", columns["executions"],
		"{connection}", columns["connection"], "{thread}", columns["thread"], "{error}", columns["error"])
	views := []View{
		{"v_jdbc_execution", "one row an execution, in plain words; the text is in " + ContentTable + ".c_sql_text, c_bh = id", executions},
		{"v_jdbc_statement", "one row a statement: how often it ran, how long it took", statements},
		{"v_jdbc_5min", "one row five minutes: what ran then", fiveMinuteSlots},
		{"v_jdbc_statement_5min", "one row a statement and five minutes", statementSlots},
		{"v_jdbc_method", "one row a calling method", methods},
		{"v_jdbc_failure", "one row a statement and error", failures},
	}
	for i := range views {
		views[i].query = fill.Replace(views[i].query)
	}
	return views
}

const (
	executions = `select r.c_bh as id, r.c_bh_parse as run, r.dt_zxsj as time, {ms} as runtime_ms, {kind} as kind,
 (array['other', 'select', 'insert', 'update', 'delete', 'merge', 'call', 'ddl', 'tcl'])[coalesce(r.n_sqltype, 0) + 1] as type,
 {rows} as rows, {executions} as executions, {failed} as failed, {error} as error, r.c_pssql_hash as digest,
 {connection} as connection, {thread} as thread, r.c_method as method, r.c_xtbs as system, r.c_ip as ip, r.c_port as port,
 r.c_rzlj as file, r.n_startline as line, r.n_endline as end_line
 from {record} r`

	// What all sums have.
	summed = ` count(*) as calls, count(*) filter (where failed) as failed, sum(runtime_ms) as total_ms, avg(runtime_ms) as mean_ms,
 percentile_disc(array[0.5, 0.95, 0.99]) within group (order by runtime_ms) as percentiles_ms, max(runtime_ms) as max_ms, sum(rows) as rows`

	statements = `select digest, type, calls, failed, rows, total_ms, total_ms / nullif(sum(total_ms) over (), 0) as share, min_ms, mean_ms,
 percentiles_ms[1] as p50_ms, percentiles_ms[2] as p95_ms, percentiles_ms[3] as p99_ms, max_ms, stddev_ms, first, last,
 (select c.c_pssql_text from {content} c where c.c_bh = s.id) as statement
 from (select digest, min(type) as type, min(id) as id, min(runtime_ms) as min_ms, stddev_pop(runtime_ms) as stddev_ms, min(time) as first, max(time) as last,` + summed + `
  from {schema}.v_jdbc_execution group by digest) s`

	slot = `date_trunc('hour', time) + interval '5 minutes' * floor(extract(minute from time) / 5)`

	fiveMinuteSlots = `select start, calls, failed, rows, total_ms, mean_ms, percentiles_ms[1] as p50_ms, percentiles_ms[2] as p95_ms, percentiles_ms[3] as p99_ms, max_ms,
 calls / 300.0 as per_second, total_ms / 300000.0 as concurrency
 from (select ` + slot + ` as start,` + summed + ` from {schema}.v_jdbc_execution where time is not null group by 1) s`

	statementSlots = `select digest, start, calls, failed, rows, total_ms, mean_ms, percentiles_ms[2] as p95_ms, max_ms
 from (select digest, ` + slot + ` as start,` + summed + ` from {schema}.v_jdbc_execution where time is not null group by 1, 2) s`

	methods = `select method, statements, calls, failed, rows, total_ms, mean_ms, percentiles_ms[2] as p95_ms, max_ms
 from (select method, count(distinct digest) as statements,` + summed + ` from {schema}.v_jdbc_execution where method is not null group by 1) s`

	failures = `select digest, error, count(*) as calls, min(time) as first, max(time) as last, sum(runtime_ms) as total_ms, min(id) as id
 from {schema}.v_jdbc_execution where failed group by 1, 2`
)
