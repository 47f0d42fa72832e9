package parse

// levels are the words of log levels that are no plain English: those of
// java.util.logging in other languages.
var levels = [...]string{
	"严重", "警告", "信息", "配置", "详细", "较详细", "非常详细", // zh_CN
	"嚴重", "資訊", "組態", "詳細", "較詳細", "最詳細", // zh_TW
	"致命的", "重大", "情報", "構成", "普通", "最も詳細", // ja
	"심각", "경고", "정보", "구성", "상세", // ko
	"INFORMATION", "WARNUNG", "SCHWERWIEGEND", "KONFIGURATION", "FEIN", "FEINER", "AM FEINSTEN", // de
	"INFOS", "AVERTISSEMENT", "GRAVE", "PRECIS", "PLUS PRECIS", "TRES PRECIS", // fr
	"INFORMACIÓN", "ADVERTENCIA", "CONFIGURAR", "DETALLADO", // es
	"INFORMAZIONI", "AVVERTENZA", "BUONO", // it
	"INFORMAÇÕES", "ADVERTÊNCIA", "VARNING", "ALLVARLIGT", // pt, sv
}

// levelAt is the length of the word for a level at i, 0 if there is none.
func levelAt(s []byte, i int) int {
	n := i
	for n < len(s) && isLetter(s[n]) {
		n++
	}
	n -= i
	if n >= 3 && n <= 9 && (i+n >= len(s) || s[i+n] < 0x80 && s[i+n] != '_' && s[i+n] != '.' && (s[i+n] < '0' || s[i+n] > '9')) {
		switch string(s[i : i+n]) {
		case "DEBUG", "INFO", "TRACE", "WARN", "ERROR", "FATAL", "FINE", "FINER", "FINEST", "CONFIG", "SEVERE", "WARNING", "NOTICE", "CRITICAL", "VERBOSE", "AUDIT", "ALL", "OFF":
			return n
		}
		if isLevel(s[i : i+n]) {
			return n
		}
	}
	if i >= len(s) || n < 4 && s[i] < 0x80 {
		return 0
	}
	best := 0
	for _, w := range levels {
		if len(w) > best && len(s)-i >= len(w) && string(s[i:i+len(w)]) == w && (i+len(w) == len(s) || !isLetter(s[i+len(w)])) {
			best = len(w)
		}
	}
	return best
}

// isLevel compares without regard to case.
func isLevel(s []byte) bool {
	var up [9]byte
	for i, c := range s {
		up[i] = c &^ 0x20
	}
	switch string(up[:len(s)]) {
	case "DEBUG", "INFO", "TRACE", "WARN", "ERROR", "FATAL", "WARNING", "SEVERE":
		return true
	}
	return false
}
