package generate

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// write returns a log of the format.
func write(t *testing.T, format string, records int64, seed uint64) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(context.Background(), &b, format, records, seed); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// hashes runs o in a fresh folder and returns a hash of each file.
func hashes(t *testing.T, o Options) [][32]byte {
	t.Helper()
	o.Dir = t.TempDir()
	r, err := Run(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	var sums [][32]byte
	for _, path := range r.Files {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, sha256.Sum256(b))
	}
	return sums
}

func TestSeedDecidesTheBytes(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	for _, format := range Formats() {
		for _, pack := range []bool{false, true} {
			o := Options{Format: format, Records: 12_000, Files: 3, Seed: 7, Gzip: pack}
			runtime.GOMAXPROCS(1)
			one := hashes(t, o)
			runtime.GOMAXPROCS(5)
			many := hashes(t, o)
			if !slices.Equal(one, many) {
				t.Errorf("%s, gzip %v: the number of processors changes the bytes", format, pack)
			}
			o.Seed++
			other := hashes(t, o)
			for i := range one {
				if one[i] == other[i] || i > 0 && one[i] == one[0] {
					t.Errorf("%s, gzip %v: file %d is like another seed's or the first", format, pack, i+1)
				}
			}
		}
	}
}

func TestWriteGivesRunsOnlyFile(t *testing.T) {
	for _, format := range Formats() {
		sum := hashes(t, Options{Format: format, Records: 3000, Files: 1, Seed: 3})
		if sum[0] != sha256.Sum256([]byte(write(t, format, 3000, 3))) {
			t.Errorf("%s: not the same bytes", format)
		}
	}
}

func TestGzipHoldsTheSameLog(t *testing.T) {
	o := Options{Format: "log4jdbc", Records: 9000, Files: 2, Seed: 5, Dir: t.TempDir(), Gzip: true}
	packed, err := Run(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	o.Gzip = false
	plain, err := Run(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, path := range packed.Files {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(plain.Files[i])
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes that are not those of %s", path, len(got), plain.Files[i])
		}
	}
	if packed.Bytes != plain.Bytes {
		t.Errorf("%d bytes packed, %d plain", packed.Bytes, plain.Bytes)
	}
}

func TestRecordsAreExact(t *testing.T) {
	for _, format := range Formats() {
		for _, n := range []int64{1, 2, 3, 4, 5, 7, 11, 40, 41, 97, 1501} {
			for seed := range uint64(3) {
				if got := readBack(t, format, write(t, format, n, seed)).records(); got != n {
					t.Errorf("%s, seed %d: %d records, not %d", format, seed, got, n)
				}
			}
		}
	}
}

func TestTruthIsWhatTheLogsSay(t *testing.T) {
	for _, format := range Formats() {
		o := Options{Format: format, Records: 10_001, Files: 4, Seed: 11, Dir: t.TempDir()}
		var told [2]int64
		r, err := Run(context.Background(), o, func(bytes, records int64) { told = [2]int64{bytes, records} })
		if err != nil {
			t.Fatal(err)
		}
		if told != [2]int64{r.Bytes, r.Records} {
			t.Errorf("%s: progress ends at %d, the result is %d bytes and %d records", format, told, r.Bytes, r.Records)
		}
		var log strings.Builder
		for i, path := range r.Files {
			if name := filepath.Base(path); name != format+"-0"+string(rune('1'+i))+".log" {
				t.Errorf("%s: file %d is named %s", format, i+1, name)
			}
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			log.Write(b)
		}
		text := log.String()
		if r.Bytes != int64(len(text)) || r.Truth.Lines != int64(strings.Count(text, "\n")) || r.Records != o.Records {
			t.Errorf("%s: %d bytes, %d lines, %d records are not what the files hold", format, r.Bytes, r.Truth.Lines, r.Records)
		}
		s := readBack(t, format, text)
		for kind, n := range r.Truth.Kinds {
			if s.kinds[kind] != n {
				t.Errorf("%s: %d of kind %s, truth %d", format, s.kinds[kind], kind, n)
			}
		}
		if s.failed != r.Truth.Failed || s.batchSizes != r.Truth.BatchSizes {
			t.Errorf("%s: %d failed, %d in batches; truth %d and %d", format, s.failed, s.batchSizes, r.Truth.Failed, r.Truth.BatchSizes)
		}
		var runtime, rows, types int64
		for _, st := range r.Truth.Statements {
			key := st.SQL
			if format == "log4jdbc" {
				key = st.Method
			}
			if s.calls[key] != st.Calls || s.batches[key] != st.Batches {
				t.Errorf("%s: %s: %d calls, %d batches; truth %d and %d", format, st.Method, s.calls[key], s.batches[key], st.Calls, st.Batches)
			}
			runtime += st.RuntimeUS
			rows += st.Rows
		}
		for _, n := range r.Truth.Types {
			types += n
		}
		if types != r.Records {
			t.Errorf("%s: types of %d records", format, types)
		}
		sum := int64(0)
		for _, ms := range s.runtimes {
			sum += ms
		}
		if sum*1000 != runtime || s.rows != rows {
			t.Errorf("%s: %d ms and %d rows; truth %d µs and %d", format, sum, s.rows, runtime, rows)
		}
	}
}

func TestFilesAreNumberedInEqualWidth(t *testing.T) {
	got := fileNames(Options{Format: "p6spy", Files: 100, Dir: "out"})
	if got[0] != filepath.Join("out", "p6spy-001.log") || got[99] != filepath.Join("out", "p6spy-100.log") {
		t.Errorf("%s … %s", got[0], got[99])
	}
}

func TestWrongOptionsAreRefused(t *testing.T) {
	f := func(o Options, want string) {
		t.Helper()
		o.Dir = filepath.Join(t.TempDir(), "new")
		if _, err := Run(context.Background(), o, nil); err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
		if _, err := os.Stat(o.Dir); err == nil {
			t.Errorf("%s: the folder was made all the same", want)
		}
	}
	f(Options{Format: "p7spy", Records: 1, Files: 1}, `format "p7spy" is not known: p6spy, log4jdbc, mybatis`)
	f(Options{Format: "p6spy", Records: 10}, "files: 0 is not in 1..9999")
	f(Options{Format: "p6spy", Records: 10, Files: 10_000}, "files: 10000 is not in 1..9999")
	f(Options{Format: "p6spy", Records: 2, Files: 3}, "records: 2 are not enough for 3 files")
	if err := Write(context.Background(), io.Discard, "mybatis", 0, 1); err == nil {
		t.Error("no records were written")
	}
}

func TestExistingFilesAreKeptUnlessForced(t *testing.T) {
	o := Options{Format: "mybatis", Records: 50, Files: 3, Seed: 1, Dir: t.TempDir()}
	old := filepath.Join(o.Dir, "mybatis-02.log")
	if err := os.WriteFile(old, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Run(context.Background(), o, nil)
	if !errors.Is(err, fs.ErrExist) || !strings.HasPrefix(err.Error(), old) {
		t.Errorf("%v", err)
	}
	if entries, _ := os.ReadDir(o.Dir); len(entries) != 1 {
		t.Errorf("%d files, not the old one alone", len(entries))
	}
	if b, _ := os.ReadFile(old); string(b) != "mine" {
		t.Error("the old file was touched")
	}
	o.Force = true
	if _, err := Run(context.Background(), o, nil); err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(old); string(b) == "mine" {
		t.Error("the old file is still there")
	}
}

func TestCancelRemovesWhatWasBegun(t *testing.T) {
	for _, pack := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		o := Options{Format: "p6spy", Records: 1_000_000_000_000, Files: 3, Dir: t.TempDir(), Gzip: pack}
		_, err := Run(ctx, o, func(_, records int64) {
			if records > 20_000 {
				cancel()
			}
		})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("gzip %v: %v", pack, err)
		}
		if entries, _ := os.ReadDir(o.Dir); len(entries) != 0 {
			t.Errorf("gzip %v: %d files are left", pack, len(entries))
		}
	}
}

func TestFullDiskReadsAsAPath(t *testing.T) {
	for _, pack := range []bool{false, true} {
		o := Options{Format: "log4jdbc", Records: 300_000, Files: 2, Dir: t.TempDir(), Force: true, Gzip: pack}
		path := fileNames(o)[1]
		if err := os.Symlink("/dev/full", path); err != nil {
			t.Fatal(err)
		}
		_, err := Run(context.Background(), o, nil)
		if !errors.Is(err, syscall.ENOSPC) || err.Error() != "write "+path+": no space left on device" {
			t.Errorf("gzip %v: %v", pack, err)
		}
		if entries, _ := os.ReadDir(o.Dir); len(entries) != 0 {
			t.Errorf("gzip %v: %d files are left", pack, len(entries))
		}
	}
}

func TestFolderThatCannotBeMadeReadsAsAPath(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Run(context.Background(), Options{Format: "p6spy", Records: 1, Files: 1, Dir: filepath.Join(file, "logs")}, nil)
	if err == nil || err.Error() != "mkdir "+file+": not a directory" {
		t.Errorf("%v", err)
	}
}
