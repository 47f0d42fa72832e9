package pglocal_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"jdbclog/internal/pglocal"
	"jdbclog/internal/testdb"

	"github.com/jackc/pgx/v5"
)

// asProcess names the data folder that the test binary, run once more, uses as a jdbclog would.
const asProcess = "PGLOCAL_TEST_FOLDER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(asProcess); dir != "" {
		os.Exit(process(dir))
	}
	os.Exit(m.Run())
}

// process starts the server, says "ready PID DSN" or "error MESSAGE", and closes it at the end of its input.
func process(dir string) int {
	ctx := context.Background()
	s, err := pglocal.Start(ctx, options(dir))
	if err != nil {
		fmt.Println("error", err)
		return 1
	}
	fmt.Println("ready", s.PID(), s.DSN(""))
	io.Copy(io.Discard, os.Stdin)
	if err := s.Close(ctx); err != nil {
		fmt.Println("error", err)
		return 1
	}
	return 0
}

func options(dir string) pglocal.Options {
	return pglocal.Options{DataDir: dir, Settings: map[string]string{"fsync": "off", "shared_buffers": "16MB"}}
}

// other is another process that uses the server.
type other struct {
	cmd *exec.Cmd
	in  io.Closer
	out *bufio.Reader
}

// run starts another process on a data folder, as the given user if root is to give way to one.
func run(t *testing.T, dir string, who *syscall.Credential) *other {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if who != nil {
		program = copyProgram(t, program)
	}
	o := &other{cmd: exec.Command(program)}
	o.cmd.Dir = "/"
	o.cmd.Env = append(os.Environ(), asProcess+"="+dir)
	o.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: who}
	o.cmd.Stderr = os.Stderr
	in, err := o.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := o.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	o.in, o.out = in, bufio.NewReader(out)
	if err := o.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.cmd.Process.Kill(); o.cmd.Wait() })
	return o
}

// says waits for the process's next line and returns what follows the word it must begin with.
func (o *other) says(t *testing.T, word string) string {
	t.Helper()
	line, err := o.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), word+" ")
	if !ok {
		t.Fatalf("the other process says %q, want %s", line, word)
	}
	return rest
}

// ready waits for the server and returns its process.
func (o *other) ready(t *testing.T) int {
	t.Helper()
	pid, err := strconv.Atoi(strings.Fields(o.says(t, "ready"))[0])
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

func (o *other) close(t *testing.T) {
	t.Helper()
	o.in.Close()
	if err := o.cmd.Wait(); err != nil {
		t.Errorf("the other process: %v", err)
	}
}

func (o *other) kill() {
	o.cmd.Process.Kill()
	o.cmd.Wait()
}

// copyProgram puts a program where every user can run it.
func copyProgram(t *testing.T, program string) string {
	t.Helper()
	b, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(testdb.Folder(t), "program")
	if err := os.WriteFile(path, b, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// nobody is the user that root gives way to; as an ordinary user we are one already.
func nobody(t *testing.T) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	uid, errU := strconv.Atoi(u.Uid)
	gid, errG := strconv.Atoi(u.Gid)
	if errU != nil || errG != nil {
		t.Fatal(errU, errG)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// start starts or joins a server that is closed when the test ends.
func start(t *testing.T, o pglocal.Options) *pglocal.Server {
	t.Helper()
	s, err := pglocal.Start(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeServer(t, s) })
	return s
}

func closeServer(t *testing.T, s *pglocal.Server) {
	t.Helper()
	if err := s.Close(context.Background()); err != nil {
		t.Error(err)
	}
}

// query returns the one value of a query, as text.
func query(t *testing.T, dsn, sql string) string {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	var value string
	if err := c.QueryRow(ctx, sql).Scan(&value); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return value
}

func execute(t *testing.T, dsn, sql string) {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	if _, err := c.Exec(ctx, sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// servers lists the processes that serve a data folder or initialise it, by their command lines.
func servers(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	for _, line := range commandLines(t) {
		if strings.Contains(line, " -D "+dir+"/") {
			found = append(found, line)
		}
	}
	return found
}

// commandLines are those of all processes: from /proc, or from ps where there is none.
func commandLines(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		out, err := exec.Command("ps", "-axww", "-o", "args=").Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(string(out), "\n")
	}
	var lines []string
	for _, file := range files {
		if b, err := os.ReadFile(file); err == nil { // It may have ended meanwhile.
			lines = append(lines, strings.ReplaceAll(string(b), "\x00", " "))
		}
	}
	return lines
}

// eventually waits for what other processes do in their own time.
func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within a minute", what)
		}
	}
}
