package generate

// layout is how a logging tool writes executions down. A new one is a file with its type and a line in layouts.
type layout interface {
	name() string
	shows() features
	// text is what the tool makes of a statement's text before it logs it; placeholders #{…} have no white space in them.
	text(sql string) string
	// open returns the writer of one stream, whose workers are there already.
	open(s *stream) writer
}

// features are what a layout's log can tell; the workload has nothing that the log could not show.
type features struct {
	transactions bool // commit and rollback
	failures     bool
	nesting      bool // executions inside another
	notes        bool // lines of the application between
	rows         bool // how many rows were read or changed
}

// writer writes the events of one stream.
type writer interface {
	// begin sets w.at, the begin of its execution, to the time of the first event.
	begin(w *worker)
	// event appends the event that is due to s.buf. It returns true if that was the last of the execution; if not, it has
	// moved w.at on.
	event(s *stream, w *worker) (done bool)
}

// layouts lists the layouts.
var layouts = []layout{p6spy{}, log4jdbc{}, mybatis{}}
