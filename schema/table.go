package schema

import (
	"slices"
	"strconv"
	"strings"
)

// Variant is which columns the tables have.
type Variant string

// Study is the published study's tables, Full adds columns behind them.
const (
	Study Variant = "study"
	Full  Variant = "full"
)

// The names of the tables: one row for each execution, and its texts.
const (
	RecordTable  = "t_jdbc_sql_record"
	ContentTable = "t_jdbc_sql_content"
)

// Table is one of the two tables. It is immutable.
type Table struct {
	Name    string
	Columns []Column
	Indexes []Index

	number int  // 0 is content, 1 is record
	usual  bool // usual records share values
	url    bool // records of one URL do
}

// Tables returns the two tables. A record's row of content is written before
// its row of record.
func Tables(v Variant) (content, record *Table) {
	if v == Full {
		return newTable(0, ContentTable, contentIndexes, studyContent, fullContent), newTable(1, RecordTable, recordIndexes, studyRecord, fullRecord)
	}
	return newTable(0, ContentTable, contentIndexes, studyContent), newTable(1, RecordTable, recordIndexes, studyRecord)
}

func newTable(number int, name string, indexes []Index, columns ...[]Column) *Table {
	t := &Table{number: number, Name: name, Indexes: indexes, Columns: slices.Concat(columns...)}
	var from [forms]int // where the columns begin that records share
	for i := range t.Columns {
		c := &t.Columns[i]
		c.learn()
		t.usual = t.usual || c.scope == ofUsual
		t.url = t.url || c.scope == ofURL
		for f, least := range sharedFrom {
			if c.scope < least {
				from[f] = i + 1
			} else {
				t.Columns[from[f]].run[f]++
			}
		}
	}
	return t
}

// kind is how a column's values are written.
type kind uint8

const (
	varchar kind = iota
	integer
	bigint
	timestamp
)

// learn fills in what follows from the type.
func (c *Column) learn() {
	name, _, _ := strings.Cut(c.Type, " ")
	switch name {
	case "int":
		c.kind = integer
	case "bigint":
		c.kind = bigint
	case "timestamp":
		c.kind = timestamp
	default:
		c.max, _ = strconv.Atoi(strings.Trim(name, "varch()"))
	}
}

// OID is the type's number in pg_type.
func (c *Column) OID() uint32 {
	switch c.kind {
	case integer:
		return 23
	case bigint:
		return 20
	case timestamp:
		return 1114
	}
	return 1043
}

// base is the type without its length.
func (c *Column) base() string {
	switch c.kind {
	case integer:
		return "int"
	case bigint:
		return "bigint"
	case timestamp:
		return "timestamp"
	}
	return "varchar"
}

// Holds reports whether a column of the server's, of type oid and with room for
// limit characters (0 for any number), takes every value of c.
func (c *Column) Holds(oid uint32, limit int) bool {
	if c.kind != varchar {
		return oid == c.OID()
	}
	const text = 25
	return oid == text || oid == c.OID() && (limit == 0 || c.max > 0 && limit >= c.max)
}
