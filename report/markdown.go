package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteMarkdown writes r as Markdown (GitHub's, for its tables). Sections are
// those of SectionNames; nil for all.
func (r *Report) WriteMarkdown(w io.Writer, sections []string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "# SQL report")
	for _, s := range r.sections() {
		if s.empty() || len(sections) > 0 && !slices.Contains(sections, s.name) {
			continue
		}
		if s.title != "" {
			level := "##"
			if s.deeper {
				level = "###"
			}
			fmt.Fprintf(out, "\n%s %s\n", level, escape(s.title))
		}
		for _, b := range s.blocks {
			if b == (block{}) {
				continue
			}
			out.WriteByte('\n')
			switch {
			case b.table != nil:
				writeTable(out, b.table)
			case b.code != "":
				fence := fenceOf(b.code)
				fmt.Fprintf(out, "%ssql\n%s\n%s\n", fence, strings.TrimRight(printable(b.code), "\n"), fence)
			default:
				fmt.Fprintln(out, escape(b.text))
			}
		}
	}
	return out.Flush()
}

func writeTable(out *bufio.Writer, t *table) {
	for _, c := range t.columns {
		fmt.Fprintf(out, "| %s ", escape(c.title))
	}
	out.WriteString("|\n")
	for _, c := range t.columns {
		if c.left {
			out.WriteString("|---")
		} else {
			out.WriteString("|--:")
		}
	}
	out.WriteString("|\n")
	for _, row := range t.rows {
		for i, cell := range row {
			cell = oneLine(cell)
			if t.columns[i].code {
				cell = codeSpan(cell)
			} else {
				cell = escape(cell)
			}
			fmt.Fprintf(out, "| %s ", cell)
		}
		out.WriteString("|\n")
	}
}

// codeSpan is text as code in a cell of a table.
func codeSpan(s string) string {
	if s == "" {
		return ""
	}
	const longest = 300
	if short := clip(s, longest); len(short) < len(s) {
		s = short + "…"
	}
	ticks := "`"
	for strings.Contains(s, ticks) {
		ticks += "`"
	}
	if len(ticks) > 1 {
		s = " " + s + " "
	}
	return ticks + strings.ReplaceAll(s, "|", `\|`) + ticks
}

// fenceOf is a fence that code does not hold.
func fenceOf(code string) string {
	fence := "```"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	return fence
}

var markdownEscapes = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "[", `\[`, "#", `\#`)

// escape is text that Markdown shows as it is.
func escape(s string) string { return markdownEscapes.Replace(oneLine(s)) }
