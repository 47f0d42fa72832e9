// Package generate writes synthetic JDBC logs of any size: the traffic of an invented court's case management, as the layouts of
// several logging tools show it. The same options give the same bytes on every machine.
//
//	statements.sql ─► statement ─┐
//	                  workload ──┼─► stream (one a file: workers, their clocks) ─► layout (p6spy, …) ─► file
//	                  value ─────┘                                             └─► Truth
//
// A stream is one log. It is drawn from one random source by one goroutine, so its bytes depend on nothing but the options; streams
// of several files run side by side.
package generate

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Options says what to generate.
type Options struct {
	Format  string // one of Formats()
	Records int64  // executions in all files together, at least one a file
	Files   int    // 1 to 9999
	Seed    uint64
	Dir     string // created if missing
	Force   bool   // overwrite files that exist; without it they are an error
	Gzip    bool   // files are compressed and named .log.gz
}

// Result is what was generated.
type Result struct {
	Files   []string `json:"files"`   // paths, in order
	Bytes   int64    `json:"bytes"`   // before compression
	Records int64    `json:"records"` // what Options asked for
	Truth   Truth    `json:"truth"`
}

// Formats returns the names that Options.Format takes.
func Formats() []string {
	names := make([]string, len(layouts))
	for i, l := range layouts {
		names[i] = l.name()
	}
	return names
}

// Run writes Dir/FORMAT-01.log and so on, with more digits where there are more than 99 files. It writes nothing if one of them
// exists, unless Force is set; if it fails or ctx ends, the files it began are removed. progress, which may be nil, is told
// the uncompressed bytes and the records written so far, about every MiB, by one goroutine at a time.
func Run(ctx context.Context, o Options, progress func(bytes, records int64)) (Result, error) {
	l, err := layoutNamed(o.Format)
	if err != nil {
		return Result{}, err
	}
	if o.Files < 1 || o.Files > 9999 {
		return Result{}, fmt.Errorf("files: %d is not in 1..9999", o.Files)
	}
	if o.Records < int64(o.Files) {
		return Result{}, fmt.Errorf("records: %d are not enough for %d files", o.Records, o.Files)
	}
	book, err := readBook(l)
	if err != nil {
		return Result{}, err
	}
	out, err := planFiles(o.Dir, fileNames(o), o.Force)
	if err != nil {
		return Result{}, err
	}

	tell := teller(progress)
	truths := make([]tally, o.Files)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range out {
		g.Go(func() error {
			s := newStream(l, book, source{seed: o.Seed, file: i, files: o.Files, records: share(o.Records, o.Files, i)})
			err := out[i].fill(o.Force, o.Gzip, func(w io.Writer) error { return s.run(ctx, w, tell) })
			truths[i] = s.tally
			return err
		})
	}
	if err := g.Wait(); err != nil {
		removeFiles(out)
		return Result{}, err
	}

	sum := newTally(len(book.statements))
	for i := range truths {
		sum.add(&truths[i])
	}
	r := Result{Bytes: sum.bytes, Records: sum.records, Truth: sum.truth(book)}
	for _, f := range out {
		r.Files = append(r.Files, f.path)
	}
	return r, nil
}

// Write writes one log of the format to w, as Run writes its only file.
func Write(ctx context.Context, w io.Writer, format string, records int64, seed uint64) error {
	l, err := layoutNamed(format)
	if err != nil {
		return err
	}
	if records < 1 {
		return fmt.Errorf("records: %d are not enough for 1 files", records)
	}
	book, err := readBook(l)
	if err != nil {
		return err
	}
	return newStream(l, book, source{seed: seed, files: 1, records: records}).run(ctx, w, func(int64, int64) {})
}

func layoutNamed(name string) (layout, error) {
	for _, l := range layouts {
		if l.name() == name {
			return l, nil
		}
	}
	return nil, fmt.Errorf("format %q is not known: %s", name, strings.Join(Formats(), ", "))
}

// fileNames returns the paths that o asks for.
func fileNames(o Options) []string {
	digits := max(2, len(strconv.Itoa(o.Files)))
	suffix := ".log"
	if o.Gzip {
		suffix = ".log.gz"
	}
	names := make([]string, o.Files)
	for i := range names {
		names[i] = filepath.Join(o.Dir, fmt.Sprintf("%s-%0*d%s", o.Format, digits, i+1, suffix))
	}
	return names
}

// share is how many of n records the i-th of k files gets.
func share(n int64, k, i int) int64 {
	s := n / int64(k)
	if int64(i) < n%int64(k) {
		s++
	}
	return s
}

// teller adds up what the streams report and passes the sums on.
func teller(progress func(bytes, records int64)) func(bytes, records int64) {
	if progress == nil {
		return func(int64, int64) {}
	}
	var mu sync.Mutex
	var bytes, records int64
	return func(b, r int64) {
		mu.Lock()
		defer mu.Unlock()
		bytes += b
		records += r
		progress(bytes, records)
	}
}
