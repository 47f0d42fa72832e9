package pipeline

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"jdbclog/parse"
)

// headSize is how much of a file detection sees.
const headSize = 1 << 20

// packings are the compressions, known by the bytes that files begin with.
var packings = []struct {
	name  string
	magic []byte
	open  func(io.Reader) (io.Reader, error)
}{
	{"gz", []byte{0x1f, 0x8b}, func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
	{"zst", []byte{0x28, 0xb5, 0x2f, 0xfd}, func(r io.Reader) (io.Reader, error) {
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(256<<20))
	}},
	{"bz2", []byte("BZh"), func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }},
	{"xz", []byte{0xfd, '7', 'z', 'X', 'Z', 0}, func(r io.Reader) (io.Reader, error) { return xz.NewReader(r) }},
}

// input is an open file: its decompressed bytes in order, in UTF-8 if they are UTF-16.
type input struct {
	File
	f     *os.File // nil for standard input
	r     io.Reader
	pos   int64 // of r
	count countReader
	held  int64 // bytes kept back at its end
}

// countReader counts the bytes read of the file as it lies there, for progress.
type countReader struct {
	r  io.Reader
	on func(int64)
}

func (c *countReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if c.on != nil {
		c.on(int64(n))
	}
	return n, err
}

// open opens path, or stdin for "-", and reads its head. A compressed file of
// which not even the beginning can be read is an error. Where ctx ends, so does
// the wait for what is no regular file.
func open(ctx context.Context, path string, stdin io.Reader, progress func(int64)) (*input, error) {
	in := &input{File: File{Path: path, Size: -1}}
	var raw io.Reader = stdin
	if path != Stdin {
		f, err := openFile(ctx, path)
		if err != nil {
			return nil, bare(err)
		}
		info, err := f.Stat()
		if err == nil && info.IsDir() {
			err = errors.New("is a directory")
		}
		if err != nil {
			f.Close()
			return nil, bare(err)
		}
		in.f = f
		raw = f
		if info.Mode().IsRegular() {
			in.Size, in.ModTime = info.Size(), info.ModTime()
			raw = io.LimitReader(f, info.Size()) // what is written from now on is the next run's
		}
	}
	if raw != nil && in.Size < 0 {
		raw = newStream(ctx, raw)
	}
	in.count = countReader{raw, progress}
	if err := in.unpack(&in.count); err != nil {
		in.close()
		return nil, err
	}
	head, err := io.ReadAll(io.LimitReader(in.r, headSize))
	in.Head = head
	if err != nil {
		if len(head) == 0 {
			in.close()
			return nil, damaged(in.Packing, err)
		}
		in.r = io.MultiReader(bytes.NewReader(head), failing{damaged(in.Packing, err)})
	} else {
		in.r = io.MultiReader(bytes.NewReader(head), in.r)
	}
	// They open the file once more, so that reading goes on undisturbed. They keep
	// its path and nothing else: who remembers a file does not keep its head.
	in.Hash = func(ctx context.Context, start, end int64) (uint64, error) { return hashOf(ctx, path, start, end) }
	in.Beginning = func(n int64) ([]byte, error) { return beginningOf(path, n) }
	if in.Size < 0 {
		in.Hash = func(_ context.Context, start, end int64) (uint64, error) {
			if end <= int64(len(head)) {
				return xxhash.Sum64(head[start:end]), nil
			}
			return 0, errors.New("a stream cannot be read twice")
		}
		in.Beginning = nil
	}
	return in, nil
}

// unpack sets in.r to the decompressed bytes of raw.
func (in *input) unpack(raw io.Reader) error {
	br := bufio.NewReaderSize(raw, 256<<10)
	in.r = br
	magic, _ := br.Peek(6)
	for _, p := range packings {
		if !bytes.HasPrefix(magic, p.magic) {
			continue
		}
		r, err := p.open(br)
		if err != nil {
			return damaged(p.name, err)
		}
		in.Packing = p.name
		in.r = unpacked{r, p.name}
	}
	in.transcode()
	return nil
}

// transcode makes UTF-8 of a file in UTF-16.
func (in *input) transcode() {
	br := bufio.NewReaderSize(in.r, 64<<10)
	in.r, in.UTF16 = br, ""
	beginning, _ := br.Peek(1024)
	if is, big := parse.IsUTF16(beginning); is {
		in.UTF16 = "UTF-16LE"
		if big {
			in.UTF16 = "UTF-16BE"
		}
		in.r = parse.TranscodeUTF16(br, big)
	}
}

// unpacked names the compression in its errors.
type unpacked struct {
	r    io.Reader
	name string
}

func (u unpacked) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if err != nil && err != io.EOF {
		err = damaged(u.name, err)
	}
	return n, err
}

func damaged(packing string, err error) error {
	if packing == "" {
		return bare(err)
	}
	var already damage
	if errors.As(err, &already) {
		return err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return damage{packing, errors.New("the file ends too early")}
	}
	return damage{packing, err}
}

// damage is compressed data that cannot be read.
type damage struct {
	packing string
	err     error
}

func (d damage) Error() string { return fmt.Sprintf("%s data is damaged: %v", d.packing, d.err) }
func (d damage) Unwrap() error { return d.err }

// failing is a reader that has come to an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func (in *input) close() {
	if z, ok := in.r.(io.Closer); ok {
		z.Close()
	}
	if in.f != nil {
		in.f.Close()
	}
}

// seek makes in.r begin at offset: by seeking in a plain file, else by reading
// over what lies between.
func (in *input) seek(offset int64) error {
	if offset == in.pos {
		return nil
	}
	plain := in.f != nil && in.Packing == "" && in.UTF16 == "" && in.Size >= 0
	switch {
	case plain:
		if _, err := in.f.Seek(offset, io.SeekStart); err != nil {
			return bare(err)
		}
		in.r = bufio.NewReaderSize(&countReader{io.LimitReader(in.f, in.Size-offset), in.count.on}, 256<<10)
		in.pos = offset
		return nil
	case offset < in.pos:
		if in.Size < 0 {
			return errors.New("a stream cannot be read twice")
		}
		if _, err := in.f.Seek(0, io.SeekStart); err != nil {
			return bare(err)
		}
		if err := in.unpack(io.LimitReader(in.f, in.Size)); err != nil {
			return err
		}
		in.pos = 0
	}
	n, err := io.CopyN(io.Discard, in.r, offset-in.pos)
	in.pos += n
	return err
}

// hashOf is the File.Hash of the file at path.
func hashOf(ctx context.Context, path string, start, end int64) (uint64, error) {
	again, err := open(ctx, path, nil, nil)
	if err != nil {
		return 0, err
	}
	defer again.close()
	if err := again.seek(start); err != nil {
		return 0, err
	}
	h := xxhash.New()
	buf := make([]byte, 1<<20)
	for left := end - start; left > 0; {
		if err := context.Cause(ctx); err != nil {
			return 0, err
		}
		n, err := io.ReadFull(again.r, buf[:min(left, int64(len(buf)))])
		h.Write(buf[:n])
		if left -= int64(n); err != nil && left > 0 {
			return 0, err
		}
	}
	return h.Sum64(), nil
}

// beginningOf is the File.Beginning of the file at path.
func beginningOf(path string, n int64) ([]byte, error) {
	again, err := open(context.Background(), path, nil, nil)
	if err != nil {
		return nil, err
	}
	defer again.close()
	return io.ReadAll(io.LimitReader(again.r, n))
}

// Look opens path, or stdin for "-", far enough to see its head.
func Look(ctx context.Context, path string, stdin io.Reader) (*File, error) {
	in, err := open(ctx, path, stdin, nil)
	if err != nil {
		return nil, err
	}
	defer in.close()
	return &in.File, nil
}
