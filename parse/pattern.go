package parse

import (
	"fmt"
	"strings"
	"time"
)

// pattern is a Layout made of the conversion pattern of logback, log4j 1 or log4j 2.
type pattern struct {
	text   string
	head   []piece // before the message, up to the end of the first line
	more   []piece // before the message, on its next lines
	suffix []piece // behind the message
}

// piece is one conversion word of a pattern, or text between two.
type piece struct {
	kind  pieceKind
	text  string // of a literal
	until []byte // the literal behind a field
	width int    // to which it is padded
	most  int    // to which it is cut, 0 for not
	left  bool   // padded on the right
	loose bool   // of a level: any text up to the literal behind it
	date  *stampFormat
	zone  *time.Location // of dates, if the pattern names it
}

type pieceKind uint8

const (
	literal pieceKind = iota
	dateField
	levelField
	threadField
	loggerField
	wordField   // text without blanks: class, method, file
	numberField // process, line, milliseconds since the start
	anyField    // text of any kind, perhaps none: MDC, markers
	lineBreak
	messageField
)

func (p *pattern) String() string { return p.text }

// words gives the conversion words that are known; any other is anyField.
var words = [...]struct {
	kind  pieceKind
	names string
}{
	{messageField, " m msg message "},
	{dateField, " d date "},
	{levelField, " p level le "},
	{threadField, " t tn thread threadName "},
	{loggerField, " c lo logger "},
	{wordField, " C class M method F file l location caller sn sequenceNumber u uuid "},
	{numberField, " pid processId L line r relative T tid threadId tp threadPriority N nano "},
}

// containers are words whose argument in brackets is a pattern of its own, of
// which only the look is changed.
const containers = " clr highlight style black red green yellow blue magenta cyan white gray boldRed boldGreen boldYellow boldBlue boldMagenta boldCyan boldWhite maxLen maxLength replace encode enc notEmpty varsNotEmpty variablesNotEmpty equals equalsIgnoreCase esb "

// silent are words that stand for nothing on the line of the message.
const silent = " ex exception throwable wEx wThrowable wex xEx xEx xException xThrowable rEx rException rThrowable nopex nopexception noalloc "

// compilePattern makes a layout of a pattern.
func compilePattern(text string) (*pattern, error) {
	c := compiler{}
	if err := c.compile(text, 0); err != nil {
		return nil, fmt.Errorf("log pattern: %w", err)
	}
	p := &pattern{text: text}
	at := -1
	for i := range c.out {
		if c.out[i].kind == messageField {
			at = i
			break
		}
	}
	if at < 0 {
		return nil, fmt.Errorf("log pattern: it has no %%msg")
	}
	p.head, p.suffix = c.out[:at], c.out[at+1:]
	for i := range p.head {
		if p.head[i].kind == lineBreak {
			p.head, p.more = p.head[:i], p.head[i+1:]
			break
		}
	}
	for i := range p.suffix {
		if p.suffix[i].kind == lineBreak {
			p.suffix = p.suffix[:i]
			break
		}
	}
	if n := len(p.suffix); n > 0 && p.suffix[n-1].kind == literal {
		p.suffix[n-1].text = strings.TrimRight(p.suffix[n-1].text, " ")
		if p.suffix[n-1].text == "" {
			p.suffix = p.suffix[:n-1]
		}
	}
	if !decides(p.head) {
		return nil, fmt.Errorf("log pattern: nothing before %%msg tells where an event begins")
	}
	for _, s := range [...][]piece{p.head, p.more, p.suffix} {
		finish(s)
	}
	for i := range p.more {
		p.more[i].loose = len(p.more[i].until) > 0 && p.more[i].until[0] == ':'
	}
	return p, nil
}

// decides reports whether the pieces can be told from any text.
func decides(pieces []piece) bool {
	for _, x := range pieces {
		if x.kind == dateField || x.kind == levelField || x.kind == literal && strings.Trim(x.text, " \t") != "" {
			return true
		}
	}
	return false
}

// finish gives each field the literal that ends it.
func finish(pieces []piece) {
	for i := range pieces {
		if pieces[i].kind != literal && i+1 < len(pieces) && pieces[i+1].kind == literal {
			pieces[i].until = []byte(pieces[i+1].text)
		}
	}
}

// compiler turns the text of a pattern into pieces.
type compiler struct{ out []piece }

func (c *compiler) literal(s string) {
	if s == "" {
		return
	}
	if n := len(c.out); n > 0 && c.out[n-1].kind == literal {
		c.out[n-1].text += s
		return
	}
	c.out = append(c.out, piece{kind: literal, text: s})
}

func (c *compiler) compile(s string, depth int) error {
	if depth > 8 {
		return fmt.Errorf("brackets are nested too deep")
	}
	for i := 0; i < len(s); {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			switch s[i+1] {
			case 'n':
				c.out = append(c.out, piece{kind: lineBreak})
			case 'r':
			case 't':
				c.literal("\t")
			default:
				c.literal(s[i+1 : i+2])
			}
			i += 2
		case s[i] == '\n':
			c.out = append(c.out, piece{kind: lineBreak})
			i++
		case strings.HasPrefix(s[i:], "${"):
			n := closing(s, i+1, '{', '}')
			if n < 0 {
				return fmt.Errorf("${ is not closed")
			}
			if err := c.property(s[i+2:n], depth); err != nil {
				return err
			}
			i = n + 1
		case s[i] == '%':
			n, err := c.word(s, i+1, depth)
			if err != nil {
				return err
			}
			i = n
		default:
			c.literal(s[i : i+1])
			i++
		}
	}
	return nil
}

// property takes what stands in ${NAME:-default}: the pattern that is the
// default, or a text that is not known.
func (c *compiler) property(s string, depth int) error {
	name, value, ok := strings.Cut(s, ":-")
	switch {
	case strings.EqualFold(strings.TrimPrefix(strings.TrimPrefix(name, "sys:"), "env:"), "PID"):
		c.out = append(c.out, piece{kind: numberField})
	case ok && strings.IndexByte(value, '%') >= 0:
		return c.compile(value, depth+1)
	case strings.HasSuffix(name, "EXCEPTION_CONVERSION_WORD"):
	default:
		c.out = append(c.out, piece{kind: anyField})
	}
	return nil
}

// word compiles the conversion word that begins at i, behind the %.
func (c *compiler) word(s string, i, depth int) (end int, err error) {
	x := piece{}
	if i < len(s) && s[i] == '%' {
		c.literal("%")
		return i + 1, nil
	}
	if i < len(s) && s[i] == '-' {
		x.left = true
		i++
	}
	for i < len(s) && s[i] >= '0' && s[i] <= '9' && x.width < 1000 {
		x.width = x.width*10 + int(s[i]-'0')
		i++
	}
	if i < len(s) && s[i] == '.' {
		i++
		if i < len(s) && s[i] == '-' {
			i++
		}
		for i < len(s) && s[i] >= '0' && s[i] <= '9' && x.most < 1000 {
			x.most = x.most*10 + int(s[i]-'0')
			i++
		}
	}
	n := i
	for n < len(s) && isLetter(s[n]) {
		n++
	}
	name := s[i:n]
	if name == "" && (n >= len(s) || s[n] != '(') {
		return 0, fmt.Errorf("%% at %d has no conversion word", i)
	}
	i = n
	if i < len(s) && s[i] == '(' && (name == "" || has(containers, name) || !isWord(name)) {
		n := closing(s, i, '(', ')')
		if n < 0 {
			return 0, fmt.Errorf("( at %d is not closed", i)
		}
		if err := c.compile(s[i+1:n], depth+1); err != nil {
			return 0, err
		}
		_, end, err := options(s, n+1)
		return end, err
	}
	args, i, err := options(s, i)
	if err != nil {
		return 0, err
	}
	switch {
	case name == "n":
		c.out = append(c.out, piece{kind: lineBreak})
	case has(silent, name):
	case has(containers, name): // log4j 2: %highlight{%p}{...}
		if len(args) > 0 {
			return i, c.compile(args[0], depth+1)
		}
	default:
		return i, c.field(x, name, args)
	}
	return i, nil
}

// field appends the piece of a conversion word.
func (c *compiler) field(x piece, name string, args []string) (err error) {
	x.kind = anyField
	for _, w := range words {
		if has(w.names, name) {
			x.kind = w.kind
			break
		}
	}
	if x.kind == levelField && len(args) > 0 && x.most == 0 { // log4j 2 renames and cuts levels
		x.most = 12
	}
	if x.kind == dateField {
		format, zone := "", ""
		if len(args) > 0 {
			format = strings.Trim(args[0], `"`)
			if at := strings.LastIndexByte(format, ','); at >= 0 && isZoneName(format[at+1:]) { // logback
				format, zone = strings.Trim(format[:at], `"`), format[at+1:]
			}
		}
		if len(args) > 1 {
			zone = args[1]
		}
		if x.date, err = compileStamp(format); err != nil {
			return err
		}
		if zone = strings.TrimSpace(zone); zone != "" {
			if x.zone, err = time.LoadLocation(zone); err != nil {
				return fmt.Errorf("time zone %q is not known", zone[:min(20, len(zone))])
			}
		}
	}
	c.out = append(c.out, x)
	return nil
}

// isZoneName reports whether the part behind a comma in a date pattern is a
// zone, not milliseconds.
func isZoneName(s string) bool {
	s = strings.TrimSpace(s)
	return strings.IndexByte(s, '/') > 0 || s == "UTC" || s == "GMT"
}

// options reads {...}{...} at i.
func options(s string, i int) (args []string, end int, err error) {
	for i < len(s) && s[i] == '{' {
		n := closing(s, i, '{', '}')
		if n < 0 {
			return nil, 0, fmt.Errorf("{ at %d is not closed", i)
		}
		args = append(args, s[i+1:n])
		i = n + 1
	}
	return args, i, nil
}

// closing returns where the bracket that opens at i is closed, or -1.
func closing(s string, i int, open, shut byte) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func has(list, name string) bool { return strings.Contains(list, " "+name+" ") }

// isWord reports whether name is a conversion word that shows something itself.
func isWord(name string) bool {
	for _, w := range words {
		if has(w.names, name) {
			return true
		}
	}
	return has(" X mdc x NDC marker n ", name)
}
