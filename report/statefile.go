package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"

	"jdbclog/parse/sqltext"
)

// stateVersion is that of the state files written; others are refused, and so are
// those whose digests come of other rules.
const stateVersion = 1

// stateHead is what a state file begins with, decompressed.
const stateHead = `{"jdbclog_state":`

// stateFile is the content of a state file: JSON, compressed by gzip.
type stateFile struct {
	Version    int    `json:"jdbclog_state"`
	Normalizer int    `json:"normalizer"` // version of the rules that make digests
	State      *State `json:"state"`
}

// Save writes s as a state file. s may be used afterwards.
func (s *State) Save(w io.Writer) error {
	s.Statements.freeze()
	for _, g := range s.groups() {
		g.freeze()
	}
	s.Failures.freeze()
	defer s.thaw(Limits{s.Statements.limit, s.Statements.bytes})
	z := gzip.NewWriter(w)
	e := json.NewEncoder(z)
	e.SetEscapeHTML(false)
	if err := e.Encode(stateFile{stateVersion, sqltext.Version, s}); err != nil {
		return err
	}
	return z.Close()
}

// IsState reports whether a file that begins with head is a state file.
func IsState(head []byte) bool {
	if len(head) < 2 || head[0] != 0x1f || head[1] != 0x8b {
		return false
	}
	z, err := gzip.NewReader(bytes.NewReader(head))
	if err != nil {
		return false
	}
	start := make([]byte, len(stateHead))
	n, _ := io.ReadFull(z, start)
	return string(start[:n]) == stateHead
}

// ReadState reads a state file.
func ReadState(r io.Reader, l Limits) (*State, error) {
	z, err := gzip.NewReader(bufio.NewReader(r))
	if err != nil {
		return nil, errors.New("is no state file")
	}
	const most = 1 << 30
	f := stateFile{State: NewState(l)}
	if err := json.NewDecoder(io.LimitReader(z, most)).Decode(&f); err != nil {
		return nil, fmt.Errorf("the state file is damaged: %s", jsonFault(err))
	}
	switch {
	case f.Version != stateVersion:
		return nil, fmt.Errorf("the state file is of version %d, this jdbclog reads version %d", f.Version, stateVersion)
	case f.Normalizer != sqltext.Version:
		return nil, fmt.Errorf("the state file has digests of rules %d, this jdbclog makes those of %d", f.Normalizer, sqltext.Version)
	case f.State == nil:
		return nil, errors.New("the state file is empty")
	}
	if err := f.State.check(); err != nil {
		return nil, fmt.Errorf("the state file is damaged: %w", err)
	}
	f.State.thaw(l)
	return f.State, nil
}

// check finds what no state that was saved has, and what follows relies on.
func (s *State) check() error {
	if err := s.Series.check(seriesLimit); err != nil {
		return err
	}
	for _, d := range s.Statements.List {
		if d == nil {
			return errors.New("a statement is missing")
		}
		if err := d.Course.check(courseLimit); err != nil {
			return err
		}
	}
	return nil
}

// thaw brings a state that was read, or written, to life.
func (s *State) thaw(l Limits) {
	l = l.filled()
	s.Statements.thaw(l.Statements, l.Bytes)
	for _, g := range s.groups() {
		g.thaw(groupLimit)
	}
	s.Failures.thaw()
}

// jsonFault says what is wrong with JSON without showing any of it.
func jsonFault(err error) string {
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax) && syntax.Error() == "unexpected end of JSON input":
		return "it ends too early"
	case errors.As(err, &syntax):
		return fmt.Sprintf("no JSON at byte %d", syntax.Offset)
	case errors.As(err, &typ):
		return fmt.Sprintf("a value of the wrong kind at byte %d", typ.Offset)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "it ends too early"
	}
	return err.Error()
}
