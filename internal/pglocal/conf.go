package pglocal

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

const (
	mib = 1 << 20
	gib = 1 << 30
)

// settings are those of a server that is mostly loaded into, on this machine.
func (h *home) settings() map[string]string {
	memory := machineMemory()
	s := map[string]string{
		"max_connections": "50",
		// A quarter is PostgreSQL's own advice; loading itself goes through a ring buffer and gains nothing beyond the
		// indexes that it keeps up to date.
		"shared_buffers":       megabytes(clamp(memory/4, 128*mib, 2*gib)),
		"effective_cache_size": megabytes(max(memory/2, 256*mib)),
		"maintenance_work_mem": megabytes(clamp(memory/16, 64*mib, gib)),
		// Checkpoints during a load write the same pages again and again, so they are kept apart as far as the disk allows.
		"max_wal_size":                 megabytes(clamp(freeSpace(h.dir)/10, gib, 8*gib)),
		"checkpoint_timeout":           "30min",
		"checkpoint_completion_target": "0.9",
		"wal_level":                    "replica", // PostgreSQL's default: what users of other servers will see.
		"max_wal_senders":              "0",       // Nobody replicates this server; wal_level = minimal demands it.
		"unix_socket_permissions":      "0700",
		"logging_collector":            "off",
		"log_destination":              "stderr",
		"log_line_prefix":              "%m [%p] ",
		// Statements and rows hold personal data: they stay out of the server's log.
		"log_min_error_statement": "panic",
		"log_error_verbosity":     "terse",
		"lc_messages":             "C",
	}
	// Containers often get 64 MB of shared memory, which a parallel query exhausts.
	if free := freeSpace("/dev/shm"); free > 0 && free < gib {
		s["dynamic_shared_memory_type"] = "mmap"
	}
	return s
}

// extraMark separates our settings from those a user of the server asked for.
const extraMark = "# Asked for at this start:\n"

// conf is the server's configuration file: what initdb found out about the machine, ours, and the extra ones. The last
// one counts.
func (h *home) conf(extra map[string]string) []byte {
	return []byte("# Written by jdbclog at each start of the server; changes belong into the included file.\n" +
		"include " + confQuote(filepath.Join(h.pgdata(), "postgresql.conf")) + "\n" +
		confLines(h.settings()) + extraMark + confLines(extra))
}

// hasSettings tells whether the server that runs was started with these extra settings. Ours depend on the machine, whose
// disk is never as full as a moment ago, and do not count.
func (h *home) hasSettings(extra map[string]string) bool {
	b, err := os.ReadFile(h.path("server.conf"))
	_, asked, found := strings.Cut(string(b), extraMark)
	return err == nil && found && asked == confLines(extra)
}

func confLines(settings map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		fmt.Fprintf(&b, "%s = %s\n", name, confQuote(settings[name]))
	}
	return b.String()
}

func confQuote(s string) string {
	return "'" + strings.NewReplacer("'", "''", `\`, `\\`, "\n", `\n`).Replace(s) + "'"
}

// machineMemory is what this process may use: the machine's memory, or less if its control group has less. Where
// neither can be read it is 4 GiB.
func machineMemory() int64 {
	memory := int64(4 * gib)
	if b, err := os.ReadFile("/proc/meminfo"); err == nil {
		for line := range strings.Lines(string(b)) {
			if f := strings.Fields(line); len(f) >= 2 && f[0] == "MemTotal:" {
				if kb, err := strconv.ParseInt(f[1], 10, 64); err == nil {
					memory = kb << 10
				}
			}
		}
	}
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if b, err := os.ReadFile(file); err == nil {
			if n, err := strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64); err == nil && n > 0 { // Not "max".
				memory = min(memory, n)
			}
		}
	}
	return memory
}

// freeSpace is what is free for us on the disk of a folder, in bytes; 0 if that is unknown.
func freeSpace(dir string) int64 {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return 0
	}
	return int64(fs.Bavail) * int64(fs.Bsize)
}

func clamp(n, low, high int64) int64 { return max(low, min(n, high)) }
func megabytes(n int64) string       { return strconv.FormatInt(n/mib, 10) + "MB" }
