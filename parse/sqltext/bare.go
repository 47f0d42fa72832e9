package sqltext

// Values that tools bind back without quotes: log4jdbc writes UUIDs and java.time values so.

// matches reports whether src at i has the shape of pattern: 0 is a digit, h a hexadecimal digit, any other byte itself.
func matches(src []byte, i int, pattern string) bool {
	if i+len(pattern) > len(src) {
		return false
	}
	for k := range len(pattern) {
		c := src[i+k]
		switch pattern[k] {
		case '0':
			if !isDigit(c) {
				return false
			}
		case 'h':
			if !isHex(c) {
				return false
			}
		default:
			if c != pattern[k] {
				return false
			}
		}
	}
	return true
}

// endUUID returns the index behind the UUID at i, 0 if there is none.
func endUUID(src []byte, i int) int {
	const shape = "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh"
	if at(src, i+8) == '-' && matches(src, i, shape) && !wordBytes[at(src, i+len(shape))] {
		return i + len(shape)
	}
	return 0
}

// endDate returns the index behind the ISO date, with or without a time, whose year is src[i:j]; 0 if there is none.
func endDate(src []byte, i, j int) int {
	if j-i != 4 || !matches(src, i, "0000-00-00") {
		return 0
	}
	end := i + 10
	if at(src, end) == 'T' {
		if e := endTime(src, end+1); e > 0 {
			end = e
		}
	}
	if at(src, end) == 'Z' {
		end++
	}
	if wordBytes[at(src, end)] {
		return 0
	}
	return end
}

// endTime returns the index behind the time hh:mm, with or without seconds, fraction and offset, at i; 0 if there is none.
func endTime(src []byte, i int) int {
	if !matches(src, i, "00:00") {
		return 0
	}
	i += 5
	if matches(src, i, ":00") {
		i += 3
		if at(src, i) == '.' && isDigit(at(src, i+1)) {
			i = skipDigits(src, i+1)
		}
	}
	if c := at(src, i); (c == '+' || c == '-') && matches(src, i+1, "00:00") {
		i += 6
	}
	return i
}

// endAngle returns the index behind <Blob of size 17> and the like, by which log4jdbc stands for a stream; 0 if there is none.
func endAngle(src []byte, i int) int {
	for j := i + 1; j < len(src) && j < i+80; j++ {
		switch c := src[j]; {
		case c == '>' && j > i+1:
			return j + 1
		case !wordBytes[c] && c != ' ' && c != '[' && c != ']' && c != '.':
			return 0
		}
	}
	return 0
}

// endType returns the index behind the type name at i, right after `::`.
func endType(src []byte, i int) int {
	i = skipSpace(src, i)
	first := i
	for {
		if at(src, i) == '"' {
			i, _ = endQuoted(src, i, '"')
			i = min(i, len(src))
		} else {
			i = skipWord(src, i)
		}
		if at(src, i) != '.' {
			break
		}
		i++
	}
	kw := keyword(src, first, i)
	if kw == kwDouble || kw == kwCharacter || kw == kwBit {
		i = skipWords(src, i, "precision")
		i = skipWords(src, i, "varying")
	}
	i = skipModifier(src, i)
	if kw == kwTime || kw == kwTimestamp {
		i = skipWords(src, i, "with", "time", "zone")
		i = skipWords(src, i, "without", "time", "zone")
	}
	for at(src, i) == '[' {
		j := skipDigits(src, i+1)
		if at(src, j) != ']' {
			break
		}
		i = j + 1
	}
	return i
}

// skipWords returns the index behind the lower- or upper-case words at i, or i if others are there.
func skipWords(src []byte, i int, words ...string) int {
	j := i
	for _, w := range words {
		j = skipSpace(src, j)
		e := skipWord(src, j)
		if !equalFold(src[j:e], w) {
			return i
		}
		j = e
	}
	return j
}

func equalFold(s []byte, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i, c := range s {
		if c|0x20 != lower[i]|0x20 {
			return false
		}
	}
	return true
}

// skipModifier returns the index behind (10) or (10, 2) or (?) at i, or i if something else is there.
func skipModifier(src []byte, i int) int {
	j := skipSpace(src, i)
	if at(src, j) != '(' {
		return i
	}
	for j++; j < len(src) && j < i+40; j++ {
		switch c := src[j]; {
		case c == ')':
			return j + 1
		case !isDigit(c) && c != ',' && c != ' ' && c != '?':
			return i
		}
	}
	return i
}
