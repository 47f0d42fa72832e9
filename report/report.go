package report

import (
	"time"
)

// Report is what is shown: text, JSON, CSV, Markdown and HTML are renderings of
// one. Nil, or a zero Time, is what the logs do not tell. Runtimes are in µs,
// sorted lists have what matters most first.
type Report struct {
	Overview     Overview     `json:"overview"`
	Order        Order        `json:"order"` // of Statements
	Statements   []Statement  `json:"statements"`
	More         *Rest        `json:"more"`  // statements that Top left out; nil if there are none
	Other        *Rest        `json:"other"` // statements that were too many to be kept apart; nil if there were none
	Types        Breakdown    `json:"types"`
	Tables       Breakdown    `json:"tables"`
	Methods      Breakdown    `json:"methods"`
	Systems      Breakdown    `json:"systems"`
	Hosts        Breakdown    `json:"hosts"`
	Connections  Breakdown    `json:"connections"`
	Threads      Breakdown    `json:"threads"`
	Files        Breakdown    `json:"files"`
	FiveMinutes  []Slot       `json:"five_minutes"`
	Heatmap      []HeatCell   `json:"heatmap"`   // by weekday and hour, empty ones left out
	Histogram    []Bucket     `json:"histogram"` // by runtime, the shortest first
	Slowest      []Execution  `json:"slowest"`
	Errors       []ErrorClass `json:"errors"`
	Batches      *Batches     `json:"batches"`      // nil if there are none
	Transactions *Transaction `json:"transactions"` // nil if the logs show none
	Candidates   []Candidate  `json:"candidates"`
	Baseline     *Comparison  `json:"baseline"` // nil without one
	Gates        []GateResult `json:"gates"`    // of --fail-if
	Plans        []Plan       `json:"plans"`    // of --explain; nil without it
}

// Time is a moment, the zero one is null in JSON. It has the zone of the report.
type Time struct{ time.Time }

// MarshalJSON gives RFC 3339 with milliseconds, or null.
func (t Time) MarshalJSON() ([]byte, error) {
	if t.IsZero() {
		return []byte("null"), nil
	}
	return []byte(`"` + t.Format("2006-01-02T15:04:05.000Z07:00") + `"`), nil
}

// Overview is what is true of all records together.
type Overview struct {
	Source      string       `json:"source"` // files, database or state
	Partial     bool         `json:"partial"`
	Files       int64        `json:"files"`
	Bytes       *int64       `json:"bytes"`
	Lines       *int64       `json:"lines"`
	Records     int64        `json:"records"`
	Kinds       Kinds        `json:"kinds"`
	Failed      int64        `json:"failed"`
	Rejected    *int64       `json:"rejected"` // stretches of log that could not be read
	Filtered    *int64       `json:"filtered"` // records that did not count
	Digests     int64        `json:"digests"`
	RuntimeUS   *int64       `json:"runtime_us"` // of all records together
	Runtime     Distribution `json:"runtime"`
	Rows        *int64       `json:"rows"`
	First       Time         `json:"first"`
	Last        Time         `json:"last"`
	Seconds     *float64     `json:"seconds"`     // from first to last
	PerSecond   *float64     `json:"per_second"`  // records
	Concurrency *float64     `json:"concurrency"` // executions under way at a time, on average
	Peak        *Peak        `json:"peak"`        // nil without times
	SlotSeconds int64        `json:"slot_seconds"`
	Formats     []Named      `json:"formats"`
	Timeless    int64        `json:"without_time"` // records

	SlowUS         int64 `json:"slow_us"`         // a statement is slow whose p95 is as long
	SlowStatements int64 `json:"slow_statements"` // how many are
}

// Kinds counts records by kind.
type Kinds struct {
	Statement int64 `json:"statement"`
	Batch     int64 `json:"batch"`
	Commit    int64 `json:"commit"`
	Rollback  int64 `json:"rollback"`
}

// Peak is the slot in which most was going on.
type Peak struct {
	Start       Time     `json:"start"`
	PerSecond   float64  `json:"per_second"`
	Concurrency *float64 `json:"concurrency"` // of the slot with most of it, which may be another
}

// Distribution is that of runtimes, in µs.
type Distribution struct {
	Sum    *int64   `json:"sum"`
	Min    *int64   `json:"min"`
	Mean   *int64   `json:"mean"`
	P50    *int64   `json:"p50"` // these three are at most 1 % off
	P95    *int64   `json:"p95"`
	P99    *int64   `json:"p99"`
	Max    *int64   `json:"max"`
	Stddev *float64 `json:"stddev"`
}

// Statement is all executions of one digest.
type Statement struct {
	Rank       int          `json:"rank"`
	Digest     string       `json:"digest"`
	Normalized string       `json:"normalized"`
	Cut        bool         `json:"cut,omitempty"` // Normalized is not all of it
	Type       string       `json:"type"`
	Tables     []string     `json:"tables"`
	Calls      int64        `json:"calls"`
	Failed     int64        `json:"failed"`
	Rows       *int64       `json:"rows"`
	Share      *float64     `json:"share"` // of the runtime of all records, 0 to 1
	Runtime    Distribution `json:"runtime_us"`
	Batches    int64        `json:"batches"`
	Executions int64        `json:"executions"` // in batches whose size is known
	First      Time         `json:"first"`
	Last       Time         `json:"last"`
	SlotWidth  int64        `json:"slot_seconds"`
	Course     []Slot       `json:"five_minutes"`
	Samples    []Execution  `json:"samples"` // the slowest
	Methods    []Named      `json:"methods"` // callers
	Files      []Named      `json:"files"`
}

// Rest is what is known of statements that are not shown.
type Rest struct {
	Digests    int64        `json:"digests"` // at most
	Calls      int64        `json:"calls"`
	Failed     int64        `json:"failed"`
	Rows       *int64       `json:"rows"`
	Share      *float64     `json:"share"`
	Runtime    Distribution `json:"runtime_us"`
	Batches    int64        `json:"batches"`
	Executions int64        `json:"executions"`
}

// Named is how often something was there; "" stands for what has no room.
type Named struct {
	Name      string `json:"name"`
	Calls     int64  `json:"calls"`
	RuntimeUS *int64 `json:"runtime_us"`
}

// Breakdown is executions by name.
type Breakdown struct {
	Groups []Group `json:"groups"`
	Names  int64   `json:"names"` // how many there are, at most
	Other  *Group  `json:"other"` // what is not in Groups; nil if nothing is
}

// Group is the executions with one name.
type Group struct {
	Name         string `json:"name"`
	Calls        int64  `json:"calls"`
	Failed       int64  `json:"failed"`
	Rows         *int64 `json:"rows"`
	RuntimeUS    *int64 `json:"runtime_us"`
	MeanUS       *int64 `json:"mean_us"`
	MaxUS        *int64 `json:"max_us"`
	Transactions *int64 `json:"transactions,omitempty"` // of connections
	Rollbacks    *int64 `json:"rollbacks,omitempty"`
}

// Slot is a stretch of time of SlotSeconds; empty ones are left out.
type Slot struct {
	Start     Time   `json:"start"`
	Calls     int64  `json:"calls"`
	RuntimeUS *int64 `json:"runtime_us"`
	Failed    int64  `json:"failed"`
}

// HeatCell is one hour of a weekday of the wall clock, Sunday being 0.
type HeatCell struct {
	Weekday   int    `json:"weekday"`
	Hour      int    `json:"hour"`
	Calls     int64  `json:"calls"`
	RuntimeUS *int64 `json:"runtime_us"`
}

// Bucket is the executions whose runtime is from FromUS to below ToUS.
type Bucket struct {
	FromUS    int64  `json:"from_us"`
	ToUS      *int64 `json:"to_us"` // nil: no end
	Calls     int64  `json:"calls"`
	RuntimeUS int64  `json:"runtime_us"`
}

// Execution is one record.
type Execution struct {
	File       string  `json:"file"`
	Line       int64   `json:"line"`
	EndLine    int64   `json:"end_line"`
	Time       Time    `json:"time"`
	RuntimeUS  *int64  `json:"runtime_us"`
	Rows       *int64  `json:"rows"`
	BatchSize  int32   `json:"batch_size,omitempty"`
	Failed     bool    `json:"failed"`
	Error      *string `json:"error"`
	Connection *string `json:"connection"`
	Thread     *string `json:"thread"`
	Method     *string `json:"method"`
	Digest     string  `json:"digest"`
	SQL        string  `json:"sql"`
	Cut        bool    `json:"cut,omitempty"`     // SQL is not all of it
	Unbound    bool    `json:"unbound,omitempty"` // SQL does not have its values
}

// ErrorClass is the failures of one kind. Values in the message are ?.
type ErrorClass struct {
	Class     *string     `json:"class"` // of the exception, if the log names it
	Message   string      `json:"message"`
	Calls     int64       `json:"calls"`
	RuntimeUS int64       `json:"runtime_us"`
	Digests   []Named     `json:"digests"`
	Samples   []Execution `json:"samples"` // the first ones
}

// Batches is what is known of records that are batches.
type Batches struct {
	Calls      int64    `json:"calls"`
	Executions int64    `json:"executions"` // in batches whose size is known
	Sized      int64    `json:"sized"`      // batches whose size is known
	RuntimeUS  *int64   `json:"runtime_us"`
	MinSize    *int64   `json:"min_size"`
	MeanSize   *float64 `json:"mean_size"`
	P50Size    *int64   `json:"p50_size"`
	P95Size    *int64   `json:"p95_size"`
	MaxSize    *int64   `json:"max_size"`
	PerSecond  *float64 `json:"per_second"` // executions in a second of runtime
}

// Transaction is what is known of transactions.
type Transaction struct {
	Commits        int64       `json:"commits"`
	Rollbacks      int64       `json:"rollbacks"`
	Empty          int64       `json:"empty"` // commits and rollbacks of nothing
	Open           int64       `json:"open"`  // executions behind the last end
	Statements     int64       `json:"statements"`
	P50Statements  *int64      `json:"p50_statements"`
	P95Statements  *int64      `json:"p95_statements"`
	MaxStatements  *int64      `json:"max_statements"`
	MeanUS         *int64      `json:"mean_us"` // length
	P50US          *int64      `json:"p50_us"`
	P95US          *int64      `json:"p95_us"`
	MaxUS          *int64      `json:"max_us"`
	Busy           *float64    `json:"busy"` // share of their length in which a statement ran
	LongestIdleUS  *int64      `json:"longest_idle_us"`
	Longest        []TxExample `json:"longest"`
	MostStatements []TxExample `json:"most_statements"`
}

// TxExample is one transaction.
type TxExample struct {
	File       string  `json:"file"`
	Line       int64   `json:"line"`
	EndLine    int64   `json:"end_line"`
	Start      Time    `json:"start"`
	Connection *string `json:"connection"`
	Thread     *string `json:"thread"`
	Statements int64   `json:"statements"`
	LengthUS   *int64  `json:"length_us"`
	BusyUS     int64   `json:"busy_us"`
	IdleUS     int64   `json:"idle_us"` // the longest pause in it
	Failed     int64   `json:"failed"`
	Rollback   bool    `json:"rollback"`
}
