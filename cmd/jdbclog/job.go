package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"time"

	"jdbclog/parse"
	"jdbclog/pipeline"
)

// job makes a pipeline job of the settings and the paths that the user named.
// What is wrong with a path or a setting is found here, before anything starts.
func (a *app) job(paths []string) (pipeline.Job, error) {
	c := a.Config
	files, problems, err := pipeline.Expand(paths)
	if err != nil {
		return pipeline.Job{}, exit{exitUsage, err}
	}
	detect, err := a.detector()
	if err != nil {
		return pipeline.Job{}, exit{exitUsage, err}
	}
	if len(files) == 0 && len(problems) == 0 {
		return pipeline.Job{}, usage("%s: no file in it", paths[0])
	}
	parsers, loaders := c.Pipeline.ParserCount(), c.Load.LoaderCount(0)
	chunk, batches := share(int64(c.Pipeline.Memory), int(c.Pipeline.Chunk), parsers+loaders)
	var total int64
	for _, f := range files {
		if info, err := os.Stat(f); err == nil {
			total += info.Size()
		}
	}
	return pipeline.Job{
		Inputs: files, Problems: problems, Stdin: a.In, Detect: detect,
		Readers: min(2, parsers), Parsers: parsers, Loaders: loaders,
		Chunk: chunk, Batches: batches, Group: groupChunks * chunk, Cache: 8 << 20,
		Settle: c.Input.Settle, Final: c.Input.Final, Mask: c.Input.Mask == "literals",
		Filter: a.window(), Progress: &pipeline.Progress{}, Total: total,
	}, nil
}

// groupChunks is how many chunks a COPY may hold. With more the server gains
// little (it is the fixed cost of a COPY that is saved), and memory is not free.
const groupChunks = 4

// share divides the memory bound: a batch takes about three times its chunk
// (text, records, what is built of them), three quarters of the bound are for
// batches, and every worker needs one to hold and one to wait for.
func share(memory int64, chunk, workers int) (size, batches int) {
	const perChunk = 3
	chunks := memory * 3 / 4 / perChunk
	need := workers + 2
	size = min(chunk, max(64<<10, int(chunks/int64(need))))
	return size, max(need, int(chunks/int64(size)))
}

// window is the filter of since and until, nil for none. A record without time
// is kept: nothing says that it is outside.
func (a *app) window() func(*parse.Record) bool {
	c := a.Config.Input
	now := time.Now()
	from, to := int64(math.MinInt64), int64(math.MaxInt64)
	since, some := c.Since.Time(now, c.Timezone)
	if some {
		from = since.UnixMicro()
	}
	until, end := c.Until.Time(now, c.Timezone)
	if end {
		to = until.UnixMicro()
	}
	if !some && !end {
		return nil
	}
	return func(r *parse.Record) bool { return r.Time == parse.NoTime || from <= r.Time && r.Time < to }
}

// tell names the files that could not be read, on standard error.
func (a *app) tell(rep pipeline.Report) {
	for _, p := range rep.Problems {
		err := p.Err
		if errors.Is(err, fs.ErrPermission) {
			err = errors.New("permission denied")
		}
		fmt.Fprintf(a.Err, "jdbclog: %s: %v\n", pipeline.Shown(p.Path), err)
	}
}

// outcome is the exit of a run that came to its end.
func outcome(rep pipeline.Report) error {
	if len(rep.Problems) > 0 || rep.Records.Rejected > 0 {
		return exit{exitPartial, nil}
	}
	return nil
}
