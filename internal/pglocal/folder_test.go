package pglocal_test

import (
	"archive/zip"
	"bufio"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"jdbclog/internal/pglocal"
	"jdbclog/internal/testdb"
)

func TestNothingListensOnTCP(t *testing.T) {
	t.Parallel()
	o := options(testdb.Folder(t))
	o.Settings["listen_addresses"] = "*"
	s := start(t, o)
	execute(t, s.DSN(""), "alter system set listen_addresses = '*'")
	if err := s.Restart(t.Context(), o.Settings); err != nil {
		t.Fatal(err)
	}
	if got := query(t, s.DSN(""), "show listen_addresses"); got != "" {
		t.Errorf("listen_addresses is %q", got)
	}
	if ports := listening(t, s.PID()); len(ports) > 0 {
		t.Errorf("the server listens on TCP: %s", ports)
	}
}

// listening lists the TCP sockets on which a process listens, as far as /proc tells.
func listening(t *testing.T, pid int) []string {
	t.Helper()
	own := map[string]bool{}
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if link, err := os.Readlink(file); err == nil {
			own[link] = true
		}
	}
	var ports []string
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		f, err := os.Open(table)
		if err != nil {
			continue // A machine without IPv6, or without /proc.
		}
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			// slot, local address, remote address, state (0A listens), ..., inode
			if f := strings.Fields(lines.Text()); len(f) > 9 && f[3] == "0A" && own["socket:["+f[9]+"]"] {
				ports = append(ports, f[1])
			}
		}
	}
	return ports
}

func TestAnyFolderNameWillDo(t *testing.T) {
	t.Parallel()
	parent := testdb.Folder(t)
	for _, name := range []string{
		strings.Repeat("long/", 40),
		`it's "a, b" = \x %41 ü`,
		"link",
	} {
		dir := filepath.Join(parent, name)
		if name == "link" {
			if err := os.Symlink(testdb.Folder(t), dir); err != nil {
				t.Fatal(err)
			}
		}
		s := start(t, options(dir))
		query(t, s.DSN(""), "select 'alive'")
		other := start(t, options(dir))
		if other.PID() != s.PID() {
			t.Errorf("%s: a second server", name)
		}
		closeServer(t, other)
		status, err := pglocal.GetStatus(t.Context(), options(dir))
		if err != nil {
			t.Fatal(err)
		}
		if len(status.Socket)+len("/.s.PGSQL.5432") > pglocal.MaxSocketPath {
			t.Errorf("the socket's folder is %s", status.Socket)
		}
		closeServer(t, s)
		if _, err := os.Stat(status.Socket); err == nil && !strings.HasPrefix(status.Socket, s.DataDir()) {
			t.Errorf("%s is left behind", status.Socket)
		}
	}
}

func TestAnUnprivilegedUserHasTheSame(t *testing.T) {
	t.Parallel()
	parent := testdb.Folder(t)
	if err := os.Chmod(parent, 0o777); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(parent, "data")
	who := nobody(t)
	user := run(t, dir, who)
	pid := user.ready(t)
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the data folder: %v, %v", info, err)
	}
	s := start(t, options(dir)) // Root comes in beside the user.
	if s.PID() != pid {
		t.Errorf("a second server")
	}
	query(t, s.DSN(""), "select 'alive'")
	user.close(t)
	if err := s.Restart(t.Context(), options(dir).Settings); err != nil { // What root starts is the user's all the same.
		t.Fatal(err)
	}
	closeServer(t, s)
	user = run(t, dir, who)
	user.ready(t)
	user.close(t)
	if left := servers(t, dir); len(left) > 0 {
		t.Errorf("still running: %s", left)
	}
}

func TestTheServerIsNeverRoot(t *testing.T) {
	t.Parallel()
	s := start(t, options(testdb.Folder(t)))
	info, err := os.Stat(filepath.Join(s.DataDir(), "pgdata", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Sys().(*syscall.Stat_t).Uid == 0 {
		t.Error("the server's files are root's")
	}
}

func TestAFolderOutOfReachIsNamed(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	if err := os.Chmod(parent, 0); err != nil { // Keeps root's server out, and an ordinary user himself.
		t.Fatal(err)
	}
	dir := filepath.Join(parent, "data")
	s, err := pglocal.Start(t.Context(), options(dir))
	if err == nil {
		closeServer(t, s)
		t.Fatal("no error")
	}
	if !strings.Contains(err.Error(), dir) || (os.Geteuid() == 0 && !strings.Contains(err.Error(), "--data-dir")) {
		t.Errorf("the error is %v", err)
	}
}

func TestSomebodyElsesFilesAreLeftAlone(t *testing.T) {
	t.Parallel()
	dir := testdb.Folder(t)
	file := filepath.Join(dir, "pgdata", "letter.txt")
	if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("dear"), 0o644); err != nil {
		t.Fatal(err)
	}
	if s, err := pglocal.Start(t.Context(), options(dir)); err == nil {
		closeServer(t, s)
		t.Error("no error")
	} else if !strings.Contains(err.Error(), "PG_VERSION is missing") {
		t.Errorf("the error is %v", err)
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != "dear" {
		t.Errorf("the file holds %q, %v", b, err)
	}
}

func TestDataOfAnotherVersionIsRefused(t *testing.T) {
	t.Parallel()
	dir := testdb.Folder(t)
	closeServer(t, start(t, options(dir)))
	if err := os.WriteFile(filepath.Join(dir, "pgdata", "PG_VERSION"), []byte("8\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := pglocal.Start(t.Context(), options(dir))
	if err == nil {
		closeServer(t, s)
		t.Fatal("no error")
	}
	for _, part := range []string{dir, "made by PostgreSQL 8", "--pg-bin", "--data-dir"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("the error does not say %q: %v", part, err)
		}
	}
	if left := servers(t, dir); len(left) > 0 {
		t.Errorf("still running: %s", left)
	}
}

func TestBinariesAreTakenFromTheFolderGiven(t *testing.T) {
	t.Parallel()
	found, err := pglocal.FindBinaries("")
	if err != nil {
		t.Fatal(err)
	}
	again, err := pglocal.FindBinaries(found.Dir)
	if err != nil || again != found {
		t.Errorf("found %+v, %v; want %+v", again, err, found)
	}
	if tool, err := found.Tool("initdb"); err != nil || filepath.Dir(tool) != found.Dir {
		t.Errorf("initdb is %s, %v", tool, err)
	}
	empty := t.TempDir()
	if _, err := pglocal.FindBinaries(empty); err == nil || !strings.Contains(err.Error(), empty) {
		t.Errorf("an empty folder: %v", err)
	}
}

// archive serves testdata/binaries.txz, three small scripts, as Maven Central serves PostgreSQL.
func archive(t *testing.T) (url string, asked *int) {
	t.Helper()
	txz, err := os.ReadFile("testdata/binaries.txz")
	if err != nil {
		t.Fatal(err)
	}
	asked = new(int)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, ".jar") {
			http.NotFound(w, r)
			return
		}
		*asked++
		jar := zip.NewWriter(w)
		f, err := jar.Create("postgres.txz")
		if err == nil {
			_, err = f.Write(txz)
		}
		if err == nil {
			err = jar.Close()
		}
		if err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, asked
}

func TestBinariesAreFetchedOnce(t *testing.T) {
	t.Parallel()
	dir := testdb.Folder(t)
	url, asked := archive(t)
	for range 2 {
		b, err := pglocal.FetchBinaries(t.Context(), dir, "", url)
		if err != nil {
			t.Fatal(err)
		}
		if b.Version != "18.3" || b.Major != "18" || !strings.HasPrefix(b.Dir, dir) {
			t.Errorf("fetched %+v", b)
		}
	}
	if *asked != 1 {
		t.Errorf("fetched %d times", *asked)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, pglocal.Temporary+"*")); len(left) > 0 {
		t.Errorf("left behind: %s", left)
	}
}

func TestARefusedFetchSaysWhatToDo(t *testing.T) {
	t.Parallel()
	refusal := httptest.NewServer(http.NotFoundHandler())
	defer refusal.Close()
	for _, major := range []string{"", "15", "8"} {
		_, err := pglocal.FetchBinaries(t.Context(), testdb.Folder(t), major, refusal.URL)
		if err == nil {
			t.Fatal("no error")
		}
		for _, part := range []string{"apt-get install postgresql", "--pg-bin"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("the error does not say %q: %v", part, err)
			}
		}
	}
}

func TestMajorVersionIsWhatPGVersionSays(t *testing.T) {
	for version, want := range map[string]string{"15.18": "15", "18beta1": "18", "17": "17", "": ""} {
		if got := pglocal.MajorOf(version); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}

func TestComplaintIsTheLineThatMatters(t *testing.T) {
	for said, want := range map[string]string{
		"creating ...\ninitdb: error: could not create directory \"x\": No space left on device\nhint\n": `could not create directory "x": No space left on device`,
		"2026-01-01 LOG:  starting\n2026-01-01 FATAL:  out of memory\nLOG: shut down\n":                  "out of memory",
		"Segmentation fault\n\n": "Segmentation fault",
		"":                       "it said nothing",
	} {
		if got := pglocal.Complaint(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}
