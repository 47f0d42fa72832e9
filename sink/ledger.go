package sink

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"jdbclog/parse"
	"jdbclog/schema"
)

// ledger knows the ledger's tables and the statements on them.
type ledger struct {
	run, file, chunk             string // quoted, in their schema
	runName, fileName, chunkName string
}

const chunkTable = "jdbclog_chunk" // behind the prefix

func newLedger(schemaName, prefix string) ledger {
	l := ledger{runName: prefix + "jdbclog_run", fileName: prefix + "jdbclog_file", chunkName: prefix + chunkTable}
	in := schema.Quote(schemaName) + "."
	l.run, l.file, l.chunk = in+schema.Quote(l.runName), in+schema.Quote(l.fileName), in+schema.Quote(l.chunkName)
	return l
}

func (l *ledger) createRun() string {
	return "create table " + l.run + ` (run_id text primary key, started timestamptz, ended timestamptz, status text,
		version text, host text, scheme jsonb, options jsonb, counts jsonb, phases jsonb, error text)`
}

func (l *ledger) createFile() string {
	return "create table " + l.file + ` (file_id text primary key, path text, head_hash text, head_bytes int, format text, envelope text,
		encoding text, options_hash text, first_run text, size_seen bigint);
		create index on ` + l.file + " (head_hash)"
}

// createChunk gives the table the persistence of the data, so that a crash that
// empties one empties the other.
func (l *ledger) createChunk(unlogged bool) string {
	create := "create table "
	if unlogged {
		create = "create unlogged table "
	}
	return create + l.chunk + ` (file_id text, start_offset bigint, end_offset bigint, start_line bigint, end_line bigint, content_hash text, fold_from bigint,
		run_id text, state text, records bigint, rejected bigint, filtered bigint, skipped_lines bigint, primary key (file_id, start_offset))`
}

// A chunk with fold_from = end_offset ends in a seam: there the file had ended,
// Fold gave out what it held, and what follows is folded afresh. Who loads what
// follows without knowing of the seam would give out the same records again, and
// so would who makes a seam where something already follows.

// insert is the statement that enters a chunk unless that contradicts what
// others have entered. The last parameter is whether a seam at the start is
// known. Chunks are disjoint, so only the last one that begins before the new
// one, and those that begin inside it or at its end, need to be looked at.
func (l *ledger) insert() string {
	return "insert into " + l.chunk + ` (file_id, start_offset, end_offset, start_line, end_line, content_hash, fold_from, run_id, state, records, rejected, filtered, skipped_lines)
		select $1::text, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::text, $7::bigint, $8::text, $9::text, $10::bigint, $11::bigint, $12::bigint, $13::bigint
		where not exists (select from ` + l.chunk + ` o where o.file_id = $1 and o.start_offset <= $3
			and o.start_offset >= coalesce((select max(start_offset) from ` + l.chunk + ` where file_id = $1 and start_offset < $2), 0) and (
			o.start_offset < $3 and o.end_offset > $2
			or o.end_offset = $2 and o.fold_from = $2 and not $14::bool
			or o.start_offset = $3 and $7 = $3))`
}

// close is the statement that makes a seam of the end of the last chunk of a
// file, with what Fold had held there.
func (l *ledger) close() string {
	return "update " + l.chunk + ` set fold_from = $2, records = records + $3, filtered = filtered + $4, rejected = rejected + $5
		where file_id = $1 and end_offset = $2::bigint and fold_from < $2 and state = 'done'
		and not exists (select from ` + l.chunk + " where file_id = $1 and start_offset = $2)"
}

// chunk is a row of the ledger's chunk table.
type chunk struct {
	start, end         int64 // bytes
	startLine, endLine int64
	hash               string // of the bytes
	foldFrom           int64
	run                string
	loading            bool // claimed by a run that commits in between
	records            int64
	rejected, filtered int64
	skippedLines       int64
}

func (c *chunk) seam() bool { return c.foldFrom == c.end && c.end > 0 }

// chunkOf is the row of a batch of which records were taken.
func (s *Sink) chunkOf(b *parse.Batch, records, rejected int64) *chunk {
	return &chunk{
		start: b.Offset, end: b.End(), startLine: b.Line, endLine: b.EndLine(), hash: hashText(b.Hash), foldFrom: b.FoldFrom,
		run: s.run.ID, records: records, rejected: rejected, filtered: b.Filtered, skippedLines: b.Skipped,
	}
}

func hashText(h uint64) string { return fmt.Sprintf("%016x", h) }

// lock takes an advisory lock until the transaction ends.
const lock = "select pg_advisory_xact_lock($1::bigint)"

// prepare makes the statements of a loader.
func (l *ledger) prepare(ctx context.Context, w *writer) error {
	for name, sql := range map[string]string{"lock": lock, "enter": l.insert(), "close": l.close(), "saw": l.sawEnd()} {
		if _, err := w.pg.Prepare(ctx, name, sql, nil); err != nil {
			return said("prepare", err)
		}
	}
	return nil
}

// entry is a part and its row of the ledger.
type entry struct {
	*part
	*chunk
}

// enter adds chunks to the ledger in the open transaction, or says that others
// were there first. A chunk without bytes is what Fold gives out when a file that
// was held back turns out to have ended. With the end of a file goes its size.
func (l *loader) enter(ctx context.Context, entries ...entry) error {
	if err := l.w.flush(ctx); err != nil {
		return err
	}
	// All loaders lock files in the same order.
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(a.tag.id, b.tag.id) })
	var batch pgconn.Batch
	var rows []int // which results are those of a row
	n := 0
	add := func(name string, values ...any) {
		batch.ExecPrepared(name, texts(values...), nil, nil)
		n++
	}
	for _, e := range entries {
		add("lock", lockKey(e.tag.id))
		rows = append(rows, n)
		if e.start == e.end {
			add("close", e.tag.id, e.end, e.records, e.filtered, e.rejected)
		} else {
			state := "done"
			if e.loading {
				state = "loading"
			}
			add("enter", e.tag.id, e.start, e.end, e.startLine, e.endLine, e.hash, e.foldFrom, e.run, state,
				e.records, e.rejected, e.filtered, e.skippedLines, e.tag.seams[e.start])
		}
		if e.batch.EOF && !e.loading {
			add("saw", e.saw()...)
		}
	}
	results, err := l.w.pg.ExecBatch(ctx, &batch).ReadAll()
	if err != nil {
		return said("ledger", err)
	}
	for _, i := range rows {
		if results[i].CommandTag.RowsAffected() != 1 {
			return errTaken
		}
	}
	return nil
}

// sawEnd notes how large a file was, as it lies there, when its end was loaded.
func (l *ledger) sawEnd() string {
	return "update " + l.file + " set size_seen = $2, path = $3 where file_id = $1"
}

func (p *part) saw() []any { return []any{p.tag.id, p.tag.in.Size, p.tag.file.Path} }

// seen notes that the end of the file was read and that nothing was new.
func (l *loader) seen(ctx context.Context, b *parse.Batch) error {
	if !b.EOF {
		return nil
	}
	return said("ledger", l.w.pg.ExecPrepared(ctx, "saw", texts(l.saw()...), nil, nil).Read().Err)
}

// texts makes parameters in text form.
func texts(values ...any) [][]byte {
	out := make([][]byte, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case string:
			out[i] = []byte(v)
		case int64:
			out[i] = strconv.AppendInt(nil, v, 10)
		case bool:
			out[i] = strconv.AppendBool(nil, v)
		}
	}
	return out
}

// chunks returns the rows of a file, by offset.
func (l *ledger) chunks(ctx context.Context, q querier, file string) ([]chunk, error) {
	rows, err := q.Query(ctx, `select start_offset, end_offset, start_line, end_line, content_hash, fold_from, run_id, state = 'loading', records
		from `+l.chunk+" where file_id = $1 order by start_offset, end_offset", file)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (chunk, error) {
		var c chunk
		err := row.Scan(&c.start, &c.end, &c.startLine, &c.endLine, &c.hash, &c.foldFrom, &c.run, &c.loading, &c.records)
		return c, err
	})
}

// querier is a connection or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}
