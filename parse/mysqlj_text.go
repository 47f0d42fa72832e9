package parse

import "bytes"

// myKind is the kind of an event of the profiler.
type myKind uint8

const (
	myOther     myKind = iota // FETCH, CONSTRUCT, USAGE ADVISOR …
	myQueried                 // QUERY
	myExecuted                // EXECUTE
	myPrepared                // PREPARE
	mySlowQuery               // SLOW QUERY
)

// myProfiler begins an event of 5.1.
const myProfiler = "Profiler Event: "

// myEvent reads "[QUERY] ". rest is nil if t begins with no kind of event.
func myEvent(t []byte) (kind myKind, rest []byte) {
	if len(t) < 8 || t[0] != '[' || t[1] < 'C' || t[1] > 'W' {
		return myOther, nil
	}
	end := bytes.IndexByte(t[:min(len(t), 16)], ']')
	if end < 0 || end+1 < len(t) && t[end+1] != ' ' {
		return myOther, nil
	}
	switch string(t[1:end]) {
	case "QUERY":
		kind = myQueried
	case "EXECUTE":
		kind = myExecuted
	case "PREPARE":
		kind = myPrepared
	case "SLOW QUERY":
		kind = mySlowQuery
	case "FETCH", "CONSTRUCT", "USAGE ADVISOR", "UNKNOWN", "WARN":
	default:
		return myOther, nil
	}
	return kind, t[min(len(t), end+2):]
}

// myTail is " [Created on: .., duration: 12, connection-id: 77, statement-id: 3,
// resultset-id: 0, at x.Y.z(Y.java:1)]".
type myTail struct {
	at      int    // where it begins
	more    []byte // what follows its line
	created []byte
	micros  int64
	conn    []byte // nil for one that is not known
	stmt    []byte
	ref     int64 // statement and result in one number
	caller  []byte
}

// myLastTail finds the tail: the last, for its words may stand in the SQL.
func myLastTail(t []byte) (x myTail, ok bool) {
	const lead = "[Created on: "
	for end := len(t); ; {
		at := bytes.LastIndex(t[:end], []byte(lead))
		if at < 0 {
			return x, false
		}
		if x, ok = myReadTail(t[at+len(lead):]); ok {
			x.at = at
			return x, true
		}
		end = at
	}
}

// myReadTail reads a tail behind its first words.
func myReadTail(t []byte) (x myTail, ok bool) {
	line := t
	if nl := bytes.IndexByte(t, '\n'); nl >= 0 {
		line, x.more = t[:nl], t[nl+1:]
	}
	at := bytes.Index(line[:min(len(line), 64)], []byte(", duration: "))
	if at < 0 {
		return x, false
	}
	x.created, line = line[:at], line[at+len(", duration: "):]
	w := groupedWidth(line)
	if w == 0 {
		return x, false
	}
	if n := groupedNumber(line[:w]); n >= 0 {
		x.micros = scaled(n, 1000)
	} else {
		x.micros = Unknown
	}
	if line, ok = x.ids(line[w:]); !ok {
		return x, false
	}
	end := bytes.LastIndexByte(line, ']')
	if end < 0 {
		return x, false
	}
	if caller, ok := bytes.CutPrefix(line[:end], []byte(",")); ok {
		if caller, ok = bytes.CutPrefix(trimSpace(caller), []byte("at ")); ok {
			x.caller = caller
		}
	}
	return x, true
}

// ids reads ", connection-id: 77, statement-id: 3, resultset-id: 0".
func (x *myTail) ids(t []byte) (rest []byte, ok bool) {
	for i, key := range [...]string{", connection-id: ", ", statement-id: ", ", resultset-id: "} {
		if t, ok = bytes.CutPrefix(t, []byte(key)); !ok {
			return nil, false
		}
		w := numberWidth(t)
		if w < 0 {
			return nil, false
		}
		switch n := groupedNumber(t[:w]); i {
		case 0:
			if n > 0 {
				x.conn = t[:w]
			}
		case 1:
			x.stmt, x.ref = t[:w], n<<32
		default:
			x.ref += n
		}
		t = t[w:]
	}
	return t, true
}

// mySlowText is "Slow query (exceeded 2000 ms, duration: 5,001 ms): sql".
type mySlowText struct {
	micros         int64
	text, prepared []byte
}

// mySlowHead reads a slow query. One of the server's prepared statements has
// both texts.
func mySlowHead(t []byte) (x mySlowText, ok bool) {
	t, ok = bytes.CutPrefix(t, []byte("Slow query (exceeded "))
	if !ok {
		return x, false
	}
	at := bytes.Index(t[:min(len(t), 80)], []byte(", duration: "))
	if at < 0 {
		return x, false
	}
	t = t[at+len(", duration: "):]
	w := groupedWidth(t)
	shut := bytes.IndexByte(t[:min(len(t), w+16)], ')')
	if w == 0 || shut < w {
		return x, false
	}
	x.micros = myMicros(t[:w], t[w:shut])
	if rest, ok := bytes.CutPrefix(t[shut:], []byte(") as prepared: ")); ok {
		if x.prepared, x.text, ok = bytes.Cut(rest, []byte("\n\n with parameters bound:\n\n")); !ok {
			x.text, x.prepared = rest, nil
		}
		return x, true
	}
	x.text, ok = bytes.CutPrefix(t[shut:], []byte("):"))
	return x, ok
}

// myMicros is a number of a unit that may be ns.
func myMicros(number, unit []byte) int64 {
	n := groupedNumber(number)
	switch {
	case n < 0:
		return Unknown
	case bytes.HasPrefix(trimLeftBlanks(unit), []byte("n")):
		return n / 1000
	}
	return scaled(n, 1000)
}

// myOldEvent is an event of 5.1.
type myOldEvent struct {
	kind myKind
	myTail
	text []byte // nil if there is none
}

// myOldHead reads "[QUERY] at x.Y.z(Y.java:1) duration: 12 ms, connection-id: ..,
// message: sql". In place of the caller there may be a whole stack.
func myOldHead(t []byte) (x myOldEvent, ok bool) {
	kind, t := myEvent(t)
	if t == nil {
		return x, false
	}
	x.kind = kind
	at := bytes.Index(t, []byte(" duration: "))
	if at < 0 {
		return x, false
	}
	place := t[:at]
	t = t[at+len(" duration: "):]
	w := groupedWidth(t)
	comma := bytes.IndexByte(t[w:min(len(t), w+32)], ',')
	if w == 0 || comma < 0 {
		return x, false
	}
	x.micros = myMicros(t[:w], t[w:w+comma])
	if t, ok = x.ids(t[w+comma:]); !ok {
		return x, false
	}
	if text, has := bytes.CutPrefix(t, []byte(", message: ")); has {
		x.text = text
	}
	if bytes.IndexByte(place, '\n') >= 0 {
		x.caller = caller(place)
	} else if method, has := bytes.CutPrefix(trimSpace(place), []byte("at ")); has && bytes.IndexByte(method, '(') > 0 {
		x.caller = method
	}
	return x, true
}
