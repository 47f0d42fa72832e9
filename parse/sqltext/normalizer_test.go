package sqltext

import (
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

func TestDigestIsTheMD5OfTheNormalisedText(t *testing.T) {
	stmt := NewNormalizer(1 << 20).Stmt([]byte("SELECT  a FROM t WHERE b = 'x' -- remark"))
	if want := "select a from t where b = ?"; stmt.Normalized != want {
		t.Errorf("normalised: %q, want %q", stmt.Normalized, want)
	}
	sum := md5.Sum([]byte(stmt.Normalized))
	if want := hex.EncodeToString(sum[:]); stmt.Digest != want {
		t.Errorf("digest: %s, want %s", stmt.Digest, want)
	}
}

func TestHazardsKeepTheLaws(t *testing.T) {
	n := NewNormalizer(1 << 20)
	for _, text := range hazards {
		check(t, n, []byte(text))
	}
}

// TestLongTextsTakeLinearTime would not end if one of these took quadratic time or recursed.
func TestLongTextsTakeLinearTime(t *testing.T) {
	const size = 1 << 19
	n := NewNormalizer(1 << 20)
	for _, piece := range []string{"(", ")", "((1),", "(a,", "[", "]", "[a ", "a[", "{", "}", "{d ", "/*", "*/", "/**/", "/* ", "--", "-- \r", "#\n", "'", "''", "'\\", "'\\' ", "\\", "\"", "`", "$", "$a", "$a$", "$$",
		"$a$b", "q'[", "E'\\'", "?", "? ", "?/* */", "a ? /*", ":", "::", "::a", "@", "#", "<a", "<a b", ".", "a.", "a .", ". a", ",", "a,", "1,", "1 ", "1.", "0x", "1e", "-", "- ", "+", ";", "; a",
		"from a,", "from a. ", "from t . . . . 1 . x ", "join ", "with a as (", "values (1),", "values ((a), (a)), (", "in ((1, 2), ", "select (", "date ", "group /* */ by ", "with /* */ a as ", "名", "\x00", "\n", "\xff",
		"over (", "case when ", "union select ", "_a'", "12345678-1234-", "2024-01-", "10:", "u&'", "n'", "a@", "a#", "a$"} {
		text := []byte(strings.Repeat(piece, size/len(piece)))
		stmt := n.Stmt(text)
		if len(stmt.Normalized) > 3*size {
			t.Errorf("%q: %d bytes normalised", piece, len(stmt.Normalized))
		}
		if again := n.Stmt([]byte(stmt.Normalized)); again.Normalized != stmt.Normalized {
			t.Errorf("%q: the normalised text is not stable", piece)
		}
		AppendPlaceholders(nil, text)
		AppendMasked(nil, text)
	}
}

func TestListsOfAnyLengthShareADigest(t *testing.T) {
	n := NewNormalizer(1 << 20)
	for _, count := range []int{1, 2, 100, 100_000} {
		list := "select a from t where b in (" + strings.Repeat("1, ", count) + "2)"
		if got, want := n.Stmt([]byte(list)).Normalized, "select a from t where b in (?)"; got != want {
			t.Errorf("%d: %.80s", count, got)
		}
		rows := "insert into t values " + strings.Repeat("(1, now(), 'x'), ", count) + "(?, now(), ?)"
		if got, want := n.Stmt([]byte(rows)).Normalized, "insert into t values (?, now(), ?)"; got != want {
			t.Errorf("%d: %.80s", count, got)
		}
	}
}

func TestKnownTextsAndFormsCostNoAllocation(t *testing.T) {
	n := NewNormalizer(1 << 20)
	texts := literals(600)
	for _, text := range texts {
		n.Stmt(text)
	}
	i := 0
	if got := testing.AllocsPerRun(500, func() { n.scan.scan(texts[i]); n.stmt(texts[i]); i++ }); got != 0 {
		t.Errorf("a text with a known form: %v allocations", got)
	}
	text := []byte("select a from t where b = ?")
	first := n.Stmt(text)
	n.Stmt(text)
	if got := testing.AllocsPerRun(500, func() { n.Stmt(text) }); got != 0 {
		t.Errorf("a known text: %v allocations", got)
	}
	if n.Stmt(text) != first || n.Stmt([]byte("SELECT a FROM t WHERE b = 5")) != first {
		t.Error("texts of one form do not share their Stmt")
	}
}

func TestMemoryIsBounded(t *testing.T) {
	const limit = 256 << 10
	n := NewNormalizer(limit)
	for i := range 50_000 {
		text := fmt.Appendf(nil, "select column_%d from t where a = ?", i)
		for range 3 {
			if got, want := n.Stmt(text).Normalized, string(text); got != want {
				t.Fatalf("%s: %s", want, got)
			}
		}
		for _, c := range []*cache{&n.texts, &n.forms} {
			held := 0
			for _, e := range c.slots {
				held += e.cost
			}
			if held != c.bytes || held > limit/2 {
				t.Fatalf("%d bytes held, %d counted, of %d", held, c.bytes, limit/2)
			}
			if i%1000 != 0 {
				break
			}
		}
	}
	n.Stmt([]byte("select " + strings.Repeat("a + ", 1<<20) + "1"))
	if cap(n.scan.out) > longestKept {
		t.Errorf("a buffer of %d bytes is kept", cap(n.scan.out))
	}
}

func TestATextMayBeReusedAfterTheCall(t *testing.T) {
	n := NewNormalizer(1 << 20)
	text := []byte("select a from t where b = ? /*k='v'*/")
	for range 3 {
		n.Stmt(text)
	}
	stmt := n.Stmt(text)
	for i := range text {
		text[i] = 'x'
	}
	if stmt.Normalized != "select a from t where b = ?" || stmt.Tables[0] != "t" || stmt.Tags != "k='v'" {
		t.Errorf("%+v", stmt)
	}
	if got := n.Stmt([]byte("select a from t where b = ? /*k='v'*/")); got.Digest != stmt.Digest {
		t.Errorf("%+v", got)
	}
}
