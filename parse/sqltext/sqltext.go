package sqltext

// Version is the version of the rule set. It is stored with the data: digests of one version are comparable with each
// other only, so every change of a rule that changes a normalised text raises it.
const Version = 1

// Type is the kind of a statement. The values are those of the column n_sqltype.
type Type uint8

// The kinds of statements. A string of several statements has the type of the first one.
const (
	Other  Type = iota // show, set, explain, declare, fetch, vacuum, copy … and text that is no SQL
	Select             // also VALUES and TABLE
	Insert             // also REPLACE
	Update
	Delete
	Merge
	Call // CALL, EXEC, {call …}, an anonymous PL/SQL block
	DDL  // CREATE, ALTER, DROP, TRUNCATE, COMMENT, GRANT, REVOKE, RENAME
	TCL  // BEGIN, COMMIT, ROLLBACK, SAVEPOINT, RELEASE, SET TRANSACTION …
)

var typeNames = [...]string{"other", "select", "insert", "update", "delete", "merge", "call", "ddl", "tcl"}

// String returns the name of the type as records show it.
func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return typeNames[Other]
}

// Stmt is what is known of one normalised text. It is immutable and may be shared between goroutines and records.
// Two texts with the same Normalized have the same Type, Complexity and Tables; only Tags may differ.
type Stmt struct {
	Normalized string
	Digest     string   // MD5 of Normalized as 32 lower-case hex digits, so md5(normalized) in psql gives the same
	Type       Type     // of the first statement
	Complexity int32    // 1 + joins + sub-queries + set operations + GROUP BY + HAVING + window functions + CTEs; 0 of an empty text
	Tables     []string // tables touched, in order of appearance, without repeats and quotes, unquoted ones in lower case
	Tags       string   // hints and sqlcommenter tags, joined by a blank, without comment delimiters; "" if there are none
}
