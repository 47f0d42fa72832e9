package sink

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"jdbclog/internal/testdb"
	"jdbclog/parse"
	"jdbclog/pipeline"
	"jdbclog/schema"
)

// spyLog is a P6Spy log of records executions, some 350 bytes each.
func spyLog(records int) []byte {
	rnd := rand.New(rand.NewPCG(1, 1))
	statements := make([]string, 60)
	for i := range statements {
		statements[i] = fmt.Sprintf("select t%d.a, t%[1]d.b from table_%[1]d t%[1]d where t%[1]d.c = ? and t%[1]d.d > ? %s", i, strings.Repeat("and t.x in (1, 2) ", rnd.IntN(12)))
	}
	var b bytes.Buffer
	for i := range records {
		s := statements[rnd.IntN(1+rnd.IntN(60))]
		bound := strings.Replace(strings.Replace(s, "?", fmt.Sprint(i), 1), "?", "'value'", 1)
		fmt.Fprintf(&b, "%d|%d|statement|connection %d|url jdbc:p6spy:postgresql://db.test:5432/shop|%s|%s\n", 1700000000000+int64(i), rnd.IntN(40), rnd.IntN(8), s, bound)
	}
	return b.Bytes()
}

// benchLoad is a load of a P6Spy log, of which the phase with the rows is measured.
type benchLoad struct {
	b    *testing.B
	sink *Sink
	job  pipeline.Job
	db   *testdb.DB
	size int64
	rows int64
}

func newBenchLoad(b *testing.B, scheme string, records int) *benchLoad {
	b.Helper()
	data := spyLog(records)
	path := filepath.Join(b.TempDir(), "spy.log")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		b.Fatal(err)
	}
	s, err := Lookup(scheme)
	if err != nil {
		b.Fatal(err)
	}
	l := &benchLoad{b: b, db: testdb.New(b), size: int64(len(data)), rows: 2 * int64(records)}
	l.sink, err = Connect(b.Context(), Options{DSN: l.db.DSN, Variant: schema.Study, Scheme: s, Run: NewRun(), IndexWorkers: -1})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { l.sink.Close(context.Background()) })
	if err := l.sink.Prepare(b.Context()); err != nil {
		b.Fatal(err)
	}
	l.job = pipeline.Job{
		Inputs: []string{path}, Readers: 1, Parsers: 2, Loaders: 2, Chunk: 4 << 20, Batches: 12, Cache: 8 << 20, Final: true,
		Detect: func(f *pipeline.File) error {
			f.Source = &parse.Source{Path: f.Path, Formats: []parse.Format{parse.P6Spy{}}, Bare: true, MaxRecord: 1 << 20}
			return nil
		},
	}
	return l
}

// measure runs f on emptied tables again and again.
func (l *benchLoad) measure(f func() error) {
	l.b.SetBytes(l.size)
	l.b.ReportAllocs()
	for l.b.Loop() {
		l.b.StopTimer()
		if _, err := l.db.Pool.Exec(l.b.Context(), "truncate t_jdbc_sql_record, t_jdbc_sql_content, jdbclog_chunk; checkpoint"); err != nil {
			l.b.Fatal(err)
		}
		clear(l.sink.planned)
		l.b.StartTimer()
		if err := f(); err != nil {
			l.b.Fatal(err)
		}
	}
	l.b.ReportMetric(float64(l.rows*int64(l.b.N))/l.b.Elapsed().Seconds(), "rows/s")
}

func (l *benchLoad) run(s pipeline.Sink) error {
	job := l.job
	job.Sink = s
	rep, err := pipeline.Run(l.b.Context(), job)
	if err == nil && rep.Rows != l.rows {
		err = fmt.Errorf("%d rows, want %d", rep.Rows, l.rows)
	}
	return err
}

// withoutLedger loads as Sink does, and keeps no books.
type withoutLedger struct{ *Sink }

type looseLoader struct{ *loader }

func (s withoutLedger) Open(ctx context.Context) (pipeline.Loader, error) {
	l, err := s.Sink.Open(ctx)
	if err != nil {
		return nil, err
	}
	return looseLoader{l.(*loader)}, nil
}

func (l looseLoader) LoadGroup(ctx context.Context, group []*parse.Batch) (pipeline.Loaded, error) {
	var parts []*part
	var n int64
	for _, b := range group {
		p := &part{}
		if err := l.accept(p, b); err != nil {
			return pipeline.Loaded{}, err
		}
		parts = append(parts, p)
		n += int64(len(p.rows))
	}
	m := l.method.(groupInserter)
	return pipeline.Loaded{Loaded: n, Rows: 2 * n}, l.transaction(ctx, func() error { return m.insertParts(ctx, parts) })
}

// keeper encodes what it is given and keeps it, as two COPYs a chunk.
type keeper struct {
	*Discard
	mu     sync.Mutex
	chunks [][2][]byte
}

type keepingLoader struct {
	*discarder
	k *keeper
}

func (k *keeper) Open(ctx context.Context) (pipeline.Loader, error) {
	l, err := k.Discard.Open(ctx)
	return keepingLoader{l.(*discarder), k}, err
}

func (l keepingLoader) Load(_ context.Context, b *parse.Batch) (pipeline.Loaded, error) {
	l.enc.File(b.Tag.(*schema.File))
	chunk := [2][]byte{[]byte(schema.Header), []byte(schema.Header)}
	for i := range b.Records {
		l.enc.Set(&b.Records[i])
		chunk[0] = l.enc.AppendRow(chunk[0], l.content)
		chunk[1] = l.enc.AppendRow(chunk[1], l.record)
	}
	for i := range chunk {
		chunk[i] = append(chunk[i], schema.Trailer...)
	}
	l.k.mu.Lock()
	defer l.k.mu.Unlock()
	l.k.chunks = append(l.k.chunks, chunk)
	n := int64(len(b.Records))
	return pipeline.Loaded{Loaded: n, Rows: 2 * n}, nil
}

// stream sends ready-made chunks over two connections.
func (l *benchLoad) stream(chunks [][2][]byte) error {
	g, ctx := errgroup.WithContext(l.b.Context())
	var next atomic.Int64
	for range l.job.Loaders {
		g.Go(func() error {
			c, err := connect(ctx, l.sink.cfg)
			if err != nil {
				return err
			}
			defer c.Close(ctx)
			w := &writer{pg: c.PgConn()}
			for i := next.Add(1) - 1; i < int64(len(chunks)); i = next.Add(1) - 1 {
				if err := w.exec(ctx, "begin"); err != nil {
					return err
				}
				for j, t := range []*schema.Table{l.sink.content, l.sink.record} {
					if _, err := w.pg.CopyFrom(ctx, bytes.NewReader(chunks[i][j]), t.Copy(l.sink.schema)); err != nil {
						return err
					}
				}
				if err := w.exec(ctx, "commit"); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// go test -bench Load -run '^$' -benchtime 5x ./sink
//
// way=load against way=loose is the ledger's share, against way=stream what
// reading, parsing and encoding cost a client that otherwise only sends.
func BenchmarkLoad(b *testing.B) {
	const records = 200_000
	for _, scheme := range []string{"copy-unlogged-index-after", "copy-index-after"} {
		b.Run("scheme="+scheme+"/way=load", func(b *testing.B) {
			l := newBenchLoad(b, scheme, records)
			l.measure(func() error { return l.run(l.sink) })
		})
		b.Run("scheme="+scheme+"/way=loose", func(b *testing.B) {
			l := newBenchLoad(b, scheme, records)
			l.measure(func() error { return l.run(withoutLedger{l.sink}) })
		})
		b.Run("scheme="+scheme+"/way=stream", func(b *testing.B) {
			l := newBenchLoad(b, scheme, records)
			k := &keeper{Discard: NewDiscard(l.sink.opt)}
			if err := l.run(k); err != nil {
				b.Fatal(err)
			}
			l.measure(func() error { return l.stream(k.chunks) })
		})
	}
	b.Run("way=discard", func(b *testing.B) {
		l := newBenchLoad(b, "copy", records)
		l.measure(func() error { return l.run(NewDiscard(l.sink.opt)) })
	})
	for _, m := range methods() {
		b.Run("scheme=batch/insert="+m.name, func(b *testing.B) {
			l := newBenchLoad(b, "batch", records/20)
			l.sink.scheme = l.sink.scheme.With(Change{Insert: m.name})
			l.measure(func() error { return l.run(l.sink) })
		})
	}
}

// BenchmarkLedger is what the ledger adds to a chunk: a transaction with no rows.
func BenchmarkLedger(b *testing.B) {
	l := newBenchLoad(b, "copy-unlogged-index-after", 1)
	loader, err := l.sink.Open(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer loader.Close(b.Context())
	f := &pipeline.File{Path: "app.log", Size: 1 << 40, Head: []byte("head"), Source: &parse.Source{}}
	plan, err := l.sink.Plan(b.Context(), f)
	if err != nil {
		b.Fatal(err)
	}
	chunk := &parse.Batch{Source: f.Source, Data: make([]byte, 4<<20), Line: 1, Lines: 10, Tag: plan.Tag}
	for b.Loop() {
		if _, err := loader.Load(b.Context(), chunk); err != nil {
			b.Fatal(err)
		}
		chunk.Offset, chunk.Line = chunk.End(), chunk.Line+chunk.Lines
	}
}
