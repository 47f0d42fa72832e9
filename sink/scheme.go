package sink

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Scheme is a way to load: how rows are inserted, what a commit waits for, what
// a crash of the server does to the tables, and when the indexes are built.
type Scheme struct {
	ID      int    `json:"id"` // 0 for one that is not in the table
	Name    string `json:"name"`
	Insert  string `json:"insert"`  // the name of an insert method
	Commit  string `json:"commit"`  // sync, async; without meaning for unlogged tables
	Tables  string `json:"tables"`  // logged, unlogged
	Indexes string `json:"indexes"` // before, after the rows

	BatchRows  int `json:"batch_rows,omitempty"`  // records sent at once; 0 for the method's own number
	CommitRows int `json:"commit_rows,omitempty"` // records a transaction; 0 for a chunk's
	Loaders    int `json:"loaders,omitempty"`     // connections; 0 for no opinion

	// Whole is one transaction on one connection for everything, in which the
	// tables are made or emptied, so that the server may skip their WAL.
	Whole bool `json:"-"`

	Doc string `json:"-"` // one line
}

// Auto is the scheme that lets the tables decide: copy-index-after into new or
// empty ones, copy where rows or indexes are. Fields that are set hold for both.
var Auto = Scheme{Name: "auto"}

// Schemes returns the table of schemes. 1 to 7 are the study's.
func Schemes() []Scheme {
	return []Scheme{
		{ID: 1, Name: "single", Insert: "single", Commit: "sync", Tables: "logged", Indexes: "before", CommitRows: 1, Doc: "a statement and a commit for every row"},
		{ID: 2, Name: "batch", Insert: "batch", Commit: "sync", Tables: "logged", Indexes: "before", Doc: "statements sent in batches"},
		{ID: 3, Name: "batch-async", Insert: "batch", Commit: "async", Tables: "logged", Indexes: "before", Doc: "… whose commits do not wait for the disk"},
		{ID: 4, Name: "batch-async-index-after", Insert: "batch", Commit: "async", Tables: "logged", Indexes: "after", Doc: "… nor maintain indexes on the way"},
		{ID: 5, Name: "batch-unlogged", Insert: "batch", Commit: "sync", Tables: "unlogged", Indexes: "before", Doc: "batches into tables without WAL"},
		{ID: 6, Name: "batch-unlogged-index-after", Insert: "batch", Commit: "sync", Tables: "unlogged", Indexes: "after", Doc: "… indexed afterwards"},
		{ID: 7, Name: "batch-index-after", Insert: "batch", Commit: "sync", Tables: "logged", Indexes: "after", Doc: "batches, indexed afterwards"},
		{ID: 8, Name: "copy", Insert: "copy", Commit: "sync", Tables: "logged", Indexes: "before", Doc: "binary COPY, a transaction for each chunk of a log"},
		{ID: 9, Name: "copy-index-after", Insert: "copy", Commit: "sync", Tables: "logged", Indexes: "after", Doc: "… indexed afterwards"},
		{ID: 10, Name: "copy-unlogged-index-after", Insert: "copy", Commit: "sync", Tables: "unlogged", Indexes: "after", Doc: "… into tables without WAL"},
		{ID: 11, Name: "copy-minimal-wal", Insert: "copy", Commit: "sync", Tables: "logged", Indexes: "after", Loaders: 1, Whole: true, Doc: "one transaction for everything, whose WAL is skipped under wal_level = minimal"},
	}
}

// Loses says what a crash of the server right after the load loses.
func (s Scheme) Loses() string {
	switch {
	case s.Tables == "unlogged":
		return "everything; a rerun heals"
	case s.Commit == "async":
		return "the last moments of commits; a rerun heals"
	}
	return "nothing"
}

var roman = [...]string{"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"}

// Lookup finds a scheme by its number, Roman numeral or name, among those of
// the table and own ones. The error for an unknown name lists the known ones.
func Lookup(name string, own ...Scheme) (Scheme, error) {
	all := append(Schemes(), own...)
	known := []string{Auto.Name}
	for _, s := range all {
		if name == s.Name || s.ID > 0 && (name == strconv.Itoa(s.ID) || strings.EqualFold(name, roman[s.ID])) {
			return s, nil
		}
		if s.ID > 0 {
			known = append(known, fmt.Sprintf("%d %s", s.ID, s.Name))
		} else {
			known = append(known, s.Name)
		}
	}
	if name == Auto.Name {
		return Auto, nil
	}
	return Scheme{}, fmt.Errorf("scheme: %q is unknown; known are %s", name, strings.Join(known, ", "))
}

// Change is what a user wants other than a scheme has it. Zero fields leave the
// scheme's own.
type Change struct {
	Insert, Commit, Tables, Indexes string
	BatchRows, CommitRows, Loaders  int
}

// With returns s changed. If that makes it another scheme of the table, it is
// that one; else it keeps its name, with what was changed behind it.
func (s Scheme) With(c Change) Scheme {
	n := s
	var changed []string
	set := func(field *string, name, value string) {
		if value != "" && value != *field {
			*field = value
			changed = append(changed, name+"="+value)
		}
	}
	set(&n.Insert, "insert", c.Insert)
	set(&n.Commit, "commit", c.Commit)
	set(&n.Tables, "tables", c.Tables)
	set(&n.Indexes, "indexes", c.Indexes)
	if n.Insert != s.Insert {
		n.CommitRows = 0
		if n.Insert == "single" && !n.Whole {
			n.CommitRows = 1
		}
	}
	n.CommitRows = cmp.Or(c.CommitRows, n.CommitRows)
	n.BatchRows = cmp.Or(c.BatchRows, s.BatchRows)
	n.Loaders = cmp.Or(c.Loaders, s.Loaders)
	if len(changed) == 0 || s.Name == Auto.Name {
		return n
	}
	for _, t := range Schemes() {
		if t.same(n) {
			t.BatchRows, t.Loaders = n.BatchRows, n.Loaders
			return t
		}
	}
	n.ID, n.Name, n.Doc = 0, s.Name+" "+strings.Join(changed, " "), "a scheme of the user's"
	return n
}

// same reports whether two schemes do the same, but for the numbers.
func (s Scheme) same(o Scheme) bool {
	commits := s.Commit == o.Commit || s.Tables == "unlogged"
	return s.Insert == o.Insert && s.Tables == o.Tables && s.Indexes == o.Indexes && s.Whole == o.Whole && s.CommitRows == o.CommitRows && commits
}

// Called returns s under a name of the user's.
func (s Scheme) Called(name string) Scheme {
	s.ID, s.Name, s.Doc = 0, name, "a scheme of the user's"
	return s
}

// resolve makes a scheme of Auto: fresh says that the tables are empty and have
// no indexes, tables how they are, if they are there.
func (s Scheme) resolve(fresh bool, tables string) Scheme {
	if s.Name != Auto.Name {
		return s
	}
	base, _ := Lookup("copy")
	if fresh {
		base, _ = Lookup("copy-index-after")
	}
	return base.With(Change{s.Insert, s.Commit, cmp.Or(s.Tables, tables), s.Indexes, s.BatchRows, s.CommitRows, s.Loaders})
}

// Validate tells everything that is wrong with the scheme, errors.Join-ed.
func (s Scheme) Validate() error {
	var errs []error
	oneOf := func(field, value string, known ...string) {
		if s.Name == Auto.Name && value == "" {
			return
		}
		if !slices.Contains(known, value) {
			errs = append(errs, fmt.Errorf("scheme %s: %s: %q is none of %s", s.Name, field, value, strings.Join(known, ", ")))
		}
	}
	var names []string
	for _, m := range methods() {
		names = append(names, m.name)
	}
	oneOf("insert", s.Insert, names...)
	oneOf("commit", s.Commit, "sync", "async")
	oneOf("tables", s.Tables, "logged", "unlogged")
	oneOf("indexes", s.Indexes, "before", "after")
	bad := func(text string) { errs = append(errs, fmt.Errorf("scheme %s: %s", s.Name, text)) }
	if s.BatchRows < 0 || s.CommitRows < 0 || s.Loaders < 0 {
		bad("numbers of rows and loaders are not negative")
	}
	if s.Whole {
		switch {
		case s.Loaders > 1:
			bad("one transaction has one loader")
		case s.Tables == "unlogged":
			bad("unlogged tables have no WAL to skip")
		case s.Indexes == "before":
			bad("indexes that are built before write WAL for every row")
		case s.CommitRows != 0:
			bad("one transaction is not committed in between")
		}
	}
	return errors.Join(errs...)
}
