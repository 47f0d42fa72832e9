package parse

import (
	"fmt"
	"regexp"
	"regexp/syntax"
)

// TemplateLine is what a template makes of one line.
type TemplateLine struct {
	Text string `json:"text"`
	As   string `json:"as"`            // "start", "text", "continuation", "end", "trace"; "" if it is not taken
	Why  string `json:"why,omitempty"` // it is not taken
}

var tplParts = [...]string{tplStart: "start", tplText: "text", tplMore: "continuation", tplEnd: "end", tplTrace: "trace"}

// Explain tells of each line of text what the template takes it for, or why it
// does not take it: where in the line a pattern fails, and what it wants there.
func (t *RecordTemplate) Explain(text []byte) (all []TemplateLine) {
	behind := tplStart // the part that could have gone on; tplStart before the first record
	for rest := trimEOL(text); len(rest) > 0; {
		_, lines := t.read(t.event(rest))
		if lines == nil {
			var line []byte
			line, rest = cutLine(rest)
			all = append(all, TemplateLine{Text: string(line), Why: t.why(line, behind)})
			continue
		}
		for _, l := range lines {
			all = append(all, TemplateLine{Text: string(l.line), As: tplParts[l.as]})
			_, rest = cutLine(rest)
		}
		if behind = tplMore; t.end != nil && lines[len(lines)-1].as == tplEnd {
			behind = tplEnd
		}
	}
	return all
}

// event is text up to the next line that begins a record.
func (t *RecordTemplate) event(text []byte) []byte {
	for at := lineEnd(text, 0); at < len(text); at = lineEnd(text, at) {
		if t.start.re.Match(trimEOL(text[at:lineEnd(text, at)])) {
			return trimEOL(text[:at])
		}
	}
	return text
}

// why says why a line is not taken.
func (t *RecordTemplate) why(line []byte, behind tplPart) string {
	switch {
	case len(trimSpace(line)) == 0:
		return "it is empty"
	case behind == tplEnd:
		return "the record has ended, and start does not match: " + t.start.fails(line)
	case behind == tplMore && t.more != nil:
		return "continuation does not match: " + t.more.fails(line)
	}
	return "start does not match: " + t.start.fails(line)
}

// fails says how far p matches line, and what it wants there.
func (p *tplPattern) fails(line []byte) string {
	tree, err := syntax.Parse(p.re.String(), syntax.Perl)
	if err == nil && tree.Op == syntax.OpConcat {
		for n := len(tree.Sub) - 1; n > 0; n-- {
			head := syntax.Regexp{Op: syntax.OpConcat, Flags: tree.Flags, Sub: tree.Sub[:n]}
			re, err := regexp.Compile(head.String())
			if err != nil {
				break
			}
			if m := re.FindIndex(line); m != nil && m[1] > 0 {
				return fmt.Sprintf("from column %d on it wants `%s`", m[1]+1, tree.Sub[n])
			}
		}
	}
	return fmt.Sprintf("from column 1 on it wants `%s`", p.re)
}
