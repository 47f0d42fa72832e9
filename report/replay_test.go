package report

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestScriptsRunWhatTheLogsShow reads a log of all that can and cannot be run again.
func TestScriptsRunWhatTheLogsShow(t *testing.T) {
	s := newSpy()
	for range 3 {
		s.run(1, 5, 1, "select a from b where c = 'it''s; -- x'")
	}
	s.run(1, 9, 1, "select a::text from b where c = 7;")
	s.run(1, 4, 1, "select a from b where d = ?")
	s.run(1, 3, 1, "select a from b where e = ':scale'")
	s.run(1, 2, 1, `select a from b where f = E'\''`)
	s.run(1, 1, 1, "commit")
	r := s.report(t)
	list, left := r.Scripts()
	if len(list) != 2 || left != 4 {
		t.Fatalf("%d scripts, %d left out: %+v", len(list), left, list)
	}
	if x := list[0]; x.Weight != 3 || x.Name != "001-"+r.Statements[0].Digest+".sql" || !strings.HasSuffix(x.Text, "\nselect a from b where c = 'it''s; -- x'\n;\n") {
		t.Errorf("%+v", x)
	}
	if x := list[1]; x.Weight != 1 || !strings.HasSuffix(x.Text, "\nselect a::text from b where c = 7\n;\n") {
		t.Errorf("%+v", x)
	}
	// The command names them as a shell understands it.
	dir := filepath.Join(t.TempDir(), "it's")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "pgbench"), []byte("#!/bin/sh\nprintf '%s\\n' \"$@\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-s", "--", "-T", "1")
	cmd.Stdin = strings.NewReader(ReplayCommand(list, "it's"))
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if want := "-n\n-M\nsimple\n-f\nit's/" + list[0].Name + "@3\n-f\nit's/" + list[1].Name + "@1\n-T\n1\n"; err != nil || string(out) != want {
		t.Errorf("%v: %s, want %s", err, out, want)
	}
}
