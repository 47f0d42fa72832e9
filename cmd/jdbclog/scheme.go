package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"jdbclog/config"
	"jdbclog/parse"
	"jdbclog/parse/sqltext"
	"jdbclog/pipeline"
	"jdbclog/sink"
)

// schemes are the user's own, made of those they are based on.
func (a *app) schemes() ([]sink.Scheme, error) {
	var own []sink.Scheme
	for _, name := range sortedNames(a.Config.Schemes) {
		c := a.Config.Schemes[name]
		base := sink.Auto
		if c.Base != "" {
			var err error
			if base, err = sink.Lookup(c.Base); err != nil {
				return nil, fmt.Errorf("config: schemes.%s.base: %w", name, err)
			}
		}
		s := base.With(sink.Change{Insert: c.Insert, Commit: c.Commit, Tables: c.Tables, Indexes: c.Indexes, BatchRows: c.BatchRows, Loaders: c.Loaders}).Called(name)
		if err := s.Validate(); err != nil {
			return nil, fmt.Errorf("config: schemes.%s: %w", name, err)
		}
		own = append(own, s)
	}
	return own, nil
}

// scheme is the one that the settings name, with what they change of it.
func (a *app) scheme() (sink.Scheme, error) {
	own, err := a.schemes()
	if err != nil {
		return sink.Scheme{}, err
	}
	c := a.Config.Load
	s, err := sink.Lookup(c.Scheme, own...)
	if err != nil {
		return s, fmt.Errorf("config: load.%w", err)
	}
	s = s.With(sink.Change{Insert: c.Insert, Commit: c.Commit, Tables: c.Tables, Indexes: c.Indexes, BatchRows: c.BatchRows, CommitRows: c.CommitRows, Loaders: c.Loaders})
	return s, s.Validate()
}

// shape is what makes the rows of a file what they are, by name.
func (a *app) shape() map[string]string {
	c := a.Config
	shape := map[string]string{
		"format": c.Input.Format, "format_template": c.Input.FormatTemplate, "log_pattern": c.Input.LogPattern,
		"encoding": c.Input.Encoding, "timezone": c.Input.Timezone.String(), "date": c.Input.Date, "prefer": c.Input.Prefer,
		"max_record": fmt.Sprint(int64(c.Input.MaxRecord)), "since": c.Input.Since.String(), "until": c.Input.Until.String(),
		"keep_duplicates": fmt.Sprint(c.Input.KeepDuplicates), "mask": c.Input.Mask, "schema": c.Load.Schema, "too_long": c.Load.TooLong,
		"normaliser": fmt.Sprint(sqltext.Version),
	}
	if t, is := c.Templates[c.Input.Format]; is { // one that is only among those to choose from must not make the files of others new
		shape["template"] = fmt.Sprintf("%q %q %q %v", t.Start, t.Continuation, t.End, t.Fields)
	}
	return shape
}

// dryRun reads and parses, and says what would be loaded.
func (a *app) dryRun(ctx context.Context, j pipeline.Job) error {
	j.Sink, j.Final = nowhere{}, true
	end := a.Progress.phase("parse", byBytes, func() reading { return reading{j.Progress.Bytes.Load(), j.Total, j.Progress.Records.Load()} })
	rep, err := pipeline.Run(ctx, j)
	end()
	a.tell(rep)
	if err != nil {
		return err
	}
	a.Progress.close()
	n := rep.Records
	fmt.Fprintf(a.Out, "%s of %s records would be loaded from %s (%s), %s rejected, %s filtered; what is in the database was not looked at\n",
		grouped(n.Loaded), grouped(n.Read), plural(rep.Files, "file"), sizeText(rep.Bytes), grouped(n.Rejected), grouped(n.Filtered))
	return outcome(rep)
}

// nowhere is a sink that counts.
type nowhere struct{}

func (nowhere) Plan(context.Context, *pipeline.File) (pipeline.Plan, error) {
	return pipeline.Whole(nil), nil
}
func (nowhere) Open(context.Context) (pipeline.Loader, error) { return nowhere{}, nil }
func (nowhere) Close(context.Context) error                   { return nil }
func (nowhere) Load(_ context.Context, b *parse.Batch) (pipeline.Loaded, error) {
	return pipeline.Loaded{Loaded: int64(len(b.Records)), Rejected: int64(len(b.Rejects)), Filtered: b.Filtered}, nil
}

func sortedNames(m map[string]config.Scheme) []string {
	return slices.Sorted(maps.Keys(m))
}
