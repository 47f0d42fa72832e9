package pipeline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Stdin is the PATH that means standard input.
const Stdin = "-"

// Expand turns what the user named into files: a file is itself, a folder is
// walked with names sorted, a glob gives what it matches. Each file comes once,
// under the first name that leads to it. The error joins every PATH that does
// not exist or matches nothing; problems are folders that cannot be read.
func Expand(paths []string) (files []string, problems []Problem, err error) {
	var errs []error
	seen := map[string]bool{}
	add := func(p string) {
		if key := identity(p); !seen[key] {
			seen[key] = true
			files = append(files, p)
		}
	}
	for _, p := range paths {
		if p == Stdin {
			add(p)
			continue
		}
		found := []string{p}
		if _, err := os.Stat(p); err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				errs = append(errs, fmt.Errorf("%s: %w", Shown(p), bare(err)))
				continue
			}
			if _, lerr := os.Lstat(p); lerr == nil {
				errs = append(errs, fmt.Errorf("%s: links to what does not exist", Shown(p)))
				continue
			}
			matches, gerr := filepath.Glob(p)
			if gerr != nil || len(matches) == 0 {
				if strings.ContainsAny(p, "*?[") {
					errs = append(errs, fmt.Errorf("%s: matches no file", Shown(p)))
				} else {
					errs = append(errs, fmt.Errorf("%s: no such file or directory", Shown(p)))
				}
				continue
			}
			found = matches
		}
		for _, f := range found {
			if info, err := os.Stat(f); err == nil && info.IsDir() && !os.IsPathSeparator(f[len(f)-1]) {
				if link, err := os.Lstat(f); err == nil && link.Mode()&fs.ModeSymlink != 0 {
					f += string(filepath.Separator) // a folder that is named is walked, by whatever name
				}
			}
			walkErr := filepath.WalkDir(f, func(path string, d fs.DirEntry, err error) error {
				switch {
				case err != nil:
					problems = append(problems, Problem{Path: path, Err: bare(err)})
				case d.Type().IsRegular(), path == f && !d.IsDir():
					add(path)
				case d.Type()&fs.ModeSymlink != 0:
					if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
						add(path)
					}
				}
				return nil
			})
			if walkErr != nil {
				problems = append(problems, Problem{Path: f, Err: bare(walkErr)})
			}
		}
	}
	return files, problems, errors.Join(errs...)
}

// identity is the same for two names of one file.
func identity(path string) string {
	if path == Stdin {
		return path
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		real = path
	}
	if abs, err := filepath.Abs(real); err == nil {
		return abs
	}
	return real
}

// Shown is path as a message on one line may hold it: quoted where it has line
// breaks, control characters or bytes that are no UTF-8.
func Shown(path string) string {
	if !utf8.ValidString(path) || strings.ContainsFunc(path, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(path)
	}
	return path
}

// bare takes the path off an error of the file system: the caller names it.
func bare(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// Problem is a file that could not be read, or not to its end.
type Problem struct {
	Path string
	Err  error
}

func (p Problem) Error() string { return Shown(p.Path) + ": " + p.Err.Error() }
func (p Problem) Unwrap() error { return p.Err }
