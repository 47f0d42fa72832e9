package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interrupted is the cause of a context that a signal ended.
type interrupted struct{ signal syscall.Signal }

func (i interrupted) Error() string {
	if i.signal == syscall.SIGTERM {
		return "stopped by SIGTERM"
	}
	return "interrupted by SIGINT"
}

// code is what a shell calls a process that died of the signal.
func (i interrupted) code() int { return 128 + int(i.signal) }

// stopOnSignal returns a context that the first SIGINT or SIGTERM ends, with
// interrupted as its cause, so that a run can save its state. The second one
// calls exit at once: nobody has to wait for a run that does not end.
func stopOnSignal(ctx context.Context, exit func(code int)) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		first := <-signals
		cancel(interrupted{first.(syscall.Signal)})
		second := <-signals
		exit(interrupted{second.(syscall.Signal)}.code())
	}()
	return ctx
}
