package parse

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// known is every encoding but UTF-8, with other names that it goes by. Those that
// extend another stand for it: what Windows writes as EUC-KR is code page 949.
var known = [...]struct {
	name, aliases string
	encoding      encoding.Encoding
}{
	{"GB18030", " gbk gb2312 cp936 ms936 windows936 936 euccn ", simplifiedchinese.GB18030},
	{"EUC-KR", " ms949 cp949 uhc windows949 949 ksc5601 ", korean.EUCKR},
	{"Shift-JIS", " sjis ms932 cp932 windows31j windows932 932 ", japanese.ShiftJIS},
	{"EUC-JP", " ", japanese.EUCJP},
	{"Big5", " ms950 cp950 windows950 950 ", traditionalchinese.Big5},
	{"Windows-1252", " cp1252 1252 ansi ", charmap.Windows1252},
	{"ISO-8859-1", " latin1 l1 88591 ", charmap.ISO8859_1},
	{"Windows-1250", " cp1250 1250 ", charmap.Windows1250},
	{"Windows-1251", " cp1251 1251 ", charmap.Windows1251},
	{"KOI8-R", " ", charmap.KOI8R},
	{"UTF-16LE", " utf16 ", nil},
	{"UTF-16BE", " ", nil},
}

// EncodingNames are the encodings that are known.
func EncodingNames() []string {
	names := []string{"UTF-8"}
	for _, k := range known {
		names = append(names, k.name)
	}
	return names
}

// LookupEncoding returns the encoding of a name, in any spelling: nil for UTF-8,
// and for UTF-16, in which LF is not one byte: such a file is transcoded by
// TranscodeUTF16 before it is split, and its offsets are those of UTF-8.
func LookupEncoding(name string) (Encoding, error) {
	plain := strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
	if plain == "utf8" || plain == "" {
		return nil, nil
	}
	for _, k := range known {
		if plain == strings.ToLower(strings.ReplaceAll(k.name, "-", "")) || strings.Contains(k.aliases, " "+plain+" ") {
			if k.encoding == nil {
				return nil, nil
			}
			return &byteText{k.name, k.encoding.NewDecoder().Transformer}, nil
		}
	}
	return nil, fmt.Errorf("encoding %q is not known: it is one of %s", name[:min(20, len(name))], strings.Join(EncodingNames(), ", "))
}

// byteText is an encoding in which ASCII is ASCII, at least where no other
// character has begun. The transformers of these keep no state.
type byteText struct {
	name        string
	transformer transform.Transformer
}

func (e *byteText) String() string { return e.name }

func (e *byteText) AppendUTF8(dst, src []byte) []byte {
	for len(src) > 0 {
		n := 0
		for n < len(src) && src[n] < 0x80 {
			n++
		}
		dst = append(dst, src[:n]...)
		if src = src[n:]; len(src) == 0 {
			break
		}
		if cap(dst)-len(dst) < 16 {
			dst = append(dst, make([]byte, 16+len(src)+len(src)/2)...)[:len(dst)]
		}
		wrote, read, _ := e.transformer.Transform(dst[len(dst):cap(dst)], src, true)
		dst, src = dst[:len(dst)+wrote], src[read:]
		if wrote == 0 && read == 0 { // cannot happen with 16 bytes of room
			return append(dst, "\uFFFD"...)
		}
	}
	return dst
}

// TranscodeUTF16 returns a reader of r's UTF-16 as UTF-8. A byte order mark stays,
// as that of UTF-8; half characters become U+FFFD.
func TranscodeUTF16(r io.Reader, bigEndian bool) io.Reader {
	order := unicode.LittleEndian
	if bigEndian {
		order = unicode.BigEndian
	}
	return transform.NewReader(r, unicode.UTF16(order, unicode.IgnoreBOM).NewDecoder())
}
