package schema

import "strings"

// Index is one of the study's indexes. Its name is unique in the schema.
type Index struct {
	Name    string
	Columns []string
	Primary bool // it is the primary key's
}

var recordIndexes = []Index{
	{Name: "i_jdbc_sql_record_zh01", Columns: []string{"c_bh_group", "dt_zxsj", "n_checkstatus", "c_pssql_hash"}},
	{Name: "i_jdbc_sql_record_pshash", Columns: []string{"c_pssql_hash"}},
}

var contentIndexes = []Index{
	{Name: "i_jdbc_sql_content_pshash", Columns: []string{"c_pssql_hash"}},
	{Name: "t_jdbc_sql_content_pkey", Columns: []string{"c_bh"}, Primary: true},
}

// Create is the statement that makes the index on t in a schema of the database.
func (x Index) Create(schema string, t *Table) string {
	columns := " (" + strings.Join(x.Columns, ", ") + ")"
	if x.Primary {
		return "alter table " + t.In(schema) + " add constraint " + x.Name + " primary key" + columns
	}
	return "create index " + x.Name + " on " + t.In(schema) + columns
}
