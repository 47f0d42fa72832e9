// Package schema says what a record is in PostgreSQL: the two tables, their
// indexes, and how their values are written. It opens no connection.
package schema

import (
	"jdbclog/parse"
)

// Column is one column: DDL, COPY column lists, INSERT texts and encoders all
// come from its line in a table below. Exactly one of text, word and number
// says where its value comes from; a scope, that more than one record has it.
type Column struct {
	Name string
	Type string // as DDL has it

	scope scope // which records share a value

	text   func(*Row) []byte // nil is null
	word   func(*Row) string // "" is null
	number func(*Row) int64  // null is null

	kind kind
	max  int // characters that it holds; 0 for any number

	run [forms]int // columns from here on that records share, 0 behind the first of them
}

// scope says which records of a file have the same value for certain: it is
// encoded once for them.
type scope uint8

const (
	ofRecord scope = iota // none
	ofUsual               // those that are usual
	ofURL                 // those with the same URL
	ofFile                // all
)

// null is the number that stands for null.
const null = -1 << 63

// The study's record table, in its order.
var studyRecord = []Column{
	{Name: "c_bh", Type: "varchar(32)", text: func(r *Row) []byte { return r.id[:] }},
	{Name: "c_bh_parse", Type: "varchar(32)", scope: ofFile, word: func(r *Row) string { return r.run.ID }},
	{Name: "c_bh_group", Type: "varchar(32)", scope: ofFile, word: func(r *Row) string { return r.run.Group }},
	{Name: "c_bh_sql", Type: "varchar(32)", text: func(r *Row) []byte { return r.id[:] }},
	{Name: "dt_zxsj", Type: "timestamp", number: func(r *Row) int64 { return r.wall() }},
	{Name: "n_runtime", Type: "int", number: func(r *Row) int64 { return milliseconds(r.rec.Runtime) }},
	{Name: "c_rzlj", Type: "varchar(600)", scope: ofFile, word: func(r *Row) string { return r.file.Path }},
	{Name: "n_startline", Type: "int", number: func(r *Row) int64 { return r.rec.StartLine }},
	{Name: "n_endline", Type: "int", number: func(r *Row) int64 { return r.rec.EndLine }},
	{Name: "n_sqltype", Type: "int", number: func(r *Row) int64 { return int64(r.rec.Stmt.Type) }},
	{Name: "n_sqlcomplex", Type: "int", number: func(r *Row) int64 { return int64(r.rec.Stmt.Complexity) }},
	{Name: "c_ip", Type: "varchar(100)", scope: ofURL, text: func(r *Row) []byte { return r.ip() }},
	{Name: "c_port", Type: "varchar(100)", scope: ofURL, text: func(r *Row) []byte { return r.port() }},
	{Name: "c_xtbs", Type: "varchar(100)", scope: ofFile, word: func(r *Row) string { return r.file.System }},
	{Name: "n_checkstatus", Type: "int default 0", scope: ofFile, number: func(*Row) int64 { return 0 }},
	{Name: "n_sql_length", Type: "int", number: func(r *Row) int64 { return int64(characters(r.rec.SQL)) }},
	{Name: "n_sql_byte", Type: "int", number: func(r *Row) int64 { return int64(len(r.rec.SQL)) }},
	{Name: "n_5min", Type: "int", number: func(r *Row) int64 { return fiveMinutes(r.wall()) }},
	{Name: "c_method", Type: "varchar(600)", text: func(r *Row) []byte { return r.rec.Method }},
	{Name: "c_pssql_hash", Type: "varchar(300)", word: func(r *Row) string { return r.rec.Stmt.Digest }},
	{Name: "n_is_batch", Type: "int", scope: ofUsual, number: func(r *Row) int64 { return truth(r.rec.Kind == parse.BatchKind) }},
	{Name: "n_resultset", Type: "int", scope: ofUsual, number: func(r *Row) int64 { return count(r.rec.Rows, r.rec.UpdateCount) }},
}

// What the full schema adds to it.
var fullRecord = []Column{
	{Name: "n_runtime_us", Type: "bigint", number: func(r *Row) int64 { return count(r.rec.Runtime) }},
	{Name: "c_connection", Type: "varchar", text: func(r *Row) []byte { return r.rec.Conn }},
	{Name: "c_thread", Type: "varchar", text: func(r *Row) []byte { return r.rec.Thread }},
	{Name: "c_kind", Type: "varchar", scope: ofUsual, word: func(r *Row) string { return r.rec.Kind.String() }},
	{Name: "n_batch_size", Type: "int", scope: ofUsual, number: func(r *Row) int64 { return int64(r.rec.BatchSize) }},
	{Name: "n_rows", Type: "int", scope: ofUsual, number: func(r *Row) int64 { return count(r.rec.Rows) }},
	{Name: "n_update_count", Type: "int", scope: ofUsual, number: func(r *Row) int64 { return count(r.rec.UpdateCount) }},
	{Name: "n_failed", Type: "int", scope: ofUsual, number: func(r *Row) int64 { return truth(r.rec.Failed) }},
	{Name: "c_error", Type: "varchar", scope: ofUsual, text: func(r *Row) []byte { return r.rec.Error }},
	{Name: "c_url", Type: "varchar", scope: ofURL, text: func(r *Row) []byte { return r.rec.URL }},
	{Name: "c_flags", Type: "varchar", scope: ofUsual, text: func(r *Row) []byte { return r.flags() }},
	{Name: "c_format", Type: "varchar", word: func(r *Row) string { return r.rec.Format.Name() }},
}

// The study's content table: one row to a record, with the same c_bh.
var studyContent = []Column{
	{Name: "c_bh", Type: "varchar(32) not null", text: func(r *Row) []byte { return r.id[:] }},
	{Name: "c_pssql_hash", Type: "varchar(300)", word: func(r *Row) string { return r.rec.Stmt.Digest }},
	{Name: "c_sql_text", Type: "varchar", text: func(r *Row) []byte { return r.sql() }},
	{Name: "c_pssql_text", Type: "varchar", text: func(r *Row) []byte { return r.prepared() }},
}

// What the full schema adds to it.
var fullContent = []Column{
	{Name: "c_bh_parse", Type: "varchar(32)", scope: ofFile, word: func(r *Row) string { return r.run.ID }},
}

// milliseconds rounds a runtime in microseconds down.
func milliseconds(us int64) int64 {
	if us < 0 {
		return null
	}
	return us / 1000
}

// count is the first of the numbers that the log gives.
func count(numbers ...int64) int64 {
	for _, n := range numbers {
		if n >= 0 {
			return n
		}
	}
	return null
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
