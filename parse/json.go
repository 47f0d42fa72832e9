package parse

import (
	"strconv"
	"time"
	"unicode/utf8"
)

// AppendJSON appends r as one JSON object, without line ending, with the keys
// of the record contract. The batch that holds r must have been finished. z
// gives the zone in which the stamp is written.
func (r *Record) AppendJSON(dst []byte, path string, z *Zone) []byte {
	w := jsonWriter{append(dst, '{')}
	w.text("format", []byte(r.Format.Name()))
	w.text("file", []byte(path))
	w.number("start_line", r.StartLine, false)
	w.number("end_line", r.EndLine, false)
	w.number("offset", r.Offset, false)
	w.key("time")
	if r.Time == NoTime {
		w.null()
	} else {
		w.b = append(w.b, '"')
		w.b = AppendTime(w.b, r.Time, z)
		w.b = append(w.b, '"')
	}
	w.number("runtime_us", r.Runtime, true)
	w.text("kind", []byte(r.Kind.String()))
	w.text("type", []byte(r.Stmt.Type.String()))
	w.key("sql")
	w.b = AppendJSONString(w.b, r.SQL)
	w.text("prepared", r.Prepared)
	w.params(r)
	w.number("batch_size", int64(r.BatchSize), false)
	w.number("rows", r.Rows, true)
	w.number("update_count", r.UpdateCount, true)
	w.text("connection", r.Conn)
	w.text("thread", r.Thread)
	w.text("method", r.Method)
	w.text("url", r.URL)
	w.key("failed")
	w.b = strconv.AppendBool(w.b, r.Failed)
	w.text("error", r.Error)
	w.flags(r.Flags)
	w.text("normalized", []byte(r.Stmt.Normalized))
	w.text("digest", []byte(r.Stmt.Digest))
	return append(w.b, '}')
}

type jsonWriter struct{ b []byte }

func (w *jsonWriter) key(k string) {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.b = append(w.b, '"')
	w.b = append(w.b, k...)
	w.b = append(w.b, '"', ':')
}

func (w *jsonWriter) null() { w.b = append(w.b, "null"...) }

func (w *jsonWriter) text(k string, v []byte) {
	w.key(k)
	if v == nil {
		w.null()
		return
	}
	w.b = AppendJSONString(w.b, v)
}

func (w *jsonWriter) number(k string, v int64, nullable bool) {
	w.key(k)
	if nullable && v == Unknown {
		w.null()
		return
	}
	w.b = strconv.AppendInt(w.b, v, 10)
}

func (w *jsonWriter) params(r *Record) {
	w.key("params")
	if !r.HasParams {
		w.null()
		return
	}
	w.b = append(w.b, '[')
	for i, p := range r.Params {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		if p.Null {
			w.null()
		} else {
			w.b = AppendJSONString(w.b, p.Value)
		}
	}
	w.b = append(w.b, ']')
}

func (w *jsonWriter) flags(f Flag) {
	w.key("flags")
	w.b = append(w.b, '[')
	for i, name := range FlagNames {
		if f&(1<<i) != 0 {
			if w.b[len(w.b)-1] != '[' {
				w.b = append(w.b, ',')
			}
			w.b = AppendJSONString(w.b, []byte(name))
		}
	}
	w.b = append(w.b, ']')
}

// AppendTime appends microseconds since 1970 UTC as RFC 3339, with three or six
// digits of fraction, in z's zone.
func AppendTime(dst []byte, utc int64, z *Zone) []byte {
	layout := "2006-01-02T15:04:05.000Z07:00"
	if utc%1000 != 0 {
		layout = "2006-01-02T15:04:05.000000Z07:00"
	}
	return time.UnixMicro(utc).In(z.loc).AppendFormat(dst, layout)
}

const hexDigits = "0123456789abcdef"

// AppendJSONString appends s, which is valid UTF-8, as a JSON string.
func AppendJSONString(dst, s []byte) []byte {
	dst = append(dst, '"')
	from := 0
	for i, c := range s {
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	if s = s[from:]; utf8.Valid(s) {
		dst = append(dst, s...)
	} else {
		dst = append(dst, string([]rune(string(s)))...)
	}
	return append(dst, '"')
}
