package parse

import (
	"testing"
	"time"
)

func TestStampsAreReadInEveryForm(t *testing.T) {
	const june = "2024-06-03T15:33:20"
	f := func(in, want string) {
		t.Helper()
		got, n, ok := parseStamp([]byte(in))
		if !ok {
			t.Errorf("%q is not read", in)
			return
		}
		text := time.UnixMicro(got.wall).UTC().Format("2006-01-02T15:04:05.999999")
		if got.dayOnly {
			text = text[len("1970-01-01T"):]
		}
		if got.yearless {
			text = "--" + text[5:]
		}
		if got.hasOffset {
			text += time.Unix(0, 0).In(time.FixedZone("", int(got.offset))).Format("Z07:00")
		}
		if text += in[n:]; text != want {
			t.Errorf("%q: got %s, want %s", in, text, want)
		}
	}
	f("2024-06-03 15:33:20.140", june+".14")
	f("2024-06-03 15:33:20,140 [main]", june+".14 [main]")
	f("2024-06-03T15:33:20.140123456Z", june+".140123Z")
	f("2024-06-03T15:33:20.14+09:00 INFO", june+".14+09:00 INFO")
	f("2024-06-03T15:33:20+0900[Asia/Tokyo] x", june+"+09:00 x")
	f("2024-06-03 15:33:20,140 -0330 x", june+".14-03:30 x")
	f("2024-06-03 15:33:20 UTC", june+"Z")
	f("2024-06-03 15:33:20 GMT+9:00|", june+"+09:00|")
	f("2024-06-03 15:33:20 CST", june+" CST")
	f("2024-06-03 15:33:20|-1|x", june+"|-1|x")
	f("2024-06-03 15:33:20.5-77", june+".5-77")
	f("2024-06-03 15:33:20.61", june+".61")
	f("2024-06-03 15:33:20:51", june+".051")
	f("2024-06-03 15:33:20:5", june+".005")
	f("2024-06-03 15:33", "2024-06-03T15:33:00")
	f("2024-6-3 5:03:20", "2024-06-03T05:03:20")
	f("2024/06/03 15:33:20 x", june+" x")
	f("2024//06-03 15:33:20", june)
	f("2024-06-0315:33:20", june)
	f("2024年06月03日 15:33:20", june)
	f("2024年6月3日 下午3:33:20", june)
	f("2024. 6. 3. 오후 3:33:20", june)
	f("20240603 15:33:20,140 |", june+".14 |")
	f("20240603T153320 x", june+" x")
	f("20240603153320140|", june+".14|")
	f("20240603153320|", june+"|")
	f("240603-15:33:20:7", june+".007")
	f("03-06-24 15:33:20:140", june+".14")
	f("06-13-24 15:33:20", "2024-06-13T15:33:20")
	f("24-06-03 15:33:20", june)
	f("24-06-32 15:33:20", "2032-06-24T15:33:20")
	f("99-06-03 15:33:20", "1999-06-03T15:33:20")
	f("03-Jun-2024 15:33:20.140", june+".14")
	f("03-Jun-24 15:33:20.140", june+".14")
	f("03 Jun 2024 15:33:20,140 x", june+".14 x")
	f("03/Jun/2024:15:33:20 +0200", june+"+02:00")
	f("06/03/2024 15:33:20", june)
	f("6/3/24 15:33:20:140 CST", june+".14 CST")
	f("13/6/24 15:33:20", "2024-06-13T15:33:20")
	f("03.06.2024 15:33:20", june)
	f("Jun 03, 2024 3:33:20 PM java.util", june+" java.util")
	f("Jun 3, 2024, 3:33:20\u202fPM x", june+" x")
	f("Jun 3, 2024, 12:33:20 AM CST", "2024-06-03T00:33:20 CST")
	f("Juni 03, 2024 3:33:20 PM x", june+" x")
	f("juin 03, 2024 3:33:20 PM x", june+" x")
	f("Juni 3, 2024 15:33:20", june)
	f("июня 03, 2024 3:33:20 PM", june)
	f("六月 03, 2024 3:33:20 下午 x", june+" x")
	f("6月 03, 2024 3:33:20 午後 x", june+" x")
	f("6월 03, 2024 3:33:20 오후 x", june+" x")
	f("Mon Jun 03 15:33:20 CST 2024 INFO", june+" INFO")
	f("Mon Jun 03 15:33:20 UTC 2024", june+"Z")
	f("Mon Jun 03 15:33:20 GMT+08:00 2024", june+"+08:00")
	f("Mon, 03 Jun 2024 15:33:20 GMT", june+"Z")
	f("Jun  3 15:33:20 host", "--06-03T15:33:20 host")
	f("06-03 15:33:20.140 INFO", "--06-03T15:33:20.14 INFO")
	f("15:33:20.140 [main]", "15:33:20.14 [main]")
	f("15:33:20 x", "15:33:20 x")
	f("3:33:20 PM x", "15:33:20 x")
	f("下午3:33:20 x", "15:33:20 x")
	f("1717400000140|5", "2024-06-03T07:33:20.14Z|5")
	f("1717400000.140 x", "2024-06-03T07:33:20.14Z x")
	f("1717400000140123", "2024-06-03T07:33:20.140123Z")
}

func TestWhatIsNoStampIsNotRead(t *testing.T) {
	for _, in := range []string{"", "2024", "select 1 from dual", "2024-06-03", "2024-13-03 10:10:10", "2024-06-03 25:10:10",
		"2024-06-03 15:33:20.1234567890", "15:33 x abcdef", "12345678901 x", "123456789012345678901", "may be so, 12 of 20",
		"May 5 and 6 and 7", "mon amour, mes amis", "2024-06-03 15:73:20", "1.2.3.4.5 x y", "10.0.0.1:5432 is up", "月月月月月月", "-1 2024",
		"Jun ", "Mon Jun 03", "Mon Jun 03 15:33:20", "Mon Jun 03 15:33:20 CST", "99999999 99:99:99"} {
		if got, n, ok := parseStamp([]byte(in)); ok {
			t.Errorf("%q is read as %+v, %d bytes", in, got, n)
		}
	}
}

func TestPatternsOfStampsAreLearned(t *testing.T) {
	f := func(in, want string) {
		t.Helper()
		if got := describeStamp([]byte(in), anyOrder); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	f("2024-06-03 15:33:20.140", "yyyy-MM-dd HH:mm:ss.SSS")
	f("2024-06-03T15:33:20.140123+09:00", "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX")
	f("2024-06-03 15:33:20,140 +0900", "yyyy-MM-dd HH:mm:ss,SSS Z")
	f("2024/6/3 5:03", "yyyy/M/d H:mm")
	f("20240603 15:33:20,140", "yyyyMMdd HH:mm:ss,SSS")
	f("20240603153320", "yyyyMMddHHmmss")
	f("240603-15:33:20:140", "yyMMdd-HH:mm:ss:SSS")
	f("30-11-26 07:55:42:962", "dd-MM-yy HH:mm:ss:SSS")
	f("11-30-26 07:55:42:962", "MM-dd-yy HH:mm:ss:SSS")
	f("06/03/2024 15:33:20", "MM/dd/yyyy HH:mm:ss")
	f("03-Jun-2024 15:33:20.140", "dd-MMM-yyyy HH:mm:ss.SSS")
	f("Jun 3, 2024, 3:33:20 PM", "MMM d, yyyy, h:mm:ss a")
	f("六月 03, 2024 3:33:20 下午", "MMM dd, yyyy h:mm:ss a")
	f("Mon Jun 03 15:33:20 CST 2024", "EEE MMM dd HH:mm:ss zzz yyyy")
	f("6/3/24 15:33:20:140 CST", "M/d/yy HH:mm:ss:SSS zzz")
	f("Jun  3 15:33:20", "MMM  d HH:mm:ss")
	f("15:33:20,140", "HH:mm:ss,SSS")
	f("06-03 15:33:20,140", "MM-dd HH:mm:ss,SSS")
	f("下午3:33:20", "ah:mm:ss")
	f("1717400000140", "")
}

func TestDatePatternsAreReadAsJavaWritesThem(t *testing.T) {
	f := func(pattern, in, want string) {
		t.Helper()
		p, err := compileStamp(pattern)
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
			return
		}
		got, n, ok := p.parse([]byte(in), new(dateMemo))
		text := time.UnixMicro(got.wall).UTC().Format("2006-01-02T15:04:05.999999") + in[n:]
		if !ok || text != want {
			t.Errorf("%s of %q: got %s %v, want %s", pattern, in, text, ok, want)
		}
	}
	f("yyyy-MM-dd HH:mm:ss.SSS", "2024-06-03 15:33:20 x", "2024-06-03T15:33:20 x")
	f("yyyy-MM-dd HH:mm:ss.SSS", "2024-06-03 15:33:20.61 x", "2024-06-03T15:33:20.61 x")
	f("yyyy-MM-dd HH:mm:ss.S", "2024-06-03 15:33:20.61 x", "2024-06-03T15:33:20.061 x")
	f("MM-dd-yy HH:mm:ss:SS", "06-03-24 15:33:20:05|", "2024-06-03T15:33:20.005|")
	f("yy-MM-dd hh:mm:ss a", "24-06-03 03:33:20 PM", "2024-06-03T15:33:20")
	f("yyyyMMddHHmmssSSS", "20240603153320140|", "2024-06-03T15:33:20.14|")
	f("yyyy'年'M'月'd'日' H'时'm'分's'秒'", "2024年6月3日 15时33分20秒", "2024-06-03T15:33:20")
}

func FuzzStamp(f *testing.F) {
	for _, s := range []string{"2024-06-03 15:33:20.140", "Jun 3, 2024, 3:33:20\u202fPM", "Mon Jun 03 15:33:20 CST 2024", "6/3/24 15:33:20:140", "2024年6月3日 下午3:33:20", "1717400000140", "20240603153320140"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, s []byte) {
		for o := anyOrder; o <= yearFirst; o++ {
			_, n, ok := parseStampIn(s, o)
			if ok && (n <= 0 || n > len(s)) {
				t.Fatalf("length %d of %d", n, len(s))
			}
			for i := range min(len(s), 40) { // cut anywhere
				parseStampIn(s[:i], o)
			}
		}
	})
}

func BenchmarkStamp(b *testing.B) {
	for name, s := range map[string]string{"iso": "2024-06-03 15:33:20.140 INFO", "jul": "Jun 03, 2024 3:33:20 PM x", "ms": "1717400000140|5", "text": "select a from b where c = d", "day": "15:33:20.140 [main]"} {
		b.Run("form="+name, func(b *testing.B) {
			b.ReportAllocs()
			in := []byte(s)
			for b.Loop() {
				parseStamp(in)
			}
		})
	}
}

func TestAYearIsFoundForStampsWithoutOne(t *testing.T) {
	f := func(date, in, want string) {
		t.Helper()
		first, _ := time.Parse(time.DateOnly, date)
		p := NewParser(0)
		p.batch = &Batch{Source: &Source{Date: first}}
		p.zone.Use(nil)
		got, _, n := p.Stamp([]byte(in))
		if n != 15 || time.UnixMicro(got).UTC().Format(time.DateTime) != want {
			t.Errorf("%s after %s: got %d, %v", in, date, n, time.UnixMicro(got).UTC())
		}
	}
	f("2024-12-30", "Dec 31 23:59:59", "2024-12-31 23:59:59")
	f("2024-12-30", "Jan  1 00:00:00", "2025-01-01 00:00:00")
	f("2024-02-29", "Feb 29 00:00:01", "2024-02-29 00:00:01")
	f("2024-03-02", "Feb 29 00:00:01", "2024-02-29 00:00:01")
	for d := int64(-1000); d < 60000; d += 17 {
		if y, m, n := civilDate(d); Civil(y, m, n) != d {
			t.Fatalf("day %d is %d-%d-%d", d, y, m, n)
		}
	}
}
