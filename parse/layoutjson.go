package parse

import "bytes"

// jsonLayout reads events that are a JSON object each, one a line or, if pretty,
// from a lone brace on. It knows the keys of logstash-logback-encoder, of the
// Elastic Common Schema, of GELF, of log4j 2 and of others like them, nested
// ({"log":{"level":...}}) or with points ("log.level").
type jsonLayout struct{ pretty bool }

func (l jsonLayout) String() string {
	if l.pretty {
		return "json-pretty"
	}
	return "json"
}

func (l jsonLayout) Start(line []byte) bool {
	if l.pretty {
		line = bytes.TrimLeft(line, "[, ")
		return len(line) > 0 && line[0] == '{' && len(bytes.TrimRight(line, " ")) == 1
	}
	if len(line) < 2 || line[0] != '{' || line[1] != '"' && line[1] != ' ' {
		return false
	}
	return bytes.Contains(line, []byte(`message"`)) || bytes.Contains(line, []byte(`"msg"`))
}

// jsonEvent is what a JSON event holds, values as they stand.
type jsonEvent struct {
	message, full, thread, level, logger, trace []byte
	stamp                                       stamp
}

func (l jsonLayout) Parse(e *Event, p *Parser) bool {
	first, _ := cutLine(e.Text)
	if !l.Start(first) {
		return false
	}
	var v jsonEvent
	j := openJSON(bytes.TrimLeft(e.Text, "[, "))
	if !v.read(&j, nil, 0) {
		return false
	}
	message := v.message
	if v.full != nil {
		message = v.full
	}
	if message == nil {
		return false
	}
	e.Text = p.unquote(message, v.trace)
	e.Thread, e.Level, e.Logger = p.unquote(v.thread, nil), p.unquote(v.level, nil), p.unquote(v.logger, nil)
	if t := resolve(v.stamp, p.batch.Source, &p.zone); t != NoTime {
		e.Time, e.DayOnly = t, v.stamp.dayOnly
	}
	return true
}

// read takes the members of j, which is the value of the key outer, or the event.
func (v *jsonEvent) read(j *jsonObject, outer []byte, depth int) bool {
	for {
		key, value, more := j.next()
		if !more {
			return j.ok
		}
		if value[0] == '{' && depth < 3 {
			inner := openJSON(value)
			if string(key) == "instant" {
				v.instant(&inner)
			} else if isContext(key) {
				v.read(&inner, key, depth+1)
			}
			continue
		}
		if len(outer) > 0 {
			v.member(outer, key, value)
		} else if dot := bytes.LastIndexByte(key, '.'); dot > 0 {
			v.member(key[:dot], key[dot+1:], value)
		} else {
			v.take(key, value)
		}
	}
}

// isContext reports whether the object under key may hold parts of the envelope.
func isContext(key []byte) bool {
	switch string(key) {
	case "log", "process", "thread", "error", "thrown", "@fields", "exception":
		return true
	}
	return false
}

// take is given a member of the event itself.
func (v *jsonEvent) take(key, value []byte) {
	text := isString(value)
	switch string(key) {
	case "@timestamp", "timestamp", "time", "timeMillis", "ts", "timestampMillis", "datetime":
		if t := stampOf(value); t != (stamp{}) && (text || v.stamp == stamp{}) {
			v.stamp = t
		}
	case "message", "msg", "short_message", "@message":
		if text {
			v.message = value
		}
	case "full_message":
		if text {
			v.full = value
		}
	case "thread", "thread_name", "threadName", "_thread", "_thread_name":
		if text {
			v.thread = value
		}
	case "level", "severity", "levelname", "_level_name", "_level":
		if text {
			v.level = value
		}
	case "logger", "logger_name", "loggerName", "_logger", "_logger_name", "_loggerName":
		if text {
			v.logger = value
		}
	case "stack_trace", "stackTrace", "_stack_trace", "exception", "throwable", "stacktrace":
		if text {
			v.trace = value
		}
	}
}

// member is given a member of an object in the event, or a key with a point.
func (v *jsonEvent) member(outer, key, value []byte) {
	if !isString(value) {
		return
	}
	switch string(outer) {
	case "log":
		switch string(key) {
		case "level":
			v.level = value
		case "logger":
			v.logger = value
		}
	case "process.thread", "thread":
		if string(key) == "name" {
			v.thread = value
		}
	case "error", "thrown", "exception":
		switch string(key) {
		case "stack_trace", "extendedStackTrace", "stacktrace":
			v.trace = value
		}
	case "@fields":
		v.take(key, value)
	}
}

// instant reads log4j 2's {"epochSecond":1717400000,"nanoOfSecond":140000000}.
func (v *jsonEvent) instant(j *jsonObject) {
	for {
		key, value, more := j.next()
		if !more {
			return
		}
		n, w := digits(value, 0, 12)
		switch {
		case w == 0:
		case string(key) == "epochSecond":
			v.stamp.wall += n * 1e6
			v.stamp.hasOffset = true
		case string(key) == "nanoOfSecond":
			v.stamp.wall += n / 1000
		}
	}
}

// unquote gives the text of a string value, and of another on the next line; nil
// for none. It lives as long as the batch.
func (p *Parser) unquote(value, more []byte) []byte {
	if value == nil {
		return nil
	}
	if more == nil && bytes.IndexByte(value, '\\') < 0 {
		return value[1 : len(value)-1]
	}
	text := appendUnquoted(p.text[:0], value)
	if len(more) > 2 {
		text = append(text, '\n')
		text = appendUnquoted(text, more)
	}
	if p.batch.Source.ANSI && bytes.IndexByte(text, esc) >= 0 {
		text = appendPlain(text[:0], text)
	}
	p.text = text
	return p.batch.Copy(text)
}
