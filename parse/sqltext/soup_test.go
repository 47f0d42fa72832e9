package sqltext

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// soupTokens are pieces of SQL that meet each other in any order.
var soupTokens = []string{
	"select", "from", "where", "insert", "into", "values", "update", "set", "delete", "merge", "using", "with", "recursive", "as", "on",
	"join", "left", "union", "all", "group", "order", "by", "having", "limit", "offset", "in", "exists", "not", "null", "is", "like", "escape",
	"between", "and", "or", "case", "when", "then", "else", "end", "over", "partition", "true", "false", "nan", "date", "time", "timestamp",
	"interval", "create", "table", "drop", "index", "grant", "begin", "commit", "transaction", "start", "call", "exec", "top", "distinct",
	"returning", "value", "array", "only", "lateral", "cross", "apply", "for", "default", "minus", "references", "materialized", "fetch",
	"straight_join", "a", "b", "t", "T1", "名", "e", "n", "q", "x", "_utf8", "u", "col$1", "serial#", "emp@db", "s.t", "s.t.c", "2fa",
	"(", ")", "(", ")", "(", ")", ",", ",", ",", ".", ";", "[", "]", "{", "}", "?", "?", "??", "?|", "?&", "??|", "$1", ":1", ":a", "@p", "@@v", "::",
	"::int", "::numeric(10,2)", "::timestamp with time zone", ":", ":=", "=", "<", ">", "<>", "<=", "||", "|", "&", "&&", "*", "/", "%", "!", "~", "^", "\\",
	"->", "->>", "#>", "#-", "#", "@>", "<@", "@", "@?", "+", "-", "-", "--", "/*", "*/", "/*c*/", "/*+ h */", "--c\n", "'", "'x'", "''", "'a''b'", "'\\'", "\"",
	"\"q\"", "\"q\"\"r\"", "`", "`k`", "[n]", "1", "0", "1.5", ".5", "1e5", "1e", "0x1f", "$$", "$t$", "$$b$$", "$a", "10:30", "2024-01-02", "{d", "{ts",
	"01234567-89ab-cdef-8877-665544332211", "<Blob of size 5>", "\n", "\r", "\t", "\x00", "\xff", "（", "，",
}

// soup makes a text of up to n tokens.
func soup(r *rand.Rand, n int) string {
	var b strings.Builder
	for range 1 + r.IntN(n) {
		b.WriteString(soupTokens[r.IntN(len(soupTokens))])
		switch r.IntN(8) {
		case 0, 1:
		case 2:
			b.WriteString("/**/")
		case 3:
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func TestLawsHoldForTokensInAnyOrder(t *testing.T) {
	n := NewNormalizer(1 << 20)
	for seed := range uint64(20_000) {
		r := rand.New(rand.NewPCG(seed, 7))
		check(t, n, []byte(soup(r, 4+int(seed%24))))
	}
}

// crossed makes a text of pieces of other texts.
func crossed(r *rand.Rand, texts []string) string {
	var b strings.Builder
	for range 1 + r.IntN(4) {
		text := texts[r.IntN(len(texts))]
		i, j := r.IntN(len(text)+1), r.IntN(len(text)+1)
		b.WriteString(text[min(i, j):max(i, j)])
		if r.IntN(2) == 0 {
			b.WriteString(soupTokens[r.IntN(len(soupTokens))])
		}
	}
	return b.String()
}

func TestLawsHoldForPiecesOfTexts(t *testing.T) {
	texts := slices.Clone(hazards)
	for _, g := range groups {
		texts = append(texts, g.texts...)
	}
	n := NewNormalizer(1 << 20)
	for seed := range uint64(20_000) {
		check(t, n, []byte(crossed(rand.New(rand.NewPCG(seed, 11)), texts)))
	}
}
