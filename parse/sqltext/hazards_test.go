package sqltext

// hazards are texts that are no statements, or cut, or damaged.
var hazards = []string{
	"'", "''", "'''", "\"", "`", "[", "]", "(", ")", "((", "))", "/*", "*/", "/*/", "/**/", "--", "$", "$$", "$a$", "$$ $", "q'", "q'[", "q'[]", "nq'x", "E'\\", "E'\\'", "N'",
	"U&'", "_x'", "0x", "1e", "1e+", "1..2", "?", "??", "???", "?|", "?||?", "?&&?", ":", "::", ":::", ":=", "@", "@@", "@@@", "#", "##", "{", "}", "{d '1'", "{}", ";;;", ".", "..", ",", ",,",
	"select 'a\\' from t", "select 'a\\\\' from t", "select 'a\\\\\\' from t", "select 'it\\'s \\'so\\', yes' from t", "select 'C:\\', 'b' from t",
	"insert into t values ('a', 'b'), ('c", "select * from t where a in (1, 2", "select f(((((1)))))", "select ((a), (b)), ((1), (2))", "values ((1)), ((1)), ((2, a)), ((2, a))",
	"select a?b from t", "select 'x'y'z' from t", "select x'y'z from t", "select a from t where b = ? ? ?", "select - - 1", "select -(-(-1))", "select -(-a)", "date date '1'", "date", "(date '1')",
	"\xef\xbb\xbfselect 1", "select \xff\xfe from \x80", "select\x00a\x00from\x00t", "select a\u00a0from\u3000t", "select \u2028 1", "with", "with x", "with x as", "with x as (", "with recursive",
	"begin", "begin;", "begin work; end", "set", "set local", "insert", "insert into", "from", "from from from", "join join", "as as as", "update update", "values values",
	"select a /* /* */ from t", "select 1 /*! + 1 */", "select 1 --+ hint", "/*k='v'*/ select 1 /*+ h */",
}
