package parse

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
)

// decode makes b.text out of b.Data, or out of what the splitter has unwrapped:
// UTF-8 without NUL or colours. Clean text is taken as it is, without a copy.
func (b *Batch) decode() {
	s := b.Source
	src := b.Data
	if s.Wrapper != nil {
		src = b.textBuf
	}
	b.raw = src
	plain := !s.coloured(src)
	encoding := s.Encoding
	if b.scan(src) && encoding == nil && plain {
		b.text = src
		return
	}
	var out []byte
	if s.Wrapper == nil {
		out = b.textBuf[:0]
	}
	out = slices.Grow(out, len(src)+len(src)/8+64)
	off, line := b.Offset, b.Line
	for len(src) > 0 {
		n := lineEnd(src, 0)
		raw := src[:n]
		src = src[n:]
		if s.Wrapper == nil {
			b.spans = append(b.spans, span{off, line, line, 1, NoTime})
			off += int64(n)
			line++
		}
		for len(raw) > 0 && raw[0] == 0 {
			raw = raw[1:]
			b.Replaced++
		}
		if encoding != nil {
			b.scratch = encoding.AppendUTF8(b.scratch[:0], raw)
			raw = b.scratch
			b.Replaced += int64(bytes.Count(raw, replacement))
		}
		if s.ANSI || s.Bald {
			at := len(b.scratch)
			b.scratch = s.appendPlain(b.scratch, raw)
			raw = b.scratch[at:]
		}
		if len(raw) == 0 { // a last line of NULs alone leaves no text
			b.Skipped++
			b.spans = b.spans[:len(b.spans)-1]
		}
		out = b.clean(out, raw)
		b.scratch = b.scratch[:0]
	}
	b.textBuf, b.text = out, out
}

var replacement = []byte("\uFFFD")

// scan hashes b's Data and reports whether src, which is Data itself unless it
// was unwrapped, is UTF-8 without NUL. It goes over both in pieces that stay in
// the processor's cache: a chunk does not.
func (b *Batch) scan(src []byte) (clean bool) {
	if b.Source.Wrapper != nil {
		b.Hash = xxhash.Sum64(b.Data)
		return bytes.IndexByte(src, 0) < 0 && utf8.Valid(src)
	}
	var hash xxhash.Digest
	hash.Reset()
	clean = true
	for len(src) > 0 {
		n := min(len(src), 32<<10)
		for back := 0; back < utf8.UTFMax && n < len(src) && !utf8.RuneStart(src[n]); back++ {
			n--
		}
		hash.Write(src[:n])
		clean = clean && bytes.IndexByte(src[:n], 0) < 0 && utf8.Valid(src[:n])
		src = src[n:]
	}
	b.Hash = hash.Sum64()
	return clean
}

// clean appends s to dst with bytes that are no UTF-8, and NULs, as U+FFFD.
func (b *Batch) clean(dst, s []byte) []byte {
	if bytes.IndexByte(s, 0) < 0 && utf8.Valid(s) {
		return append(dst, s...)
	}
	for len(s) > 0 {
		i := 0
		for i < len(s) && s[i] != 0 {
			if s[i] < utf8.RuneSelf {
				i++
				continue
			}
			r, n := utf8.DecodeRune(s[i:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			i += n
		}
		dst = append(dst, s[:i]...)
		if i == len(s) {
			break
		}
		dst = append(dst, "\uFFFD"...)
		b.Replaced++
		s = s[i+1:]
	}
	return dst
}
