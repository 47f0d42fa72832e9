package pglocal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// ErrNoBinaries says that PostgreSQL is not installed where FindBinaries looks.
var ErrNoBinaries = errors.New("no PostgreSQL binaries found: install them (Debian, Ubuntu: apt-get install postgresql) " +
	"or name their folder with --pg-bin")

// Binaries is a folder with PostgreSQL's server programs.
type Binaries struct {
	Dir     string // absolute, free of symbolic links
	Version string // such as "15.18"
	Major   string // such as "15", what PG_VERSION in a data folder says
}

// Tool returns the path of one of PostgreSQL's programs, such as psql: the one beside the server, else the one on PATH
// (fetched binaries come without the clients).
func (b Binaries) Tool(name string) (string, error) {
	if path := filepath.Join(b.Dir, name); executable(path) {
		return path, nil
	}
	return exec.LookPath(name)
}

// FindBinaries finds PostgreSQL's server programs: in dir if it is not empty, else on PATH, else in the folders where
// distributions put them, newest first. The error is ErrNoBinaries if there are none.
func FindBinaries(dir string) (Binaries, error) {
	return findBinaries(context.Background(), dir, "", self(), "/")
}

// findBinaries is FindBinaries for a server that runs as who in the folder cwd. Of several installations it prefers the
// one whose major version is given, for a data folder that exists; without one of that version it returns the first.
func findBinaries(ctx context.Context, dir, major string, who account, cwd string) (Binaries, error) {
	var found []Binaries
	for _, d := range candidates(dir) {
		version, err := serverVersion(ctx, d, who, cwd)
		if err != nil {
			if ctx.Err() != nil {
				return Binaries{}, context.Cause(ctx)
			}
			if dir != "" || errors.Is(err, errFolderClosed) {
				return Binaries{}, err
			}
			continue // A broken installation does not hide a working one.
		}
		b := Binaries{Dir: d, Version: version, Major: majorOf(version)}
		if major == "" || b.Major == major {
			return b, nil
		}
		found = append(found, b)
	}
	if len(found) > 0 {
		return found[0], nil
	}
	if dir != "" {
		return Binaries{}, fmt.Errorf("%s: no initdb and postgres in it", dir)
	}
	return Binaries{}, ErrNoBinaries
}

// candidates lists the folders that hold both programs the server needs, in order of preference, each once.
func candidates(dir string) []string {
	var dirs []string
	if dir != "" {
		dirs = []string{dir}
	} else {
		dirs = filepath.SplitList(os.Getenv("PATH"))
		for _, pattern := range []string{
			"/usr/lib/postgresql/*/bin",            // Debian, Ubuntu
			"/usr/pgsql-*/bin",                     // the PostgreSQL project's own RPMs
			"/opt/homebrew/opt/postgresql@*/bin",   // Homebrew on ARM
			"/usr/local/opt/postgresql@*/bin",      // Homebrew on Intel
			"/Library/PostgreSQL/*/bin",            // EDB's installer
			"/usr/local/pgsql/bin",                 // built from source
			"/usr/libexec/postgresql*",             // Alpine
			"/usr/lib/postgresql",                  // some images copy one version here
			"/usr/local/lib/postgresql/*/bin",      // likewise
			"/Applications/Postgres.app/*/*/*/bin", // Contents/Versions/N
		} {
			matches, _ := filepath.Glob(pattern) // The patterns are well formed.
			slices.SortFunc(matches, func(a, b string) int { return firstNumber(b) - firstNumber(a) })
			dirs = append(dirs, matches...)
		}
	}
	var out []string
	for _, d := range dirs {
		// The programs find their libraries relative to their own place, but PATH often holds links to them.
		initdb, err := filepath.EvalSymlinks(filepath.Join(d, "initdb"))
		if err != nil {
			continue
		}
		if initdb, err = filepath.Abs(initdb); err != nil {
			continue
		}
		d = filepath.Dir(initdb)
		if executable(initdb) && executable(filepath.Join(d, "postgres")) && !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// errFolderClosed says that the server's user may not enter the data folder.
var errFolderClosed = errors.New("cannot be entered")

// serverVersion asks the postgres in dir for its version, as the server will run: by who, in the folder cwd.
func serverVersion(ctx context.Context, dir string, who account, cwd string) (string, error) {
	ask := func(cwd string) ([]byte, error) {
		cmd := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version")
		cmd.Dir, cmd.Env = cwd, serverEnv()
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: who.credential, Setsid: true}
		return cmd.Output()
	}
	out, err := ask(cwd)
	if errors.Is(err, os.ErrPermission) {
		// Both the program and the folder may be out of the user's reach, and the error does not say which.
		if _, rootErr := ask("/"); rootErr == nil {
			return "", fmt.Errorf("data folder %s: %w by the server's user %s; choose another place with --data-dir",
				cwd, errFolderClosed, who.name)
		}
		return "", fmt.Errorf("%s/postgres: user %s may not run it: %w", dir, who.name, err)
	}
	if err != nil {
		return "", fmt.Errorf("%s/postgres --version: %w", dir, err)
	}
	// "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"
	_, rest, _ := strings.Cut(string(out), "(PostgreSQL) ")
	version, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if version == "" {
		return "", fmt.Errorf("%s/postgres --version: not PostgreSQL's answer", dir)
	}
	return version, nil
}

// majorOf turns "15.18" or "18beta1" into what PG_VERSION says: "15", "18".
func majorOf(version string) string {
	if end := strings.IndexFunc(version, notDigit); end >= 0 {
		return version[:end]
	}
	return version
}

// firstNumber is the first number in a path, so that 10 sorts after 9.
func firstNumber(path string) int {
	start := strings.IndexFunc(path, func(r rune) bool { return !notDigit(r) })
	if start < 0 {
		return 0
	}
	n, _ := strconv.Atoi(majorOf(path[start:])) // An overflow sorts somewhere, which is good enough.
	return n
}

func notDigit(r rune) bool { return r < '0' || r > '9' }

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}
