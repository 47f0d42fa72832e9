package sqltext

import (
	"crypto/md5"
	"encoding/hex"
	"hash/maphash"
)

// Normalizer turns SQL texts into statements and remembers them. It is used by one goroutine; its memory is bounded by the bytes given
// to NewNormalizer and, while a call lasts, by the length of its text.
type Normalizer struct {
	seed  maphash.Seed
	texts cache           // by the text itself
	forms cache           // by the normalised text
	once  [1 << 11]uint64 // hashes of texts seen once: most texts with literals never come again
	scan  scanner
}

const (
	longestText = 64 << 10 // a longer text is not remembered
	longestKept = 1 << 20  // a larger buffer is given back
)

// NewNormalizer returns a Normalizer that remembers texts and statements in about cacheBytes bytes.
func NewNormalizer(cacheBytes int) *Normalizer {
	return &Normalizer{seed: maphash.MakeSeed(), texts: newCache(cacheBytes / 2), forms: newCache(cacheBytes / 2)}
}

// Stmt returns what is known of sql, never nil. It keeps nothing of sql. A text that was seen twice lately costs a look-up, one whose
// normalised form is known costs a scan; neither allocates unless the text has tags.
func (n *Normalizer) Stmt(sql []byte) *Stmt {
	if len(sql) > longestText {
		return n.stmt(sql)
	}
	hash := maphash.Bytes(n.seed, sql)
	if stmt := n.texts.get(hash, sql); stmt != nil {
		return stmt
	}
	stmt := n.stmt(sql)
	if once := &n.once[hash>>32%uint64(len(n.once))]; *once == hash {
		n.texts.put(hash, string(sql), stmt, len(sql)+64+len(stmt.Tags))
	} else {
		*once = hash
	}
	return stmt
}

// stmt scans sql.
func (n *Normalizer) stmt(sql []byte) *Stmt {
	s := &n.scan
	s.scan(sql)
	hash := maphash.Bytes(n.seed, s.out)
	stmt := n.forms.get(hash, s.out)
	if stmt == nil {
		stmt = s.stmt()
		n.forms.put(hash, stmt.Normalized, stmt, len(s.out)+256)
	}
	if len(s.tags) > 0 {
		tagged := *stmt
		tagged.Tags = string(s.tags)
		stmt = &tagged
	}
	if cap(s.out) > longestKept {
		s.out = nil
	}
	if cap(s.tables) > 1024 || cap(s.aliases) > 1024 || cap(s.ctes) > 1024 {
		s.tables, s.aliases, s.ctes = nil, nil, nil
	}
	return stmt
}

// stmt makes the statement of the text scanned.
func (s *scanner) stmt() *Stmt {
	sum := md5.Sum(s.out)
	return &Stmt{Normalized: string(s.out), Digest: hex.EncodeToString(sum[:]), Type: s.typ, Complexity: s.complexity, Tables: s.touched()}
}

// touched returns the tables of the text: without repeats, names of CTEs, and aliases of other tables.
func (s *scanner) touched() []string {
	const most = 256
	var names []string
	known := map[string]bool{}
	text := func(sp span) string { return unquote(s.out[sp.start:sp.end]) }
	for _, cte := range s.ctes {
		known[text(cte)] = true
	}
	for _, a := range s.aliases {
		if name := text(a.name); name != text(a.table) {
			known[name] = true
		}
	}
	for _, table := range s.tables {
		if name := text(table); !known[name] && name != "" && len(names) < most {
			known[name] = true
			names = append(names, name)
		}
	}
	return names
}

// unquote returns a name without its quotes.
func unquote(name []byte) string {
	b := make([]byte, 0, len(name))
	for i := 0; i < len(name); {
		c := name[i]
		if c != '"' && c != '`' && c != '[' {
			b = append(b, c)
			i++
			continue
		}
		end, closing := 0, c
		if c == '[' {
			closing = ']'
			end = endBracket(name, i)
		} else {
			end, _ = endQuoted(name, i, c)
		}
		if end < i+2 || end > len(name) {
			end = len(name)
		}
		for j := i + 1; j < end-1; j++ {
			b = append(b, name[j])
			if name[j] == closing {
				j++
			}
		}
		i = end
	}
	return string(b)
}
