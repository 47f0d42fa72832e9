package pglocal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"

	embeddedpostgres "github.com/fergusstrange/embedded-postgres"
	"go.uber.org/zap"
)

// findBinaries finds the binaries for the data folder, those of the version that made it if there are several, and fetches
// some if there are none.
func (h *home) findBinaries(ctx context.Context, o Options, log *zap.Logger) (Binaries, error) {
	major, err := h.major()
	if err != nil {
		return Binaries{}, err
	}
	b, err := findBinaries(ctx, o.BinDir, major, h.who, h.dir)
	if errors.Is(err, ErrNoBinaries) {
		return h.fetchBinaries(ctx, major, o.Repository, log)
	}
	return b, err
}

// fetchBinaries fetches the binaries of a major version, the newest if it is empty, unless they were fetched before.
func (h *home) fetchBinaries(ctx context.Context, major, repository string, log *zap.Logger) (Binaries, error) {
	version := embeddedpostgres.V18
	if major != "" {
		known := []embeddedpostgres.PostgresVersion{embeddedpostgres.V18, embeddedpostgres.V17, embeddedpostgres.V16,
			embeddedpostgres.V15, embeddedpostgres.V14, embeddedpostgres.V13}
		i := slices.IndexFunc(known, func(v embeddedpostgres.PostgresVersion) bool { return majorOf(string(v)) == major })
		if i < 0 {
			return Binaries{}, fmt.Errorf("%w; the data folder %s needs version %s", ErrNoBinaries, h.dir, major)
		}
		version = known[i]
	}
	dir := h.path("postgresql-" + string(version))
	if b, err := findBinaries(ctx, filepath.Join(dir, "bin"), major, h.who, h.dir); err == nil {
		return b, nil
	}
	log.Info("fetching PostgreSQL's binaries", zap.String("version", string(version)))
	if err := h.fetch(ctx, dir, version, repository); err != nil {
		return Binaries{}, fmt.Errorf("%w; fetching them did not work: %w", ErrNoBinaries, err)
	}
	return findBinaries(ctx, filepath.Join(dir, "bin"), major, h.who, h.dir)
}

// fetch downloads the binaries into dir/bin, dir/lib and dir/share.
//
// embedded-postgres offers no download by itself, only a server that it fetches, initialises and starts on a TCP port. It
// is given a data folder with nothing but the version in it, which it takes for initialised and no PostgreSQL can start
// from: so it ends once the binaries are there, and no server of its own ever runs.
func (h *home) fetch(ctx context.Context, dir string, version embeddedpostgres.PostgresVersion, repository string) error {
	tmp, err := os.MkdirTemp(h.dir, temporary)
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	data := filepath.Join(tmp, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(data, "PG_VERSION"), []byte(majorOf(string(version))+"\n"), 0o600); err != nil {
		return err
	}
	tcp, err := freePort()
	if err != nil {
		return err
	}
	config := embeddedpostgres.DefaultConfig().Version(version).Port(tcp).Logger(io.Discard).
		CachePath(filepath.Join(tmp, "cache")).RuntimePath(filepath.Join(tmp, "run")).DataPath(data).
		BinariesPath(filepath.Join(tmp, "postgresql"))
	if repository != "" {
		config = config.BinaryRepositoryURL(repository)
	}
	ended := make(chan error, 1)
	go func() { ended <- embeddedpostgres.NewDatabase(config).Start() }() // It knows no context.
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case err = <-ended:
	}
	if !executable(filepath.Join(tmp, "postgresql", "bin", "postgres")) {
		if err == nil {
			err = errors.New("the archive holds no postgres")
		}
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.Chmod(filepath.Join(tmp, "postgresql"), 0o755); err != nil {
		return err
	}
	return os.Rename(filepath.Join(tmp, "postgresql"), dir)
}

// freePort is a TCP port that embedded-postgres finds free; nothing will listen on it.
func freePort() (uint32, error) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return uint32(l.Addr().(*net.TCPAddr).Port), nil
}
