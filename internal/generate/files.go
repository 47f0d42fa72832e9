package generate

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	gzip "github.com/klauspost/pgzip"
)

// logFile is a file to be written.
type logFile struct {
	path  string
	begun bool
}

// planFiles makes dir and checks that nothing is in the way, unless it may be overwritten.
func planFiles(dir string, paths []string, force bool) ([]logFile, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	files := make([]logFile, len(paths))
	for i, path := range paths {
		files[i].path = path
		if force {
			continue
		}
		if _, err := os.Lstat(path); err == nil {
			return nil, fmt.Errorf("%s: %w", path, fs.ErrExist)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return files, nil
}

// fill creates the file, has it written and closes it.
func (l *logFile) fill(force, pack bool, write func(w io.Writer) error) (err error) {
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if force {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(l.path, flags, 0o644)
	if err != nil {
		return err
	}
	l.begun = true
	defer func() { err = first(err, f.Close()) }()
	if !pack {
		return write(f)
	}
	z, err := gzip.NewWriterLevel(f, gzip.BestSpeed)
	if err != nil {
		return fmt.Errorf("%s: %w", l.path, err)
	}
	// Closed in any case: it has goroutines.
	err = write(z)
	return first(err, z.Close())
}

// first returns the first error: what follows is its consequence.
func first(err, next error) error {
	if err != nil {
		return err
	}
	return next
}

// removeFiles removes what was begun.
func removeFiles(files []logFile) {
	for _, l := range files {
		if l.begun {
			os.Remove(l.path)
		}
	}
}
