package testdb

import (
	"crypto/rand"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// schemaName is a name that nobody has, that needs no quoting and that says which test it belongs to.
func schemaName(test string) string {
	name := []byte("test_")
	for _, c := range []byte(strings.ToLower(test)) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			c = '_'
		}
		name = append(name, c)
	}
	// An identifier has at most 63 bytes.
	return string(name[:min(len(name), 48)]) + "_" + strings.ToLower(rand.Text()[:10])
}

// withSearchPath returns dsn with an option that libpq and pgx both know.
func withSearchPath(dsn, schema string) (string, error) {
	config, err := pgconn.ParseConfig(dsn)
	if err != nil {
		return "", err
	}
	options := strings.TrimSpace(config.RuntimeParams["options"] + " -c search_path=" + schema)
	if !strings.HasPrefix(dsn, "postgres://") && !strings.HasPrefix(dsn, "postgresql://") {
		return dsn + " options='" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(options) + "'", nil
	}
	u, err := url.Parse(dsn)
	if err != nil {
		return "", err
	}
	q := u.Query()
	q.Set("options", options)
	u.RawQuery = strings.ReplaceAll(q.Encode(), "+", "%20") // libpq takes a plus as a plus.
	return u.String(), nil
}
