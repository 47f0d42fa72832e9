package report

import (
	"cmp"
	"slices"
	"strings"
)

// failure is a class of failures: what was thrown, and its message without values.
type failure struct {
	Class   string  `json:"class"`   // of the exception, "" if the log names none
	Message string  `json:"message"` // values are ?
	Calls   int64   `json:"calls"`
	Time    int64   `json:"time,omitempty"`
	Samples samples `json:"samples,omitempty"` // the earliest
	Digests counter `json:"digests"`
}

// failures are the classes, as many as there may be.
type failures struct {
	List []*failure `json:"list,omitempty"` // in a state file
	Rest count      `json:"rest"`
	Gone int64      `json:"gone,omitempty"`

	index map[string]*failure
}

const failureLimit = 200

func newFailures() failures { return failures{index: map[string]*failure{}} }

// of returns the class of an error's first line.
func (f *failures) of(err []byte) *failure {
	class, message := classify(err)
	return f.named(class, message)
}

func (f *failures) named(class, message string) *failure {
	key := class + "\x00" + message
	x := f.index[key]
	if x == nil {
		if len(f.index) >= 2*failureLimit {
			f.compact()
		}
		x = &failure{Class: class, Message: message}
		f.index[key] = x
	}
	return x
}

func (f *failures) sorted() []*failure {
	all := make([]*failure, 0, len(f.index))
	for _, x := range f.index {
		all = append(all, x)
	}
	slices.SortFunc(all, func(a, b *failure) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Class, b.Class), cmp.Compare(a.Message, b.Message))
	})
	return all
}

func (f *failures) compact() {
	if len(f.index) <= failureLimit {
		return
	}
	for _, x := range f.sorted()[failureLimit:] {
		f.Rest.Calls += x.Calls
		f.Rest.Time += x.Time
		f.Gone++
		delete(f.index, x.Class+"\x00"+x.Message)
	}
}

func (f *failures) merge(o *failures) {
	for _, x := range o.index {
		mine := f.named(x.Class, x.Message)
		mine.Calls += x.Calls
		mine.Time += x.Time
		mine.Samples.merge(x.Samples, failuresOf, earlier)
		mine.Digests.merge(&x.Digests)
	}
	f.Rest.Calls += o.Rest.Calls
	f.Rest.Time += o.Rest.Time
	f.Gone += o.Gone
	f.compact()
}

func (f *failures) freeze() {
	f.compact()
	f.List = f.sorted()
}

func (f *failures) thaw() {
	f.index = map[string]*failure{}
	for _, x := range f.List {
		if x != nil {
			f.index[x.Class+"\x00"+x.Message] = x
		}
	}
	f.List = nil
}

// classify parts an error's line into the exception's class and its message, in
// which quoted texts and numbers are ?, so that the same fault is one class.
func classify(line []byte) (class, message string) {
	text := clip(line, maxName)
	class, message, found := strings.Cut(text, ":")
	if !found || strings.ContainsAny(class, " \t'\"") {
		if found || strings.ContainsAny(text, " \t'\"") {
			return "", withoutValues(text)
		}
		return text, ""
	}
	return class, withoutValues(strings.TrimSpace(message))
}

// withoutValues replaces quoted texts, and words with digits in them, by ?.
func withoutValues(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '\'' || c == '"' || c == '`':
			j := strings.IndexByte(s[i+1:], c)
			if j < 0 {
				b.WriteString("?")
				return b.String()
			}
			b.WriteByte('?')
			i += j + 2
		case isWord(c):
			j, digits := i, false
			for j < len(s) && isWord(s[j]) {
				digits = digits || s[j] >= '0' && s[j] <= '9'
				j++
			}
			if digits {
				b.WriteByte('?')
			} else {
				b.WriteString(s[i:j])
			}
			i = j
		case c == '(' && strings.IndexByte(s[i:], ')') > 0: // Key (id)=(7)
			j := i + strings.IndexByte(s[i:], ')')
			b.WriteString("(?)")
			i = j + 1
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}
