package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"jdbclog/report"
)

// save writes a file by write. It is there whole, or as it was before.
func (a *app) save(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, bareError(err))
	}
	err = write(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("write %s: %w", path, bareError(err))
	}
	return nil
}

// bareError takes the path off an error of the file system: the caller names it.
func bareError(err error) error {
	if e := (*os.PathError)(nil); errors.As(err, &e) {
		return e.Err
	}
	if e := (*os.LinkError)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}

// replay writes the statements of r as scripts for pgbench, into a folder beside
// path, and at path the command that runs them.
func (a *app) replay(path string, r *report.Report) error {
	scripts, left := r.Scripts()
	if len(scripts) == 0 {
		return fmt.Errorf("replay: no statement can be run again as the logs show it")
	}
	folder := path + ".d"
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("write %s: %w", folder, bareError(err))
	}
	for _, s := range scripts {
		if err := a.save(filepath.Join(folder, s.Name), text(s.Text)); err != nil {
			return err
		}
	}
	if err := a.save(path, text(report.ReplayCommand(scripts, folder))); err != nil {
		return err
	}
	if left > 0 {
		fmt.Fprintf(a.Err, "jdbclog: report: replay: %d of %d statements cannot be run again as the logs show them\n", left, left+len(scripts))
	}
	return nil
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// readBaseline reads a state file, or a report as JSON.
func readBaseline(path string, l report.Limits) (*report.Baseline, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, bareError(err)
	}
	if !report.IsState(data) {
		return report.ReadBaseline(path, data)
	}
	s, err := report.ReadState(bytes.NewReader(data), l)
	if err != nil {
		return nil, err
	}
	return s.Baseline(path), nil
}
