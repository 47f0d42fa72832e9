// Command bench measures jdbclog's load against what it cannot beat: the server
// reading ready-made files itself, and clients that only send ready-made rows.
// Every figure that counts is a ratio within one round on one machine.
//
//	go run ./internal/bench -bin bin/jdbclog
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"text/tabwriter"

	"jdbclog/internal/generate"
	"jdbclog/internal/pglocal"
)

// bench is what the measurements share.
type bench struct {
	bin     string // the program
	dir     string // of logs and ready-made files; the server can read it
	dsn     string
	psql    string
	records int64
	log     string
}

func main() {
	var b bench
	rounds := flag.Int("rounds", 5, "rounds of every way to load")
	full := flag.Bool("full", false, "measure memory with 2 GB of input, and 3 000 000 records against 300 000, too")
	flag.StringVar(&b.bin, "bin", "bin/jdbclog", "the program")
	flag.StringVar(&b.dir, "dir", "", "folder for logs, files and the server's data (default build/bench, /var/lib/jdbclog-bench as root)")
	flag.Int64Var(&b.records, "records", 1_000_000, "records of the log")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := b.run(ctx, *rounds, *full); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (b *bench) run(ctx context.Context, rounds int, full bool) (err error) {
	if b.dir == "" {
		b.dir = filepath.Join("build", "bench")
		if os.Geteuid() == 0 {
			b.dir = "/var/lib/jdbclog-bench" // the server's user can enter it
		}
	}
	if b.dir, err = filepath.Abs(b.dir); err != nil {
		return err
	}
	if b.bin, err = filepath.Abs(b.bin); err != nil {
		return err
	}
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		return err
	}
	server, err := pglocal.Start(ctx, pglocal.Options{DataDir: filepath.Join(b.dir, "pg")})
	if err != nil {
		return err
	}
	defer func() {
		if cerr := server.Close(context.WithoutCancel(ctx)); err == nil {
			err = cerr
		}
	}()
	b.dsn = server.DSN("")
	if b.psql, err = server.Binaries().Tool("psql"); err != nil {
		return err
	}
	if b.log, err = b.generate(ctx, b.records); err != nil {
		return err
	}
	f, logBytes, err := b.prepare(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%d records, %d MB of P6Spy log, %d MB of rows in %d chunks; %d rounds, two connections each\n\n",
		b.records, logBytes>>20, f.Bytes>>20, len(f.Chunks), rounds)
	if err := b.ratios(ctx, f, rounds); err != nil {
		return err
	}
	if err := b.memory(ctx, full); err != nil {
		return err
	}
	if full {
		return b.scaling(ctx)
	}
	return nil
}

// generate makes a log of n records, or takes the one of an earlier run.
func (b *bench) generate(ctx context.Context, n int64) (string, error) {
	dir := filepath.Join(b.dir, fmt.Sprintf("logs-%d", n))
	path := filepath.Join(dir, "p6spy-01.log")
	done := path + ".done"
	if _, err := os.Stat(done); err == nil {
		return path, nil
	}
	_, err := generate.Run(ctx, generate.Options{Format: "p6spy", Records: n, Files: 1, Seed: 1, Dir: dir, Force: true}, nil)
	if err != nil {
		return "", err
	}
	return path, os.WriteFile(done, nil, 0o644)
}

// table writes rows of cells, aligned.
func table(rows [][]string) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		for i, c := range r {
			if i > 0 {
				fmt.Fprint(w, "\t")
			}
			fmt.Fprint(w, c)
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	fmt.Println()
}
