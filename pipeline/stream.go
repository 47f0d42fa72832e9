package pipeline

import (
	"context"
	"io"
	"os"
)

// stream reads what may never come: a pipe, a terminal, a device. Its Read
// returns with the cause of ctx when that ends, and leaves the read that is
// under way to the system. Nothing else may read r.
type stream struct {
	ctx  context.Context
	r    io.Reader
	buf  []byte
	rest []byte // of buf, not given out yet
	err  error
	done chan int
}

// streamBuffer is the most that Linux gives at once from a pipe.
const streamBuffer = 64 << 10

func newStream(ctx context.Context, r io.Reader) *stream {
	return &stream{ctx: ctx, r: r, buf: make([]byte, streamBuffer), done: make(chan int, 1)}
}

func (s *stream) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		if s.err != nil {
			return 0, s.err
		}
		var err error
		go func() {
			var n int
			n, err = s.r.Read(s.buf)
			s.done <- n
		}()
		select {
		case n := <-s.done:
			s.rest, s.err = s.buf[:n], err
		case <-s.ctx.Done():
			s.err = context.Cause(s.ctx) // buf is the pending read's from now on
			return 0, s.err
		}
	}
	n := copy(p, s.rest)
	if s.rest = s.rest[n:]; n == 0 && len(p) > 0 {
		return 0, s.err
	}
	return n, nil
}

// openFile opens path for reading. A named pipe lets nobody in before someone
// writes: that wait ends with ctx, too.
func openFile(ctx context.Context, path string) (*os.File, error) {
	if info, err := os.Stat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		return os.Open(path)
	}
	type opened struct {
		f   *os.File
		err error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := os.Open(path)
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		return o.f, o.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
