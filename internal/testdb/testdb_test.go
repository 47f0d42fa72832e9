package testdb

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestMain(m *testing.M) { Main(m) }

func TestEveryTestHasASchemaOfItsOwn(t *testing.T) {
	ctx := t.Context()
	a, b := New(t), New(t)
	for _, db := range []*DB{a, b} {
		if _, err := db.Pool.Exec(ctx, "create table t (n int)"); err != nil {
			t.Fatal(err)
		}
		c, err := pgx.Connect(ctx, db.DSN)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close(ctx)
		var schema string
		if err := c.QueryRow(ctx, "select relnamespace::regnamespace from pg_class where oid = 't'::regclass").Scan(&schema); err != nil {
			t.Fatal(err)
		}
		if schema != db.Schema {
			t.Errorf("the table is in %s, want %s", schema, db.Schema)
		}
	}
}

func TestSchemasAreDroppedAtTheEnd(t *testing.T) {
	var inner *DB
	t.Run("inner", func(t *testing.T) {
		inner = New(t)
		if _, err := inner.Pool.Exec(t.Context(), "create table t (n int)"); err != nil {
			t.Fatal(err)
		}
	})
	var there bool
	err := New(t).Pool.QueryRow(t.Context(), "select exists (select from pg_namespace where nspname = $1)", inner.Schema).Scan(&there)
	if err != nil {
		t.Fatal(err)
	}
	if there {
		t.Errorf("schema %s is still there", inner.Schema)
	}
}

func TestNamesNeedNoQuoting(t *testing.T) {
	plain := regexp.MustCompile(`^[a-z_][a-z0-9_]{0,62}$`)
	for _, name := range []string{"TestX", "TestÜber/a=b,c", strings.Repeat("Long", 50), ""} {
		if got := schemaName(name); !plain.MatchString(got) {
			t.Errorf("%q is named %q", name, got)
		}
	}
}

func TestSearchPathIsAddedToEveryKindOfDSN(t *testing.T) {
	for _, dsn := range []string{
		"postgres://u@/d?host=/tmp",
		"postgresql://u:p%40w@localhost:5433/d?options=-c%20work_mem%3D8MB&sslmode=disable",
		"host=/tmp user=u",
		"host=/tmp user=u options='-c work_mem=8MB'",
	} {
		got, err := withSearchPath(dsn, "s")
		if err != nil {
			t.Fatal(err)
		}
		config, err := pgx.ParseConfig(got)
		if err != nil {
			t.Fatalf("%s: %v", got, err)
		}
		options := config.RuntimeParams["options"]
		if !strings.HasSuffix(options, "-c search_path=s") || strings.Contains(dsn, "work_mem") != strings.Contains(options, "work_mem=8MB") {
			t.Errorf("%s became %s with options %q", dsn, got, options)
		}
	}
}

func TestAForeignServerIsUsedAsItIs(t *testing.T) {
	db := New(t) // Its DSN now stands for a server that somebody else runs.
	t.Setenv(dsnVariable, db.DSN)
	other := New(t)
	var path string
	if err := other.Pool.QueryRow(context.Background(), "show search_path").Scan(&path); err != nil {
		t.Fatal(err)
	}
	if path != other.Schema {
		t.Errorf("search_path is %s, want %s", path, other.Schema)
	}
}
