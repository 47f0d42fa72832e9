package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"jdbclog/internal/testdb"
)

// reported runs `jdbclog report --json` and reads the result.
func reported(t testing.TB, args ...string) (code int, errs string, result map[string]any) {
	t.Helper()
	var out, stderr bytes.Buffer
	code = run(t.Context(), append([]string{"report", "--json", "--timezone", "Asia/Shanghai"}, args...), strings.NewReader(""), &out, &stderr)
	if out.Len() > 0 {
		if err := json.Unmarshal(out.Bytes(), &result); err != nil {
			t.Fatal(err)
		}
	}
	return code, stderr.String(), result
}

// withoutReading takes out what only reading logs can tell.
func withoutReading(r map[string]any) map[string]any {
	o := r["overview"].(map[string]any)
	for _, name := range []string{"source", "bytes", "lines", "rejected", "filtered"} {
		delete(o, name)
	}
	return r
}

// differences are the places in which two values of JSON part.
func differences(at string, a, b any) []string {
	switch x := a.(type) {
	case map[string]any:
		if y, is := b.(map[string]any); is {
			var all []string
			for k := range x {
				all = append(all, differences(at+"."+k, x[k], y[k])...)
			}
			if len(x) != len(y) {
				all = append(all, fmt.Sprintf("%s: %d keys, %d keys", at, len(x), len(y)))
			}
			return all
		}
	case []any:
		if y, is := b.([]any); is && len(x) == len(y) {
			var all []string
			for i := range x {
				all = append(all, differences(fmt.Sprintf("%s[%d]", at, i), x[i], y[i])...)
			}
			return all
		}
	}
	if reflect.DeepEqual(a, b) {
		return nil
	}
	return []string{fmt.Sprintf("%s: %.300s, %.300s", at, fmt.Sprint(a), fmt.Sprint(b))}
}

// TestFilesAndDatabaseAgree reports on logs, loads them, and reports on what was loaded.
func TestFilesAndDatabaseAgree(t *testing.T) {
	alone(t)
	db := testdb.New(t)
	t.Setenv("JDBCLOG_LOAD_SYSTEM", "~/(p6spy|corpus)/")
	logs := []string{
		synthetic(t, "p6spy", 6000, 2), "../../testdata/report/shop.log", "../../testdata/report/pool.log",
		"../../testdata/corpus/mybatis/slf4j-debug.log.zst", "../../testdata/corpus/log4jdbc/sqltiming.log.zst", "../../testdata/corpus/p6spy/multi.log.zst",
	}
	if l := load(t, db, append([]string{"--timezone", "Asia/Shanghai"}, logs...)...); l.code != 0 {
		t.Fatalf("load: exit %d: %s", l.code, l.errs)
	}
	for _, filter := range [][]string{
		nil,
		{"--order", "calls", "--top", "7"},
		{"--type", "insert,update", "--min-duration", "2ms"},
		{"--table", "audit,ORDERS,s_case"},
		{"--method", "Mapper"},
		{"--system", "corpus"},
		{"--failed"},
		{"--match", "from .* where", "--exclude", "join"},
		{"--since", "2026-03-04 12:00", "--until", "2026-11-30 23:57"},
		{"--digest", "a,0,7f"},
		{"--table", "nothing_has_this_name"},
	} {
		t.Run(strings.Join(filter, " "), func(t *testing.T) {
			code, errs, files := reported(t, append(filter, logs...)...)
			if code != 0 {
				t.Fatalf("files: exit %d: %s", code, errs)
			}
			code, errs, database := reported(t, append(filter, "--dsn", db.DSN)...)
			if code != 0 {
				t.Fatalf("database: exit %d: %s", code, errs)
			}
			if filter != nil { // read were all
				delete(files["overview"].(map[string]any), "files")
				delete(database["overview"].(map[string]any), "files")
			}
			all := differences("", withoutReading(files), withoutReading(database))
			if len(all) > 0 {
				t.Errorf("%d differences: %s", len(all), strings.Join(all[:min(len(all), 12)], "\n"))
			}
		})
	}
}

// TestTheStudysTablesTellWhatTheyCan loads without the columns that schema full adds.
func TestTheStudysTablesTellWhatTheyCan(t *testing.T) {
	alone(t)
	db := testdb.New(t)
	logs := synthetic(t, "p6spy", 3000, 1)
	if l := load(t, db, "--timezone", "Asia/Shanghai", "--schema", "study", logs); l.code != 0 {
		t.Fatalf("load: exit %d: %s", l.code, l.errs)
	}
	_, _, files := reported(t, logs)
	code, errs, database := reported(t, "--dsn", db.DSN)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	for _, key := range []string{"statements", "five_minutes", "heatmap", "histogram", "types", "tables", "hosts", "files"} {
		for _, r := range []map[string]any{files, database} {
			forget(r, "connection", "executions", "batch_size")
		}
		if all := differences(key, files[key], database[key]); len(all) > 0 {
			t.Errorf("%d differences: %s", len(all), strings.Join(all[:min(len(all), 5)], "\n"))
		}
	}
	if database["transactions"] != nil {
		t.Errorf("transactions without connections: %v", database["transactions"])
	}
	if code, errs, _ := reported(t, "--dsn", db.DSN, "--failed"); code != 1 || !strings.Contains(errs, "do not tell what failed") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// forget takes keys out of v, at any depth.
func forget(v any, keys ...string) {
	switch x := v.(type) {
	case map[string]any:
		for _, k := range keys {
			delete(x, k)
		}
		for _, y := range x {
			forget(y, keys...)
		}
	case []any:
		for _, y := range x {
			forget(y, keys...)
		}
	}
}

func TestReportsOfNothingSayWhatIsMissing(t *testing.T) {
	alone(t)
	db := testdb.New(t)
	if code, errs, _ := reported(t, "--dsn", db.DSN); code != 1 || !strings.Contains(errs, "there are no tables of jdbclog in schema \""+db.Schema+`"`) {
		t.Errorf("exit %d: %s", code, errs)
	}
	if code, errs, _ := reported(t, "--from-db", "--dsn", db.DSN, "x.log"); code != 2 || !strings.Contains(errs, "takes no PATH") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// TestInterruptedReportsAreMarkedPartial stops a report while it reads.
func TestInterruptedReportsAreMarkedPartial(t *testing.T) {
	alone(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	in, write := io.Pipe()
	go func() {
		for i := range 200_000 {
			if i == 100_000 {
				cancel(interrupted{syscall.SIGINT})
			}
			if _, err := io.WriteString(write, p6line(i)); err != nil {
				return
			}
		}
		write.Close()
	}()
	state := filepath.Join(t.TempDir(), "part.state")
	var out, errs bytes.Buffer
	code := run(ctx, []string{"report", "--json", "--save", state, "--chunk", "64KiB", "-"}, in, &out, &errs)
	in.Close()
	var r struct {
		Overview struct {
			Partial bool
			Records int64
		}
	}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if code != 130 || !r.Overview.Partial || r.Overview.Records == 0 || r.Overview.Records >= 200_000 || !strings.Contains(errs.String(), "interrupted by SIGINT") {
		t.Errorf("exit %d, %+v: %s", code, r, errs.String())
	}
	if _, _, saved := reported(t, state); saved["overview"].(map[string]any)["partial"] != true {
		t.Errorf("saved: %v", saved["overview"])
	}
}
