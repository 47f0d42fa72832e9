package pglocal

import (
	"context"

	"go.uber.org/zap"
)

// FetchBinaries fetches into a data folder as Start does on a machine without PostgreSQL.
func FetchBinaries(ctx context.Context, dataDir, major, repository string) (Binaries, error) {
	h, err := openHome(dataDir, true)
	if err != nil {
		return Binaries{}, err
	}
	return h.fetchBinaries(ctx, major, repository, zap.NewNop())
}

var (
	MajorOf   = majorOf
	Complaint = complaint
)

const (
	MaxSocketPath = maxSocketPath
	Temporary     = temporary
)
