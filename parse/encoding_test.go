package parse

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// texts are values as logs have them, in the languages of the encodings.
var texts = [...]struct {
	name     string
	encoding encoding.Encoding
	values   []string
}{
	{"GB18030", simplifiedchinese.GBK, []string{"案件编号不能为空", "已立案（民事）", "南京市中级人民法院", "借阅", "查询完成，共三条", "癩皢畖|", "北京", "用户名"}},
	{"EUC-KR", korean.EUCKR, []string{"사용자를 찾을 수 없습니다", "서울특별시", "조회가 완료되었습니다", "이름", "전자정부 표준프레임워크"}},
	{"Shift-JIS", japanese.ShiftJIS, []string{"ユーザーが見つかりません", "東京都", "検索が完了しました", "表示ソ能", "ﾃｽﾄ"}},
	{"Shift-JIS", japanese.ShiftJIS, []string{"東京都", "検索完了", "表示"}},
	{"GB18030", simplifiedchinese.GB18030, []string{"案件表", "京0105民初1号"}}, // all its lead bytes are those of Korean syllables
	{"EUC-KR", korean.EUCKR, []string{"서울", "이름"}},
	{"EUC-JP", japanese.EUCJP, []string{"ユーザーが見つかりません", "東京都", "検索が完了しました", "表示"}},
	{"Windows-1252", charmap.Windows1252, []string{"Müller", "Größe 5 €", "déjà vu", "São Paulo", "naïve – “quoted”"}},
}

func TestEncodingsAreTold(t *testing.T) {
	for _, x := range texts {
		var plain, coded bytes.Buffer
		for i := range 40 {
			line := strings.TrimSuffix(p6line, "\n") + " where name = '" + x.values[i%len(x.values)] + "'\n"
			plain.WriteString(line)
			b, err := x.encoding.NewEncoder().Bytes([]byte(line))
			if err != nil {
				t.Fatalf("%s: %v", x.name, err)
			}
			coded.Write(b)
		}
		d, err := Detect(coded.Bytes(), DetectOptions{Whole: true})
		if err != nil || d.Encoding == nil || d.Encoding.String() != x.name || d.EncodingLine != 1 {
			t.Errorf("%s: found %v in line %d, %v", x.name, d.Encoding, d.EncodingLine, err)
			continue
		}
		if got := string(d.Encoding.AppendUTF8(nil, coded.Bytes())); got != plain.String() {
			t.Errorf("%s is not read back", x.name)
		}
		checkLaws(t, d.Source("x", nil, 1<<20), coded.Bytes())
	}
	for _, text := range []string{"", "plain", p6line, strings.Repeat("\x00", 2000)} {
		if is, _ := IsUTF16([]byte(text)); is {
			t.Errorf("%.20q is taken for UTF-16", text)
		}
	}
	for _, text := range []string{"", "plain", "é\xff|责", "贷款\xff", "ユーザー", "\xff", strings.Repeat("\x80", 3)} {
		if e, _ := detectEncoding([]byte(text)); text != "\xff" && len(text) != 3 && e != nil {
			t.Errorf("%q is taken for %s", text, e)
		}
	}
}

func TestUTF16IsTranscodedFirst(t *testing.T) {
	plain := "\uFEFF" + p6line + strings.Replace(p6line, "select 1", "select '责\U0001F600'", 2)
	for _, big := range []bool{false, true} {
		order := unicode.LittleEndian
		if big {
			order = unicode.BigEndian
		}
		for _, mark := range []bool{true, false} {
			text := plain
			if !mark {
				text = text[3:]
			}
			coded, _ := unicode.UTF16(order, unicode.IgnoreBOM).NewEncoder().Bytes([]byte(text))
			got, err := io.ReadAll(TranscodeUTF16(bytes.NewReader(coded), big))
			if err != nil || string(got) != text {
				t.Errorf("big %v: got %q, %v", big, got, err)
			}
			if is, isBig := IsUTF16(coded[:len(coded)-1]); !is || isBig != big {
				t.Errorf("big %v, mark %v: not known", big, mark)
			}
			d, err := Detect(got, DetectOptions{Whole: true, Encoding: "auto"})
			if err != nil || d.Encoding != nil || len(d.Formats) != 1 {
				t.Errorf("big %v, mark %v: found %v, %v", big, mark, d.Encoding, err)
			}
			if src := d.Source("x", nil, 1<<20); len(readIn(t, src, got, 100).records) != 2 {
				t.Errorf("big %v, mark %v: records are missing", big, mark)
			}
		}
	}
}

func TestEncodingsAreKnownByManyNames(t *testing.T) {
	for name, want := range map[string]string{"utf-8": "", "UTF8": "", "": "", "gbk": "GB18030", "GB2312": "GB18030", "ms949": "EUC-KR", "euc_kr": "EUC-KR", "shift_jis": "Shift-JIS", "Windows-31J": "Shift-JIS", "latin1": "ISO-8859-1", "iso8859-1": "ISO-8859-1", "cp1252": "Windows-1252", "utf-16": "", "UTF-16BE": ""} {
		e, err := LookupEncoding(name)
		got := ""
		if e != nil {
			got = e.String()
		}
		if err != nil || got != want {
			t.Errorf("%s is %s, %v", name, got, err)
		}
	}
	if _, err := LookupEncoding("klingon"); err == nil || !strings.Contains(err.Error(), "GB18030") {
		t.Errorf("got %v", err)
	}
	for _, name := range EncodingNames() {
		if e, err := LookupEncoding(name); err != nil || e != nil && e.String() != name {
			t.Errorf("%s is %v, %v", name, e, err)
		}
	}
}

func FuzzEncoding(f *testing.F) {
	f.Add("gbk", []byte("a\xb9\xfa|b\x81"))
	f.Add("sjis", []byte("\x83\\\x81"))
	f.Add("euc-jp", []byte("\x8f\xa1\xa1\x8e"))
	f.Fuzz(func(t *testing.T, name string, s []byte) {
		e, err := LookupEncoding(name)
		if err != nil || e == nil {
			return
		}
		out := e.AppendUTF8(nil, s)
		if !utf8.Valid(out) || bytes.Count(out, newline) != bytes.Count(s, newline) {
			t.Fatalf("%q became %q", s, out)
		}
	})
}

func BenchmarkEncoding(b *testing.B) {
	line := []byte(strings.TrimSuffix(p6line, "\n") + " where name = '南京市中级人民法院'\n")
	coded, _ := simplifiedchinese.GBK.NewEncoder().Bytes(line)
	e, _ := LookupEncoding("gbk")
	var dst []byte
	b.SetBytes(int64(len(coded)))
	b.ReportAllocs()
	for b.Loop() {
		dst = e.AppendUTF8(dst[:0], coded)
	}
}
