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

func TestPreparedAndBoundTextShareADigest(t *testing.T) {
	log, err := os.ReadFile("testdata/p6spy.log")
	if err != nil {
		t.Fatal(err)
	}
	n := NewNormalizer(1 << 20)
	var bound, same, plain int
	for line := range bytes.Lines(log) {
		fields := bytes.SplitN(bytes.TrimSuffix(line, []byte("\n")), []byte("|"), 6)
		if len(fields) < 6 {
			t.Fatalf("a line of %d fields", len(fields))
		}
		prepared, sql, ok := halves(fields[5])
		if !ok || len(prepared) == 0 {
			continue
		}
		if bytes.Equal(prepared, sql) {
			plain++
			continue
		}
		bound++
		a, b := n.Stmt(prepared), n.Stmt(sql)
		if a.Digest == b.Digest {
			same++
			continue
		}
		t.Logf("%s\n %s\n -> %s\n    %s", prepared, sql, a.Normalized, b.Normalized)
	}
	t.Logf("%d bound texts, %d with the digest of the prepared one; %d plain statements", bound, same, plain)
}
