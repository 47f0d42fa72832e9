package sink

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"jdbclog/schema"
)

// Prepare makes the tables and the ledger where they are missing, decides about
// the scheme, and enters the run. It is one transaction: a second run that
// prepares waits, and an error leaves nothing behind. Indexes that are missing on
// tables that were there follow.
func (s *Sink) Prepare(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var there found
	err := pgx.BeginFunc(ctx, s.ctl, func(tx pgx.Tx) error {
		if err := s.chooseSchema(ctx, tx); err != nil {
			return err
		}
		var err error
		there, err = s.look(ctx, tx)
		if err != nil {
			return err
		}
		if err := s.checkOwner(ctx, tx, there); err != nil {
			return err
		}
		if s.scheme, err = s.decide(there); err != nil {
			return err
		}
		if err := s.create(ctx, tx, there); err != nil {
			return err
		}
		return s.enter(ctx, tx)
	})
	_, record := there.unlogged[s.record.Name]
	_, content := there.unlogged[s.content.Name]
	if err == nil && (record || content) && s.scheme.Indexes == "before" {
		return s.Index(ctx) // takes its time if there are rows
	}
	return s.advised(said("database", err))
}

// chooseSchema finds the schema, makes it if one was named that is not there,
// and keeps others from preparing it at the same time.
func (s *Sink) chooseSchema(ctx context.Context, tx pgx.Tx) error {
	s.schema = s.opt.Schema
	if s.schema == "" {
		var current *string
		if err := tx.QueryRow(ctx, "select current_schema()").Scan(&current); err != nil {
			return err
		}
		if current == nil {
			return errors.New("the search path names no schema that exists; name one with --db-schema, and it is made")
		}
		s.schema = *current
	}
	s.ledger = newLedger(s.schema, s.opt.LedgerPrefix)
	if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtextextended($1, 0))", "jdbclog schema "+s.schema); err != nil {
		return err
	}
	var there bool
	if err := tx.QueryRow(ctx, "select exists (select from pg_namespace where nspname = $1)", s.schema).Scan(&there); err != nil || there {
		return err
	}
	_, err := tx.Exec(ctx, "create schema "+schema.Quote(s.schema))
	return err
}

// found is what is in the schema.
type found struct {
	unlogged map[string]bool // by name of a table that is there
	indexes  map[string]bool
	rows     bool // the data tables hold some
}

// look finds out what is there, and that it has the shape it should have.
func (s *Sink) look(ctx context.Context, tx pgx.Tx) (found, error) {
	f := found{unlogged: map[string]bool{}, indexes: map[string]bool{}}
	names := []string{s.content.Name, s.record.Name, s.ledger.chunkName, s.ledger.fileName, s.ledger.runName}
	rows, _ := tx.Query(ctx, `select relname, relkind::text, relpersistence::text from pg_class
		where relnamespace = (select oid from pg_namespace where nspname = $1) and relname = any($2)`, s.schema, names)
	var name, kind, persistence string
	_, err := pgx.ForEachRow(rows, []any{&name, &kind, &persistence}, func() error {
		if kind != "r" && kind != "p" {
			return fmt.Errorf("%s is there and is no table; rename it, or load into another schema", name)
		}
		f.unlogged[name] = persistence == "u"
		return nil
	})
	if err != nil {
		return f, err
	}
	for _, t := range []*schema.Table{s.content, s.record} {
		if _, there := f.unlogged[t.Name]; !there {
			continue
		}
		if err := s.checkShape(ctx, tx, t); err != nil {
			return f, err
		}
		if !f.rows {
			if err := tx.QueryRow(ctx, "select exists (select from "+t.In(s.schema)+")").Scan(&f.rows); err != nil {
				return f, err
			}
		}
		existing, err := s.indexesOf(ctx, tx, t)
		if err != nil {
			return f, err
		}
		maps.Copy(f.indexes, existing)
	}
	_, content := f.unlogged[s.content.Name]
	_, record := f.unlogged[s.record.Name]
	if content != record && f.rows {
		return f, errors.New("of the two tables one is missing, and the other holds rows")
	}
	return f, nil
}

// checkShape compares a table with what its rows need.
func (s *Sink) checkShape(ctx context.Context, tx pgx.Tx, t *schema.Table) error {
	type column struct {
		oid       uint32
		limit     int
		mandatory bool
		typeName  string
	}
	have := map[string]column{}
	rows, _ := tx.Query(ctx, `select attname, atttypid, greatest(atttypmod - 4, 0), attnotnull and not atthasdef and attidentity = '', format_type(atttypid, atttypmod)
		from pg_attribute where attrelid = ($1::text)::regclass and attnum > 0 and not attisdropped`, t.In(s.schema))
	var name string
	var c column
	_, err := pgx.ForEachRow(rows, []any{&name, &c.oid, &c.limit, &c.mandatory, &c.typeName}, func() error {
		have[name] = c
		return nil
	})
	if err != nil {
		return err
	}
	shape := func(format string, args ...any) error {
		return fmt.Errorf("table %s.%s has another shape: column %s", s.schema, t.Name, fmt.Sprintf(format, args...))
	}
	for i := range t.Columns {
		want := &t.Columns[i]
		got, there := have[want.Name]
		if !there {
			return shape("%s is missing (schema %s wants it)", want.Name, s.opt.Variant)
		}
		if !want.Holds(got.oid, got.limit) {
			return shape("%s is %s, wanted is %s", want.Name, got.typeName, want.Type)
		}
		delete(have, want.Name)
	}
	var others []string
	for name, c := range have {
		if c.mandatory {
			others = append(others, name)
		}
	}
	if len(others) > 0 {
		slices.Sort(others)
		return shape("%s must be filled, and nothing is known of it", strings.Join(others, ", "))
	}
	return nil
}

// decide resolves the scheme and holds it against the tables that are there.
func (s *Sink) decide(f found) (Scheme, error) {
	tables := ""
	if u, there := f.unlogged[s.record.Name]; there {
		tables = persistenceWord(u)
	}
	scheme := s.scheme.resolve(!f.rows && len(f.indexes) == 0, tables)
	for _, name := range []string{s.content.Name, s.record.Name, s.ledger.chunkName} {
		if u, there := f.unlogged[name]; there && persistenceWord(u) != scheme.Tables {
			return scheme, fmt.Errorf("table %s.%s is %s, and scheme %s wants it %s; drop the tables, alter them, or set tables to %[3]s",
				s.schema, name, persistenceWord(u), scheme.Name, scheme.Tables)
		}
	}
	if scheme.Whole && f.rows {
		return scheme, fmt.Errorf("scheme %s wants new or empty tables, and %s.%s holds rows", scheme.Name, s.schema, s.record.Name)
	}
	return scheme, scheme.Validate()
}

func persistenceWord(unlogged bool) string {
	if unlogged {
		return "unlogged"
	}
	return "logged"
}

// create makes what is missing.
func (s *Sink) create(ctx context.Context, tx pgx.Tx, f found) error {
	unlogged := s.scheme.Tables == "unlogged"
	var statements []string
	need := func(name, statement string) {
		if _, there := f.unlogged[name]; !there {
			statements = append(statements, statement)
		}
	}
	for _, t := range []*schema.Table{s.content, s.record} {
		if _, there := f.unlogged[t.Name]; !there && s.scheme.Whole {
			s.missing = true // until its transaction makes it
			continue
		}
		need(t.Name, t.Create(s.schema, unlogged))
		if s.scheme.Indexes == "before" {
			for _, x := range t.Indexes {
				need(t.Name, x.Create(s.schema, t))
			}
		}
	}
	if _, there := f.unlogged[s.record.Name]; !there && !s.missing {
		for _, v := range schema.Views(s.opt.Variant, s.schema) {
			statements = append(statements, v.Create(s.schema))
		}
	}
	need(s.ledger.runName, s.ledger.createRun())
	need(s.ledger.fileName, s.ledger.createFile())
	need(s.ledger.chunkName, s.ledger.createChunk(unlogged))
	if _, there := f.unlogged[s.ledger.chunkName]; there && !f.rows {
		// Somebody emptied or dropped the tables: what the ledger says of their rows
		// is no longer so. Another run may be at its first chunk; one statement sees
		// all of that or nothing.
		lost := "delete from " + s.ledger.chunk + " where state = 'done' and records > 0"
		if !s.missing {
			lost += " and not exists (select from " + s.record.In(s.schema) + ")"
		}
		statements = append(statements, lost)
	}
	for _, sql := range statements {
		if _, err := tx.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return s.learn(ctx, tx)
}

// Compress is the statement that has a session compress long texts as a load's
// transactions do: by lz4, unless the server has none or somebody has chosen.
const Compress = "select set_config(name, 'lz4', false)" + compressible

const compressible = " from pg_settings where name = 'default_toast_compression' and source = 'default' and 'lz4' = any(enumvals)"

// learn finds out what must be set for a transaction to commit as the scheme
// says, to compress long texts quickly, and not to be cut by a timeout made for
// interactive work.
func (s *Sink) learn(ctx context.Context, tx pgx.Tx) error {
	var commit, statement, idle string
	var lz4 bool
	err := tx.QueryRow(ctx, `select current_setting('synchronous_commit'), current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout'),
		exists (select`+compressible+")").
		Scan(&commit, &statement, &idle, &lz4)
	s.settings = nil
	switch {
	case s.scheme.Commit == "async":
		s.settings = append(s.settings, "synchronous_commit to off")
	case commit == "off":
		s.settings = append(s.settings, "synchronous_commit to on")
	}
	if statement != "0" {
		s.settings = append(s.settings, "statement_timeout to 0")
	}
	if idle != "0" {
		s.settings = append(s.settings, "idle_in_transaction_session_timeout to 0")
	}
	if lz4 {
		// Rows of 2 KB or more are compressed, which by pglz takes longer than all else
		// that is done to them.
		s.settings = append(s.settings, "default_toast_compression to lz4")
	}
	s.begin = "begin"
	for _, setting := range s.settings {
		s.begin += "; set local " + setting
	}
	return err
}

// autocommit tells whether every statement is a transaction of its own. There
// is no transaction then to set anything local to: the loader's session is set.
func (s *Sink) autocommit() bool { return s.scheme.Insert == "single" && s.scheme.CommitRows == 1 }

// enter writes the run's row and learns the short heads.
func (s *Sink) enter(ctx context.Context, tx pgx.Tx) error {
	scheme, err := json.Marshal(s.scheme)
	if err != nil {
		return err
	}
	options, err := json.Marshal(map[string]any{"shape": s.shape(), "config": s.opt.Config})
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "insert into "+s.ledger.run+" (run_id, started, status, version, host, scheme, options) values ($1, clock_timestamp(), 'running', $2, $3, $4, $5)",
		s.run.ID, clean(s.opt.Version), clean(s.opt.Host), string(scheme), string(options))
	if err != nil {
		return err
	}
	rows, _ := tx.Query(ctx, "select head_bytes, head_hash from "+s.ledger.file+" where head_bytes < $1", headBytes)
	var n int
	var hash string
	_, err = pgx.ForEachRow(rows, []any{&n, &hash}, func() error {
		s.heads.add(n, hash)
		return nil
	})
	return err
}
