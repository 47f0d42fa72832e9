package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"jdbclog/internal/browser"
)

// saved is a page of the result of a run with few records, as the command saved it.
func saved(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var r Result
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return pageOf(t, &r)
}

func pageOf(t testing.TB, r *Result) []byte {
	t.Helper()
	var page bytes.Buffer
	if err := r.HTML(&page); err != nil {
		t.Fatal(err)
	}
	return page.Bytes()
}

func TestPageIsReadableAtEveryWidthInLightAndDark(t *testing.T) {
	b := browser.Start(t)
	for _, name := range []string{"study", "batch-size"} {
		page := saved(t, name)
		for _, width := range []int64{1280, 390} {
			for _, dark := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, %d pixels, dark %t", name, width, dark), func(t *testing.T) {
					p := b.Open(t, page, width, dark)
					if browser.Eval[int](p, `document.querySelectorAll("svg").length`) == 0 {
						t.Error("no chart")
					}
					p.Check()
				})
			}
		}
		t.Run(name+", on paper", func(t *testing.T) {
			p := b.Open(t, page, 1280, false)
			p.Print()
			p.Check()
		})
	}
}

func TestTextOfResultsStaysText(t *testing.T) {
	const markup = `</script><script>document.title = "taken"</script><img src=x onerror=alert(1)>`
	why := markup
	r := &Result{Schemes: []SchemeResult{{Name: markup, Skipped: &why}}, Limits: []Limit{{Scheme: markup, Text: markup}}}
	p := browser.Start(t).Open(t, pageOf(t, r), 1280, false)
	if title := browser.Eval[string](p, `document.title`); title != "jdbclog compare" {
		t.Errorf("title %q", title)
	}
	if n := browser.Eval[int](p, `document.querySelectorAll("img, script").length`); n != 1 {
		t.Errorf("%d scripts and images", n)
	}
	p.Check()
}
