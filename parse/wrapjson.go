package parse

import "bytes"

// docker is the json-file log driver: an object a line, `log` with the LF of the
// line. Lines over 16 KiB come in several objects, only the last of which has it.
//
//	{"log":"text\n","stream":"stdout","time":"2024-06-03T15:33:20.140123456Z"}
type docker struct{}

func (docker) String() string { return "docker" }
func (docker) New() Unwrapper { return &dockerLines{} }

func (docker) wraps(line []byte) (bool, int) {
	_, found := jsonText(line, "log", "stream", "time")
	return found == 7 && !bytes.Contains(line, []byte(`"kubernetes":`)) && !bytes.Contains(line, []byte(`"logtag":`)), 0
}

type dockerLines struct{ joiner }

func (d *dockerLines) Unwrap(dst, line []byte) (out []byte, x Unwrapped) {
	values, found := jsonText(line, "log", "stream", "time")
	if found&1 == 0 || !isString(values[0]) {
		return d.whole(dst, line)
	}
	at := len(dst)
	dst = appendUnquoted(dst, values[0])
	ends := len(dst) > at && dst[len(dst)-1] == '\n'
	if ends {
		dst = dst[:at+len(trimEOL(dst[at:]))]
	}
	return d.add(dst, at, streamOf(values[1]), stampOf(values[2]), ends)
}

// streamOf tells standard error, 1, from standard output.
func streamOf(value []byte) int {
	if string(value) == `"stderr"` {
		return 1
	}
	return 0
}

// stampOf reads a stamp that is a string or a number, or none.
func stampOf(value []byte) stamp {
	if isString(value) {
		value = value[1 : len(value)-1]
	}
	if t, n, ok := parseStamp(value); ok && n == len(value) {
		return t
	}
	return stamp{}
}

// jsonText gives the values of up to three keys of the object that line holds, and
// which of them were found, as bits. A line that is no whole object has none.
func jsonText(line []byte, keys ...string) (values [3][]byte, found int) {
	j := openJSON(line)
	for {
		key, value, more := j.next()
		if !more {
			break
		}
		for i, k := range keys {
			if string(key) == k {
				values[i] = value
				found |= 1 << i
				break
			}
		}
	}
	if !j.ok || len(bytes.Trim(j.rest(), " \t,]")) > 0 {
		return values, 0
	}
	return values, found
}

// fluentBit is an object a line with the text under `log`, as fluent-bit and
// fluentd write what they took from a container's log. `logtag` P says that it
// is a piece of a line.
//
//	{"date":1717400000.14,"log":"text","stream":"stdout","kubernetes":{...}}
type fluentBit struct{}

func (fluentBit) String() string { return "fluent-bit" }
func (fluentBit) New() Unwrapper { return &fluentLines{} }

func (fluentBit) wraps(line []byte) (bool, int) {
	values, found := jsonText(line, "log")
	return found == 1 && isString(values[0]), 0
}

type fluentLines struct{ joiner }

func (f *fluentLines) Unwrap(dst, line []byte) (out []byte, x Unwrapped) {
	values, found := jsonText(line, "log", "stream", "logtag")
	if found&1 == 0 || !isString(values[0]) {
		return f.whole(dst, line)
	}
	times, _ := jsonText(line, "time", "@timestamp", "date")
	var t stamp
	for _, v := range times {
		if t == (stamp{}) {
			t = stampOf(v)
		}
	}
	at := len(dst)
	dst = appendUnquoted(dst, values[0])
	dst = dst[:at+len(trimEOL(dst[at:]))]
	return f.add(dst, at, streamOf(values[1]), t, string(values[2]) != `"P"`)
}

// filebeat is an object a line with the text under `message` and the file that
// it was read from. The text may be several lines that were joined.
//
//	{"@timestamp":"2024-06-03T07:33:20.140Z","message":"text","log":{"file":{"path":"/app.log"},"offset":12}}
type filebeat struct{}

func (filebeat) String() string { return "filebeat" }
func (filebeat) New() Unwrapper { return filebeatLines{} }

// wraps does not take events whose envelope is in other keys: these are a layout.
func (filebeat) wraps(line []byte) (bool, int) {
	values, found := jsonText(line, "message", "@timestamp", "log")
	if found&3 != 3 || !isString(values[0]) || bytes.Contains(values[2], []byte(`"level"`)) || bytes.Contains(values[2], []byte(`"logger"`)) {
		return false, 0
	}
	j := openJSON(line)
	for {
		key, _, more := j.next()
		if !more {
			return true, 0
		}
		switch string(key) {
		case "level", "logger", "logger_name", "thread_name", "thread", "log.level", "log.logger", "severity":
			return false, 0
		}
	}
}

type filebeatLines struct{}

func (filebeatLines) Unwrap(dst, line []byte) (out []byte, x Unwrapped) {
	values, found := jsonText(line, "message", "@timestamp")
	if found&1 == 0 || !isString(values[0]) {
		return append(dst, line...), Unwrapped{Done: true}
	}
	at := len(dst)
	dst = appendUnquoted(dst, values[0])
	return dst[:at+len(trimEOL(dst[at:]))], Unwrapped{Done: true, Stamp: stampOf(values[1])}
}

func (filebeatLines) Rest(dst []byte) []byte { return dst }

// journal is what `journalctl -o json` prints. A message that is no UTF-8, or has
// colours, is an array of bytes. Lines over 48 KiB come in pieces.
//
//	{"__REALTIME_TIMESTAMP":"1717400000140123","MESSAGE":"text","_LINE_BREAK":"line-max"}
type journal struct{}

func (journal) String() string { return "journal" }
func (journal) New() Unwrapper { return &journalLines{} }

func (journal) wraps(line []byte) (bool, int) {
	_, found := jsonText(line, "MESSAGE", "__REALTIME_TIMESTAMP")
	return found == 3, 0
}

type journalLines struct{ joiner }

func (j *journalLines) Unwrap(dst, line []byte) (out []byte, x Unwrapped) {
	values, found := jsonText(line, "MESSAGE", "__REALTIME_TIMESTAMP", "_LINE_BREAK")
	if found&1 == 0 {
		return j.whole(dst, line)
	}
	at := len(dst)
	if isString(values[0]) {
		dst = appendUnquoted(dst, values[0])
	} else {
		dst = appendByteArray(dst, values[0])
	}
	return j.add(dst, at, 0, stampOf(values[1]), string(values[2]) != `"line-max"`)
}

// appendByteArray appends the bytes of [104,105].
func appendByteArray(dst, value []byte) []byte {
	for i := 0; i < len(value); {
		v, w := digits(value, i, 3)
		if w > 0 && v < 256 {
			dst = append(dst, byte(v))
		}
		i += max(1, w)
	}
	return dst
}
