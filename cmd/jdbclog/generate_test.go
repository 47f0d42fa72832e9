package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"jdbclog/internal/generate"
)

func TestGenerateWritesTheSameFilesForTheSameSeed(t *testing.T) {
	alone(t)
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	stdout, stderr, code := jdbclog(t, "generate", "--records", "1000", "--files", "2", "--seed", "7", "--out", one)
	if want := one + "/p6spy-01.log to p6spy-02.log: 1000 records, "; !strings.HasPrefix(stdout, want) || stderr != "" || code != 0 {
		t.Errorf("%q %q %d", stdout, stderr, code)
	}
	stdout, _, _ = jdbclog(t, "generate", "--records", "1000", "--files", "2", "--seed", "7", "--out", two, "--json")
	var result generate.Result
	if err := json.Unmarshal([]byte(stdout), &result); err != nil || len(result.Files) != 2 || result.Records != 1000 {
		t.Fatalf("%q %v", stdout, err)
	}
	for _, path := range result.Files {
		a, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(one, filepath.Base(path)))
		if err != nil || !bytes.Equal(a, b) || len(a) == 0 {
			t.Errorf("%s: %d and %d bytes, %v", path, len(a), len(b), err)
		}
	}
}

func TestGenerateKeepsFilesThatExist(t *testing.T) {
	alone(t)
	dir := t.TempDir()
	args := []string{"generate", "--records", "10", "--format", "mybatis", "--out", dir}
	path := filepath.Join(dir, "mybatis-01.log")
	if err := os.WriteFile(path, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, stderr, code := jdbclog(t, args...)
	if want := "jdbclog: generate: " + path + ": file already exists (--force overwrites)\n"; stderr != want || code != exitFailed {
		t.Errorf("%q %d", stderr, code)
	}
	if text, err := os.ReadFile(path); string(text) != "mine" {
		t.Errorf("%q %v", text, err)
	}
	if _, stderr, code := jdbclog(t, append(args, "--force")...); code != 0 {
		t.Errorf("%q %d", stderr, code)
	}
}

func TestGenerateInterruptedLeavesNoFiles(t *testing.T) {
	alone(t)
	dir := t.TempDir()
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(interrupted{syscall.SIGINT})
	var stdout, stderr bytes.Buffer
	code := run(ctx, []string{"generate", "--out", dir, "--progress", "bars"}, strings.NewReader(""), &stdout, &stderr)
	if code != 130 || !strings.HasSuffix(stderr.String(), "jdbclog: generate: interrupted by SIGINT\n") || stdout.Len() > 0 {
		t.Errorf("%d %q %q", code, stdout.String(), stderr.String())
	}
	if files, err := os.ReadDir(dir); len(files) > 0 || err != nil {
		t.Errorf("left behind: %v %v", files, err)
	}
}
