package generate

import "strconv"

// class is how a value is written; each layout has its own way with each.
type class uint8

const (
	classLong class = iota
	classInt
	classDecimal
	classString
	classDate
	classTime
	classBool
	classNull
)

// value is what is bound to one placeholder.
type value struct {
	class class
	n     int64  // number; hundredths of a decimal; day since 1970; µs since 1970; 0 or 1
	text  []byte // of a string, without quotes; valid until the next value is drawn
}

// kind is what a placeholder of statements.sql stands for.
type kind struct {
	name  string
	class class
	draw  func(s *stream, v *value)
}

func kindNamed(name string) (kind, bool) {
	for _, k := range kinds() {
		if k.name == name {
			return k, true
		}
	}
	return kind{}, false
}

// kinds lists the kinds. Some values come again and again (half of the ids are of the thousand cases that everybody works on, there are
// 4000 sessions), so that about half of the texts with values are distinct, as in genuine logs.
func kinds() []kind {
	return []kind{
		number("id", classLong, func(s *stream) int64 {
			if s.random.one(2) {
				return int64(1 + s.random.below(1000))
			}
			return int64(1 + s.random.below(3_000_000))
		}),
		number("seq", classLong, func(s *stream) int64 { s.seq++; return s.seq }),
		number("user", classInt, func(s *stream) int64 { return int64(1 + s.random.below(4000)) }),
		number("small", classInt, func(s *stream) int64 { return int64(1 + s.random.below(9)) }),
		number("int", classInt, func(s *stream) int64 { return int64(1 + s.random.below(5_000_000)) }),
		number("limit", classInt, func(s *stream) int64 { return int64(10 * (1 + s.random.below(5))) }),
		number("offset", classInt, func(s *stream) int64 { return int64(20 * s.random.below(40)) }),
		number("year", classInt, func(s *stream) int64 { return int64(2012 + s.random.below(14)) }),
		number("amount", classDecimal, func(s *stream) int64 { return int64(100 + s.random.below(90_000_000)) }),
		number("flag", classBool, func(s *stream) int64 { return int64(s.random.below(2)) }),
		number("date", classDate, func(s *stream) int64 { return s.now/usDay - int64(s.random.below(900)) }),
		number("time", classTime, func(s *stream) int64 { return s.now - s.random.below64(40*usDay) }),

		text("token", func(s *stream, b []byte) []byte {
			x := mix(uint64(s.random.below(4000)))
			return appendHex(appendHex(b, x, 16), mix(x), 16)
		}),
		text("sha", func(s *stream, b []byte) []byte {
			for range 4 {
				b = appendHex(b, s.random.pcg.Uint64(), 16)
			}
			return b
		}),
		text("uuid", func(s *stream, b []byte) []byte {
			x, y := s.random.pcg.Uint64(), s.random.pcg.Uint64()
			b = append(appendHex(b, x, 8), '-')
			b = append(appendHex(b, x>>32, 4), "-4"...)
			b = append(appendHex(b, x>>48, 3), "-a"...)
			b = append(appendHex(b, y, 3), '-')
			return appendHex(b, y>>12, 12)
		}),
		text("caseno", func(s *stream, b []byte) []byte {
			b = strconv.AppendInt(append(b, "（"...), int64(2019+s.random.below(8)), 10)
			b = appendDigits(append(b, "）京"...), int64(101+s.random.below(19)), 4)
			b = append(b, s.pick(caseTypes)...)
			return append(strconv.AppendInt(b, int64(1+s.random.below(40_000)), 10), "号"...)
		}),
		text("name", appendName),
		text("like", func(s *stream, b []byte) []byte {
			b = append(b, '%')
			if s.random.one(2) {
				b = append(b, s.pick(causes)...)
			} else {
				b = appendName(s, b)
			}
			return append(b, '%')
		}),
		text("cause", func(s *stream, b []byte) []byte { return append(b, s.pick(causes)...) }),
		text("note", appendNote),
		text("title", func(s *stream, b []byte) []byte {
			return append(append(appendName(s, b), s.pick(titles)...), ".pdf"...)
		}),
		text("address", func(s *stream, b []byte) []byte {
			b = strconv.AppendInt(append(b, s.pick(streets)...), int64(1+s.random.below(400)), 10)
			return append(strconv.AppendInt(append(b, "号院"...), int64(1+s.random.below(30)), 10), "号楼"...)
		}),
		text("path", func(s *stream, b []byte) []byte {
			b = append(appendDate(append(b, "/archive/"...), s.now/usDay, '/'), '/')
			return append(appendHex(b, s.random.pcg.Uint64(), 16), ".pdf"...)
		}),
		text("phone", func(s *stream, b []byte) []byte {
			return appendDigits(append(b, "13"...), int64(s.random.below(1_000_000_000)), 9)
		}),
		text("idno", func(s *stream, b []byte) []byte {
			b = appendDigits(append(b, "1101"...), int64(1+s.random.below(19)), 2)
			b = appendDigits(b, int64(1950+s.random.below(55)), 4)
			b = appendDigits(appendDigits(b, int64(1+s.random.below(12)), 2), int64(1+s.random.below(28)), 2)
			return appendDigits(b, int64(s.random.below(10_000)), 4)
		}),
		text("ip", func(s *stream, b []byte) []byte {
			b = strconv.AppendInt(append(b, "10.20."...), int64(s.random.below(64)), 10)
			return strconv.AppendInt(append(b, '.'), int64(1+s.random.below(254)), 10)
		}),
		text("barcode", func(s *stream, b []byte) []byte { return appendDigits(b, s.random.below64(1e13), 13) }),
		text("login", func(s *stream, b []byte) []byte {
			return strconv.AppendInt(append(b, s.pick(logins)...), int64(1+s.random.below(90)), 10)
		}),
		text("code", func(s *stream, b []byte) []byte { return append(b, s.pick(codes)...) }),
		text("role", func(s *stream, b []byte) []byte { return append(b, s.pick(roles)...) }),
		text("dockind", func(s *stream, b []byte) []byte { return append(b, s.pick(titles)...) }),
		text("court", func(s *stream, b []byte) []byte {
			return appendDigits(append(b, "11"...), int64(s.random.below(200)), 4)
		}),
		orNull("nullname", appendName),
		orNull("nullnote", appendNote),
	}
}

func number(name string, c class, draw func(s *stream) int64) kind {
	return kind{name, c, func(s *stream, v *value) { v.n = draw(s) }}
}

func text(name string, draw func(s *stream, b []byte) []byte) kind {
	return kind{name, classString, func(s *stream, v *value) { v.text = draw(s, v.text[:0]) }}
}

// orNull is a text or sometimes NULL.
func orNull(name string, draw func(s *stream, b []byte) []byte) kind {
	return kind{name, classString, func(s *stream, v *value) {
		if s.random.one(4) {
			v.class = classNull
			return
		}
		v.text = draw(s, v.text[:0])
	}}
}

func appendName(s *stream, b []byte) []byte {
	return append(append(append(b, s.pick(surnames)...), s.pick(given)...), s.pick(given)...)
}

func appendNote(s *stream, b []byte) []byte {
	b = append(b, s.pick(notes)...)
	if s.random.one(2) {
		return b
	}
	return strconv.AppendInt(append(b, " #"...), int64(s.random.below(100_000)), 10)
}

// appendHex appends hexadecimal digits of x.
func appendHex(b []byte, x uint64, n int) []byte {
	const digits = "0123456789abcdef"
	for range n {
		b = append(b, digits[x&15])
		x >>= 4
	}
	return b
}

// pick returns one of the words.
func (s *stream) pick(words []string) string { return words[s.random.below(len(words))] }
