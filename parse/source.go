package parse

import (
	"fmt"
	"time"
)

// Layout is how a logging framework frames a message: the envelope before it,
// perhaps a suffix behind it. Layouts are stateless.
type Layout interface {
	// String gives the layout as a pattern that ParseLayout reads back; it is
	// what the ledger stores.
	String() string

	// Start reports whether line begins an event in this layout.
	Start(line []byte) bool

	// Parse takes the envelope off e.Text and fills Time, DayOnly, Thread, Level
	// and Logger. Text that it must decode (JSON) goes into p's arena. It reports
	// false, having changed nothing, when the event is not of this layout: when
	// Start refuses its first line, for one.
	Parse(e *Event, p *Parser) bool
}

// Wrapper is what a container or log shipper puts around each line it carries
// (docker json-file, CRI, syslog). Unwrapping keeps state, for lines that come
// in pieces, so one Unwrapper serves one file, in order.
type Wrapper interface {
	String() string
	New() Unwrapper
}

// Unwrapper takes the wrapping off physical lines.
type Unwrapper interface {
	// Unwrap takes a physical line, without its ending. If that completes a line
	// of the wrapped log, the line is appended to dst; it may hold LFs of its own.
	// Pieces are kept inside until then. A line that is not wrapped is appended as
	// it is.
	Unwrap(dst, line []byte) (out []byte, x Unwrapped)

	// Rest appends what is still unfinished at the end of the input.
	Rest(dst []byte) []byte
}

// Unwrapped says what became of a physical line.
type Unwrapped struct {
	Done    bool  // a line of the wrapped log was appended
	Back    int   // how many physical lines before this one it began
	Pending bool  // some stream has an unfinished line: no cut is made while one has
	Stamp   stamp // of the wrapper, for events that have none; with Done alone
}

// Source says how one file is to be read. It is immutable once parsing begins.
type Source struct {
	Path     string
	Formats  []Format       // that detection found, most frequent first
	Layouts  []Layout       // tried in order
	Bare     bool           // a format's own Start begins an event too: files without envelopes, or with both
	Wrapper  Wrapper        // nil for none
	Encoding Encoding       // nil for UTF-8
	ANSI     bool           // terminal colours are taken out
	Bald     bool           // those without their ESC are, at the beginning of lines
	Zone     *time.Location // of stamps that name none
	Date     time.Time      // day of the first stamp, for layouts that give the time of day only
	Order    DateOrder      // of day, month and year, for stamps that do not tell

	MaxRecord      int    // bytes of an event; a larger one is a reject
	Prefer         string // format whose fields win where stacked tools report one execution; "" for the finer ones
	KeepDuplicates bool   // doubled output is not dropped
	Params         bool   // Finish recovers parameter values that only JSON shows
}

// Encoding turns text of another encoding into UTF-8. It is stateless over
// lines: LF is LF in each of them.
type Encoding interface {
	String() string
	// AppendUTF8 appends src in UTF-8 to dst; what cannot be read becomes U+FFFD.
	AppendUTF8(dst, src []byte) []byte
}

// open takes the envelope off e. o is what is known of it.
func (s *Source) open(e *Event, p *Parser, o *opening) {
	if o.by != nil {
		o.by.take(e, p, &o.env, o.end)
		return
	}
	for _, l := range s.Layouts {
		if l.Parse(e, p) {
			return
		}
	}
	e.Bare = true
}

// Reject is a stretch of text that starts like a record and cannot be read as one.
type Reject struct {
	StartLine, EndLine int64
	Lines              int64  // physical lines that count to it
	Line               int64  // the one that is at fault
	Offset             int64  // of the first byte, in the decompressed file
	Reason             string // never holds text of the log
	Text               []byte // the stretch, in UTF-8, for the reject file; nil if it was too large to keep
}

// Error is the reject as a message that begins with file:line.
func (r *Reject) Error(path string) error {
	return fmt.Errorf("%s:%d: %s", path, r.Line, r.Reason)
}
