package compare

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"io"
)

//go:embed page.html
var page string

// HTML writes the result as one page that needs no network: the result itself
// as JSON, and what draws it.
func (r *Result) HTML(out io.Writer) error {
	data, err := json.Marshal(r) // escapes <, > and &, so that no text ends the script
	if err != nil {
		return err
	}
	t, err := template.New("page").Parse(page)
	if err != nil {
		return err
	}
	return t.Execute(out, template.JS(data))
}
