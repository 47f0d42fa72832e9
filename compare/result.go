// Package compare is the laboratory: it loads the same logs by several schemes
// on the user's own server, measures and verifies every run, and says which
// way of loading is how much faster, why, and what it risks.
//
//	order of runs ─► run (fresh schema, load, index, analyze) ─► verify ─► statistics ─► verdicts
package compare

import "time"

// Result is all that a comparison found out: enough to redo every figure.
type Result struct {
	Version        string           `json:"version"` // of the program
	Started        time.Time        `json:"started"`
	Partial        bool             `json:"partial"` // it was stopped before its last round
	Options        Settings         `json:"options"`
	Input          Input            `json:"input"`
	Server         Server           `json:"server"`
	Machine        Machine          `json:"machine"`
	Ceiling        *Ceiling         `json:"ceiling"`
	Schemes        []SchemeResult   `json:"schemes"`
	Claims         []Claim          `json:"claims"`
	Recommendation []Recommendation `json:"recommendation"`
	Limits         []Limit          `json:"limits"` // where the time of each scheme goes
	Experiment     *Found           `json:"experiment,omitempty"`
}

// Settings are what the comparison was asked for.
type Settings struct {
	Rounds    int     `json:"rounds"`
	Seed      uint64  `json:"seed"`
	Loaders   int     `json:"loaders"`
	Columns   string  `json:"columns"` // study, full
	WALLevel  string  `json:"wal_level"`
	TimeLimit float64 `json:"time_limit_s"` // 0 for none
}

// Input is what was loaded, the same in every run.
type Input struct {
	Records int64 `json:"records"`
	Bytes   int64 `json:"bytes"` // decompressed
	Files   int64 `json:"files"`
}

// Server is what was loaded into.
type Server struct {
	Version  string            `json:"version"`
	Local    bool              `json:"local"` // its processes could be measured
	Settings map[string]string `json:"settings"`
}

// Machine is where the client ran.
type Machine struct {
	CPUs     int    `json:"cpus"`
	CPU      string `json:"cpu"`
	MemoryMB int64  `json:"memory_mb"`
	System   string `json:"system"`
}

// Ceiling is what no client can beat: the server reads ready-made binary files
// itself, then builds the indexes; medians of the rounds.
type Ceiling struct {
	Load  float64 `json:"load_s"`
	Index float64 `json:"index_s"`
	Why   string  `json:"skipped,omitempty"` // it could not be measured
}

// SchemeResult is a scheme and its rounds.
type SchemeResult struct {
	ID         int     `json:"id"`
	Name       string  `json:"name"`
	WALLevel   string  `json:"wal_level"`
	Insert     string  `json:"insert"`
	Commit     string  `json:"commit"`
	Tables     string  `json:"tables"`
	Indexes    string  `json:"indexes"`
	Durability string  `json:"durability"` // what a crash after the load loses
	Skipped    *string `json:"skipped"`    // why it was not run
	Rounds     []Round `json:"rounds"`

	Median         float64    `json:"median_s"`
	Min            float64    `json:"min_s"`
	Max            float64    `json:"max_s"`
	CI95           [2]float64 `json:"ci95_s"`
	RatioToTwo     float64    `json:"ratio_to_scheme_2"` // 0 when there is none
	RatioToFastest float64    `json:"ratio_to_fastest"`
	RatioToCeiling float64    `json:"ratio_to_ceiling"`
}

// Round is one run of a scheme.
type Round struct {
	Round        int     `json:"round"`
	Order        int     `json:"order"` // of the run within its round, from 1
	Wall         float64 `json:"wall_s"`
	Phases       Phases  `json:"phases"`
	Records      int64   `json:"records"`
	Rows         int64   `json:"rows"`
	RowRate      float64 `json:"rows_per_s"`
	RecordRate   float64 `json:"records_per_s"`
	Verified     bool    `json:"verified"`
	Checksum     string  `json:"checksum"`
	Extrapolated bool    `json:"extrapolated"` // it was cut by the time limit
	Failure      *string `json:"failure"`

	WALBytes    int64            `json:"wal_bytes"`
	Checkpoints int64            `json:"checkpoints"`
	TempBytes   int64            `json:"temp_bytes"`
	TableBytes  int64            `json:"table_bytes"`
	IndexBytes  int64            `json:"index_bytes"`
	Counters    map[string]int64 `json:"counters"` // of the server, where it has them

	Latency   Latency `json:"latency_ms"` // of transactions
	Waits     []Wait  `json:"waits"`      // over load and index
	LoadWaits []Wait  `json:"load_waits"`
	ClientCPU float64 `json:"client_cpu_s"`
	ServerCPU float64 `json:"server_cpu_s"` // 0 when it could not be measured
	Disk      *Disk   `json:"disk"`
}

// Phases are wall times in seconds. SetLogged is the price of making an
// unlogged table safe, which is no part of the wall time.
type Phases struct {
	Schema    float64  `json:"schema"`
	Load      float64  `json:"load"`
	Index     float64  `json:"index"`
	Analyze   float64  `json:"analyze"`
	SetLogged *float64 `json:"set_logged"`
}

func (p Phases) wall() float64 { return p.Schema + p.Load + p.Index + p.Analyze }

// Latency of the transactions of a run, in milliseconds.
type Latency struct {
	Count int64   `json:"count"`
	Mean  float64 `json:"mean"`
	P50   float64 `json:"p50"`
	P95   float64 `json:"p95"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

// Wait is how many sessions, on average, waited for something: AAS is samples
// of it divided by snapshots. Type and Event are "CPU" when nothing is waited for.
type Wait struct {
	Type  string  `json:"type"`
	Event string  `json:"event"`
	AAS   float64 `json:"aas"`
}

// Disk is what the disk of the server's data did during a run.
type Disk struct {
	Device    string  `json:"device"`
	WrittenMB float64 `json:"written_mb"`
	ReadMB    float64 `json:"read_mb"`
	WriteRate float64 `json:"write_mb_per_s"`
	Queue     float64 `json:"queue"` // requests waiting or served, on average
	Busy      float64 `json:"busy"`  // share of the time with any request
}

// Claim is one of the study's comparisons, and what became of it here.
type Claim struct {
	Name      string     `json:"name"`
	WALLevel  string     `json:"wal_level"`
	Says      string     `json:"says"`
	Published float64    `json:"published"`
	Measured  float64    `json:"measured"`
	CI95      [2]float64 `json:"ci95"`
	Verdict   string     `json:"verdict"` // confirmed, contradicted, not decided, not measured
}

// Recommendation is the scheme for a need, and the figures it rests on.
type Recommendation struct {
	Need   string `json:"need"`
	Scheme string `json:"scheme"`
	Why    string `json:"why"`
}

// Limit says in words where the time of a scheme goes.
type Limit struct {
	Scheme string `json:"scheme"`
	Text   string `json:"text"`
}
