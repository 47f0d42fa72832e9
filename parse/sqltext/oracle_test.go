package sqltext

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/DataDog/go-sqllexer"
)

// library is the second opinion of a lexer of another hand. Its normalised text is laid out in another way and keeps lists, so it is
// compared after ours has normalised it: what is left are the bounds of literals, comments and names.
func library(t *testing.T, sql string) (normalized string, meta *sqllexer.StatementMetadata) {
	t.Helper()
	obfuscator := sqllexer.NewObfuscator(sqllexer.WithReplaceBoolean(true), sqllexer.WithReplaceNull(true), sqllexer.WithReplacePositionalParameter(true),
		sqllexer.WithReplaceBindParameter(true), sqllexer.WithKeepJsonPath(true))
	normalizer := sqllexer.NewNormalizer(sqllexer.WithCollectTables(true), sqllexer.WithCollectCommands(true), sqllexer.WithKeepSQLAlias(true),
		sqllexer.WithKeepIdentifierQuotation(true))
	normalized, meta, err := sqllexer.ObfuscateAndNormalize(sql, obfuscator, normalizer, sqllexer.WithDBMS(sqllexer.DBMSPostgres))
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return normalized, meta
}

// difference is a kind of text in which we read literals in another way than the library, on purpose.
type difference struct {
	why  string
	text *regexp.Regexp
}

var differences = []difference{
	{"status+1: the library takes +1 for a number behind a name", regexp.MustCompile(`\w\+1`)},
	{"NOT NULL: the library takes NULL for a value everywhere", regexp.MustCompile(`(?i)NOT NULL|IS NULL`)},
	{"E'x', U&'x', B'1', X'f': the library leaves the prefix before the ?", regexp.MustCompile(`(?i)\b(E|U&|B|X)'`)},
	{"comments nest in PostgreSQL", regexp.MustCompile(`/\*[^*]*/\*`)},
	{"a no-break space is a letter in PostgreSQL", regexp.MustCompile("\u00a0")},
}

// prepared returns the distinct statements of the log.
func prepared(t *testing.T) []string {
	t.Helper()
	log, err := os.ReadFile("testdata/p6spy.log")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for line := range bytes.Lines(log) {
		fields := bytes.SplitN(bytes.TrimSuffix(line, []byte("\n")), []byte("|"), 6)
		if text, _, ok := halves(fields[5]); ok && len(text) > 0 {
			texts = append(texts, string(text))
		}
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

func TestAnotherLexerFindsTheSameLiterals(t *testing.T) {
	n := NewNormalizer(1 << 20)
	compared := 0
	for _, text := range prepared(t) {
		if slices.ContainsFunc(differences, func(d difference) bool { return d.text.MatchString(text) }) {
			continue
		}
		compared++
		theirs, _ := library(t, text)
		if got, want := n.Stmt([]byte(theirs)).Normalized, n.Stmt([]byte(text)).Normalized; got != want {
			t.Errorf("%s\n   ours %s\n theirs %s", text, want, got)
		}
	}
	if compared < 600 {
		t.Errorf("%d texts compared", compared)
	}
}

// TestAnotherLexerFindsTheSameTablesAndVerbs compares queries and changes. A function in FROM is a table to the library.
func TestAnotherLexerFindsTheSameTablesAndVerbs(t *testing.T) {
	n := NewNormalizer(1 << 20)
	compared := 0
	for _, text := range prepared(t) {
		stmt := n.Stmt([]byte(text))
		_, meta := library(t, text)
		if len(meta.Commands) == 0 || !slices.Contains([]string{"SELECT", "INSERT", "UPDATE", "DELETE", "MERGE"}, meta.Commands[0]) || strings.Contains(text, "WITH ") {
			continue
		}
		compared++
		if got := stmt.Type.String(); !strings.EqualFold(got, meta.Commands[0]) {
			t.Errorf("%s: %s, the library says %s", text, got, meta.Commands[0])
		}
		theirs := slices.DeleteFunc(meta.Tables, func(name string) bool { return name == "generate_series" || name == "f_add" })
		for i := range theirs {
			theirs[i] = strings.ToLower(theirs[i])
		}
		slices.Sort(theirs)
		if ours := slices.Sorted(slices.Values(stmt.Tables)); !slices.Equal(ours, slices.Compact(theirs)) {
			t.Errorf("%s: tables %q, the library says %q", text, ours, theirs)
		}
	}
	if compared < 600 {
		t.Errorf("%d texts compared", compared)
	}
}
