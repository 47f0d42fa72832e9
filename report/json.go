package report

import (
	"encoding/json"
	"io"
)

// WriteJSON writes r as one JSON object on a line.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // SQL is full of < and >
	return e.Encode(r)
}
