package sqltext

import (
	"crypto/md5"
	"encoding/hex"
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
