package report

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"jdbclog/parse/sqltext"
)

// truth is what the program that wrote a scaled log had done.
type truth struct {
	Statements int64 `json:"total_statements"`
	Commits    int64 `json:"commits"`
	Rollbacks  int64 `json:"rollbacks"`
	PerSQL     []struct {
		SQL   string `json:"sql"`
		Count int64  `json:"count"`
		Rows  int64  `json:"rows"`
	} `json:"per_sql"`
	PerThread map[string]struct {
		Statements int64 `json:"statements"`
	} `json:"per_thread"`
}

func unpacked(t *testing.T, path string) *zstd.Decoder {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	z, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(z.Close)
	return z
}

func readTruth(t *testing.T, path string) (tr truth, byDigest map[string]*sums) {
	t.Helper()
	if err := json.NewDecoder(unpacked(t, path)).Decode(&tr); err != nil {
		t.Fatal(err)
	}
	norm := sqltext.NewNormalizer(1 << 20)
	byDigest = map[string]*sums{}
	for _, s := range tr.PerSQL {
		// Both tools write a text on one line, so that a comment of -- goes on to its end.
		d := norm.Stmt([]byte(strings.ReplaceAll(s.SQL, "\n", " "))).Digest
		if byDigest[d] == nil {
			byDigest[d] = &sums{}
		}
		byDigest[d].Calls += s.Count
		byDigest[d].Rows += s.Rows
	}
	return tr, byDigest
}

// TestCountsAreThoseOfTheProgram compares with the truth, which knows more than the logs: P6Spy tells neither rows nor failures.
func TestCountsAreThoseOfTheProgram(t *testing.T) {
	for _, name := range []string{"p6spy-single", "mybatis-slf4j"} {
		tr, want := readTruth(t, corpus+"scaled/"+name+".truth.json.zst")
		r := readIn(t, Options{}, "Asia/Shanghai", false, corpus+"scaled/"+name+".log.zst").Report(View{})
		if r.Overview.Records != r.Overview.Kinds.Statement+r.Overview.Kinds.Commit+r.Overview.Kinds.Rollback || r.Overview.Kinds.Statement != tr.Statements {
			t.Errorf("%s: %+v", name, r.Overview.Kinds)
		}
		if name == "p6spy-single" && (r.Overview.Kinds.Commit != tr.Commits || r.Overview.Kinds.Rollback != tr.Rollbacks || r.Transactions.Commits != tr.Commits) {
			t.Errorf("%s: %+v", name, r.Overview.Kinds)
		}
		for _, s := range r.Statements {
			w := want[s.Digest]
			if s.Type == "tcl" && w == nil {
				continue
			}
			if w == nil || s.Calls != w.Calls {
				t.Errorf("%s: %s has %d calls, want %+v", name, s.Normalized, s.Calls, w)
			}
			delete(want, s.Digest)
		}
		if len(want) > 0 {
			t.Errorf("%s: %d statements are missing", name, len(want))
		}
		if name == "mybatis-slf4j" {
			for thread, x := range tr.PerThread {
				short := thread[max(0, len(thread)-15):] // as the pattern shows it
				i := slices.IndexFunc(r.Threads.Groups, func(g Group) bool { return g.Name == short })
				if i < 0 || r.Threads.Groups[i].Calls != x.Statements {
					t.Errorf("thread %s: %+v, want %d calls", short, r.Threads.Groups, x.Statements)
				}
			}
		}
	}
}

// TestSumsAndQuantilesAreThoseOfTheLog reads a log in the plainest way and compares all figures of all statements.
func TestSumsAndQuantilesAreThoseOfTheLog(t *testing.T) {
	path := corpus + "scaled/p6spy-single.log.zst"
	norm := sqltext.NewNormalizer(1 << 20)
	_, known := readTruth(t, corpus+"scaled/p6spy-single.truth.json.zst")
	exact := map[string][]int64{}
	var total int64
	lines := bufio.NewScanner(unpacked(t, path))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		f := strings.SplitN(lines.Text(), "|", 6)
		ms, err := strconv.ParseInt(f[1], 10, 64)
		if err != nil || len(f) != 6 {
			t.Fatal("not a line of P6Spy")
		}
		d := norm.Stmt([]byte(f[2])).Digest // commit
		for i := 1; f[5] != "|"; i++ {      // texts may hold | themselves
			if f[5][i] == '|' {
				if d = norm.Stmt([]byte(f[5][:i])).Digest; known[d] != nil {
					break
				}
			}
		}
		exact[d] = append(exact[d], ms*1000)
		total += ms * 1000
	}
	r := read(t, Options{}, path).Report(View{})
	if *r.Overview.RuntimeUS != total || len(r.Statements) != len(exact) {
		t.Errorf("%d µs of %d statements, want %d of %d", *r.Overview.RuntimeUS, len(r.Statements), total, len(exact))
	}
	for _, s := range r.Statements {
		checkDistribution(t, s.Normalized, s.Runtime, exact[s.Digest])
	}
	var all []int64
	for _, x := range exact {
		all = append(all, x...)
	}
	checkDistribution(t, "all", r.Overview.Runtime, all)
}

func checkDistribution(t *testing.T, what string, d Distribution, exact []int64) {
	t.Helper()
	slices.Sort(exact)
	n := len(exact)
	if n == 0 {
		t.Errorf("%s: is not in the log", what)
		return
	}
	var sum int64
	for _, x := range exact {
		sum += x
	}
	mean, dev := float64(sum)/float64(n), 0.0
	for _, x := range exact {
		dev += (float64(x) - mean) * (float64(x) - mean)
	}
	dev = math.Sqrt(dev / float64(n))
	if *d.Sum != sum || *d.Min != exact[0] || *d.Max != exact[n-1] || math.Abs(float64(*d.Mean)-mean) > 0.5 || math.Abs(*d.Stddev-dev) > 1e-6*(1+dev) {
		t.Errorf("%s: sum %d min %d max %d mean %d stddev %f, want %d %d %d %f %f", what, *d.Sum, *d.Min, *d.Max, *d.Mean, *d.Stddev, sum, exact[0], exact[n-1], mean, dev)
	}
	for _, q := range []struct {
		share float64
		got   int64
	}{{0.5, *d.P50}, {0.95, *d.P95}, {0.99, *d.P99}} {
		want := float64(exact[int(math.Ceil(q.share*float64(n)-1e-9))-1])
		if math.Abs(float64(q.got)-want) > accuracy*want+0.5 {
			t.Errorf("%s: p%g of %d is %d, want %f within 1 %%", what, 100*q.share, n, q.got, want)
		}
	}
}
