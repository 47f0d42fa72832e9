package sink

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"jdbclog/pipeline"
)

// A file is known by what it holds, not by its name or place: by its head and,
// since heads are alike, by the last bytes of it that were loaded.

// knownFile is a row of the ledger's file table, with the file's chunks.
type knownFile struct {
	id          string
	path        string
	headBytes   int
	optionsHash string
	firstRun    string
	sizeSeen    int64 // size, as it lay there, when its end was loaded; -1 if it was not yet
	chunks      []chunk
}

// seenFile is what a run remembers of a file that it has planned.
type seenFile struct {
	path string
	size int64 // of its bytes, -1 if that is not known
	head int
	hash func(ctx context.Context, start, end int64) (uint64, error)
}

func seen(f *pipeline.File) *seenFile {
	return &seenFile{path: f.Path, size: sizeOf(f), head: len(f.Head), hash: f.Hash}
}

// sizeOf is the number of bytes that offsets count in f, -1 if that is not
// known: of compressed files, of those that are transcoded, of standard input.
func sizeOf(f *pipeline.File) int64 {
	if f.Packing != "" || f.UTF16 != "" {
		return -1
	}
	return f.Size
}

// identify finds the file in the ledger, or enters it.
func (s *Sink) identify(ctx context.Context, f *pipeline.File) (*knownFile, error) {
	head := headOf(f)
	own := headHash(head)
	var others []string // ids that other files have
	taken := ""         // one that another run was quicker to take, perhaps for this file
	for {
		candidates, err := s.withHeads(ctx, append(s.heads.of(head), own))
		if err != nil {
			return nil, err
		}
		for _, k := range candidates {
			if slices.Contains(others, k.id) {
				continue
			}
			if k.chunks, err = s.ledger.chunks(ctx, s.ctl, k.id); err != nil {
				return nil, err
			}
			same, err := s.isSame(ctx, f, k)
			if err != nil {
				return nil, err
			}
			if same {
				return k, nil
			}
			others = append(others, k.id)
		}
		if taken != "" && !slices.Contains(others, taken) {
			others = append(others, taken)
		}
		k, entered, err := s.enterFile(ctx, f, head, own, others)
		if entered || err != nil {
			return k, err
		}
		taken = k.id
	}
}

// withHeads returns the files of the ledger with any of the heads, longest first.
func (s *Sink) withHeads(ctx context.Context, hashes []string) ([]*knownFile, error) {
	rows, err := s.ctl.Query(ctx, "select file_id, path, head_bytes, options_hash, first_run, coalesce(size_seen, -1) from "+s.ledger.file+
		" where head_hash = any($1) order by head_bytes desc, file_id", hashes)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (*knownFile, error) {
		k := &knownFile{}
		return k, row.Scan(&k.id, &k.path, &k.headBytes, &k.optionsHash, &k.firstRun, &k.sizeSeen)
	})
}

// isSame tells whether f, which has the head of k, is that file.
func (s *Sink) isSame(ctx context.Context, f *pipeline.File, k *knownFile) (bool, error) {
	if twin := s.planned[k.id]; twin != nil && twin.path != f.Path {
		// Its chunks may not be in the ledger yet.
		if same, err := sameContent(ctx, twin, seen(f)); !same || err != nil {
			return false, err
		}
	}
	size := sizeOf(f)
	if size < 0 && k.sizeSeen >= 0 && f.Size == k.sizeSeen && k.finished() {
		return true, nil // so that an archive need not be unpacked to find nothing new
	}
	var last []*chunk // what may be compared, best first; of shrunk claims the hash is not known
	for i := range k.chunks {
		if c := &k.chunks[i]; c.hash != "" && (size < 0 || c.end <= size) {
			last = append(last, c)
		}
	}
	if len(last) == 0 {
		// Of a file that is shorter than any chunk nothing can be told.
		return len(k.chunks) == 0, nil
	}
	slices.Reverse(last)
	if len(last) > 2 {
		last = []*chunk{last[0], last[len(last)-1]}
	}
	for _, c := range last {
		h, err := f.Hash(ctx, c.start, c.end)
		if err == nil {
			return hashText(h) == c.hash, nil
		}
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
	}
	// Standard input cannot be looked at twice: the head has to do.
	return f.Size < 0, nil
}

// sameContent compares two files with the same head as far as is cheap: the end
// of what both have, or some of the beginning where the size of one is not known.
func sameContent(ctx context.Context, a, b *seenFile) (bool, error) {
	const stretch = 1 << 20
	start, end := int64(0), int64(min(a.head, b.head))
	if a.size >= 0 && b.size >= 0 {
		end = min(a.size, b.size)
		start = max(0, end-stretch)
	}
	ha, err := a.hash(ctx, start, end)
	if err != nil {
		return false, err
	}
	hb, err := b.hash(ctx, start, end)
	return err == nil && ha == hb, err
}

// enterFile gives f an id that is none of others and enters it, unless the id
// has been taken.
func (s *Sink) enterFile(ctx context.Context, f *pipeline.File, head []byte, hash string, others []string) (*knownFile, bool, error) {
	id := hash[:16]
	for n := 1; slices.Contains(others, id); n++ {
		id = headHash(fmt.Appendf(nil, "%s/%d", hash, n))[:16]
	}
	k := &knownFile{id: id, path: clean(f.Path), headBytes: len(head), optionsHash: s.optionsHash(), firstRun: s.run.ID, sizeSeen: -1}
	var entered int64
	// The row holds nothing that could not be made again, so nobody waits for it.
	err := pgx.BeginFunc(ctx, s.ctl, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "set local synchronous_commit to off"); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, "insert into "+s.ledger.file+` (file_id, path, head_hash, head_bytes, format, envelope, encoding, options_hash, first_run)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
			k.id, k.path, hash, k.headBytes, formats(f), envelope(f), encoding(f), k.optionsHash, k.firstRun)
		entered = tag.RowsAffected()
		return err
	})
	s.heads.add(len(head), hash)
	return k, entered == 1, err
}
