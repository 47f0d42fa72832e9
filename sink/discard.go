package sink

import (
	"context"

	"jdbclog/parse"
	"jdbclog/pipeline"
	"jdbclog/schema"
)

// Discard encodes rows as COPY would and drops them. It measures everything but
// PostgreSQL.
type Discard struct {
	content, record *schema.Table
	run             schema.Run
}

// NewDiscard makes one for the columns and the zone of opt.
func NewDiscard(opt Options) *Discard {
	d := &Discard{run: schema.Run{ID: opt.Run, Group: opt.Run, Zone: opt.Zone}}
	d.content, d.record = schema.Tables(opt.Variant)
	return d
}

// Plan reads all of every file.
func (d *Discard) Plan(_ context.Context, f *pipeline.File) (pipeline.Plan, error) {
	return pipeline.Whole(&schema.File{ID: headHash(headOf(f))[:16], Path: clean(f.Path)}), nil
}

// Open makes a loader.
func (d *Discard) Open(context.Context) (pipeline.Loader, error) {
	return &discarder{Discard: d, enc: schema.NewEncoder(&d.run), buf: make([]byte, 1<<16)}, nil
}

type discarder struct {
	*Discard
	enc  *schema.Encoder
	buf  []byte
	rows []*parse.Record
}

// Load encodes b's records, in pieces as large as COPY takes them.
func (d *discarder) Load(_ context.Context, b *parse.Batch) (pipeline.Loaded, error) {
	n := pipeline.Loaded{Loaded: int64(len(b.Records)), Rejected: int64(len(b.Rejects)), Filtered: b.Filtered, Rows: 2 * int64(len(b.Records))}
	d.enc.File(b.Tag.(*schema.File))
	d.rows = d.rows[:0]
	for i := range b.Records {
		d.rows = append(d.rows, &b.Records[i])
	}
	for _, t := range []*schema.Table{d.content, d.record} {
		r := newRowReader(d.enc, t, oneByOne(d.rows))
		for {
			if _, err := r.Read(d.buf); err != nil {
				break
			}
		}
		n.Bytes += r.stop()
	}
	return n, nil
}

// Close does nothing.
func (d *discarder) Close(context.Context) error { return nil }
