package pipeline

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
)

// An input that never goes on must not keep a run that is told to stop, and
// what came of it must not look like the whole of it.
func TestInputThatNeverComesDoesNotKeepARun(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	text, _ := lines(3)
	for _, input := range []string{Stdin, fifo} {
		for _, begun := range []string{"", text} {
			stop := errors.New("stop")
			ctx, cancel := context.WithCancelCause(t.Context())
			read, write, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			write.WriteString(begun)
			s := &memSink{}
			j := testJob(s, input)
			j.Stdin = signalling{read, func() { cancel(stop) }}
			if input == fifo {
				cancel(stop)
			}
			if rep, err := Run(ctx, j); !errors.Is(err, stop) || len(rep.Problems) > 0 {
				t.Errorf("%s after %q: %v, %v", input, begun, err, rep.Problems)
			}
			write.Close()
			read.Close()
		}
	}
}

// signalling calls before each read from r.
type signalling struct {
	r      io.Reader
	before func()
}

func (s signalling) Read(p []byte) (int, error) { s.before(); return s.r.Read(p) }

func TestStreamGivesWhatItsReaderGives(t *testing.T) {
	text := strings.Repeat("0123456789", 20_000)
	if err := iotest.TestReader(newStream(t.Context(), strings.NewReader(text)), []byte(text)); err != nil {
		t.Error(err)
	}
	boom := errors.New("boom")
	got, err := io.ReadAll(newStream(t.Context(), iotest.DataErrReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(boom)))))
	if string(got) != text || !errors.Is(err, boom) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

func TestNamesInMessagesStayOnTheirLine(t *testing.T) {
	for path, want := range map[string]string{
		"a b-日志.log": "a b-日志.log", "a\nb": `"a\nb"`, "a\x1b[31m": `"a\x1b[31m"`, "a\xff": `"a\xff"`,
	} {
		if got := Shown(path); got != want {
			t.Errorf("%q: %s", path, got)
		}
	}
}

func TestLinkToNothingIsNoPath(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("nowhere", link); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Expand([]string{link}); err == nil || err.Error() != link+": links to what does not exist" {
		t.Errorf("got %v", err)
	}
}

func TestLinkedFolderThatIsNamedIsWalked(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.WriteFile(filepath.Join(dir, "a.log"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{link, link + "/", link[:len(link)-1] + "*"} {
		files, problems, err := Expand([]string{path})
		if err != nil || len(problems) > 0 || len(files) != 1 || files[0] != filepath.Join(link, "a.log") {
			t.Errorf("%s: %q, %v, %v", path, files, problems, err)
		}
	}
}
