package parse

// Format is one way in which a tool writes JDBC executions. A Format is
// stateless, so that chunks of a file are parsed in parallel; what needs memory
// of earlier events is joined by the Folder that it makes.
type Format interface {
	// Name is the word for it in flags, JSON and the column c_format.
	Name() string

	// Doc is one line for `jdbclog formats`: the tool and what its records look like.
	Doc() string

	// Start reports whether line, without envelope and without line ending,
	// begins an event of this format. It is how files without envelopes are
	// cut into events, so it must be hard to fake, cheap, and judge the line alone.
	Start(line []byte) bool

	// Score says how sure it is that e, from which the envelope was taken, is an
	// event of this format, be it a record, a part of one or noise of the same
	// tool: 0 not at all; up to 49 it may be, as text that many tools could have
	// written is; from 50 one such event is enough to find the format in a file; 100
	// unmistakable. Of several formats the highest takes the event, of equal ones
	// the first. It must not be fooled by a message that only mentions SQL, and
	// need not read e to its end. Used by detection, and to tell whether the end
	// of a growing file is complete.
	Score(e *Event) int

	// Parse reads e and adds what it holds through p: records, parts of records
	// for the Folder, or a reject. It reports false, having added nothing, when
	// the event is none of this format's; such an event is offered to the next
	// format of the file, or skipped.
	Parse(e *Event, p *Parser) bool

	// Folder returns what joins this format's parts within one file, or nil if
	// every record is whole as parsed.
	Folder() Folder
}

// Completing is implemented by formats that complete a record after Fold, on any
// goroutine: splitting raw parameters, say, and binding them.
type Completing interface {
	Finish(b *Batch, r *Record)
}

// binding is implemented by formats whose values are split and bound in one go,
// with the scratch of a Finisher. Values go into r.Params only if the source asks
// for them.
type binding interface {
	bind(f *Finisher, b *Batch, r *Record)
}

// Completer is implemented by formats of several lines that can tell whether
// an event at the end of a growing file is finished. Without it an event whose
// last line ends with LF is.
type Completer interface {
	Complete(e *Event) bool
}

// OnlyAsked is implemented by formats that detection leaves out, for they look
// like any text: they are read when the user asks for them.
type OnlyAsked interface{ OnlyAsked() }

// Printing is implemented by formats that write to standard output themselves,
// where a logging framework may write too: such lines begin events between others.
// It reports whether a line that Start takes is one.
type Printing interface {
	Prints(line []byte) bool
}

// OwnLines is implemented by formats whose records may begin with their own
// envelope: one that is found there is taken off only if more is read without it.
type OwnLines interface{ OwnLines() }

// Formats is every format, in the order in which detection prefers them when
// two are equally sure. To add one, write its file and add its line here.
func Formats() []Format {
	return []Format{
		P6Spy{},
		P6SpyBatchFile{},
		Log4jdbc{},
		MyBatis{},
		Druid{},
		PgJDBC{},
		DatasourceProxy{},
		Hibernate{},
		MySQLConnectorJ{},
		MariaDB{},
		SAPCommerce{},
		SpringJDBC{},
		IBatis2{},
	}
}
