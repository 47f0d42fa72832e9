package report

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"jdbclog/parse"
	"jdbclog/parse/sqltext"
	"jdbclog/schema"
)

// Database says which rows a State is made of.
type Database struct {
	Schema       string // of the tables, "" for the first of the search path
	Since, Until *time.Time
	Options      // Zone is that of the tables' wall clock; System and Host are not used

	// Progress is told how many of how many queries are done. It may be nil.
	Progress func(done, all int)
}

// Read makes the state of what was loaded, in one read-only transaction that
// sees one moment. Counts, sums and courses are made by the server; rows come to
// the client only where their order matters (transactions, repeats), without
// their texts. Regular expressions are PostgreSQL's.
func (d Database) Read(ctx context.Context, conn *pgx.Conn) (*State, error) {
	var s *State
	err := pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		q := query{ctx: ctx, tx: tx, d: d, c: NewCollector(d.Options), norm: sqltext.NewNormalizer(4 << 20)}
		err := q.run()
		s = q.c.state
		return err
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// query is a Database being read.
type query struct {
	ctx  context.Context
	tx   pgx.Tx
	d    Database
	c    *Collector
	norm *sqltext.Normalizer

	schema string
	full   bool   // the record table has the columns of schema full
	base   string // the rows that count, with the names of rowColumns
	args   []any  // of base
}

// run asks everything, the statements first: the rest is added to them.
func (q *query) run() error {
	if err := q.prepare(); err != nil {
		return err
	}
	steps := []func() error{q.statements, q.texts, q.courses, q.callers, q.names, q.totals, q.samples, q.failures, q.sampleTexts, q.lists, q.batches, q.sequences}
	for i, step := range steps {
		if q.d.Progress != nil {
			q.d.Progress(i, len(steps))
		}
		if err := step(); err != nil {
			return fmt.Errorf("database: %w", err)
		}
	}
	all := &q.c.state.Statements
	all.size = 0
	for _, d := range all.index {
		d.measure()
		all.size += d.size
	}
	all.trim()
	return nil
}

// prepare finds the tables and writes the query of the rows that count.
func (q *query) prepare() error {
	var found, full bool
	err := q.tx.QueryRow(q.ctx, `select s, to_regclass(quote_ident(s) || '.`+schema.RecordTable+`') is not null and to_regclass(quote_ident(s) || '.`+schema.ContentTable+`') is not null,
		exists (select from pg_attribute where attrelid = to_regclass(quote_ident(s) || '.`+schema.RecordTable+`') and attname = 'n_runtime_us' and not attisdropped)
		from (select coalesce(nullif($1, ''), current_schema(), '') as s) x`, q.d.Schema).Scan(&q.schema, &found, &full)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	if !found {
		return fmt.Errorf("database: there are no tables of jdbclog in schema %q: load logs first, or name a PATH", q.schema)
	}
	q.full = full
	if _, err := q.tx.Exec(q.ctx, "select set_config('work_mem', '64MB', true), set_config('timezone', 'UTC', true)"); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	conditions, err := q.conditions()
	if err != nil {
		return err
	}
	join := ""
	if f := q.d.Filter; f != nil && (f.Match != nil || f.Exclude != nil) {
		join = " join " + q.content() + " c on c.c_bh = r.c_bh"
	}
	q.base = "(select " + strings.Join(q.columns(), ", ") + " from " + q.record() + " r" + join + conditions + ") x"
	return nil
}

func (q *query) record() string  { return schema.Quote(q.schema) + "." + schema.RecordTable }
func (q *query) content() string { return schema.Quote(q.schema) + "." + schema.ContentTable }

// columns are what base gives. Schema study has less.
func (q *query) columns() []string {
	common := []string{
		"r.c_bh as id", "coalesce(r.c_pssql_hash, '') as hash", "coalesce(r.n_sqltype, 0) as type", "r.dt_zxsj as wall", "coalesce(r.c_rzlj, '') as file",
		"coalesce(r.n_startline, 0) as line", "coalesce(r.n_endline, 0) as end_line", "r.c_method as method", "r.c_xtbs as system",
		"nullif(concat_ws(':', r.c_ip, r.c_port), '') as host",
	}
	if q.full {
		return append(common,
			fmt.Sprintf("case when r.n_runtime_us > %d then %[1]d else r.n_runtime_us end as us", int64(maxRuntime)), "coalesce(r.n_rows, r.n_update_count)::bigint as rows", "coalesce(r.n_failed = 1, false) as failed",
			"coalesce(r.c_kind, 'statement') as kind", "coalesce(r.n_batch_size, 0) as size", "r.c_connection as conn", "r.c_thread as thread", "r.c_error as error",
			"coalesce(r.c_flags, '') as flags", "r.c_format as format")
	}
	// A commit has no text, and the digest of its word.
	return append(common,
		"r.n_runtime::bigint * 1000 as us", "r.n_resultset::bigint as rows", "false as failed",
		"case when r.n_is_batch = 1 then 'batch' when r.n_sql_byte = 0 and r.c_pssql_hash = md5('commit') then 'commit' when r.n_sql_byte = 0 and r.c_pssql_hash = md5('rollback') then 'rollback' else 'statement' end as kind",
		"0 as size", "null::text as conn", "null::text as thread", "null::text as error", "'' as flags", "null::text as format")
}

// conditions are those of the filters, as a WHERE.
func (q *query) conditions() (string, error) {
	var all []string
	arg := func(v any) string {
		q.args = append(q.args, v)
		return fmt.Sprintf("$%d", len(q.args))
	}
	zone := parse.Zone{}
	zone.Use(q.d.Zone)
	wall := func(t *time.Time) string {
		return arg(time.UnixMicro(zone.Wall(t.UnixMicro())).UTC()) + "::timestamp"
	}
	if q.d.Since != nil {
		all = append(all, "(r.dt_zxsj is null or r.dt_zxsj >= "+wall(q.d.Since)+")")
	}
	if q.d.Until != nil {
		all = append(all, "(r.dt_zxsj is null or r.dt_zxsj < "+wall(q.d.Until)+")")
	}
	f := q.d.Filter
	if f == nil {
		f = &Filter{}
	}
	if len(f.Types) > 0 {
		var numbers []int32
		for i := range types {
			if slices.Contains(f.Types, sqltext.Type(i).String()) {
				numbers = append(numbers, int32(i))
			}
		}
		all = append(all, "coalesce(r.n_sqltype, 0) = any("+arg(numbers)+")")
	}
	if len(f.Methods) > 0 {
		all = append(all, "exists (select from unnest("+arg(f.Methods)+"::text[]) m where strpos(r.c_method, m) > 0)")
	}
	if len(f.Systems) > 0 {
		all = append(all, "r.c_xtbs = any("+arg(f.Systems)+")")
	}
	if len(f.Digests) > 0 {
		var prefixes []string
		for _, d := range f.Digests {
			prefixes = append(prefixes, strings.ToLower(d))
		}
		all = append(all, "exists (select from unnest("+arg(prefixes)+"::text[]) d where starts_with(r.c_pssql_hash, d))")
	}
	if f.MinDuration > 0 {
		us := "r.n_runtime_us"
		if !q.full {
			us = "r.n_runtime::bigint * 1000"
		}
		all = append(all, us+" >= "+arg(f.MinDuration))
	}
	if f.Match != nil {
		all = append(all, "c.c_sql_text ~ "+arg(f.Match.String()))
	}
	if f.Exclude != nil {
		all = append(all, "c.c_sql_text !~ "+arg(f.Exclude.String()))
	}
	if f.Failed {
		if !q.full {
			return "", errors.New("database: the tables do not tell what failed: they are of schema study")
		}
		all = append(all, "r.n_failed = 1")
	}
	if len(f.Tables) > 0 {
		digests, err := q.touching(f)
		if err != nil {
			return "", fmt.Errorf("database: %w", err)
		}
		all = append(all, "r.c_pssql_hash = any("+arg(digests)+")")
	}
	if len(all) == 0 {
		return "", nil
	}
	return " where " + strings.Join(all, " and "), nil
}

// touching are the digests of statements that touch one of the filter's tables.
func (q *query) touching(f *Filter) ([]string, error) {
	rows, _ := q.tx.Query(q.ctx, "select distinct on (c_pssql_hash) c_pssql_hash, coalesce(c_pssql_text, '') from "+q.content()+" where c_pssql_hash is not null order by c_pssql_hash, c_bh")
	digests := []string{}
	var digest, text string
	_, err := pgx.ForEachRow(rows, []any{&digest, &text}, func() error {
		if slices.ContainsFunc(q.norm.Stmt([]byte(text)).Tables, f.table) {
			digests = append(digests, digest)
		}
		return nil
	})
	return digests, err
}

// each asks for columns of the rows that count and calls do for every row of the
// answer, with into filled. rest is what stands behind FROM.
func (q *query) each(columns, rest string, into []any, do func() error) error {
	return q.rows(columns, q.base+" "+rest, into, do)
}

// rows is each with a FROM of its own.
func (q *query) rows(columns, from string, into []any, do func() error) error {
	return q.ask(columns, from, q.args, into, do)
}

func (q *query) ask(columns, from string, args, into []any, do func() error) error {
	rows, _ := q.tx.Query(q.ctx, "select "+columns+" from "+from, args...)
	_, err := pgx.ForEachRow(rows, into, do)
	return err
}

// sumColumns are those that fill a sums, by sumFields.
const sumColumns = "count(*), count(*) filter (where failed), count(us), coalesce(sum(us), 0)::bigint, coalesce(max(us), 0)::bigint, count(rows), coalesce(sum(rows), 0)::bigint"

func sumFields(s *sums) []any {
	return []any{&s.Calls, &s.Failed, &s.Timed, &s.Time, &s.Max, &s.Told, &s.Rows}
}

// utc is the moment of a wall clock in the tables.
func (q *query) utc(wall *time.Time) int64 {
	if wall == nil {
		return parse.NoTime
	}
	t := q.c.zone.UTC(wall.UnixMicro())
	if t < earliest || t >= latest {
		return parse.NoTime
	}
	return t
}
