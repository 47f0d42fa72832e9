package config

import (
	"strings"
	"time"
)

// Key is one setting: all that is known about it.
type Key struct {
	Name    string // section.key, as in jdbclog.yaml
	Flag    string // long name, and after a comma a letter; "" for none
	Default string // as a user would write it
	Doc     string // what it does; the word in backquotes stands for the value
	Why     string // why the default is what it is
	at      func(*Config) value
}

// Keys returns the table of settings, by section, in the order in which they
// are shown. A new setting is one entry here and one field of Config.
func Keys() []Key {
	return []Key{
		{"input.format", "format", "auto", "read the logs as format `NAME`, or by a template of that name",
			"folders hold logs of several formats, so each file tells its own",
			func(c *Config) value { return word(&c.Input.Format) }},
		{"input.format_template", "format-template", "", "read P6Spy lines written by customLogMessageFormat `TEMPLATE`",
			"only P6Spy logs written by CustomLineFormat need it",
			func(c *Config) value { return text(&c.Input.FormatTemplate) }},
		{"input.log_pattern", "log-pattern", "", "the lines around the SQL have the logback or log4j `PATTERN`",
			"the layout is learned from the file itself",
			func(c *Config) value { return text(&c.Input.LogPattern) }},
		{"input.encoding", "encoding", "auto", "read the logs in encoding `NAME`: UTF-8, GB18030, UTF-16LE, ...",
			"detected from the bytes, per file",
			func(c *Config) value { return word(&c.Input.Encoding) }},
		{"input.timezone", "timezone", "local", "time stamps that do not say theirs are in `ZONE`: local, UTC, Asia/Shanghai, +08:00",
			"logs are mostly read where they were written",
			func(c *Config) value { return zone(&c.Input.Timezone) }},
		{"input.date", "date", "", "the date is `YYYY-MM-DD` where the log has the time of day only",
			"taken from the file's name",
			func(c *Config) value { return day(&c.Input.Date) }},
		{"input.prefer", "prefer", "auto", "the fields of format `NAME` win where two tools report the same execution",
			"per field, the tool with the finer runtime and the prepared text",
			func(c *Config) value { return word(&c.Input.Prefer) }},
		{"input.max_record", "max-record", "64MiB", "reject records larger than `SIZE`",
			"the longest statements seen in the field are a few MiB; half the memory bound is left for the rest",
			func(c *Config) value { return size(&c.Input.MaxRecord, 1<<10, 1<<30) }},
		{"input.since", "since", "", "skip records before `TIME`: 2024-01-31, '2024-01-31 10:00', 2h, 2d, yesterday",
			"everything counts",
			func(c *Config) value { return &c.Input.Since }},
		{"input.until", "until", "", "skip records at or after `TIME`",
			"everything counts",
			func(c *Config) value { return &c.Input.Until }},
		{"input.keep_duplicates", "keep-duplicates", "false", "count doubled log lines as executions of their own",
			"the same work cannot end twice in one millisecond: such lines come from two appenders",
			func(c *Config) value { return toggle(&c.Input.KeepDuplicates) }},
		{"input.mask", "mask", "none", "hide `WHAT` from database, rejects and reports: none, literals",
			"slow statements are reproduced with their values; who must not store values asks for it",
			func(c *Config) value { return oneOf(&c.Input.Mask, "none", "literals") }},
		{"input.settle", "settle", "60s", "hold the open tail of a file back that changed within `DURATION`",
			"longer than a slow statement keeps a record open, shorter than the pause between nightly runs",
			func(c *Config) value { return span(&c.Input.Settle, 0, 30*day24) }},
		{"input.final", "final", "false", "nothing is being written any more: load open tails too",
			"a record that is still being written would be loaded cut",
			func(c *Config) value { return toggle(&c.Input.Final) }},
		{"input.follow_symlinks", "follow-symlinks", "false", "walk into linked folders",
			"current -> 2024-01-31 would be read twice, and links can form circles",
			func(c *Config) value { return toggle(&c.Input.FollowSymlinks) }},

		{"pipeline.parsers", "parsers", "auto", "parse with `N` goroutines",
			"the number of CPUs: parsing waits for nothing but the CPU",
			func(c *Config) value { return count(&c.Pipeline.Parsers, 1, 256).or("auto", 0) }},
		{"pipeline.memory", "memory", "128MiB", "hold at most `SIZE` of logs, rows and state at once",
			"room for 16 chunks and what is built of them: more hardly loads faster, and a small server can spare it",
			func(c *Config) value { return size(&c.Pipeline.Memory, 16<<20, 1<<40) }},
		{"pipeline.chunk", "chunk", "2MiB", "parse `SIZE` of log as one batch",
			"some 5 000 records; COPY loads up to four that wait in one transaction: its cost vanishes, and little is done twice after a crash",
			func(c *Config) value { return size(&c.Pipeline.Chunk, 4<<10, 256<<20) }},

		{"load.scheme", "scheme", "auto", "load by scheme `NAME`: a number, a Roman numeral or a name (see 'jdbclog schemes')",
			"9 (copy-index-after) into new or empty tables, 8 (copy) where rows or indexes are: nothing can be lost by either",
			func(c *Config) value { return word(&c.Load.Scheme) }},
		{"load.insert", "insert", "", "insert by `METHOD`: single, batch, values, unnest, copy, copy-rows", schemes,
			func(c *Config) value { return text(&c.Load.Insert) }},
		{"load.commit", "commit", "", "commit `HOW`: sync, async", schemes,
			func(c *Config) value { return oneOf(&c.Load.Commit, "", "sync", "async") }},
		{"load.tables", "tables", "", "make the tables `KIND`: logged, unlogged", schemes,
			func(c *Config) value { return oneOf(&c.Load.Tables, "", "logged", "unlogged") }},
		{"load.indexes", "indexes", "", "build the indexes `WHEN`: before, after the load", schemes,
			func(c *Config) value { return oneOf(&c.Load.Indexes, "", "before", "after") }},
		{"load.batch_rows", "batch-rows", "auto", "send `N` records at once",
			"1 000 for the batch methods, as JDBC programs do; for copy the chunks that wait, up to four",
			func(c *Config) value { return count(&c.Load.BatchRows, 1, 10_000_000).or("auto", 0) }},
		{"load.commit_rows", "commit-rows", "auto", "commit after `N` records",
			"the scheme's own: every row for single, every chunk for the others, for copy those that wait, up to four",
			func(c *Config) value { return count(&c.Load.CommitRows, 1, 1_000_000_000).or("auto", 0) }},
		{"load.loaders", "loaders", "auto", "load over `N` connections",
			"2, or the number of CPUs if that is larger, at most 4: more wait for each other in the server",
			func(c *Config) value { return count(&c.Load.Loaders, 1, 64).or("auto", 0) }},
		{"load.group", "group", "", "set c_bh_group to `TEXT`, by which runs can be told apart",
			"the run's id",
			func(c *Config) value { return text(&c.Load.Group) }},
		{"load.system", "system", "", "set c_xtbs to `TEXT`, or by '~REGEXP' to a part of the path (repeatable, the first match wins)", unknown,
			func(c *Config) value { return &c.Load.System }},
		{"load.ip", "ip", "", "set c_ip to `TEXT`, or to a part of the path, such as '~/([0-9.]+)_'",
			"taken from the JDBC url where the log has it",
			func(c *Config) value { return &c.Load.IP }},
		{"load.port", "port", "", "set c_port to `PORT`, or to a part of the path, such as '~_([0-9]+)\\.log'",
			"taken from the JDBC url where the log has it",
			func(c *Config) value { return port(&c.Load.Port) }},
		{"load.schema", "schema", "full", "give the tables the `COLUMNS` study (the study's) or full (more behind them)",
			"connections, threads and errors are what one looks for later; compare takes study",
			func(c *Config) value { return oneOf(&c.Load.Schema, "study", "full") }},
		{"load.too_long", "too-long", "truncate", "do `WHAT` with a value that its column cannot hold: truncate, reject",
			"a path of 601 characters is worth less than its record; cuts are counted",
			func(c *Config) value { return oneOf(&c.Load.TooLong, "truncate", "reject") }},
		{"load.max_rejects", "max-rejects", "none", "stop after `N|N%` rejects, such as 1000 or 5%",
			"rejects are kept, counted and told by exit code 3; a limit is for runs that nobody watches",
			func(c *Config) value { return &c.Load.MaxRejects }},
		{"load.rejects_file", "rejects-file", "", "write rejects to `FILE`",
			"a name made of the run's id in the working folder, only when there are rejects",
			func(c *Config) value { return text(&c.Load.RejectsFile) }},
		{"load.reload", "reload", "false", "delete the files' rows and load them again",
			"a rerun loads what is new and nothing else",
			func(c *Config) value { return toggle(&c.Load.Reload) }},
		{"load.dry_run", "dry-run", "false", "read and parse, say what would be loaded, and load nothing",
			"a load loads",
			func(c *Config) value { return toggle(&c.Load.DryRun) }},
		{"load.ledger_prefix", "ledger-prefix", "", "begin the names of the ledger's tables with `TEXT`",
			"the ledger belongs to the data beside it; a prefix is for names that are taken",
			func(c *Config) value { return identifier(&c.Load.LedgerPrefix) }},
		{"load.maintenance_work_mem", "maintenance-work-mem", "256MiB", "let each index build of the server use `SIZE`",
			"the server's 64MiB sorts 6 million rows on disk; the two tables together take twice this",
			func(c *Config) value { return size(&c.Load.MaintenanceWorkMem, 1<<20, 2<<30-1<<10) }},
		{"load.index_workers", "index-workers", "auto", "build each index with `N` parallel workers of the server",
			"the server's max_parallel_maintenance_workers: its owner knows what else runs there",
			func(c *Config) value { return count(&c.Load.IndexWorkers, 0, 64).or("auto", -1) }},

		{"report.order", "order", "time", "rank statements by `FIGURE`: time, calls, mean, p95, max, rows, failed",
			"what takes most time is what there is most to gain from",
			func(c *Config) value {
				return oneOf(&c.Report.Order, "time", "calls", "mean", "p95", "max", "rows", "failed")
			}},
		{"report.top", "top", "auto", "show `N` statements, and N names of a kind",
			"10 for people, all that is kept in JSON and CSV",
			func(c *Config) value { return count(&c.Report.Top, 1, 1_000_000).or("auto", 0) }},
		{"report.sections", "section", "", "show `SECTIONS` only: overview, statements, details, breakdowns, time, histogram, slowest, errors, batches, transactions, candidates, baseline, plans",
			"everything there is something to say of",
			func(c *Config) value {
				return list(&c.Report.Sections, "overview", "statements", "details", "breakdowns", "time", "histogram", "slowest", "errors", "batches", "transactions", "candidates", "baseline", "plans")
			}},
		{"report.types", "type", "", "count statements of `TYPE` only: select, insert, update, delete, merge, call, ddl, tcl, other", everything,
			func(c *Config) value {
				return list(&c.Report.Types, "select", "insert", "update", "delete", "merge", "call", "ddl", "tcl", "other")
			}},
		{"report.tables", "table", "", "count statements that touch table `NAME` only", everything,
			func(c *Config) value { return list(&c.Report.Tables) }},
		{"report.methods", "method", "", "count only calls by methods whose name has `TEXT` in it", everything,
			func(c *Config) value { return list(&c.Report.Methods) }},
		{"report.systems", "system", "", "count records of system `NAME` only (load.system tells how a path names its system)", everything,
			func(c *Config) value { return list(&c.Report.Systems) }},
		{"report.digests", "digest", "", "count statements whose digest begins with `HEX` only", everything,
			func(c *Config) value { return list(&c.Report.Digests) }},
		{"report.min_duration", "min-duration", "0s", "count executions only that took `DURATION` or longer", everything,
			func(c *Config) value { return span(&c.Report.MinDuration, 0, 30*day24) }},
		{"report.match", "match", "", "count executions only whose SQL matches `REGEXP`", everything,
			func(c *Config) value { return pattern(&c.Report.Match) }},
		{"report.exclude", "exclude", "", "leave out executions whose SQL matches `REGEXP`", everything,
			func(c *Config) value { return pattern(&c.Report.Exclude) }},
		{"report.failed", "failed", "false", "count executions only that failed", everything,
			func(c *Config) value { return toggle(&c.Report.Failed) }},
		{"report.csv", "csv", "false", "print the ranked statements as CSV",
			"people read tables",
			func(c *Config) value { return toggle(&c.Report.CSV) }},
		{"report.markdown", "markdown", "false", "print the report as Markdown",
			"people read tables",
			func(c *Config) value { return toggle(&c.Report.Markdown) }},
		{"report.html", "html", "", "write the report as a page into `FILE`",
			"text is at hand in every terminal",
			func(c *Config) value { return text(&c.Report.HTML) }},
		{"report.save", "save", "", "write what was counted to `FILE`, which report reads, merges and compares with",
			"most reports are read once",
			func(c *Config) value { return text(&c.Report.Save) }},
		{"report.replay", "replay", "", "write the ranked statements to `FILE` and files beside it, as weighted scripts for pgbench",
			"for load tests only",
			func(c *Config) value { return text(&c.Report.Replay) }},
		{"report.baseline", "baseline", "", "say what is new, gone and slower since `FILE`, saved by --save or --json",
			"needs an earlier report",
			func(c *Config) value { return text(&c.Report.Baseline) }},
		{"report.slow", "slow", "1s", "call a statement slow whose p95 is `DURATION` or longer",
			"what a user of an application notices as waiting",
			func(c *Config) value { return span(&c.Report.Slow, 0, day24) }},
		{"report.fail_if", "fail-if", "", "exit with code 4 if `CONDITION` holds, such as 'new_slow > 0 or p95_ms > 200' (repeatable)",
			"a report tells and does not judge",
			func(c *Config) value { return textLines(&c.Report.FailIf) }},
		{"report.max_digests", "max-digests", "5000", "keep `N` statements apart and sum up the rest",
			"more than an application has that prepares its statements, and some 20 MB",
			func(c *Config) value { return count(&c.Report.MaxDigests, 10, 1_000_000) }},
		{"report.from_db", "from-db", "false", "report on what was loaded, as without PATH",
			"PATHs are logs to be read",
			func(c *Config) value { return toggle(&c.Report.FromDB) }},
		{"report.explain", "explain", "", "show the plans that the database at `URL` makes for the top statements' samples, without running them",
			"samples hold values, which go to no other server unasked",
			func(c *Config) value { return secret(&c.Report.Explain) }},
		{"report.explain_timeout", "explain-timeout", "10s", "give each plan `DURATION`",
			"planning takes milliseconds; locks may make it wait",
			func(c *Config) value { return span(&c.Report.ExplainTimeout, time.Millisecond, time.Hour) }},

		{"database.dsn", "dsn", "", "load into the database at `URL` (or a keyword string)",
			"the PG* variables when PGHOST, PGSERVICE or PGDATABASE is set, else the private local server",
			func(c *Config) value { return secret(&c.Database.DSN) }},
		{"database.schema", "db-schema", "", "put the tables into schema `NAME` of the database",
			"the first of the user's search path, public mostly",
			func(c *Config) value { return text(&c.Database.Schema) }},
		{"database.pg_bin", "pg-bin", "", "run the private local server from PostgreSQL's programs in `FOLDER`",
			"looked for on PATH and where distributions put them, else fetched",
			func(c *Config) value { return text(&c.Database.PGBin) }},
		{"database.data_dir", "data-dir", "", "keep the private local server's data in `FOLDER`",
			"the user's data folder, /var/lib/jdbclog for root",
			func(c *Config) value { return text(&c.Database.DataDir) }},

		{"log.level", "log-level", "warn", "log from `LEVEL` on: debug, info, warn, error",
			"a run that goes well has a summary and needs no log",
			func(c *Config) value { return oneOf(&c.Log.Level, "debug", "info", "warn", "error") }},
		{"log.format", "log-format", "auto", "write the log as `KIND`: auto, console, json",
			"console for people at a terminal, JSON for collectors elsewhere",
			func(c *Config) value { return oneOf(&c.Log.Format, "auto", "console", "json") }},
		{"log.quiet", "quiet,q", "false", "no progress, and no log but errors",
			"a long run should show that it lives",
			func(c *Config) value { return toggle(&c.Log.Quiet) }},
		{"log.verbose", "verbose,v", "0", "log more: once for info, twice for debug",
			"see log.level",
			func(c *Config) value { return count(&c.Log.Verbose, 0, 2).repeated() }},

		{"output.json", "json", "false", "print the result as one JSON object",
			"people read tables",
			func(c *Config) value { return toggle(&c.Output.JSON) }},
		{"output.color", "color", "auto", "use colours `WHEN`: auto, always, never",
			"on a terminal, unless NO_COLOR is set",
			func(c *Config) value { return oneOf(&c.Output.Color, "auto", "always", "never") }},
		{"output.progress", "progress", "auto", "show progress as `KIND`: auto, bars, lines, none",
			"bars on a terminal, a line every 10 s elsewhere",
			func(c *Config) value { return oneOf(&c.Output.Progress, "auto", "bars", "lines", "none") }},
	}
}

const (
	schemes = "the scheme's own"
	unknown = "nothing in a log tells it"

	everything = "everything counts"
)

// Env is the environment variable of the setting: JDBCLOG_DATABASE_DSN.
func (k Key) Env() string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(k.Name, ".", "_"))
}

// Section is the part of the name before the point, Leaf the part after it.
func (k Key) Section() string { s, _, _ := strings.Cut(k.Name, "."); return s }

// Leaf is the part of the name after the point.
func (k Key) Leaf() string { _, s, _ := strings.Cut(k.Name, "."); return s }

// FlagName splits Flag into its long name and its letter; both may be "".
func (k Key) FlagName() (long, letter string) {
	long, letter, _ = strings.Cut(k.Flag, ",")
	return long, letter
}

// Kind tells how the setting is written on a command line: "bool" needs no
// value, "count" may be repeated to count up, "list" may be repeated to add,
// anything else takes one value.
func (k Key) Kind() string {
	var c Config
	return k.at(&c).Type()
}

// Choices are the only values that the setting takes, nil for no such limit.
func (k Key) Choices() []string {
	var c Config
	v, _ := k.at(&c).(textValue)
	return v.known
}

// Secret tells whether the value must be masked wherever it is shown.
func (k Key) Secret() bool { return k.Kind() == "secret" }

// Text is the setting's value in c as a user would write it, masked when it
// is a secret.
func (k Key) Text(c Config) string {
	s := k.at(&c).String()
	if k.Secret() {
		s = MaskDSN(s)
	}
	return s
}

// Known returns the names of all settings.
func Known() []string {
	var names []string
	for _, k := range Keys() {
		names = append(names, k.Name)
	}
	return names
}
