package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"jdbclog/internal/testdb"
	"jdbclog/parse/sqltext"
	"jdbclog/sink"
)

// truth is what the program that wrote a scaled log had done.
type truth struct {
	Statements int64 `json:"total_statements"`
	Commits    int64 `json:"commits"`
	Rollbacks  int64 `json:"rollbacks"`
	PerSQL     []struct {
		SQL   string `json:"sql"`
		Count int64  `json:"count"`
	} `json:"per_sql"`
}

func readTruth(t testing.TB, path string) (x truth) {
	t.Helper()
	packed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	data, err := r.DecodeAll(packed, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &x); err != nil {
		t.Fatal(err)
	}
	return x
}

// After a load of 200 000 genuine executions SQL shows what was done: the right
// number for each statement, type and kind. JDBCLOG_KILLS has every scheme do it.
func TestGenuineLogsHoldTheTruthInTheDatabase(t *testing.T) {
	schemes := []string{"copy-index-after", "batch-unlogged-index-after"}
	if os.Getenv("JDBCLOG_KILLS") != "" {
		schemes = nil
		for _, s := range sink.Schemes() {
			schemes = append(schemes, s.Name)
		}
	}
	for _, log := range []string{"p6spy-single", "mybatis-slf4j"} {
		want := readTruth(t, "../../testdata/corpus/scaled/"+log+".truth.json.zst")
		digests, types := map[string]int64{}, map[sqltext.Type]int64{}
		n := sqltext.NewNormalizer(1 << 20)
		for _, x := range want.PerSQL {
			// Both tools join the lines of a statement, so that a -- comment takes in
			// what follows it: that is the statement that the log has.
			s := n.Stmt([]byte(strings.ReplaceAll(x.SQL, "\n", " ")))
			digests[s.Digest] += x.Count
			types[s.Type] += x.Count
		}
		for _, scheme := range schemes {
			t.Run(log+"/"+scheme, func(t *testing.T) {
				db := testdb.New(t)
				l := load(t, db, "--scheme", scheme, "--final", "../../testdata/corpus/scaled/"+log+".log.zst")
				if l.code != 0 {
					t.Fatalf("exit %d: %s", l.code, l.errs)
				}
				same(t, db, digests, "select c_pssql_hash, count(*) from t_jdbc_sql_record where c_kind in ('statement', 'batch') group by 1")
				same(t, db, types, "select n_sqltype, count(*) from t_jdbc_sql_record where c_kind in ('statement', 'batch') group by 1")
				if log == "p6spy-single" {
					same(t, db, map[string]int64{"commit": want.Commits, "rollback": want.Rollbacks, "statement": want.Statements}, "select c_kind, count(*) from t_jdbc_sql_record group by 1")
				}
				if n := rows(t, db, allRecords+" where r.c_pssql_hash = c.c_pssql_hash"); n != l.Records.Loaded {
					t.Errorf("%d of %d records have their text", n, l.Records.Loaded)
				}
			})
		}
	}
}

// same compares what a query of keys and counts gives with want.
func same[K comparable](t testing.TB, db *testdb.DB, want map[K]int64, sql string) {
	t.Helper()
	found, err := db.Pool.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	got := map[K]int64{}
	for found.Next() {
		var k K
		var n int64
		if err := found.Scan(&k, &n); err != nil {
			t.Fatal(err)
		}
		got[k] = n
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	for k, n := range want {
		if got[k] != n {
			t.Errorf("%v: %d, want %d", k, got[k], n)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d keys, want %d", len(got), len(want))
	}
}
