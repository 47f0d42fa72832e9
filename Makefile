# Everything starts from a machine with Go, git and make: what else is needed, setup installs.

GO          ?= go
VERSION     ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME    ?= 60s
BENCH       ?= .

# Results that nothing has changed since are good enough, except where nobody has seen them.
TESTFLAGS   := -race -timeout 30m $(if $(CI),-count=1)

.PHONY: build setup setup-browser test lint check demo bench bench-full chaos fuzz clean

build:
	$(GO) build -trimpath -buildvcs=false -ldflags '-X main.version=$(VERSION)' -o bin/jdbclog ./cmd/jdbclog

# PostgreSQL's binaries, and a C compiler, which Go's race detector needs.
setup:
	scripts/setup.sh postgresql cc

# Chromium: tests of the pages look at them in it, and fail without.
setup-browser:
	scripts/setup.sh chromium

test: setup
	$(GO) test $(TESTFLAGS) ./...

lint:
	@unformatted=$$(gofmt -l .); [ -z "$$unformatted" ] || { echo "gofmt would change: $$unformatted" >&2; exit 1; }
	$(GO) mod tidy -diff
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

check: lint test

demo: build
	scripts/setup.sh postgresql
	scripts/demo.sh

# The ratios that claims of speed rest on, then Go benchmarks that benchstat reads.
bench: build
	scripts/setup.sh postgresql
	$(GO) run ./internal/bench -bin bin/jdbclog $(BENCHFLAGS)
	$(GO) test -run '^$$' -bench '$(BENCH)' -cpu 1 -timeout 60m ./parse/... ./schema ./pipeline

# The same with 2 GB of input for memory, and 3 000 000 records.
bench-full:
	$(MAKE) bench BENCHFLAGS=-full

# Runs killed at random moments, twenty times with every scheme; genuine logs by every scheme.
chaos:
	scripts/setup.sh postgresql cc
	JDBCLOG_KILLS=20 $(GO) test -count=1 -timeout 80m -run 'Killed|GenuineLogs' ./cmd/jdbclog

# Every fuzz target in turn; FUZZTIME is each one's.
fuzz:
	scripts/setup.sh postgresql
	GO='$(GO)' scripts/fuzz.sh $(FUZZTIME)

clean:
	rm -rf bin build
