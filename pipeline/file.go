package pipeline

import (
	"context"
	"time"

	"jdbclog/parse"
)

// File is one input as it is found when its turn comes.
type File struct {
	Path    string
	Size    int64     // of the file as it lies there, compressed or not; -1 for standard input
	ModTime time.Time // zero for standard input
	Packing string    // "", "gz", "zst", "bz2" or "xz"
	UTF16   string    // "UTF-16LE" or "UTF-16BE" if it is that: its bytes are those of its UTF-8 then; else ""
	Head    []byte    // the first decompressed bytes, up to headSize: all of a shorter file
	Source  *parse.Source
	Hold    bool // the end of the file may still be written: an unfinished record there is left for the next run

	// Beginning returns the first n decompressed bytes, when Head is too little; nil
	// for standard input.
	Beginning func(n int64) ([]byte, error)

	// Hash returns the hash (parse.Batch.Hash) of an interval of the decompressed
	// bytes, or an error if the file does not reach so far.
	Hash func(ctx context.Context, start, end int64) (uint64, error)
}

// WholeHead reports whether Head is all there is of the file.
func (f *File) WholeHead() bool { return len(f.Head) < headSize }
