package config

import (
	"net/url"
	"strings"
	"testing"
)

func TestPasswordsAreMasked(t *testing.T) {
	f := func(dsn, want string) {
		t.Helper()
		if got := MaskDSN(dsn); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", dsn, got, want)
		}
	}
	f("", "")
	f("postgres://h/db", "postgres://h/db")
	f("postgres://u@h:5432/db", "postgres://u@h:5432/db")
	f("postgres://u:pw@h:5432/db", "postgres://u:****@h:5432/db")
	f("postgresql://u:p@w@h1:1,h2:2/db?sslmode=require", "postgresql://u:****@h1:1,h2:2/db?sslmode=require")
	f("postgres://u:p/w?x@h/db", "postgres://u:****@h/db")
	f("postgres:///db?host=/run&user=u&password=pw", "postgres:///db?host=/run&user=u&password=****")
	f("postgres://h/db?sslpassword=a&pass%77ord=b&x=c", "postgres://h/db?sslpassword=****&pass%77ord=****&x=c")
	f("postgres://h/db?password=a&b", "postgres://h/db?password=****&****")
	f("jdbc:postgresql://h/db?user=u&password=pw", "jdbc:postgresql://h/db?user=u&password=****")
	f("jdbc:sqlserver://h;user=u;password=pw", "jdbc:sqlserver://h;user=u;password=****")
	f("host=h user=u password=pw dbname=d", "host=h user=u password=**** dbname=d")
	f("password = 'a b' host = h", "password = **** host = h")
	f(`host=h password='it\'s' user=u`, "host=h password=**** user=u")
	f(`password=a\ b host=h`, "password=**** host=h")
	f("PASSWORD=pw", "PASSWORD=****")
	f("password= host=h", "password= ****") // libpq takes host=h for the password
	f("host='x password=pw", "host=****")
	f("host=h my secret password=pw", "host=h ****")
	f("secret", " ****")
}

// FuzzMaskDSN: however a password is written, its text is not in what is shown.
func FuzzMaskDSN(f *testing.F) {
	for _, s := range []string{"hunter2", "a b", "it's", `a\b`, "p@ss:w/o?r#d", "a&b=c", "%41", "a=b password=c", "密码", "x;y"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		password := "<<" + s + ">>" // not to be found elsewhere by chance
		quoted := "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(password) + "'"
		for _, dsn := range []string{
			"postgres://" + url.UserPassword("u", password).String() + "@h/db?sslmode=disable",
			"postgres://u:" + password + "@h/db",
			"postgres://h/db?user=u&password=" + url.QueryEscape(password) + "&x=y",
			"host=h password=" + quoted + " user=u",
			"password = " + quoted,
		} {
			shown := MaskDSN(dsn)
			for _, secret := range []string{password, quoted, url.QueryEscape(password), "<<", "%3C%3C", ">>", "%3E%3E"} {
				if strings.Contains(shown, secret) {
					t.Errorf("%q is shown as %q", dsn, shown)
				}
			}
		}
	})
}
