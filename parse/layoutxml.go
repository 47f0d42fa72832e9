package parse

import (
	"bytes"
	"strings"
)

// xmlLayout reads what java.util.logging's XMLFormatter writes: an element
// <record> over many lines, with <date> or <millis>, <logger>, <level>,
// <thread>, <message> and <exception> in it.
type xmlLayout struct{}

func (xmlLayout) String() string { return "jul-xml" }

func (xmlLayout) Start(line []byte) bool { return string(bytes.TrimSpace(line)) == "<record>" }

func (l xmlLayout) Parse(e *Event, p *Parser) bool {
	first, _ := cutLine(e.Text)
	if !l.Start(first) {
		return false
	}
	text := e.Text
	message := p.element(text, "message")
	if message == nil {
		return false
	}
	t, n, ok := parseStamp(element(text, "date"))
	if !ok || n == 0 {
		t, _, _ = parseStamp(element(text, "millis"))
	}
	if at := resolve(t, p.batch.Source, &p.zone); at != NoTime {
		e.Time, e.DayOnly = at, t.dayOnly
	}
	e.Text, e.Level, e.Logger, e.Thread = message, element(text, "level"), p.element(text, "logger"), element(text, "thread")
	return true
}

// element returns what stands between the tags of an element.
func element(s []byte, name string) []byte {
	at := bytes.Index(s, []byte("<"+name+">"))
	if at < 0 {
		return nil
	}
	s = s[at+len(name)+2:]
	if at = bytes.Index(s, []byte("</"+name+">")); at < 0 {
		return nil
	}
	return s[:at]
}

// unescapeXML undoes the five escapes that XMLFormatter writes.
var unescapeXML = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&")

// element is element for text that may hold escapes.
func (p *Parser) element(s []byte, name string) []byte {
	s = element(s, name)
	if bytes.IndexByte(s, '&') < 0 {
		return s
	}
	return p.batch.Copy([]byte(unescapeXML.Replace(string(s))))
}
