package pglocal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// lock is an open file whose flock tells other processes something. The kernel drops it when the process ends, however it
// ends, so nothing is left to clean up after a kill -9. The server does not inherit it: Go opens files close-on-exec.
type lock struct{ f *os.File }

func (h *home) openLock(name string) (*lock, error) {
	f, err := h.open(name, os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	return &lock{f}, nil
}

// try takes the lock, syscall.LOCK_SH or LOCK_EX, if that is possible at once. A lock held in the other mode is changed;
// if that fails it is lost.
func (l *lock) try(how int) (bool, error) {
	for {
		err := syscall.Flock(int(l.f.Fd()), how|syscall.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, syscall.EINTR):
			return false, fmt.Errorf("lock %s: %w", l.f.Name(), err)
		}
	}
}

// wait takes the lock as soon as it is free. It polls, because a blocked flock knows no context.
func (l *lock) wait(ctx context.Context, how int) error {
	for {
		if ok, err := l.try(how); ok || err != nil {
			return err
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return fmt.Errorf("wait for another jdbclog that starts or stops the server: %w", err)
		}
	}
}

func (l *lock) release() { _ = l.f.Close() } // Nothing was written.

// pause sleeps, or returns early with the cause when ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}
