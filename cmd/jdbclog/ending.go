package main

import (
	"context"
	"errors"

	"jdbclog/sink"
)

// ending is what the run's row says of how it ended.
func ending(ctx context.Context, err error, r *loadResult) sink.Outcome {
	o := sink.Outcome{Status: "done", Counts: r.Records, Phases: r.Phases, Err: err}
	stopped := interrupted{}
	switch {
	case errors.As(context.Cause(ctx), &stopped):
		o.Status = "interrupted"
	case partial(err):
		o.Status, o.Err = "rejects", nil
	case err != nil:
		o.Status = "failed"
	}
	return o
}
