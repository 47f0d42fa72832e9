package sqltext

// verdict is what is known of the statement's type.
type verdict struct {
	decided   bool // the type is known
	judged    bool // the last word had a part in it
	verb      kw   // the word that decided it
	pending   kw   // a word whose successor decides
	with      bool // the text starts with a WITH list, at withDepth
	withDepth int
	typ       Type
}

// decide finds the type of the statement. It is called with each word until the type is known.
func (s *scanner) decide(k kw) {
	s.judged = true
	if s.pending != kwNone {
		s.decidePending(k)
		return
	}
	if s.decided {
		s.judged = false
		return
	}
	if s.with { // the verb behind the WITH list counts
		if s.depth != s.withDepth || s.deeper > 0 {
			return
		}
		switch k {
		case kwSelect, kwInsert, kwUpdate, kwDelete, kwMerge, kwValues, kwTable:
		default:
			return
		}
	}
	if k == kwWith {
		s.with, s.withDepth = true, s.depth
		return
	}
	s.decided, s.verb = true, k
	switch k {
	case kwSelect, kwValues, kwTable:
		s.typ = Select
	case kwInsert, kwReplace:
		s.typ = Insert
	case kwUpdate:
		s.typ = Update
	case kwDelete:
		s.typ = Delete
	case kwMerge:
		s.typ = Merge
	case kwCall, kwExec, kwExecute:
		s.typ = Call
	case kwCreate, kwAlter, kwDrop, kwTruncate, kwComment, kwGrant, kwRevoke, kwRename:
		s.typ = DDL
	case kwCommit, kwRollback, kwSavepoint, kwRelease, kwAbort, kwEnd:
		s.typ = TCL
	case kwBegin:
		s.typ, s.pending = TCL, k
	case kwSet, kwStart, kwPrepare:
		s.pending = k
	}
}

// decidePending finds the type of a statement whose second word decides: BEGIN of a transaction or of a PL/SQL block, SET, START and
// PREPARE TRANSACTION or of something else.
func (s *scanner) decidePending(k kw) {
	first := s.pending
	s.pending = kwNone
	switch k {
	case kwTransaction:
		s.typ = TCL
	case kwWork, kwTran, kwIsolation, kwRead, kwDeferred, kwImmediate, kwExclusive, kwNot, kwConcurrent:
	case kwLocal, kwSession, kwGlobal:
		if first == kwSet {
			s.pending = first
		}
	default:
		if first == kwBegin {
			s.typ = Call
		}
	}
}

// decideAtEnd finds the type at the end of the statement: BEGIN followed by no word is a block unless nothing follows.
func (s *scanner) decideAtEnd() {
	if s.pending == kwBegin && s.prev != kSemi && (s.prev != kWord || s.last != kwBegin) {
		s.typ = Call
	}
	s.pending = kwNone
}
