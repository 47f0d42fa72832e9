package compare

import (
	"bufio"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// machine describes where this runs, as far as the system tells.
func machine() Machine {
	m := Machine{CPUs: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH}
	each("/proc/cpuinfo", func(line string) bool {
		name, value, _ := strings.Cut(line, ":")
		if strings.TrimSpace(name) == "model name" {
			m.CPU = strings.TrimSpace(value)
		}
		return m.CPU == ""
	})
	each("/proc/meminfo", func(line string) bool {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "MemTotal:" {
			kb, _ := strconv.ParseInt(f[1], 10, 64)
			m.MemoryMB = kb / 1024
		}
		return m.MemoryMB == 0
	})
	return m
}

// each calls f with the lines of a file until it returns false.
func each(path string, f func(line string) bool) {
	file, err := os.Open(path)
	if err != nil {
		return
	}
	defer file.Close()
	for s := bufio.NewScanner(file); s.Scan() && f(s.Text()); {
	}
}

// clientCPU is what this process has used, in seconds.
func clientCPU() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}

// ticks is the kernel's clock in /proc, which Linux shows to programs as 100 Hz
// on every machine (proc(5), USER_HZ).
const ticks = 100

// process is a line of /proc/PID/stat.
type process struct {
	name        string
	parent      int
	own, ofDead float64 // CPU seconds: its own, and of children that have ended
	known       bool
}

func readProcess(pid int) process {
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return process{}
	}
	text := string(data)
	open, shut := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
	if open < 0 || shut < open {
		return process{}
	}
	f := strings.Fields(text[shut+1:])
	if len(f) < 15 {
		return process{}
	}
	n := func(i int) float64 { v, _ := strconv.ParseFloat(f[i], 64); return v }
	return process{name: text[open+1 : shut], parent: int(n(1)), own: (n(11) + n(12)) / ticks, ofDead: (n(13) + n(14)) / ticks, known: true}
}

// postmaster finds the server's main process by one of its back-ends, if that
// runs on this machine; 0 if not.
func postmaster(backend int) int {
	b := readProcess(backend)
	if !b.known || !strings.Contains(b.name, "postgres") {
		return 0
	}
	if p := readProcess(b.parent); !p.known || !strings.Contains(p.name, "postgres") {
		return 0
	}
	return b.parent
}

// serverCPU is what a server and all its processes have used, in seconds: those
// that have ended are counted to their parent.
func serverCPU(main int) float64 {
	if main == 0 {
		return 0
	}
	p := readProcess(main)
	sum := p.own + p.ofDead
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			if c := readProcess(pid); c.parent == main {
				sum += c.own
			}
		}
	}
	return sum
}

// diskState is a line of /proc/diskstats (Documentation/admin-guide/iostats.rst).
type diskState struct {
	device         string
	read, written  int64 // sectors of 512 bytes
	busy, weighted int64 // milliseconds
	at             time.Time
}

// disk reads the state of the device that holds path; ok is false where that
// cannot be told.
func disk(path string) (d diskState, ok bool) {
	var st syscall.Stat_t
	if path == "" || syscall.Stat(path, &st) != nil {
		return d, false
	}
	major, minor := uint64(st.Dev)>>8&0xfff|uint64(st.Dev)>>32&^0xfff, uint64(st.Dev)&0xff|uint64(st.Dev)>>12&^0xff
	each("/proc/diskstats", func(line string) bool {
		f := strings.Fields(line)
		if len(f) < 14 || f[0] != strconv.FormatUint(major, 10) || f[1] != strconv.FormatUint(minor, 10) {
			return true
		}
		n := func(i int) int64 { v, _ := strconv.ParseInt(f[i], 10, 64); return v }
		d = diskState{f[2], n(5), n(9), n(12), n(13), time.Now()}
		ok = true
		return false
	})
	return d, ok
}

// until is what the disk did between two states.
func (a diskState) until(b diskState) *Disk {
	s := b.at.Sub(a.at).Seconds()
	if a.device == "" || a.device != b.device || s <= 0 {
		return nil
	}
	mb := func(sectors int64) float64 { return float64(sectors) * 512 / 1e6 }
	return &Disk{Device: a.device, WrittenMB: mb(b.written - a.written), ReadMB: mb(b.read - a.read), WriteRate: mb(b.written-a.written) / s,
		Queue: float64(b.weighted-a.weighted) / 1000 / s, Busy: min(1, float64(b.busy-a.busy)/1000/s)}
}
