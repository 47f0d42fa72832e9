package config

// Nearest is the word of known that is most like word, "" when none is like
// enough for "did you mean" to be a help.
func Nearest(word string, known []string) string {
	best, least := "", max(2, len(word)/3)+1
	for _, k := range known {
		if d := distance(word, k); d < least && d < len(k) {
			best, least = k, d
		}
	}
	return best
}

// didYouMean is Nearest as the end of a message.
func didYouMean(word string, known []string) string {
	if len(word) > 60 { // no typing mistake, and the distance takes time by the square
		return ""
	}
	if k := Nearest(word, known); k != "" {
		return ", did you mean " + k + "?"
	}
	return ""
}

// distance is the number of letters to add, drop, change or swap with their
// neighbour to make a of b.
func distance(a, b string) int {
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(row[j]+cost, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
