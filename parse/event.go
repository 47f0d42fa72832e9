package parse

// Event is one entry of a log: what the logging framework wrote in one call.
// Its first line carries the envelope, if there is one; the lines that follow
// belong to it until the next line that begins an event. All byte fields point
// into the batch.
type Event struct {
	Text []byte // the message: envelope taken off the first line, lines joined by LF, last line ending taken off

	Start, End int64 // physical lines from 1, inclusive
	Offset     int64 // of the first byte in the decompressed file
	Lines      int32 // End-Start+1 unless lines of others lie between

	Time    int64  // the envelope's stamp, microseconds since 1970 UTC, or NoTime
	DayOnly bool   // Time is a time of day, without date
	Thread  []byte // nil when the envelope has none
	Level   []byte
	Logger  []byte
	Bare    bool // no envelope was found on it
	Last    bool // it ends where the input ends: it may be cut
	Open    bool // and its last line has no ending
}

// Level words are compared without regard to case; IsError is true for those
// at which logging frameworks report failures.
func (e *Event) IsError() bool {
	switch string(e.Level) {
	case "ERROR", "error", "SEVERE", "FATAL", "Error":
		return true
	}
	return false
}
