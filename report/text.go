package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
)

// TextOptions say how text is laid out.
type TextOptions struct {
	Width    int      // columns; 0 is 120
	Color    bool     // headings stand out
	Sections []string // of SectionNames; nil for all
}

// WriteText writes r for a terminal.
func (r *Report) WriteText(w io.Writer, o TextOptions) error {
	if o.Width <= 0 {
		o.Width = 120
	}
	t := texter{out: bufio.NewWriter(w), TextOptions: o}
	t.Width = max(t.Width, 40)
	for _, s := range r.sections() {
		if s.empty() || len(o.Sections) > 0 && !slices.Contains(o.Sections, s.name) {
			continue
		}
		t.section(s)
	}
	return t.out.Flush()
}

// texter writes sections as text. Wide characters take two columns.
type texter struct {
	TextOptions
	out  *bufio.Writer
	some bool
}

func (t *texter) section(s section) {
	if t.some {
		t.out.WriteByte('\n')
	}
	t.some = true
	if s.title != "" {
		if !s.deeper {
			s.title = strings.ToUpper(s.title[:1]) + s.title[1:]
		}
		if t.Color {
			fmt.Fprintf(t.out, "\x1b[1m%s\x1b[0m\n", s.title)
		} else {
			fmt.Fprintln(t.out, s.title)
		}
		if !s.deeper {
			fmt.Fprintln(t.out, strings.Repeat("─", min(t.Width, width(s.title))))
		}
	}
	for _, b := range s.blocks {
		switch {
		case b.table != nil:
			t.table(b.table)
		case b.code != "":
			for line := range strings.Lines(printable(b.code)) {
				fmt.Fprintln(t.out, "    "+strings.TrimRight(line, " \n"))
			}
		case b.text == "":
			t.out.WriteByte('\n')
		default:
			for _, line := range wrap(b.text, t.Width) {
				fmt.Fprintln(t.out, line)
			}
		}
	}
}

// gap stands between columns.
const gap = "  "

func (t *texter) table(x *table) {
	widths := make([]int, len(x.columns))
	for i, c := range x.columns {
		widths[i] = width(c.title)
		for _, row := range x.rows {
			widths[i] = max(widths[i], width(oneLine(row[i])))
		}
	}
	last := len(widths) - 1
	used := len(gap) * last
	for _, n := range widths[:last] {
		used += n
	}
	widths[last] = min(widths[last], max(t.Width-used, 16))
	titles := make([]string, len(x.columns))
	for i, c := range x.columns {
		titles[i] = c.title
	}
	t.row(x, titles, widths)
	for _, row := range x.rows {
		t.row(x, row, widths)
	}
}

func (t *texter) row(x *table, cells []string, widths []int) {
	var b strings.Builder
	for i, cell := range cells {
		if i > 0 {
			b.WriteString(gap)
		}
		cell = cut(oneLine(cell), widths[i])
		pad := strings.Repeat(" ", max(0, widths[i]-width(cell)))
		if x.columns[i].left {
			b.WriteString(cell + pad)
		} else {
			b.WriteString(pad + cell)
		}
	}
	fmt.Fprintln(t.out, strings.TrimRight(b.String(), " "))
}

// columnsOf counts columns of a terminal: two for wide characters, whatever the
// locale of whoever runs it says of ambiguous ones.
var columnsOf = &runewidth.Condition{StrictEmojiNeutral: true}

func width(s string) int { return columnsOf.StringWidth(s) }

// cut makes s at most n columns wide.
func cut(s string, n int) string { return columnsOf.Truncate(s, n, "…") }

// wrap breaks text at blanks. A line that goes on is indented.
func wrap(text string, n int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && width(line)+1+width(word) > n {
			lines = append(lines, line)
			line = "  " + word
			continue
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
