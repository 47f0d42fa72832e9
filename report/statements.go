package report

import (
	"slices"

	"jdbclog/parse/sqltext"
)

// statements are those of a State, by digest. When there are too many, or they
// take too much memory, the lightest are summed up in Rest.
type statements struct {
	List []*statement `json:"list,omitempty"` // in a state file
	Rest rest         `json:"rest"`

	limit int // statements kept
	bytes int // that they may take
	size  int // that they take, about
	index map[string]*statement
}

// types is how many types of statements there are.
const types = int(sqltext.TCL) + 1

// rest is what is known of statements that had to go.
type rest struct {
	sums
	Least      int64       `json:"least,omitempty"`
	Squares    wide        `json:"squares"`
	Batches    int64       `json:"batches,omitempty"`
	Executions int64       `json:"executions,omitempty"`
	Span       span        `json:"span"`
	Runtimes   quantiles   `json:"runtimes"`
	Statements int64       `json:"statements,omitempty"` // one that comes back counts again
	Types      [types]sums `json:"types"`
	Tables     groups      `json:"tables"`
}

func newStatements(limit, bytes int) statements {
	s := statements{limit: limit, bytes: bytes, index: map[string]*statement{}}
	s.Rest = newRest()
	return s
}

func newRest() rest { return rest{Span: noSpan(), Tables: newGroups(groupLimit)} }

// of returns the statement of a digest, made if it was not there.
func (s *statements) of(stmt *sqltext.Stmt) *statement {
	d := s.index[stmt.Digest]
	if d == nil {
		d = newStatement(stmt)
		s.insert(d)
	}
	return d
}

func (s *statements) insert(d *statement) {
	if len(s.index) >= 2*s.limit || s.size > s.bytes {
		s.compact(s.limit, s.bytes/2)
	}
	s.index[d.Digest] = d
	s.size += d.size
}

// sorted is all statements, the heaviest first.
func (s *statements) sorted() []*statement {
	all := make([]*statement, 0, len(s.index))
	for _, d := range s.index {
		all = append(all, d)
	}
	slices.SortFunc(all, heavier)
	return all
}

// compact keeps the heaviest limit statements, fewer if they take more than bytes.
func (s *statements) compact(limit, bytes int) {
	size := 0
	for i, d := range s.sorted() {
		if i < limit && size+d.size <= bytes {
			size += d.size
			continue
		}
		d.gone = true
		delete(s.index, d.Digest)
		s.Rest.take(d)
	}
	s.size = size
}

// take sums d up.
func (r *rest) take(d *statement) {
	r.Statements++
	if d.Timed > 0 && (r.Timed == 0 || d.Least < r.Least) {
		r.Least = d.Least
	}
	r.sums.merge(d.sums)
	r.Squares.add(d.Squares)
	r.Batches += d.Batches
	r.Executions += d.Executions
	r.Span.merge(d.Span)
	r.Runtimes.merge(&d.Runtimes)
	r.Types[min(int(d.Type), types-1)].merge(d.sums)
	for _, t := range d.Tables {
		r.Tables.named(t).sums.merge(d.sums)
	}
}

func (r *rest) merge(o *rest) {
	if o.Timed > 0 && (r.Timed == 0 || o.Least < r.Least) {
		r.Least = o.Least
	}
	r.Statements += o.Statements
	r.sums.merge(o.sums)
	r.Squares.add(o.Squares)
	r.Batches += o.Batches
	r.Executions += o.Executions
	r.Span.merge(o.Span)
	r.Runtimes.merge(&o.Runtimes)
	for i := range r.Types {
		r.Types[i].merge(o.Types[i])
	}
	r.Tables.merge(&o.Tables)
}

func (s *statements) merge(o *statements) {
	for _, d := range o.index {
		if mine := s.index[d.Digest]; mine != nil {
			before := mine.size
			mine.merge(d)
			s.size += mine.size - before
			continue
		}
		s.insert(d)
	}
	s.Rest.merge(&o.Rest)
	s.trim()
}

// trim brings the statements down to what may be shown.
func (s *statements) trim() {
	if len(s.index) > s.limit || s.size > s.bytes {
		s.compact(s.limit, s.bytes)
	}
}

// freeze makes List of the index, for a state file.
func (s *statements) freeze() {
	s.trim()
	s.List = s.sorted()
	s.Rest.Tables.freeze()
}

// thaw makes the index of List.
func (s *statements) thaw(limit, bytes int) {
	s.limit, s.bytes, s.index = limit, bytes, map[string]*statement{}
	s.Rest.Tables.thaw(groupLimit)
	for _, d := range s.List {
		if d == nil || s.index[d.Digest] != nil {
			continue
		}
		d.learn()
		d.measure()
		s.insert(d)
	}
	s.List = nil
}
