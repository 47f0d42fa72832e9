package sink

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"jdbclog/parse"
)

// A scheme that commits in between enters a chunk as being loaded before its
// rows (a claim), and confirms it after them. A claim of a run that is no more
// is taken over: where this run loads some of it, what is there of the same
// records is deleted first, and the claim shrinks to what is left of it.
//
// A run is alive as long as one of its connections holds its advisory lock.

// patience is how long the server may take to notice that a client has gone.
const patience = "5s"

// inherit makes a claim this run's if the run it belongs to is no more.
func (s *Sink) inherit(ctx context.Context, file string, c chunk) (bool, error) {
	if s.live[c.run] {
		return false, nil
	}
	taken := false
	err := pgx.BeginFunc(ctx, s.ctl, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "set local lock_timeout to '"+patience+"'"); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, lock, lockKey(c.run)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, lock, lockKey(file)); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, "update "+s.ledger.chunk+" set run_id = $1 where file_id = $2 and start_offset = $3 and run_id = $4 and state = 'loading'",
			s.run.ID, file, c.start, c.run)
		taken = tag.RowsAffected() == 1
		return err
	})
	if code(err) == "55P03" {
		s.live[c.run] = true
		return false, nil
	}
	return taken, err
}

// shrink takes the interval of a batch out of the claims that this run has
// taken over. Lines are known at the batch's ends, hashes are not.
func (l *ledger) shrink() string {
	columns := "(file_id, start_offset, end_offset, start_line, end_line, content_hash, fold_from, run_id, state, records, rejected, filtered, skipped_lines)"
	return "with old as (delete from " + l.chunk + ` where file_id = $1 and run_id = $2 and state = 'loading' and start_offset < $4::bigint and end_offset > $3::bigint returning *)
		insert into ` + l.chunk + " " + columns + `
		select file_id, start_offset, $3, start_line, $5::bigint - 1, '', least(fold_from, $3 - 1), run_id, state, 0, 0, 0, 0 from old where start_offset < $3
		union all select file_id, $4, end_offset, $6::bigint + 1, end_line, '', fold_from, run_id, state, 0, 0, 0, 0 from old where end_offset > $4`
}

// clear makes room for b, in the open transaction, where a run that is no more
// had begun: the rows that are there of the same records go, and the claim
// shrinks.
func (l *loader) clear(ctx context.Context, b *parse.Batch) error {
	if !l.tag.dirtyIn(b.Offset, b.End()) {
		return nil
	}
	if err := l.w.flush(ctx); err != nil {
		return err
	}
	if _, err := l.conn.Exec(ctx, lock, lockKey(l.tag.id)); err != nil {
		return said("ledger", err)
	}
	if _, err := l.conn.Exec(ctx, l.s.ledger.shrink(), l.tag.id, l.s.run.ID, b.Offset, b.End(), b.Line, b.EndLine()); err != nil {
		return said("ledger", err)
	}
	ids := make([]string, len(l.rows))
	for i, r := range l.rows {
		ids[i] = fmt.Sprintf("%s%016x", l.tag.id, uint64(r.Offset))
	}
	for _, t := range l.w.tables() {
		if _, err := l.conn.Exec(ctx, "delete from "+t.In(l.s.schema)+" where c_bh = any($1)", ids); err != nil {
			return said("delete from "+t.Name, err)
		}
	}
	return nil
}

// piecemeal loads b with a commit after every so many records.
func (l *loader) piecemeal(ctx context.Context, b *parse.Batch, k *chunk, commitRows int) error {
	claim := *k
	claim.loading, claim.records, claim.rejected, claim.filtered, claim.skippedLines = true, 0, 0, 0, 0
	err := l.contested(ctx, k, func() error {
		if err := l.clear(ctx, b); err != nil {
			return err
		}
		return l.enter(ctx, entry{l.part, &claim})
	})
	if err != nil {
		return err
	}
	// What Fold gave out at the end of the file goes with the confirmation: if the
	// run ends before and the file grows, it comes out otherwise.
	flushed := slices.IndexFunc(l.rows, func(r *parse.Record) bool { return r.Flags&parse.Flushed != 0 })
	if flushed < 0 {
		flushed = len(l.rows)
	}
	for group := range slices.Chunk(l.rows[:flushed], commitRows) {
		write := func() error { return l.insert(ctx, group) }
		if l.s.autocommit() {
			err = l.timed(write)
		} else {
			err = l.transaction(ctx, write)
		}
		if err != nil {
			return err
		}
	}
	return l.transaction(ctx, func() error {
		if err := l.insert(ctx, l.rows[flushed:]); err != nil {
			return err
		}
		return l.confirm(ctx, b, k)
	})
}

// confirm says that a claim's rows are all there, in the open transaction.
func (l *loader) confirm(ctx context.Context, b *parse.Batch, k *chunk) error {
	if err := l.w.flush(ctx); err != nil {
		return err
	}
	tag, err := l.conn.Exec(ctx, "update "+l.s.ledger.chunk+` set state = 'done', records = records + $4, rejected = rejected + $5, filtered = filtered + $6,
		skipped_lines = skipped_lines + $7 where file_id = $1 and start_offset = $2 and run_id = $3 and state = 'loading'`,
		l.tag.id, k.start, k.run, k.records, k.rejected, k.filtered, k.skippedLines)
	if err != nil {
		return said("ledger", err)
	}
	if tag.RowsAffected() != 1 {
		return fmt.Errorf("ledger: the claim of bytes %d to %d is gone: another run took this one for dead", k.start, k.end)
	}
	return l.seen(ctx, b)
}
