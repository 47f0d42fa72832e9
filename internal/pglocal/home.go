package pglocal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
)

// home is the data folder of one private server. It holds
//
//	pgdata/      PostgreSQL's own folder
//	run/         its socket, unless the path is too long or too strange for one
//	server.conf  the settings, written at each start
//	server.log   what the server says
//	gate         locked by whoever starts, joins or stops the server, for that moment
//	users        locked, shared, by everybody who uses the server
//	keep         there while the server is to outlive its users; names the server it is meant for
//
// As root all but pgdata and run stay root's, so that the server's user cannot lead root astray with a link.
type home struct {
	dir   string  // absolute, free of symbolic links
	who   account // whom the server runs as
	owner account // whom the folder belongs to
}

func (h *home) path(name string) string { return filepath.Join(h.dir, name) }
func (h *home) pgdata() string          { return h.path("pgdata") }

// DefaultDataDir is where the private server's data is kept when nobody says otherwise: /var/lib/jdbclog as root, else the
// user's data folder.
func DefaultDataDir() (string, error) {
	if os.Geteuid() == 0 {
		return "/var/lib/jdbclog", nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) { // The specification: others are to be ignored.
		return filepath.Join(dir, "jdbclog"), nil
	}
	dir, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("data folder: %w; name one with --data-dir", err)
	}
	return filepath.Join(dir, ".local", "share", "jdbclog"), nil
}

// openHome opens a data folder. One that does not exist is made if create is set; else the error is fs.ErrNotExist.
func openHome(dir string, create bool) (*home, error) {
	if dir == "" {
		var err error
		if dir, err = DefaultDataDir(); err != nil {
			return nil, err
		}
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if strings.Contains(dir, "\n") {
		return nil, errors.New("data folder: a line break in its name is more than PostgreSQL can take")
	}
	if create {
		if err := makeHome(dir); err != nil {
			return nil, fmt.Errorf("data folder: %w", err)
		}
	}
	// One name only, whichever way we came: it is compared with the running server's command line.
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	h := &home{dir: dir}
	if h.who, err = serverAccount(h.pgdata()); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	// In a folder such as /tmp somebody may have been there before us.
	uid, gid, err := owner(dir)
	if err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	if h.owner = other(userName(uid), uid, gid); uid != os.Geteuid() && uid != 0 && uid != h.who.uid {
		return nil, fmt.Errorf("data folder: %s belongs to user %s: choose another place with --data-dir", dir, h.owner.name)
	}
	return h, nil
}

func makeHome(dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	err := os.Mkdir(dir, 0o700)
	if err == nil && os.Geteuid() == 0 {
		return os.Chmod(dir, 0o711) // The server's user passes through to pgdata, but reads nothing on the way.
	}
	if errors.Is(err, fs.ErrExist) {
		return nil // If it is no folder, the first use of it says so.
	}
	return err
}

// open opens a file of the folder, which links may not stand for. What root makes belongs to the folder's owner, who may
// come back without root.
func (h *home) open(name string, flags int, mode os.FileMode) (*os.File, error) {
	f, err := os.OpenFile(h.path(name), flags|os.O_CREATE|syscall.O_NOFOLLOW, mode)
	if err != nil {
		return nil, err
	}
	err = f.Chmod(mode) // Whatever the umask is.
	if err == nil && os.Geteuid() == 0 {
		err = f.Chown(h.owner.uid, h.owner.gid)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (h *home) write(name string, content []byte, mode os.FileMode) error {
	f, err := h.open(name, os.O_WRONLY|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

// gate takes the lock that whoever starts, joins or stops the server holds for that moment.
func (h *home) gate(ctx context.Context) (*lock, error) {
	l, err := h.openLock("gate")
	if err != nil {
		return nil, err
	}
	if err := l.wait(ctx, syscall.LOCK_EX); err != nil {
		l.release()
		return nil, err
	}
	return l, nil
}

// major is the version of PostgreSQL that the data folder was initialised by, "" if it was not.
func (h *home) major() (string, error) {
	b, err := os.ReadFile(filepath.Join(h.pgdata(), "PG_VERSION"))
	if err == nil {
		return strings.TrimSpace(string(b)), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	// Initialising makes the folder in one rename, so a folder with other things in it is somebody else's.
	if entries, err := os.ReadDir(h.pgdata()); err == nil && len(entries) > 0 {
		return "", fmt.Errorf("%s: holds files, but no data of PostgreSQL (PG_VERSION is missing)", h.pgdata())
	}
	return "", nil
}

// temporary begins the names of folders that are renamed to their true names once they are whole. Nobody else's folder
// has such a name, even if the data folder is one that holds other things.
const temporary = ".jdbclog-new-"

// sweep removes the temporary folders of those who were killed.
func (h *home) sweep() {
	entries, _ := os.ReadDir(h.dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), temporary) {
			// An initdb that outlived its jdbclog may be writing there still; the next start tries again.
			_ = os.RemoveAll(h.path(e.Name()))
		}
	}
}

const (
	port       = "5432" // of the socket's name alone
	socketName = ".s.PGSQL." + port
	// maxSocketPath is what a socket's address holds, one less than sun_path on macOS and the BSDs (104; Linux has 108).
	maxSocketPath = 103
	// shortFolders begins the names of the folders for sockets whose own place has too long a path.
	shortFolders = "jdbclog-"
)

// plainPath is a path that needs no quoting in the server's list of folders, in a URL or in a connection string.
var plainPath = regexp.MustCompile(`^[A-Za-z0-9_./+-]+$`)

// socketDir makes the folder for the socket, which only the server's user (and root) can enter.
func (h *home) socketDir() (string, error) {
	dir := h.path("run")
	if len(filepath.Join(dir, socketName)) > maxSocketPath || !plainPath.MatchString(dir) {
		var err error
		if dir, err = os.MkdirTemp("/tmp", shortFolders); err != nil { // $TMPDIR may be long, too.
			return "", err
		}
		return dir, h.who.own(dir)
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	// No server runs, so what one left is stale. PostgreSQL would ask whether the process in the lock file is alive, and be
	// deceived by another one with its number.
	for _, name := range []string{socketName, socketName + ".lock"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return dir, h.who.own(dir)
}

// dropSocketDir removes the folder of a server that has ended, if it was made for this one server.
func (h *home) dropSocketDir(dir string) {
	if filepath.Dir(dir) == "/tmp" && strings.HasPrefix(filepath.Base(dir), shortFolders) {
		_ = os.RemoveAll(dir) // Litter at worst.
	}
}
