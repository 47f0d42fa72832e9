package report

// section is a part of a report as people read it: text and Markdown are
// renderings of a list of them.
type section struct {
	name   string // as --section has it
	title  string
	deeper bool // it belongs to the one before
	blocks []block
}

// block is one thing in a section: a paragraph, a table, text that is shown as it
// is, or, with nothing in it, a gap.
type block struct {
	text  string
	table *table
	code  string
}

func (s *section) say(text string) {
	if text != "" {
		s.blocks = append(s.blocks, block{text: text})
	}
}

// part leaves a gap.
func (s *section) part() { s.blocks = append(s.blocks, block{}) }

func (s *section) show(t *table)     { s.blocks = append(s.blocks, block{table: t}) }
func (s *section) quote(code string) { s.blocks = append(s.blocks, block{code: code}) }
func (s *section) empty() bool       { return len(s.blocks) == 0 }

// table is rows of cells. The last column takes what room there is.
type table struct {
	columns []column
	rows    [][]string
}

type column struct {
	title string
	left  bool // aligned to the left; numbers are not
	code  bool // SQL
}

// columns makes a table of right-aligned columns; a title that begins with < is
// aligned to the left, one with <` holds SQL.
func columns(titles ...string) *table {
	t := &table{}
	for _, title := range titles {
		c := column{title: title}
		if title[0] == '<' {
			c.title, c.left = title[1:], true
		}
		if c.title != "" && c.title[0] == '`' {
			c.title, c.code = c.title[1:], true
		}
		t.columns = append(t.columns, c)
	}
	return t
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// prune drops the columns of which every cell is one of those named.
func (t *table) prune(nothing ...string) *table {
	kept := &table{rows: make([][]string, len(t.rows))}
	for i, c := range t.columns {
		full := false
		for _, row := range t.rows {
			full = full || !in(row[i], nothing)
		}
		if !full {
			continue
		}
		kept.columns = append(kept.columns, c)
		for j, row := range t.rows {
			kept.rows[j] = append(kept.rows[j], row[i])
		}
	}
	return kept
}

func in(s string, list []string) bool {
	for _, x := range list {
		if s == x {
			return true
		}
	}
	return false
}
