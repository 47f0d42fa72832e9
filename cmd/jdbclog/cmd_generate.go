package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"jdbclog/internal/generate"
)

func cmdGenerate(a *app) *cobra.Command {
	var o generate.Options
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "write synthetic logs of any size, the same for the same seed",
		Long: `Writes logs as an application of some size would: statements of all lengths
with skewed frequencies, threads interleaved, batches, failures. The same flags
give the same bytes on every machine. The files are DIR/NAME-01.log and so on.

NAME is one of ` + strings.Join(generate.Formats(), ", ") + `.`,
		Example: `
  # a first log to try things with
  jdbclog generate --out logs

  # the study's input: 6 million records in 19 files
  jdbclog generate --records 6000000 --files 19 --out logs

  # what is in it, for a test that checks what was read
  jdbclog generate --format mybatis --records 1000 --out logs --json > truth.json`,
		Args: noArgs,
		RunE: a.with(func(ctx context.Context, _ []string) error {
			if err := checkGenerate(o); err != nil {
				return err
			}
			var done atomic.Int64
			end := a.Progress.phase("generate", byItems, func() reading {
				return reading{done: done.Load(), total: o.Records}
			})
			start := time.Now()
			result, err := generate.Run(ctx, o, func(_, records int64) { done.Store(records) })
			if errors.Is(err, fs.ErrExist) {
				return fmt.Errorf("%w (--force overwrites)", err)
			}
			if err != nil {
				return err
			}
			done.Store(result.Records)
			end()
			if a.Config.Output.JSON {
				return a.printJSON(result)
			}
			_, err = fmt.Fprintln(a.Out, generated(result, time.Since(start)))
			return err
		}),
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&o.Format, "format", "p6spy", "write logs of format `NAME`")
	f.Int64Var(&o.Records, "records", 100_000, "write `N` records in all files together")
	f.IntVar(&o.Files, "files", 1, "write `N` files")
	f.Uint64Var(&o.Seed, "seed", 1, "begin the random numbers at `N`")
	f.StringVar(&o.Dir, "out", ".", "write into `DIR`, which is made if need be")
	f.BoolVar(&o.Gzip, "gzip", false, "compress the files")
	f.BoolVar(&o.Force, "force", false, "overwrite files that exist")
	a.settings(cmd, "output.json")
	return cmd
}

// checkGenerate finds what is wrong with the flags before anything is written.
func checkGenerate(o generate.Options) error {
	if known := generate.Formats(); !slices.Contains(known, o.Format) {
		if hint := nearest(o.Format, "", known); hint != "" {
			return misuse("unknown format %.20q%s", o.Format, hint)
		}
		return misuse("unknown format %.20q, not one of %s", o.Format, strings.Join(known, ", "))
	}
	if o.Files < 1 || o.Files > 9999 {
		return misuse("--files: %d is not in 1..9999", o.Files)
	}
	if o.Records < int64(o.Files) {
		return misuse("--records: %d is less than one a file", o.Records)
	}
	return nil
}

// generated is r in a line.
func generated(r generate.Result, took time.Duration) string {
	files := r.Files[0]
	if n := len(r.Files); n > 1 {
		files = fmt.Sprintf("%s to %s", files, filepath.Base(r.Files[n-1]))
	}
	rate := float64(r.Bytes) / max(took.Seconds(), 1e-3)
	return fmt.Sprintf("%s: %d records, %d lines, %s in %s (%s/s)",
		files, r.Records, r.Truth.Lines, humanBytes(r.Bytes), took.Round(time.Millisecond), humanBytes(int64(rate)))
}
