// Package config says what may be set in jdbclog, and reads it.
//
// A setting has one line in the table of keys.go, from which its default, its
// place in jdbclog.yaml, its environment variable, its flag and its help text
// all come. Later sources win over earlier ones:
//
//	defaults < jdbclog.yaml < environment (JDBCLOG_LOAD_LOADERS) < flags (--loaders)
//
// Other packages receive plain values of the structs below; nothing outside
// Load knows how they were read.
package config

import (
	"cmp"
	"errors"
	"maps"
	"runtime"
	"slices"
	"time"
)

// Config holds every setting, checked and typed. It is a plain value: whoever
// has one may change it; Validate tells whether it still makes sense.
type Config struct {
	Input     Input
	Templates map[string]Template // by name; nil when there are none
	Pipeline  Pipeline
	Load      Loading
	Report    Reporting
	Schemes   map[string]Scheme // by name; nil when there are none
	Database  Database
	Log       Log
	Output    Output

	// Path is the configuration file that was read, "" when there was none.
	Path string

	sources map[string]string // by key: where a value that is no default came from
}

// Input is what is read and how it is understood.
type Input struct {
	Format         string // name of a format or template, "auto" to detect it per file
	FormatTemplate string // a P6Spy customLogMessageFormat, "" for none
	LogPattern     string // a logback or log4j pattern, "" to learn it from the file
	Encoding       string // name of an encoding, "auto" to detect it
	Timezone       *time.Location
	Date           string // YYYY-MM-DD for logs that write the time of day only, "" to take it from the file's name
	Prefer         string // format whose fields win where two tools report one execution, "auto" for the finer one
	MaxRecord      Size
	Since, Until   Moment // records outside are filtered: since <= time < until
	KeepDuplicates bool
	Mask           string        // none, literals
	Settle         time.Duration // a plain file changed within it may still be growing
	Final          bool          // nothing is growing: load open tails too
	FollowSymlinks bool
}

// Template is a format of the user's own: how a record begins, goes on and
// ends, and which of its parts is which field.
type Template struct {
	Start        string            // regular expression with named groups; required
	Continuation string            // "" when every line up to the next start belongs to the record
	End          string            // "" when the next start ends a record
	Fields       map[string]string // fields with the same value in every record
	Samples      []string          // records as the log has them, for `jdbclog formats test`
}

// Pipeline is how much of the machine is used.
type Pipeline struct {
	Parsers int  // 0 for auto: see ParserCount
	Memory  Size // bound of everything that is held at once
	Chunk   Size // log text that is parsed and loaded as one batch
}

// Loading is how rows get into the database.
type Loading struct {
	Scheme     string // number, Roman numeral or name; "auto" lets the tables decide
	Insert     string // this and the next three: "" for the scheme's own
	Commit     string // sync, async
	Tables     string // logged, unlogged
	Indexes    string // before, after
	BatchRows  int    // 0 for the insert method's own
	CommitRows int    // 0 for one transaction a batch
	Loaders    int    // 0 for auto: see LoaderCount

	Group  string // "" for the run's id
	System PathValue
	IP     PathValue
	Port   PathValue

	Schema       string // study, full
	TooLong      string // truncate, reject
	MaxRejects   Limit
	RejectsFile  string // "" for a name made of the run's id
	Reload       bool
	DryRun       bool
	LedgerPrefix string

	MaintenanceWorkMem Size
	IndexWorkers       int // -1 for the server's own setting
}

// Scheme is a loading scheme of the user's own. An empty field is taken from
// the scheme named by Base, or from the default scheme.
type Scheme struct {
	Base                            string
	Insert, Commit, Tables, Indexes string
	BatchRows, Loaders              int
}

// Reporting is what a report is about, and how it is given out.
type Reporting struct {
	Order    string   // time, calls, mean, p95, max, rows, failed
	Top      int      // statements, and names of a kind; 0 for as many as fit the output
	Sections []string // of the text; nil for all

	Types, Tables, Methods, Systems, Digests []string // any of them; nil for all
	MinDuration                              time.Duration
	Match, Exclude                           string // regular expressions, "" for none
	Failed                                   bool

	CSV, Markdown bool
	HTML          string // file, "" for none
	Save          string // file, "" for none
	Replay        string // file, "" for none

	Baseline   string // file, "" for none
	Slow       time.Duration
	FailIf     []string
	MaxDigests int

	FromDB         bool
	Explain        string // where to explain statements; a secret: see MaskDSN
	ExplainTimeout time.Duration
}

// Database is where rows go. All fields empty means the private local server.
type Database struct {
	DSN     string // URL or keyword string; a secret: see MaskDSN
	Schema  string // "" for the first of the search path
	PGBin   string // folder of PostgreSQL's programs, "" to look for them
	DataDir string // data folder of the private local server, "" for the user's
}

// Log is what jdbclog says about itself on stderr.
type Log struct {
	Level   string // debug, info, warn, error
	Format  string // auto, console, json
	Quiet   bool
	Verbose int // 1 for info, 2 for debug
}

// Output is how results and progress are shown.
type Output struct {
	JSON     bool
	Color    string // auto, always, never
	Progress string // auto, bars, lines, none
}

// ParserCount is the number of goroutines that parse: the number of CPUs that
// Go may use unless another was set.
func (p Pipeline) ParserCount() int {
	if p.Parsers > 0 {
		return p.Parsers
	}
	return runtime.GOMAXPROCS(0)
}

// LoaderCount is the number of loading connections: what was set, else scheme
// (a scheme's own number, 0 when it has none), else 2 or the number of CPUs
// if that is larger, at most 4.
func (l Loading) LoaderCount(scheme int) int {
	switch {
	case l.Loaders > 0:
		return l.Loaders
	case scheme > 0:
		return scheme
	}
	return min(max(2, runtime.GOMAXPROCS(0)), 4)
}

// Threshold is the lowest level that is logged once --quiet and --verbose had
// their say: debug, info, warn or error.
func (l Log) Threshold() string {
	switch {
	case l.Quiet:
		return "error"
	case l.Verbose >= 2 || l.Level == "debug":
		return "debug"
	case l.Verbose == 1:
		return "info"
	}
	return l.Level
}

// Default returns the settings of a user who has set nothing.
func Default() Config {
	var c Config
	for _, k := range Keys() {
		if err := k.at(&c).Set(k.Default); err != nil {
			panic("config: default of " + k.Name + ": " + err.Error()) // a mistake in keys.go; every test sees it
		}
	}
	return c
}

// Validate tells everything that is wrong with c, errors.Join-ed, each led by
// its key: values outside their range, and values that contradict each other.
func (c Config) Validate() error {
	var errs []error
	for _, k := range Keys() {
		scratch := c
		if err := k.at(&scratch).Set(k.at(&c).String()); err != nil {
			errs = append(errs, complain(k.Name, err, c.sources[k.Name]))
		}
	}
	return errors.Join(append(errs, c.contradictions()...)...)
}

func (c Config) contradictions() []error {
	var errs []error
	bad := func(key, text string) {
		errs = append(errs, complain(key, errors.New(text), c.sources[key]))
	}
	now := time.Now()
	since, from := c.Input.Since.Time(now, c.Input.Timezone)
	until, to := c.Input.Until.Time(now, c.Input.Timezone)
	if from && to && !since.Before(until) {
		bad("input.until", "is not after input.since")
	}
	if c.Input.FormatTemplate != "" && c.Input.Format != "auto" && c.Input.Format != "p6spy" {
		bad("input.format_template", "is for format p6spy, and input.format names another")
	}
	// One chunk is filled while one is parsed, one folded and one loaded.
	if c.Pipeline.Chunk > c.Pipeline.Memory/4 {
		bad("pipeline.chunk", "is more than a quarter of pipeline.memory")
	}
	forms := 0
	for _, asked := range []bool{c.Output.JSON, c.Report.CSV, c.Report.Markdown} {
		if asked {
			forms++
		}
	}
	if forms > 1 {
		key := "report.markdown"
		if !c.Report.Markdown {
			key = "report.csv"
		}
		bad(key, "contradicts the other forms of output: only one of output.json, report.csv and report.markdown")
	}
	if c.Log.Quiet && c.Log.Verbose > 0 {
		bad("log.quiet", "contradicts log.verbose")
	}
	for _, name := range slices.Sorted(maps.Keys(c.Templates)) {
		for field, err := range c.Templates[name].problems() {
			key := "templates." + name
			source := c.sources[key]
			if field != "" {
				key += "." + field
			}
			errs = append(errs, complain(key, err, cmp.Or(c.sources[key], source)))
		}
	}
	return errs
}
