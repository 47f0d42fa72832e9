package generate

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"jdbclog/parse/sqltext"
)

func TestStatementsAreManyAndOfAllLengths(t *testing.T) {
	for _, l := range layouts {
		b, err := readBook(l)
		if err != nil {
			t.Fatal(err)
		}
		var lengths []int
		shapes := map[string]bool{}
		for _, s := range b.statements {
			n := utf8.RuneCountInString(s.prepared)
			lengths = append(lengths, n)
			if n < 50 || n > 2000 {
				t.Errorf("%s: %s.%s has %d characters", l.name(), s.class, s.method, n)
			}
			shapes[strings.Join(strings.Fields(s.prepared), " ")] = true
			if s.batch && !strings.Contains(s.prepared, "?") {
				t.Errorf("%s: a batch of %s.%s would repeat itself", l.name(), s.class, s.method)
			}
		}
		slices.Sort(lengths)
		if len(shapes) < 60 || lengths[0] > 80 || lengths[len(lengths)-1] < 1500 {
			t.Errorf("%s: %d statements of %d to %d characters", l.name(), len(shapes), lengths[0], lengths[len(lengths)-1])
		}
	}
}

func TestTrafficLooksLikeAnApplications(t *testing.T) {
	const records = 20_000
	for _, format := range Formats() {
		log := write(t, format, records, 2)
		s := readBack(t, format, log)

		var counts []int64
		for _, n := range s.calls {
			counts = append(counts, n)
		}
		slices.Sort(counts)
		slices.Reverse(counts)
		if len(counts) < 60 || counts[0] < 10*counts[20] || counts[0] < 100*counts[len(counts)-1] {
			t.Errorf("%s: %d statements, called %d, … %d, … %d times", format, len(counts), counts[0], counts[20], counts[len(counts)-1])
		}
		if share := distinct(s.texts); share < 0.3 || share > 0.9 {
			t.Errorf("%s: %.2f of the texts are distinct", format, share)
		}
		if share := float64(s.kinds["batch"]) / records; share < 0.004 || share > 0.02 {
			t.Errorf("%s: %.4f of the records are batches", format, share)
		}
		if format == "p6spy" {
			if size := float64(len(log)) / records; size < 340 || size > 380 {
				t.Errorf("p6spy: %.0f bytes a record", size)
			}
		}

		actors := slices.Clone(s.actors)
		slices.Sort(actors)
		if n := len(slices.Compact(actors)); n < 8 || n > 50 {
			t.Errorf("%s: %d threads or connections", format, n)
		}
		changes := 0
		for i := range len(s.actors) - 1 {
			if s.actors[i] != s.actors[i+1] {
				changes++
			}
		}
		if share := float64(changes) / float64(len(s.actors)); share < 0.5 {
			t.Errorf("%s: only %.2f of the lines are followed by another thread's", format, share)
		}

		if !slices.IsSortedFunc(s.stamps, time.Time.Compare) {
			t.Errorf("%s: time goes backwards", format)
		}
		if days := s.stamps[len(s.stamps)-1].Sub(s.stamps[0]).Hours() / 24; days < 6 || days > 9 {
			t.Errorf("%s: covers %.1f days", format, days)
		}

		slices.Sort(s.runtimes)
		at := func(p float64) int64 { return s.runtimes[int(p*float64(len(s.runtimes)-1))] }
		if at(0.5) > 2 || at(0.99) < 10 || at(1) < 200 {
			t.Errorf("%s: runtimes of %d, %d, %d ms at 50, 99, 100 %%", format, at(0.5), at(0.99), at(1))
		}
	}
}

func TestTruthCountsWhatADigestCounts(t *testing.T) {
	for _, format := range Formats() {
		r, err := Run(context.Background(), Options{Format: format, Records: 15_000, Files: 1, Seed: 4, Dir: t.TempDir()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(r.Files[0])
		if err != nil {
			t.Fatal(err)
		}
		norm := sqltext.NewNormalizer(1 << 20)
		want := map[string]int64{}
		for _, st := range r.Truth.Statements {
			known := norm.Stmt([]byte(st.SQL))
			if _, twice := want[known.Digest]; twice {
				t.Errorf("%s: %s has the digest of another statement", format, st.Method)
			}
			if known.Type.String() != st.Type {
				t.Errorf("%s: %s is of type %s, not %s", format, st.Method, known.Type, st.Type)
			}
			want[known.Digest] = st.Calls
		}
		got := map[string]int64{}
		for _, text := range readBack(t, format, string(b)).statements {
			got[norm.Stmt([]byte(text)).Digest]++
		}
		for digest, n := range want {
			if got[digest] != n {
				t.Errorf("%s: %d of digest %s, not %d", format, got[digest], digest, n)
			}
			delete(got, digest)
		}
		if len(got) > 0 {
			t.Errorf("%s: %d digests that no statement has", format, len(got))
		}
	}
}

func TestSmallLogsAreInterleavedToo(t *testing.T) {
	for _, format := range Formats() {
		s := readBack(t, format, write(t, format, 400, 9))
		slices.Sort(s.actors)
		if n := len(slices.Compact(s.actors)); n < 8 {
			t.Errorf("%s: %d threads or connections", format, n)
		}
	}
}

func TestStampsAreThoseOfTheCalendar(t *testing.T) {
	r := newRandom(1, 0)
	for range 20_000 {
		us := r.below64(200 * 365 * usDay)
		at := time.UnixMicro(us).UTC()
		if got, want := string(appendStamp(nil, us)), at.Format("2006-01-02 15:04:05.000"); got != want {
			t.Fatalf("%s, not %s", got, want)
		}
		if got, want := string(appendUSDate(nil, us/usDay)), at.Format("01/02/2006"); got != want {
			t.Fatalf("%s, not %s", got, want)
		}
	}
}

func TestTimestampsHaveAsManyDecimalsAsTheyNeed(t *testing.T) {
	f := func(us int64, want string) {
		t.Helper()
		if got := string(appendTimestamp(nil, us)); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
	f(0, "1970-01-01 00:00:00.0")
	f(1_770_000_000_120_000, "2026-02-02 02:40:00.12")
	f(1_770_000_000_003_000, "2026-02-02 02:40:00.003")
}

func TestLoggersAreCutAsSpringBootCutsThem(t *testing.T) {
	f := func(name, want string) {
		t.Helper()
		if got := bootLogger(name); got != want+" : " {
			t.Errorf("%q, not %q", got, want)
		}
	}
	f("com.example.court.mapper.CaseMapper.in5", "com.example.court.mapper.CaseMapper.in5 ")
	f("com.example.court.mapper.DocMapper.byCase", "c.example.court.mapper.DocMapper.byCase ")
	f("com.example.court.mapper.PartyMapper.byCase", "c.e.court.mapper.PartyMapper.byCase     ")
	f("com.example.court.mapper.TodoMapper.已立案", "com.example.court.mapper.TodoMapper.已立案 ")
	f("a.very.ThoroughlyNamedClassWithoutAnyPackagesToSpeakOf", "oroughlyNamedClassWithoutAnyPackagesToSpeakOf"[5:])
}

func TestQuotesAreDoubled(t *testing.T) {
	f := func(in, want string) {
		t.Helper()
		if got := appendQuoted(nil, []byte(in)); !bytes.Equal(got, []byte(want)) {
			t.Errorf("%s, not %s", got, want)
		}
	}
	f("", "''")
	f("it's", "'it''s'")
	f("'''", "''''''''")
}

func TestWrongSectionsAreNamed(t *testing.T) {
	f := func(head, text, want string) {
		t.Helper()
		if _, _, err := readStatement(head, text); err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
	f("select A.b 1", "select 1", "3 words in its head, not 4")
	f("select A.b x 1", "select 1", `rows: strconv.Atoi: parsing "x": invalid syntax`)
	f("select A.b 1 y", "select 1", `median: strconv.ParseInt: parsing "y": invalid syntax`)
	f("select A.b 1 1 batched", "select 1", `option "batched" is not known`)
	f("select A.b 1 1", "select #{nothing}", `placeholder "nothing" is not known`)
	f("select A.b 1 1", "select #{id*n}", `placeholder id: strconv.Atoi: parsing "n": invalid syntax`)
}
