package report

import (
	"cmp"
	"slices"
	"strings"

	"jdbclog/parse"
	"jdbclog/parse/sqltext"
)

// transactions are what ended with a commit or rollback, on one connection.
// Whether autocommit was on no log tells, so that what ran behind the end of the
// one before may or may not have been part of one. What a pause parts from the
// rest does not count to it: softPause as long as nothing was changed, since a
// connection may have lain in its pool; hardPause once something was, or BEGIN
// was seen, since a transaction may be idle.
type transactions struct {
	Commits    int64 `json:"commits,omitempty"`
	Rollbacks  int64 `json:"rollbacks,omitempty"`
	Empty      int64 `json:"empty,omitempty"`      // commits and rollbacks of nothing
	Statements int64 `json:"statements,omitempty"` // in transactions
	Timed      int64 `json:"timed,omitempty"`      // transactions whose length is known
	Length     int64 `json:"length,omitempty"`     // of those, µs
	Busy       int64 `json:"busy,omitempty"`       // in which a statement ran, µs
	Idle       int64 `json:"idle,omitempty"`       // longest pause between two statements, µs
	Most       int64 `json:"most,omitempty"`       // statements of one
	MaxLength  int64 `json:"max_length,omitempty"` // µs
	Open       int64 `json:"open,omitempty"`       // begun, with no end in the log
	Chatty     int64 `json:"chatty,omitempty"`     // of chattyCalls statements or more
	ChattyTime int64 `json:"chatty_time,omitempty"`

	Lengths quantiles   `json:"lengths"`
	Sizes   quantiles   `json:"sizes"`
	Longest []txExample `json:"longest,omitempty"`
	Largest []txExample `json:"largest,omitempty"`
}

const (
	softPause = second
	hardPause = 60 * second
)

// chattyCalls is from how many statements on a transaction is a chatty one.
const chattyCalls = 30

const transactionsOf = 20 // longest and largest ones kept

// txExample is one transaction.
type txExample struct {
	File       string `json:"file"`
	Line       int64  `json:"line"`
	EndLine    int64  `json:"end_line"`
	Time       int64  `json:"time"` // of its start, or parse.NoTime
	Conn       string `json:"conn,omitempty"`
	Thread     string `json:"thread,omitempty"`
	Statements int64  `json:"statements"`
	Length     int64  `json:"length"` // µs; -1 if not known
	Busy       int64  `json:"busy"`
	Idle       int64  `json:"idle"` // the longest pause
	Failed     int64  `json:"failed,omitempty"`
	Rollback   bool   `json:"rollback,omitempty"`
}

// transaction is one that is open.
type transaction struct {
	txExample
	end  int64 // of the last statement, or NoTime
	open bool
	hard bool // BEGIN was there, or something was changed
}

// boundary is what an execution does to a transaction.
type boundary uint8

const (
	none boundary = iota
	begins
	commits
	rollsBack
	savepoint
)

func (s *step) boundary() boundary {
	switch s.rec.Kind {
	case parse.Commit:
		return commits
	case parse.Rollback:
		return rollsBack
	}
	if s.of.Type != sqltext.TCL {
		return none
	}
	word, rest, _ := strings.Cut(s.of.Text, " ")
	switch word {
	case "begin", "start":
		return begins
	case "commit", "end":
		return commits
	case "rollback", "abort":
		if strings.Contains(rest, "to ") {
			return savepoint
		}
		return rollsBack
	}
	return savepoint
}

// transact follows the transactions of t.
func (c *Collector) transact(t *stream, s *step, kind boundary) {
	if t.group == nil && t.thread == "" {
		return // of everybody's statements no transaction can be made
	}
	tx := &t.tx
	switch kind {
	case commits, rollsBack:
		c.end(t, s, kind == rollsBack)
		return
	case begins:
		tx.open = false
	}
	if !tx.open || tx.parted(s.start) {
		*tx = transaction{open: true, hard: kind == begins, end: parse.NoTime, txExample: txExample{
			File: t.file.name, Line: s.rec.StartLine, Time: s.start, Conn: t.conn, Thread: t.thread,
		}}
	} else if tx.end != parse.NoTime && s.start != parse.NoTime {
		tx.Idle = max(tx.Idle, s.start-tx.end)
	}
	if kind == none {
		tx.Statements++
		tx.hard = tx.hard || s.of.Type != sqltext.Select
	}
	tx.Busy += s.runtime
	if s.rec.Failed {
		tx.Failed++
	}
	tx.EndLine, tx.end = s.rec.EndLine, s.end
}

// parted reports whether what starts then is too late to be of tx.
func (tx *transaction) parted(start int64) bool {
	if tx.hard {
		return !within(tx.end, start, hardPause)
	}
	return !within(tx.end, start, softPause)
}

// end ends the transaction of t by s.
func (c *Collector) end(t *stream, s *step, rollback bool) {
	all, tx := &c.state.Transactions, t.tx
	if tx.open && tx.parted(s.start) {
		tx = transaction{}
	}
	t.tx = transaction{}
	if rollback {
		all.Rollbacks++
	} else {
		all.Commits++
	}
	if g := c.connection(t); g != nil {
		g.Transactions++
		if rollback {
			g.Rollbacks++
		}
	}
	if tx.Statements == 0 {
		all.Empty++
		return
	}
	if tx.end != parse.NoTime && s.start != parse.NoTime {
		tx.Idle = max(tx.Idle, s.start-tx.end)
	}
	tx.Busy += s.runtime
	tx.EndLine, tx.Rollback, tx.Length = s.rec.EndLine, rollback, -1
	if tx.Time != parse.NoTime && s.end != parse.NoTime {
		tx.Length = max(0, s.end-tx.Time)
	}
	all.add(tx.txExample)
}

func (a *transactions) add(x txExample) {
	a.Statements += x.Statements
	a.Most = max(a.Most, x.Statements)
	a.Sizes.add(x.Statements)
	a.Busy += x.Busy
	a.Idle = max(a.Idle, x.Idle)
	if x.Length >= 0 {
		a.Timed++
		a.Length += x.Length
		a.MaxLength = max(a.MaxLength, x.Length)
		a.Lengths.add(x.Length)
	}
	if x.Statements >= chattyCalls {
		a.Chatty++
		a.ChattyTime += max(x.Length, 0)
		keepTx(&a.Largest, x, byStatements)
	}
	keepTx(&a.Longest, x, byLength)
}

func keepTx(list *[]txExample, x txExample, order func(a, b txExample) int) {
	if n := len(*list); n == transactionsOf && order((*list)[n-1], x) <= 0 {
		return
	}
	i, _ := slices.BinarySearchFunc(*list, x, order)
	*list = slices.Insert(*list, i, x)
	*list = (*list)[:min(len(*list), transactionsOf)]
}

func (x *txExample) place() place { return place{x.Time, x.File, x.Line} }

func byLength(a, b txExample) int {
	return cmp.Or(cmp.Compare(b.Length, a.Length), a.place().compare(b.place()))
}

func byStatements(a, b txExample) int {
	return cmp.Or(cmp.Compare(b.Statements, a.Statements), a.place().compare(b.place()))
}

func (a *transactions) merge(o *transactions) {
	a.Commits += o.Commits
	a.Rollbacks += o.Rollbacks
	a.Empty += o.Empty
	a.Statements += o.Statements
	a.Timed += o.Timed
	a.Length += o.Length
	a.Busy += o.Busy
	a.Idle = max(a.Idle, o.Idle)
	a.Most = max(a.Most, o.Most)
	a.MaxLength = max(a.MaxLength, o.MaxLength)
	a.Open += o.Open
	a.Chatty += o.Chatty
	a.ChattyTime += o.ChattyTime
	a.Lengths.merge(&o.Lengths)
	a.Sizes.merge(&o.Sizes)
	for _, x := range o.Longest {
		keepTx(&a.Longest, x, byLength)
	}
	for _, x := range o.Largest {
		keepTx(&a.Largest, x, byStatements)
	}
}
