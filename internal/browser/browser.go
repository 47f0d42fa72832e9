// Package browser shows pages of ours to tests in a real Chromium without a
// window.
package browser

import (
	"context"
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience bounds what one test does in its browser; only a hanging one gets there.
const patience = 5 * time.Minute

// Browser is a running Chromium.
type Browser struct{ ctx context.Context }

// Start starts a browser with a profile of its own, until the test is over. A
// machine without Chromium fails the test: what nobody looks at breaks unseen.
func Start(t testing.TB) *Browser {
	t.Helper()
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Fatal("no Chromium to look at the page with: install it by `make setup-browser`")
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(program), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
	}
	for _, flag := range []string{"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "disable-dev-shm-usage", "hide-scrollbars"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	allocator, free := chromedp.NewExecAllocator(ctx, options...)
	ctx, leave := chromedp.NewContext(allocator)
	t.Cleanup(func() { leave(); free(); stop() })
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return &Browser{ctx}
}

// Page is an open page.
type Page struct {
	t      testing.TB
	ctx    context.Context
	mu     sync.Mutex
	faults []string // what the console and the script complained about
}

// Open shows page, HTML, in a viewport so many pixels wide.
func (b *Browser) Open(t testing.TB, page []byte, width int64, dark bool) *Page {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, leave := chromedp.NewContext(b.ctx)
	t.Cleanup(leave)
	p := &Page{t: t, ctx: ctx}
	err := chromedp.Listen(ctx, func(event any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			text := e.ExceptionDetails.Text
			if x := e.ExceptionDetails.Exception; x != nil {
				text += " " + x.Description
			}
			p.faults = append(p.faults, "script: "+text)
		case *runtime.EventConsoleAPICalled:
			p.faults = append(p.faults, "console: "+string(e.Type))
		case *log.EventEntryAdded:
			p.faults = append(p.faults, e.Entry.Text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	p.run(chromedp.EmulateViewport(width, 900),
		media(emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}),
		chromedp.Navigate("file://"+file))
	return p
}

func media(m emulation.SetEmulatedMediaParams) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, m)
		return err
	})
}

func (p *Page) run(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// Eval is what an expression of JavaScript comes to.
func Eval[T any](p *Page, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatal(err)
	}
	return v
}

// Do runs an expression of JavaScript for its effect.
func (p *Page) Do(expression string) {
	p.t.Helper()
	Eval[chromedp.Void](p, expression)
}

// Press presses the keys of text, some of which are in package kb of chromedp.
func (p *Page) Press(keys string) {
	p.t.Helper()
	p.run(chromedp.KeyEvent(keys))
}

// Print shows the page as it is printed on paper of the size A4.
func (p *Page) Print() {
	p.t.Helper()
	p.run(chromedp.EmulateViewport(720, 1040), media(emulation.SetEmulatedMediaParams{Media: "print"}))
}

// Screenshot is the page as PNG, all of it if whole, else what is in the viewport.
func (p *Page) Screenshot(whole bool) []byte {
	p.t.Helper()
	take := chromedp.CaptureScreenshot()
	if whole {
		take = chromedp.FullScreenshot(100)
	}
	png, err := chromedp.Run(p.ctx, take)
	if err != nil {
		p.t.Fatal(err)
	}
	return png
}

//go:embed check.js
var check string

// Check fails the test with all that is wrong with the page as it is now: an
// error in the console, something fetched, an empty chart, what is wider than
// the viewport, what lies over something else, what cannot be read.
func (p *Page) Check() {
	p.t.Helper()
	wrong := Eval[[]string](p, check)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range append(wrong, p.faults...) {
		p.t.Error(w)
	}
}
