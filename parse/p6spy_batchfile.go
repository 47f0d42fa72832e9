package parse

import "bytes"

// P6SpyBatchFile reads what P6Spy's BatchFileLogger writes, a script to run
// again: no stamps, no times, no connections.
//
//	;
//	select 1;
//	commit;
//	-- resultset
//	select id
//	  from t
//
// A separator is written before the next statement, so that the last has none. It
// looks like any script, so detection never finds it: it must be asked for.
type P6SpyBatchFile struct{}

// p6ScriptPart is a statement that goes on in the next event.
const p6ScriptPart Part = 1

// p6ScriptBytes is the longest statement that is put together of several events.
const p6ScriptBytes = 1 << 20

func (P6SpyBatchFile) Name() string { return "p6spy-batchfile" }

func (P6SpyBatchFile) Doc() string {
	return "P6Spy's BatchFileLogger: statements with ; behind them, nothing else; never detected, only by --format"
}

// Start accepts every line that may begin a statement. Those within one cut it,
// which the Folder mends.
func (P6SpyBatchFile) Start(line []byte) bool {
	if len(line) == 0 {
		return false
	}
	switch c := line[0]; {
	case c == '-':
		return p6ScriptNote(line)
	case c == '/':
		return bytes.HasPrefix(line, []byte("/*"))
	}
	return isLetter(line[0]) || line[0] == '(' || line[0] == '{'
}

func (P6SpyBatchFile) Score(*Event) int { return 0 }

// OnlyAsked says that detection leaves it out.
func (P6SpyBatchFile) OnlyAsked() {}

func (f P6SpyBatchFile) Parse(e *Event, p *Parser) bool {
	if line, rest := cutLine(e.Text); p6ScriptNote(line) && len(trimSpace(rest)) == 0 {
		return true
	}
	r := p.Add(f, e)
	r.Extra = trimSpaceRight(e.Text)
	if r.script(r.Extra); r.Part == Whole && r.Kind == Statement {
		r.Extra = nil
	}
	return true
}

// script reads text, which is a part if no separator ends it.
func (r *Record) script(text []byte) {
	sql, ended := bytes.CutSuffix(text, []byte{';'})
	if r.Part = Whole; !ended || quoteAt(sql, 0) != 0 {
		r.Part, sql = p6ScriptPart, text
	}
	if c := p6ScriptCall(sql); c != p6None {
		c.fill(r)
		return
	}
	r.SQL = trimSpace(sql)
}

// p6ScriptNote reports whether line is the comment that stands for another category.
func p6ScriptNote(line []byte) bool {
	word, ok := bytes.CutPrefix(line, []byte("-- "))
	return ok && p6CategoryOf(trimSpaceRight(word)) != p6None
}

// p6ScriptCall knows a commit or rollback, with its separator or without.
func p6ScriptCall(line []byte) p6Category {
	switch string(bytes.TrimSuffix(line, []byte{';'})) {
	case "commit":
		return p6Commit
	case "rollback":
		return p6Rollback
	}
	return p6None
}

func (P6SpyBatchFile) Folder() Folder { return &p6ScriptFolder{} }

// p6ScriptFolder puts statements together that a line of theirs has cut.
type p6ScriptFolder struct{ Holder }

func (f *p6ScriptFolder) Fold(r *Record, out *Out) {
	x := f.Oldest()
	if x == nil {
		f.Push(nil, r)
		return
	}
	text := r.Extra
	if text == nil {
		text = append(bytes.Clone(r.SQL), ';')
	}
	x.Extra = bytes.Join([][]byte{x.Extra, text}, newline)
	f.Join(x, r)
	x.Kind, x.Stmt = Statement, nil
	if x.script(x.Extra); x.Part == Whole || len(x.Extra) > p6ScriptBytes {
		f.Close(x, out)
	}
}

// Close gives out x. The last statement of a file has no separator.
func (f *p6ScriptFolder) Close(x *Held, out *Out) {
	x.Extra = nil
	out.Emit(&x.Record)
	f.Drop(x)
}
