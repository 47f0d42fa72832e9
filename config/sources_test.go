package config

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestLaterSourcesWin(t *testing.T) {
	dir := alone(t)
	path := write(t, filepath.Join(dir, "f.yaml"), `
load:
  loaders: 3
  group: 007
  batch_rows: 20
input:
  settle: 2d
`)
	t.Setenv("JDBCLOG_LOAD_LOADERS", "4")
	t.Setenv("JDBCLOG_LOAD_BATCH_ROWS", "30")
	c, err := Load(path, map[string]string{"load.loaders": "5"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []Setting{
		{"load.loaders", "5", "--loaders"},
		{"load.batch_rows", "30", "JDBCLOG_LOAD_BATCH_ROWS"},
		{"load.group", "007", path + ":4"},
		{"input.settle", "2d", path + ":7"},
		{"load.schema", "full", "default"},
	} {
		if !slices.Contains(c.Settings(), want) {
			t.Errorf("%v is missing in %v", want, c.Settings())
		}
	}
	if c.Load.Loaders != 5 || c.Load.BatchRows != 30 || c.Load.Group != "007" || c.Input.Settle != 48*time.Hour {
		t.Errorf("%+v", c)
	}
}

// TestEverySettingHasItsVariableAndFlag sets each key from each source.
func TestEverySettingHasItsVariableAndFlag(t *testing.T) {
	alone(t)
	flags := map[string]bool{}
	for _, k := range Keys() {
		t.Setenv(k.Env(), "\x01")
		c, err := Load("", nil)
		if got := c.Source(k.Name); got != k.Env() {
			t.Errorf("%s comes from %s, want %s", k.Name, got, k.Env())
		}
		if err != nil && !strings.HasSuffix(err.Error(), "("+k.Env()+")") {
			t.Errorf("%s: %v", k.Name, err)
		}
		t.Setenv(k.Env(), "")
		long, letter := k.FlagName()
		for _, name := range []string{long, letter} {
			if k.Name == "report.systems" {
				name = "" // its flag is that of load.system, and no command has both
			}
			if name != "" && flags[name] {
				t.Errorf("flag %s is there twice", name)
			}
			flags[name] = true
		}
		if c, err := Load("", map[string]string{k.Name: k.Default}); err != nil || c.Source(k.Name) != "--"+long {
			t.Errorf("%s: comes from %s, %v", k.Name, c.Source(k.Name), err)
		}
	}
}

func TestComplaintsOfAllSourcesComeAtOnce(t *testing.T) {
	dir := alone(t)
	path := write(t, filepath.Join(dir, "f.yaml"), "load:\n  tables: temp\n  lodaers: 3\n")
	t.Setenv("JDBCLOG_LOAD_LOADERS", "x")
	t.Setenv("JDBCLOG_DATABSE_DSN", "postgres://u:hunter2@h/db")
	_, err := Load(path, map[string]string{"pipeline.memory": "1kB"})
	want := strings.Join([]string{
		`config: load.lodaers: unknown key, did you mean load.loaders? (` + path + `:3)`,
		`config: pipeline.memory: 1kB is not in 16MiB..1TiB (--memory)`,
		`config: load.tables: "temp" is not one of logged, unlogged (` + path + `:2)`,
		`config: load.loaders: "x" is not a whole number or auto (JDBCLOG_LOAD_LOADERS)`,
		`config: JDBCLOG_DATABSE_DSN: unknown variable, did you mean JDBCLOG_DATABASE_DSN?`,
	}, "\n")
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestVariablesOfOthersAreLeftAlone(t *testing.T) {
	alone(t)
	t.Setenv("JDBCLOG_PORT", "tcp://10.0.0.1:80") // as a cluster does for a service called jdbclog
	t.Setenv("JDBCLOG_SERVICE_HOST", "10.0.0.1")
	t.Setenv("JDBCLOG_TEST_DSN", "host=/tmp")
	if _, err := Load("", nil); err != nil {
		t.Error(err)
	}
}

func TestTheNearestFileIsRead(t *testing.T) {
	dir := alone(t)
	t.Chdir(dir)
	group := func(flag string) string {
		t.Helper()
		c, err := Load(flag, nil)
		if err != nil {
			t.Fatal(err)
		}
		return c.Load.Group
	}
	if got := group(""); got != "" {
		t.Errorf("no file: %q", got)
	}
	write(t, filepath.Join(dir, "etc", FileName), "load: {group: loose}")
	if got := group(""); got != "loose" {
		t.Errorf("configuration folder: %q", got)
	}
	write(t, filepath.Join(dir, "etc", "jdbclog", FileName), "load: {group: user}")
	if got := group(""); got != "user" {
		t.Errorf("own folder under it: %q", got)
	}
	write(t, filepath.Join(dir, FileName), "load: {group: here}")
	if got := group(""); got != "here" {
		t.Errorf("working folder: %q", got)
	}
	t.Setenv(EnvConfig, write(t, filepath.Join(dir, "env.yaml"), "load: {group: env}"))
	if got := group(""); got != "env" {
		t.Errorf("environment: %q", got)
	}
	if got := group(write(t, filepath.Join(dir, "flag.yaml"), "load: {group: flag}")); got != "flag" {
		t.Errorf("flag: %q", got)
	}
}

func TestSchemesAndTemplatesAreRead(t *testing.T) {
	dir := alone(t)
	path := write(t, filepath.Join(dir, "f.yaml"), `
schemes:
  nightly: &n {base: 9, insert: copy, commit: async, tables: logged, indexes: after, batch_rows: 500, loaders: 3}
  daily: *n
templates:
  shop:
    start: '^(?P<time>\S+) (?P<sql>.*)$'
    continuation: '^ (?P<sql>.*)$'
    end: ^$
    fields: {thread: main, connection: "1"}
    samples:
      - |
        10:00:00 select 1
         from dual
`)
	c, err := Load(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	scheme := Scheme{"9", "copy", "async", "logged", "after", 500, 3}
	if c.Schemes["nightly"] != scheme || c.Schemes["daily"] != scheme || len(c.Schemes) != 2 {
		t.Errorf("%+v", c.Schemes)
	}
	s := c.Templates["shop"]
	if s.Start != `^(?P<time>\S+) (?P<sql>.*)$` || s.Continuation != `^ (?P<sql>.*)$` || s.End != "^$" ||
		len(s.Fields) != 2 || s.Fields["thread"] != "main" || s.Fields["connection"] != "1" ||
		!slices.Equal(s.Samples, []string{"10:00:00 select 1\n from dual\n"}) {
		t.Errorf("%+v", s)
	}
	for _, want := range []Setting{
		{"schemes.nightly.insert", "copy", path + ":3"},
		{"templates.shop.end", "^$", path + ":9"},
		{"templates.shop.fields", "connection=1 thread=main", path + ":10"},
	} {
		if !slices.Contains(c.Settings(), want) {
			t.Errorf("%v is missing in %v", want, c.Settings())
		}
	}
}

func TestListsComeFromEverySource(t *testing.T) {
	dir := alone(t)
	path := write(t, filepath.Join(dir, "f.yaml"), "load:\n  system: ['~/crm/ -> CRM', other]\n")
	check := func(c Config, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if a, b := c.Load.System.For("logs/crm/a.log"), c.Load.System.For("a.log"); a != "CRM" || b != "other" {
			t.Errorf("%q %q", a, b)
		}
	}
	check(Load(path, nil))
	check(Load("", map[string]string{"load.system": "~/crm/ -> CRM\nother"}))
	t.Setenv("JDBCLOG_LOAD_SYSTEM", "~/crm/ -> CRM\nother")
	check(Load("", nil))
}

func TestValidateFindsWhatCodeSetWrong(t *testing.T) {
	c := Default()
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	c.Load.Loaders, c.Load.Tables, c.Pipeline.Memory = -1, "temp", 1
	err := c.Validate()
	want := []string{
		"config: pipeline.memory: 1B is not in 16MiB..1TiB",
		`config: load.tables: "temp" is not one of logged, unlogged`,
		"config: load.loaders: -1 is not in 1..64",
		"config: pipeline.chunk: is more than a quarter of pipeline.memory",
	}
	if err == nil || err.Error() != strings.Join(want, "\n") {
		t.Errorf("got %v", err)
	}
	if _, joined := err.(interface{ Unwrap() []error }); !joined || errors.Unwrap(err) != nil {
		t.Errorf("is not joined: %T", err)
	}
}

func TestNoPasswordIsShown(t *testing.T) {
	alone(t)
	t.Setenv("JDBCLOG_DATABASE_DSN", "postgres://app:hunter2@db.example/logs?sslmode=require")
	c, err := Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	want := Setting{"database.dsn", "postgres://app:****@db.example/logs?sslmode=require", "JDBCLOG_DATABASE_DSN"}
	if !slices.Contains(c.Settings(), want) {
		t.Errorf("%v is missing in %v", want, c.Settings())
	}
}
