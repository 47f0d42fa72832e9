package config

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// alone frees a test from the settings of whoever runs it: no JDBCLOG_
// variables, an empty configuration folder. It returns an empty folder.
func alone(t *testing.T) (dir string) {
	t.Helper()
	for _, e := range os.Environ() {
		if name, _, _ := strings.Cut(e, "="); strings.HasPrefix(name, envPrefix) {
			t.Setenv(name, "")
		}
	}
	dir = t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "etc"))
	return dir
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestEachWayToBeWrongHasItsMessage holds every testdata/*.bad.yaml against
// its complaints; FILE stands for the file's path.
func TestEachWayToBeWrongHasItsMessage(t *testing.T) {
	alone(t)
	want := map[string][]string{
		"a-fraction": {`config: load.loaders: "2.5" is not a whole number or auto (FILE:2)`},
		"a-key-that-is-no-name": {
			`config: FILE:1: has a key that is no name`,
			`config: load: has a key that is no name (FILE:3)`,
			`config: load: has a key that is no name (FILE:5)`,
		},
		"a-list":                {`config: FILE:1: is a list, not sections of keys`},
		"a-log":                 {`config: FILE:1: is a value, not sections of keys`},
		"a-long-word":           {`config: load.too_long: "cut the value short ..." is not one of truncate, reject (FILE:2)`},
		"binary":                {`config: FILE: is not YAML: control characters are not allowed`},
		"chunk-over-memory":     {`config: pipeline.chunk: is more than a quarter of pipeline.memory (FILE:3)`},
		"duration-without-unit": {`config: input.settle: "60" lacks a unit, such as 60s (FILE:2)`},
		"everything-at-once": {
			`config: load.shema: unknown key, did you mean load.schema? (FILE:3)`,
			`config: database.dsn: is a list, not a value (FILE:7)`,
			`config: input.mask: "all" is not one of none, literals (FILE:5)`,
			`config: load.loaders: 0 is not in 1..64 (FILE:2)`,
		},
		"far-out-of-range":       {`config: load.loaders: "99999999999999999999" is not in 1..64 (FILE:2)`},
		"flag-for-key":           {`config: load.batch-rows: unknown key, did you mean load.batch_rows? (FILE:2)`},
		"key-of-another-section": {`config: pipeline.loaders: unknown key, did you mean load.loaders? (FILE:2)`},
		"key-without-section":    {`config: dsn: unknown key, did you mean database.dsn? (FILE:1)`},
		"not-a-bool":             {`config: load.reload: "maybe" is not true or false (FILE:2)`},
		"not-a-date":             {`config: input.date: "31.01.2024" is not a date like 2024-01-31 (FILE:2)`},
		"not-a-duration":         {`config: input.settle: "soon" is not a duration like 60s, 1h30m or 2d (FILE:2)`},
		"not-a-limit":            {`config: load.max_rejects: "120%" is not a limit like 1000, 5% or none (FILE:2)`},
		"not-a-number":           {`config: load.loaders: "many" is not a whole number or auto (FILE:2)`},
		"not-a-pattern":          {`config: load.system: is not a regular expression: missing closing ) (FILE:2)`},
		"not-a-port":             {`config: load.port: "http" is not a port in 1..65535 or a ~REGEXP on the path (FILE:2)`},
		"not-a-size":             {`config: input.max_record: "big" is not a size like 64MiB, 500kB or 1GiB (FILE:2)`},
		"not-a-time":             {`config: input.since: "a while ago" is not a time like 2024-01-31, 2024-01-31 10:00, 2h, 2d or yesterday (FILE:2)`},
		"not-a-zone":             {`config: input.timezone: "Mars/Olympus" is not a time zone like Asia/Shanghai, UTC, +08:00 or local (FILE:2)`},
		"not-an-identifier":      {`config: load.ledger_prefix: "My-Ledger" is not a name of at most 40 of a-z, 0-9 and _ (FILE:2)`},
		"not-one-of":             {`config: load.commit: "synch" is not one of sync, async, did you mean sync? (FILE:2)`},
		"not-yaml":               {`config: FILE:1: is not YAML: did not find expected ',' or ']'`},
		"out-of-range":           {`config: load.loaders: 0 is not in 1..64 (FILE:2)`},
		"quiet-and-verbose":      {`config: log.quiet: contradicts log.verbose (FILE:2)`},
		"scheme-name":            {`config: schemes: "Nightly" is not a name of a-z, 0-9, _ and -, a letter first (FILE:2)`},
		"scheme-unknown-key":     {`config: schemes.nightly.inserts: unknown key, did you mean insert? (FILE:3)`},
		"scheme-values": {
			`config: schemes.nightly.loaders: 65 is not in 1..64 (FILE:3)`,
			`config: schemes.nightly.tables: "temp" is not one of logged, unlogged (FILE:4)`,
		},
		"schemes-is-list":            {`config: schemes: is a list, not keys with values (FILE:1)`},
		"section-is-value":           {`config: load: is a value, not keys with values (FILE:1)`},
		"section-twice":              {`config: load: stands twice, first in line 1 (FILE:3)`},
		"size-out-of-range":          {`config: input.max_record: 1B is not in 1KiB..1GiB (FILE:2)`},
		"tabs":                       {`config: FILE:2: is not YAML: found character that cannot start any token`},
		"template-of-another-format": {`config: input.format_template: is for format p6spy, and input.format names another (FILE:3)`},
		"template-pattern":           {`config: templates.shop.start: is not a regular expression: invalid named capture (FILE:3)`},
		"template-unknown-key": {
			`config: templates.shop.sample: unknown key, did you mean samples? (FILE:4)`,
			`config: templates.shop.samples: is a value, not a list (FILE:5)`,
		},
		"template-without-start": {`config: templates.shop: has no start (FILE:2)`},
		"twice":                  {`config: load.loaders: stands twice, first in line 2 (FILE:3)`},
		"twice-two-ways":         {`config: load.loaders: stands twice, first in FILE:1 (FILE:3)`},
		"two-documents":          {`config: FILE:3: begins a second document`},
		"unknown-key":            {`config: load.loadrs: unknown key, did you mean load.loaders? (FILE:2)`},
		"unknown-key-far":        {`config: load.zzz: unknown key; load has scheme, insert, commit, tables, indexes, batch_rows, commit_rows, loaders, group, system, ip, port, schema, too_long, max_rejects, rejects_file, reload, dry_run, ledger_prefix, maintenance_work_mem, index_workers (FILE:2)`},
		"unknown-section":        {`config: lod: unknown key, did you mean load? (FILE:1)`},
		"unknown-section-far":    {`config: zzzzzz: unknown key; sections are input, pipeline, load, report, database, log, output, schemes, templates (FILE:1)`},
		"until-before-since":     {`config: input.until: is not after input.since (FILE:3)`},
		"value-is-list":          {`config: load.loaders: is a list, not a value (FILE:2)`},
		"value-is-section":       {`config: load.loaders: is a section, not a value (FILE:3)`},
	}
	files, err := filepath.Glob("testdata/*.bad.yaml")
	if err != nil || len(files) != len(want) {
		t.Fatalf("%d files for %d messages, %v", len(files), len(want), err)
	}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".bad.yaml")
		_, err := Load(path, nil)
		if err == nil {
			t.Errorf("%s: was taken", name)
			continue
		}
		got := strings.ReplaceAll(err.Error(), path, "FILE")
		if got != strings.Join(want[name], "\n") {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, strings.Join(want[name], "\nwant "))
		}
	}
}

func TestWhatIsNoFileIsRefused(t *testing.T) {
	dir := alone(t)
	big := write(t, filepath.Join(dir, "big.yaml"), strings.Repeat("# no configuration is that long\n", 40_000))
	loop := filepath.Join(dir, "loop.yaml")
	if err := os.Symlink(loop, loop); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "none.yaml"):  "no such file or directory",
		dir:                              "is a directory",
		filepath.Join(big, "under.yaml"): "not a directory",
		loop:                             "too many levels of symbolic links",
		big:                              "is larger than 1MiB",
	} {
		_, err := Load(path, nil)
		if want := "config: " + path + ": " + want; err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

func TestComplaintsAboutOneFileAreBounded(t *testing.T) {
	path := write(t, filepath.Join(alone(t), "f.yaml"), strings.Repeat("load: 1\n", 1000))
	_, err := Load(path, nil)
	if n := strings.Count(err.Error(), "\n"); n != maxComplaints || !strings.HasSuffix(err.Error(), path+": 980 more complaints") {
		t.Errorf("%d complaints: %v", n, err)
	}
}

func TestAnUnreadableDefaultFileIsNotSkipped(t *testing.T) {
	t.Chdir(alone(t))
	if err := os.Mkdir(FileName, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Load("", nil); err == nil || err.Error() != "config: jdbclog.yaml: is a directory" {
		t.Error("got", err)
	}
}

func TestFilesThatSetNothingAreTaken(t *testing.T) {
	dir := alone(t)
	for _, text := range []string{"", "\n\n", "# comment\n", "---\n", "null\n", "load:\n", "load:\n  loaders:\n", "{}", "\ufeff# with a byte order mark\n", "schemes:\n", Example()} {
		path := write(t, filepath.Join(dir, "f.yaml"), text)
		c, err := Load(path, nil)
		if err != nil {
			t.Errorf("%.20q: %v", text, err)
		}
		for _, s := range c.Settings() {
			if s.Source != "default" {
				t.Errorf("%.20q: %s comes from %s", text, s.Key, s.Source)
			}
		}
	}
}

func TestTheExampleShowsEveryDefault(t *testing.T) {
	dir := alone(t)
	text := regexp.MustCompile(`(?m)^  #([a-z]|  )`).ReplaceAllString(Example(), "  $1")
	c, err := Load(write(t, filepath.Join(dir, "f.yaml"), text), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Schemes) != 1 || len(c.Templates) != 1 {
		t.Errorf("%d schemes, %d templates", len(c.Schemes), len(c.Templates))
	}
	d := Default()
	for _, k := range Keys() {
		if k.Text(c) != k.Text(d) {
			t.Errorf("%s: %q is not the default %q", k.Name, k.Text(c), k.Text(d))
		}
		if c.Source(k.Name) == "default" {
			t.Errorf("%s: is not set", k.Name)
		}
	}
}

// FuzzAnyTextIsTakenApart: whatever a file holds, there is no panic, and every
// complaint is one line.
func FuzzAnyTextIsTakenApart(f *testing.F) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(Example()))
	f.Add([]byte("a: &a [*a]\nload: {<<: *a}\nschemes: &s {x: *s}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		_, errs := dissect("f.yaml", text)
		for _, err := range errs {
			if !strings.HasPrefix(err.Error(), "config: ") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q", err)
			}
		}
	})
}
