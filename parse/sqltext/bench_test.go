package sqltext

import (
	"fmt"
	"strings"
	"testing"
)

// templates are statements of an application; # stands for a number and ~ for a string.
var templates = []string{
	"select c.id, c.case_no, c.title, c.status, c.amount, c.filed_on, p.name as party_name, p.role from t_case c left join t_party p on p.case_id = c.id where c.id = # and c.status in (#, #, #) and p.name like ~ order by c.filed_on desc limit # offset #",
	"INSERT INTO t_log (id, msg, tag, created_at, user_name, amount) VALUES (#, ~, ~, ~, ~, #)",
	"update t_case set title = ~, amount = #, note = ~, updated_at = ~ where id = # and version = #",
	"SELECT count(*) FROM t_party WHERE case_id = # AND (name = ~ OR role = ~) AND deleted = false",
	"delete from t_session where token = ~ and expires < ~",
	"select u.user_id, u.login, u.email, u.last_login, r.role_name, d.dept_name\n  from sys_user u\n  join sys_user_role ur on ur.user_id = u.user_id\n  join sys_role r on r.role_id = ur.role_id\n  left join sys_dept d on d.dept_id = u.dept_id\n where u.login = ~ and u.status = # and exists (select 1 from sys_perm p where p.role_id = r.role_id and p.code in (~, ~, ~))",
}

// literals returns distinct texts of the templates.
func literals(n int) [][]byte {
	words := []string{"pending review", "张三", "it''s late", "2024-05-17 10:22:33.120", "a3f9c2e1b7d04586a3f9c2e1b7d04586", "%smith%"}
	texts := make([][]byte, n)
	for i := range texts {
		var b strings.Builder
		for _, r := range templates[i%len(templates)] {
			switch r {
			case '#':
				fmt.Fprint(&b, i*7919+b.Len())
			case '~':
				fmt.Fprintf(&b, "'%s %d'", words[(i+b.Len())%len(words)], i)
			default:
				b.WriteRune(r)
			}
		}
		texts[i] = []byte(b.String())
	}
	return texts
}

// go test -run - -bench Normalize ./parse/sqltext
func BenchmarkNormalize(b *testing.B) {
	run := func(name string, texts [][]byte) {
		b.Run("text="+name, func(b *testing.B) {
			n := NewNormalizer(1 << 20)
			size := 0
			for _, t := range texts {
				n.Stmt(t)
				n.Stmt(t)
				size += len(t)
			}
			b.SetBytes(int64(size / len(texts)))
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				n.Stmt(texts[i])
				if i++; i == len(texts) {
					i = 0
				}
			}
		})
	}
	run("literals", literals(20_000))
	run("repeated", literals(60))
	run("list", [][]byte{[]byte("select a from t where id in (" + strings.Repeat("12345, ", 20_000) + "1)")})
	run("rows", [][]byte{[]byte("insert into t (a, b, c) values " + strings.Repeat("(12345, 'some text', now()), ", 5_000) + "(1, 'x', now())")})
	run("blob", [][]byte{[]byte("insert into t (a) values ('" + strings.Repeat("0A1B2C3D", 40_000) + "')")})
	run("names", [][]byte{[]byte(strings.Repeat("select some_column, other_column from a_table_name where a_column = another_column and ", 1000))})
}

func BenchmarkMask(b *testing.B) {
	texts := literals(600)
	size := 0
	for _, t := range texts {
		size += len(t)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	var dst []byte
	for b.Loop() {
		for _, t := range texts {
			dst = AppendMasked(dst[:0], t)
		}
	}
}

func BenchmarkPlaceholders(b *testing.B) {
	text := []byte("select c.id, c.title from t_case c where c.id = ? and c.status in (?, ?) and c.note <> 'what?' limit ?")
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var dst []int
	for b.Loop() {
		dst = AppendPlaceholders(dst[:0], text)
	}
}
