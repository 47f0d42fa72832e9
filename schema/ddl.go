package schema

import (
	"strconv"
	"strings"
)

// Quote makes an identifier of name, whatever it holds.
func Quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// In is the table's name within a schema of the database.
func (t *Table) In(schema string) string { return Quote(schema) + "." + t.Name }

// Create is the statement that makes the table.
func (t *Table) Create(schema string, unlogged bool) string {
	var b strings.Builder
	b.WriteString("create ")
	if unlogged {
		b.WriteString("unlogged ")
	}
	b.WriteString("table " + t.In(schema) + " (")
	for i, c := range t.Columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(c.Name + " " + c.Type)
	}
	return b.String() + ")"
}

// Copy is the statement that takes rows as AppendRow writes them, between
// Header and Trailer.
func (t *Table) Copy(schema string) string {
	return "copy " + t.In(schema) + " (" + t.list() + ") from stdin (format binary)"
}

// Insert is the statement that takes rows rows, their fields as parameters, row by row.
func (t *Table) Insert(schema string, rows int) string {
	b := []byte("insert into " + t.In(schema) + " (" + t.list() + ") values ")
	for n, i := 1, 0; i < rows; i++ {
		if i > 0 {
			b = append(b, ',')
		}
		for j := range t.Columns {
			b = append(b, "(,"[min(j, 1)], '$')
			b = strconv.AppendInt(b, int64(n), 10)
			n++
		}
		b = append(b, ')')
	}
	return string(b)
}

// Unnest is the statement that takes any number of rows, a parameter for each
// column, which is an array of the fields.
func (t *Table) Unnest(schema string) string {
	var b strings.Builder
	b.WriteString("insert into " + t.In(schema) + " (" + t.list() + ") select * from unnest(")
	for i, c := range t.Columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("$" + strconv.Itoa(i+1) + "::" + c.base() + "[]")
	}
	return b.String() + ")"
}

// Names are the columns' names in order.
func (t *Table) Names() []string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return names
}

func (t *Table) list() string { return strings.Join(t.Names(), ", ") }
