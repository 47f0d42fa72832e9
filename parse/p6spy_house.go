package parse

import "bytes"

// p6Preset is a template that many applications share.
type p6Preset struct {
	name, template string
	named          bool // taken only by its name: a line of it begins another one's records
}

// p6Presets are the formatters that tutorials and frameworks hand on, each
// with where it is from. P6Spy knows them by itself.
var p6Presets = []p6Preset{
	{"custom-default", "%(currentTime)|%(executionTime)|%(category)|connection%(connectionId)|%(sqlSingleLine)", false}, // CustomLineFormat

	// MyBatis-Plus' P6SpyLogger, and what became of it.
	{"mybatis-plus", " Consume Time：%(executionTime) ms %(currentTime)\n Execute SQL：%(sqlSingleLine)", false},
	{"mybatis-plus-tenant", " tenant: %(ignore) userId: %(ignore)\n Consume Time：%(executionTime) ms %(currentTime)\n url: %(url)\n Execute SQL：%(sqlSingleLine)", true},
	{"mybatis-plus-url", " Consume Time：%(executionTime) ms %(currentTime)\n url: %(url)\n Execute SQL：%(sqlSingleLine)", false},
	{"mybatis-plus-line", "Consume Time：%(executionTime) ms，Execute SQL：%(sqlSingleLine)", false},
	{"mybatis-plus-now", "    Consume Time: %(executionTime)  Now: %(currentTime) connectionId: %(connectionId) category: %(category)\n    Execute SQL：%(sql)", false},
	{"mp-performance", " Time：%(executionTime) ms - ID：%(method)\nExecute SQL：%(block)", false}, // PerformanceInterceptor, until 3.1

	// Chinese tutorials.
	{"zh-耗时", "%(currentTime) | 耗时 %(executionTime) ms | SQL 语句：\n%(sql);", false},
	{"zh-消耗时间", " 执行SQL消耗时间：%(executionTime) 毫秒 执行时间: %(currentTime)\n 执行的 SQL 语句：\n %(block)", false},
	{"zh-执行时间", "执行SQL：%(sql) 执行时间：%(executionTime)ms", false},
	{"zh-analyzer", "SQL Performance Analyzer ：\nConnection Url：%(url)\nConnection ID：%(connectionId)\nexecution time：%(currentTime)\ntaken time：%(executionTime) ms\nSQL：%(sql) ;", false},
	{"zh-use-time", "%(currentTime) | SQL use time： %(executionTime) ms | connect info： %(category)-%(connectionId) | execute sql： %(sql)", false},

	// Korean ones.
	{"ko-operation", "OperationTime: %(executionTime)ms | connectionId : %(connectionId) | %(category)\n%(sql)", false},
	{"ko-elapsed", "%(currentTime) | Elapsed time %(executionTime) ms\n%(block)", false},

	// Variations of P6Spy's own.
	{"took-ms", "%(currentTime) | took %(executionTime)ms | %(category) | connection %(connectionId) | %(sqlSingleLine)", false},
	{"took-colon", "%(currentTime) | took: %(executionTime) ms | connection: %(category)-%(connectionId) | sql: %(sql)", false},
	{"took-lines", "%(currentTime)|took %(executionTime)ms|%(category)|connectionid %(connectionId)\n%(effectiveSqlSingleLine)\n%(sqlSingleLine);", false},
	{"now-query", "#now=%(currentTime)| took %(executionTime) ms | %(category)| connection %(connectionId)| query=%(sql)", false},
	{"ms-category", "%(currentTime)|%(executionTime)ms|%(category)|%(sqlSingleLine)", false},
	{"category-ms", "[%(category)] | %(executionTime) ms | %(sql)", false},
	{"monitor", "autocommit(%(ignore))|readonly(%(ignore))|%(ignore)|%(executionTime)ms|%(category)|connection%(connectionId)|%(sqlSingleLine)", false},
}

// p6House is the presets, compiled, by the byte that a record begins with.
var p6House = compileHouse()

type p6HouseLayouts struct {
	templates []*P6SpyTemplate
	begin     [256]uint32 // the templates that may begin with a byte, as bits
	stamped   uint32      // those that begin with a stamp, and a pipe behind it
	spaced    uint32      // those with a blank before that pipe
}

func compileHouse() (h p6HouseLayouts) {
	for i, p := range p6Presets {
		t, err := compileP6(p.template)
		if err != nil {
			panic("parse: preset " + p.name + ": " + err.Error())
		}
		h.templates = append(h.templates, t)
		if p.named {
			continue
		}
		for _, start := range t.starts {
			if x := start.pieces[0]; x.kind == p6Literal {
				h.begin[x.text[0]] |= 1 << i
				continue
			}
			h.stamped |= 1 << i
			if start.pieces[1].text[0] == ' ' {
				h.spaced |= 1 << i
			}
		}
	}
	return h
}

// candidates are the presets, as bits, with which the first line of text may begin, and that line.
func (h *p6HouseLayouts) candidates(text []byte) (bits uint32, line []byte) {
	at := afterBlanks(text, 0)
	if at == len(text) {
		return 0, nil
	}
	c := text[at]
	bits = h.begin[c]
	if c >= '0' && c <= '9' {
		i := bytes.IndexByte(text[at:min(len(text), at+p6StampMax)], '|')
		if i < 0 {
			return 0, nil
		}
		if bits |= h.stamped &^ h.spaced; text[at+i-1] == ' ' {
			bits = h.spaced
		}
	}
	if bits != 0 {
		line, _ = cutLine(text)
	}
	return bits, line
}

// start reports whether line begins a record of a preset.
func (h *p6HouseLayouts) start(line []byte) bool {
	bits, line := h.candidates(line)
	for i := 0; bits != 0; i, bits = i+1, bits>>1 {
		if bits&1 != 0 && h.templates[i].Start(line) {
			return true
		}
	}
	return false
}

// score is that of a record of a preset. A line that begins like one without an
// SQL behind it is some other text of the application.
func (h *p6HouseLayouts) score(text []byte) int {
	bits, _ := h.candidates(text)
	for i := 0; bits != 0; i, bits = i+1, bits>>1 {
		if bits&1 == 0 {
			continue
		}
		var m p6Match
		if _, ok := h.templates[i].match(&m, text); ok {
			return 90
		}
	}
	return 0
}

// complete is P6Spy.Complete for the presets.
func (h *p6HouseLayouts) complete(e *Event) bool {
	bits, _ := h.candidates(e.Text)
	for i := 0; bits != 0; i, bits = i+1, bits>>1 {
		if bits&1 != 0 && h.templates[i].Complete(e) {
			return true
		}
	}
	return false
}

// read reads e by the first preset that it fits.
func (h *p6HouseLayouts) read(f Format, e *Event, p *Parser) bool {
	bits, _ := h.candidates(e.Text)
	for i := 0; bits != 0; i, bits = i+1, bits>>1 {
		if bits&1 != 0 && h.templates[i].read(f, e, p) {
			return true
		}
	}
	return false
}

// stackInformation is what one of the presets puts before the frames of the caller.
var stackInformation = []byte("[Stack Trace Information]")

// informed is the first frame behind stackInformation.
func informed(s []byte) []byte {
	i := bytes.Index(s, stackInformation)
	if i < 0 {
		return nil
	}
	frame, _ := cutLine(bytes.TrimLeft(s[i+len(stackInformation):], " \t\r\n"))
	if bytes.IndexByte(frame, '(') < 0 {
		return nil
	}
	return bytes.TrimPrefix(frame, []byte("at "))
}
