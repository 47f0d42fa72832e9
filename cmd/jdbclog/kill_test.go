package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"jdbclog/internal/generate"
	"jdbclog/internal/testdb"
	"jdbclog/sink"
)

// asProgram in the environment makes the test binary the program itself.
const asProgram = "JDBCLOG_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	testdb.Main(m)
}

// program prepares the program to be run as a process of its own.
func program(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

// kills is how often a run is killed: JDBCLOG_KILLS, or a few.
func kills(t *testing.T) int {
	t.Helper()
	text := os.Getenv("JDBCLOG_KILLS")
	if text == "" {
		return 3
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A run that is killed at any moment, and run again until it is through, has
// every record once: with every scheme, for a format of single lines and for
// ones whose records are joined out of many.
func TestKilledRunsLoadEveryRecordOnce(t *testing.T) {
	for _, format := range []string{"p6spy", "log4jdbc", "mybatis"} {
		records := int64(4000)
		dir := filepath.Join(t.TempDir(), format)
		if _, err := generate.Run(t.Context(), generate.Options{Format: format, Records: records, Files: 3, Seed: 7, Dir: dir}, nil); err != nil {
			t.Fatal(err)
		}
		want := testdb.New(t)
		loadWhole(t, want, dir, "copy-rows", records)
		sum := checksum(t, want)
		for _, scheme := range sink.Schemes() {
			if scheme.Whole {
				continue // one transaction: there is nothing to go on with
			}
			t.Run(format+"/"+scheme.Name, func(t *testing.T) {
				killAndFinish(t, dir, scheme, sum)
			})
		}
	}
}

func loadWhole(t *testing.T, db *testdb.DB, dir, insert string, records int64) {
	t.Helper()
	var out, errs bytes.Buffer
	args := []string{"load", "--dsn", db.DSN, "--insert", insert, "--final", "--json", dir}
	if code := run(t.Context(), args, nil, &out, &errs); code != 0 {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	var n int64
	if err := db.Pool.QueryRow(t.Context(), "select count(*) from t_jdbc_sql_record").Scan(&n); err != nil || n != records {
		t.Fatalf("%d records, want %d: %v", n, records, err)
	}
}

func checksum(t *testing.T, db *testdb.DB) sink.Checksum {
	t.Helper()
	sum, err := sink.VerifyChecksum(t.Context(), db.Pool, db.Schema)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func killAndFinish(t *testing.T, dir string, scheme sink.Scheme, want sink.Checksum) {
	db := testdb.New(t)
	rnd := rand.New(rand.NewPCG(uint64(scheme.ID), 5))
	load := func(ctx context.Context) ([]byte, error) {
		// Chunks and workers change from run to run: they must not matter.
		cmd := program(ctx, "load", "--dsn", db.DSN, "--scheme", scheme.Name, "--final", "--quiet",
			"--chunk", fmt.Sprint(8<<10+rnd.IntN(60<<10)), "--loaders", fmt.Sprint(1+rnd.IntN(3)), "--parsers", fmt.Sprint(1+rnd.IntN(3)), dir)
		return cmd.CombinedOutput()
	}
	killed := 0
	limit := 40 * time.Millisecond
	for range kills(t) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rnd.Int64N(int64(limit))))
		_, err := load(ctx)
		if ctx.Err() != nil {
			killed++
			limit += limit / 2 // on a slow machine nothing may have begun yet
		} else if err == nil {
			limit /= 2
		}
		cancel()
	}
	if killed == 0 {
		t.Fatal("no run was killed")
	}
	if out, err := load(t.Context()); err != nil {
		t.Fatalf("after %d kills: %v: %s", killed, err, out)
	}
	if got := checksum(t, db); got != want {
		t.Fatalf("after %d kills: %+v, want %+v", killed, got, want)
	}
	var distinct int64
	if err := db.Pool.QueryRow(t.Context(), "select count(distinct c_bh) from t_jdbc_sql_record").Scan(&distinct); err != nil || distinct != want.Records {
		t.Fatalf("%d ids, want %d: %v", distinct, want.Records, err)
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"load", "--dsn", db.DSN, "--scheme", scheme.Name, "--final", "--json", dir}, nil, &out, &errs); code != 0 || !bytes.Contains(out.Bytes(), []byte(`"records":{"read":0,`)) {
		t.Fatalf("once more: exit %d, %s%s", code, out.String(), errs.String())
	}
}
