package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"jdbclog/config"
	"jdbclog/parse"
)

// rejectFile keeps what could not be read as a record, one JSON object a line,
// so that it can be looked at, and loaded after a fix. It is made with the first
// reject. Several goroutines may add to it.
type rejectFile struct {
	path  string
	limit config.Limit
	mask  bool                   // the text is left out
	read  func() (records int64) // so far, for a limit in per cent

	mu    sync.Mutex
	count atomic.Int64
	file  *os.File
}

// rejectLine is a line of the file.
type rejectLine struct {
	File      string  `json:"file"`
	Line      int64   `json:"line"`
	StartLine int64   `json:"start_line"`
	EndLine   int64   `json:"end_line"`
	Offset    int64   `json:"offset"`
	Reason    string  `json:"reason"`
	Text      *string `json:"text"` // null when it was too large to keep, or is masked
}

// rejectsPath is where the rejects of a run go.
func (a *app) rejectsPath(run string) string {
	if p := a.Config.Load.RejectsFile; p != "" {
		return p
	}
	return "jdbclog-rejects-" + run + ".jsonl"
}

// add writes a reject. It fails when there are more than the settings allow.
func (f *rejectFile) add(path string, r *parse.Reject) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil {
		// What logs hold is nobody else's business.
		file, err := os.OpenFile(f.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			return fmt.Errorf("rejects: %w", err)
		}
		f.file = file
	}
	l := rejectLine{File: path, Line: r.Line, StartLine: r.StartLine, EndLine: r.EndLine, Offset: r.Offset, Reason: r.Reason}
	if r.Text != nil && !f.mask {
		text := string(r.Text)
		l.Text = &text
	}
	// It is written at once: the lines around it may be committed next.
	if err := json.NewEncoder(f.file).Encode(l); err != nil {
		return fmt.Errorf("rejects: %w", err)
	}
	return f.check(f.count.Add(1), false)
}

// check holds the number of rejects against the limit; ended says that there
// will be no more records.
func (f *rejectFile) check(count int64, ended bool) error {
	var total int64
	if f.read != nil {
		total = f.read()
	}
	if f.limit.Exceeded(count, total, ended) {
		return fmt.Errorf("more than %s rejects: %d; they are in %s", f.limit, count, f.path)
	}
	return nil
}

// close tells what the system says of the file only at its end.
func (f *rejectFile) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil {
		return nil
	}
	if err := f.file.Close(); err != nil {
		return fmt.Errorf("rejects: %w", err)
	}
	return nil
}

// written is the file's path, nil if there were no rejects.
func (f *rejectFile) written() *string {
	if f.count.Load() == 0 {
		return nil
	}
	return &f.path
}
