package sqltext

import (
	"bytes"
	"os"
	"testing"
)

// halves splits `prepared|sql` of a P6Spy line: at the pipe for which sql is prepared with something in the place of each ?. It reports
// false if there is no such pipe or more than one.
func halves(text []byte) (prepared, sql []byte, ok bool) {
	if n := len(text); n%2 == 1 && text[n/2] == '|' && bytes.Equal(text[:n/2], text[n/2+1:]) {
		return text[:n/2], text[n/2+1:], true
	}
	for i, c := range text {
		if c == '|' && fits(text[:i], text[i+1:]) {
			if ok {
				return nil, nil, false
			}
			prepared, sql, ok = text[:i], text[i+1:], true
		}
	}
	return prepared, sql, ok
}

func fits(prepared, sql []byte) bool {
	parts := bytes.Split(prepared, []byte("?"))
	if !bytes.HasPrefix(sql, parts[0]) {
		return false
	}
	sql = sql[len(parts[0]):]
	for i, part := range parts[1:] {
		if i == len(parts)-2 {
			return len(sql) > len(part) && bytes.HasSuffix(sql, part)
		}
		at := bytes.Index(sql[min(1, len(sql)):], part)
		if at < 0 {
			return false
		}
		sql = sql[at+1+len(part):]
	}
	return len(sql) == 0
}

// TestPreparedAndBoundTextShareADigest leaves out texts with a ? that is no placeholder: P6Spy puts a value in its place all the same,
// so the bound text is another statement, or none.
func TestPreparedAndBoundTextShareADigest(t *testing.T) {
	log, err := os.ReadFile("testdata/p6spy.log")
	if err != nil {
		t.Fatal(err)
	}
	n := NewNormalizer(1 << 20)
	bound, misplaced, apart := 0, 0, 0
	for line := range bytes.Lines(log) {
		fields := bytes.SplitN(bytes.TrimSuffix(line, []byte("\n")), []byte("|"), 6)
		if len(fields) < 6 {
			t.Fatalf("a line of %d fields", len(fields))
		}
		prepared, sql, ok := halves(fields[5])
		if !ok || len(prepared) == 0 || bytes.Equal(prepared, sql) {
			continue
		}
		bound++
		a, b := n.Stmt(prepared), n.Stmt(sql)
		if len(AppendPlaceholders(nil, prepared)) != bytes.Count(prepared, []byte("?")) {
			misplaced++
			if a.Digest != b.Digest {
				apart++
			}
			continue
		}
		if a.Digest != b.Digest {
			t.Errorf("%s\n%s\n prepared %s\n    bound %s", prepared, sql, a.Normalized, b.Normalized)
		}
	}
	t.Logf("%d bound texts; %d with a ? that is no placeholder, %d of these without the digest of the prepared text", bound, misplaced, apart)
	if bound < 400 || misplaced > 10 {
		t.Errorf("%d bound texts, %d with a ? that is no placeholder", bound, misplaced)
	}
}
