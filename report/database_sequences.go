package report

import (
	"time"

	"jdbclog/parse"
	"jdbclog/parse/sqltext"
)

// sequences watches the rows in the order of their files: transactions, and
// statements that are repeated. The texts stay on the server, which tells only
// whether one is that of the row before; those with a ? come, since it may stand
// for a value that is not known.
func (q *query) sequences() error {
	if !q.full {
		return nil // connections are not told
	}
	var (
		id, hash, file, kind, flags string
		typ                         int32
		line, endLine               int64
		wall                        *time.Time
		us                          *int64
		failed                      bool
		conn, thread, text          *string
		texts                       int64
	)
	c, state := q.c, q.c.state
	strangers := map[string]*statement{}
	var f *source
	current := ""
	records := state.Overview.Records
	state.Overview.Records = 0 // counts up, as when logs are read
	from := q.base + " join " + q.content() + " t on t.c_bh = x.id order by substr(x.id, 1, 16) collate \"C\", x.end_line, x.id collate \"C\""
	columns := "x.id, x.hash, x.file, x.kind, x.flags, x.type, x.line::bigint, x.end_line::bigint, x.wall, x.us, x.failed, x.conn, x.thread, " +
		"hashtextextended(coalesce(t.c_sql_text, ''), 0), case when strpos(t.c_sql_text, '?') > 0 then t.c_sql_text end"
	into := []any{&id, &hash, &file, &kind, &flags, &typ, &line, &endLine, &wall, &us, &failed, &conn, &thread, &texts, &text}
	err := q.rows(columns, from, into, func() error {
		if len(id) < 16 || id[:16] != current || f == nil {
			if f != nil {
				c.closeSource(f)
			}
			current = id[:min(16, len(id))]
			f = newSource(file, &Options{})
			c.open[f] = struct{}{}
		}
		d := state.Statements.index[hash]
		if d == nil {
			if d = strangers[hash]; d == nil {
				if len(strangers) > groupLimit {
					clear(strangers)
				}
				d = &statement{Digest: hash, Type: sqltext.Type(typ), gone: true}
				strangers[hash] = d
			}
		}
		r := parse.Record{StartLine: line, EndLine: endLine, Time: q.utc(wall), Kind: kindOf(kind), Flags: flagsOf(flags), Failed: failed, Conn: bytesOf(conn), Thread: bytesOf(thread)}
		if text != nil {
			r.SQL = []byte(*text)
		}
		state.Overview.Records++
		st := stepOf(d, &r, execution{runtime: orMinus(us)})
		if r.Flags&(parse.Unbound|parse.Truncated) == 0 {
			st.hash = uint64(texts)
		}
		c.next(f.stream(&r, c), &st)
		return nil
	})
	if f != nil {
		c.closeSource(f)
	}
	state.Overview.Records = records
	return err
}

func bytesOf(s *string) []byte {
	if s == nil {
		return nil
	}
	return []byte(*s)
}
