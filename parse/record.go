package parse

import (
	"math"

	"jdbclog/parse/sqltext"
)

// Kind is what sort of execution a record is.
type Kind uint8

// The kinds, in the words of the JSON output.
const (
	Statement Kind = iota
	BatchKind
	Commit
	Rollback
)

// String gives the kind as the JSON output and the column c_kind have it.
func (k Kind) String() string {
	switch k {
	case BatchKind:
		return "batch"
	case Commit:
		return "commit"
	case Rollback:
		return "rollback"
	}
	return "statement"
}

// Flag marks what a reader of a record should know of how it came about.
type Flag uint16

// The flags, as bits; FlagNames gives their words in the same order.
const (
	Truncated      Flag = 1 << iota // the log ended, or was cut, before the record did
	Ambiguous                       // the log can be read in more than one way
	DerivedRuntime                  // the runtime is the difference of two stamps
	Unbound                         // values are missing, too many, or cannot be split for sure
)

// Flushed marks a record that Fold gave out because the input ended: more of the
// file could have changed it. It is no word of the output.
const Flushed Flag = 1 << 15

// FlagNames are the words of the flags, lowest bit first.
var FlagNames = [...]string{"truncated", "ambiguous", "derived_runtime", "unbound"}

// NoTime is a record's Time when the log shows none.
const NoTime = math.MinInt64

// Unknown is a count or runtime that the log does not give.
const Unknown = -1

// Part says what a format's item is. Whole is a record that needs nothing of
// earlier events; every other value is the format's own and is for its Folder.
type Part uint8

// Whole is the part of a record that is complete as parsed.
const Whole Part = 0

// Param is one value given to a placeholder. Bare says that its logged type is
// numeric or boolean, so that it is bound without quotes; Guess that the log
// gives no type, so that it is bound without quotes if it reads as a number.
type Param struct {
	Value             []byte
	Null, Bare, Guess bool
}

// Record is one execution, or, before Fold, one part of it. Byte fields point
// into the batch and live until it is released; nil means that the log does
// not tell. After Batch.Parse they are valid UTF-8 without NUL.
type Record struct {
	StartLine, EndLine int64 // physical lines from 1, inclusive
	Offset             int64 // of the first byte, in the decompressed file
	Lines              int32 // physical lines of its events, for the accounts
	BatchSize          int32 // executions in a batch, 0 when none or not known

	Time        int64 // microseconds since 1970 UTC, or NoTime
	Runtime     int64 // microseconds, or Unknown
	Rows        int64 // rows of the result, or Unknown
	UpdateCount int64 // rows changed, or Unknown

	SQL      []byte // as executed; nil after parsing when it is to be bound from Prepared and Params
	Prepared []byte // with placeholders, where the log has it
	Conn     []byte
	Thread   []byte
	Method   []byte
	URL      []byte // password masked
	Error    []byte // first line
	Params   []Param
	Extra    []byte // a format's own text, carried from Parse to its Folder or Finish
	Ref      int64  // a format's own: the number by which its Folder knows an execution

	Stmt   *sqltext.Stmt // normalised text, digest, type, complexity
	Format Format
	key    uint64 // doubleKey, taken while the text is at hand; 0 if it was not

	Kind      Kind
	Part      Part
	Flags     Flag
	Depth     uint8 // a format's own: nesting
	Failed    bool
	HasParams bool // Params is known, perhaps empty
	DayOnly   bool // Time is a time of day; Fold adds the date
}

// reset makes r an empty record of format f.
func (r *Record) reset(f Format) {
	*r = Record{Format: f, Time: NoTime, Runtime: Unknown, Rows: Unknown, UpdateCount: Unknown}
}

// Text is the statement's text for normalising: the prepared one where logged.
func (r *Record) Text() []byte {
	if r.Prepared != nil {
		return r.Prepared
	}
	return r.SQL
}
