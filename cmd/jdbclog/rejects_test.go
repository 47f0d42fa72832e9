package main

import (
	"strings"
	"testing"

	"jdbclog/internal/testdb"
)

func TestRejectsThatCannotBeKeptFailTheLoad(t *testing.T) {
	big := p6log(5, 6) + strings.Repeat("x", 200<<10) + "\n"
	path := logFile(t, "spy.log", p6log(0, 5)+big+p6log(6, 10))
	l := load(t, testdb.New(t), "--final", "--max-record", "100KiB", "--rejects-file", "/dev/full", path)
	if l.code != 1 || !strings.Contains(l.errs, "rejects: write /dev/full: no space left on device") {
		t.Fatalf("exit %d: %s", l.code, l.errs)
	}
}
