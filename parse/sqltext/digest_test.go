package sqltext

import "testing"

func TestTextsOfOneStatementShareADigestAndOthersDoNot(t *testing.T) {
	n := NewNormalizer(1 << 20)
	texts, owner := 0, map[string]string{}
	for _, g := range groups {
		if _, ok := owner[g.normalized]; ok {
			t.Errorf("two groups of %q", g.normalized)
		}
		owner[g.normalized] = g.normalized
		for _, text := range g.texts {
			texts++
			if got := n.Stmt([]byte(text)); got.Normalized != g.normalized {
				t.Errorf("%s\n got %s\nwant %s", text, got.Normalized, g.normalized)
			}
		}
	}
	if texts < 150 {
		t.Errorf("%d texts, want 150 or more", texts)
	}
}
