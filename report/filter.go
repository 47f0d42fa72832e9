package report

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"jdbclog/parse"
	"jdbclog/parse/sqltext"
)

// Filter says which records count. Conditions that are not set hold for all.
type Filter struct {
	Types       []string // of sqltext.Type, any of them
	Tables      []string // touched, any of them: with or without schema, in any case
	Methods     []string // parts of the method, any of them
	Systems     []string // any of them
	Digests     []string // the first digits of digests, any of them
	MinDuration int64    // µs; records without runtime do not count then
	Match       *regexp.Regexp
	Exclude     *regexp.Regexp // of the SQL as executed
	Failed      bool

	memo map[*sqltext.Stmt]bool
}

// All reports whether every record counts.
func (f *Filter) All() bool {
	return len(f.Types)+len(f.Tables)+len(f.Methods)+len(f.Systems)+len(f.Digests) == 0 && f.MinDuration <= 0 && f.Match == nil && f.Exclude == nil && !f.Failed
}

// keeps reports whether r, a record of s, counts.
func (f *Filter) keeps(r *parse.Record, s *source) bool {
	switch {
	case f.Failed && !r.Failed,
		f.MinDuration > 0 && r.Runtime < f.MinDuration,
		len(f.Systems) > 0 && !slices.Contains(f.Systems, s.system),
		len(f.Methods) > 0 && !slices.ContainsFunc(f.Methods, func(m string) bool { return bytes.Contains(r.Method, []byte(m)) }),
		!f.wants(r.Stmt),
		f.Match != nil && !f.Match.Match(r.SQL),
		f.Exclude != nil && f.Exclude.Match(r.SQL):
		return false
	}
	return true
}

// wants judges what all executions of a statement share, once.
func (f *Filter) wants(s *sqltext.Stmt) bool {
	if len(f.Types)+len(f.Tables)+len(f.Digests) == 0 {
		return true
	}
	want, known := f.memo[s]
	if !known {
		want = (len(f.Types) == 0 || slices.Contains(f.Types, s.Type.String())) &&
			(len(f.Digests) == 0 || slices.ContainsFunc(f.Digests, func(d string) bool { return strings.HasPrefix(s.Digest, strings.ToLower(d)) })) &&
			(len(f.Tables) == 0 || slices.ContainsFunc(s.Tables, f.table))
		if f.memo == nil || len(f.memo) > 1<<14 {
			f.memo = map[*sqltext.Stmt]bool{}
		}
		f.memo[s] = want
	}
	return want
}

// table reports whether a table is one of those asked for.
func (f *Filter) table(name string) bool {
	for _, want := range f.Tables {
		if strings.EqualFold(name, want) {
			return true
		}
		if i := strings.LastIndexByte(name, '.'); i >= 0 && strings.EqualFold(name[i+1:], want) {
			return true
		}
	}
	return false
}
