// Package sqltext normalises SQL texts: one digest for one statement, whatever its literals, parameters and layout.
//
//	text ─► lexer ─► scanner ─► normalised text ─► Stmt {Normalized, Digest, Type, Complexity, Tables, Tags}
//
// The rules, of all dialects at once, for a log does not tell which one it holds:
//
//   - Every value becomes ?: strings ('…', N'…', E'…', B'…', X'…', U&'…', _utf8'…', q'[…]', $tag$…$tag$), numbers with their sign,
//     placeholders (?, $1, :1, :name, @p1), DATE '…', TIME '…', TIMESTAMP '…', {d '…'}, {ts '…'}, the UUIDs and dates without quotes,
//     TO_DATE calls and <Blob of size 9> by which log4jdbc stands for values, and TRUE, FALSE, NULL, NaN and Infinity where a value stands.
//     IS [NOT] NULL, IS [NOT] TRUE, NOT NULL and SET NULL stay.
//   - A cast of a value (?::int4) and parentheses around a lone value go: drivers write a bound 1 as ('1'::int4).
//   - A list of values becomes one: in (?), values (?), f(?), select ?. A parenthesis with nothing but values, outside IN, VALUES and
//     calls, is a value: (a, b) = ?. A row of VALUES that equals the row before it goes.
//   - Words outside quotes are in lower case (ASCII letters only), quoted names ("x", `x`, [x]) stay as they are. "…" is a string of
//     MySQL where a name is impossible: as an element of VALUES, or behind an operator in a text with backquotes before.
//   - Layout does not count: one blank between tokens, none inside parentheses, before a comma, around a dot and before the parenthesis
//     of a call; comments go (-- and /* */, nested or not; # where it begins a statement, begins a line before a blank, or follows a name in
//     backquotes), as do semicolons at the end.
//   - A backslash escapes in E'…', and in '…' behind a name in backquotes. Elsewhere it does where the other reading makes no sense
//     ('it\'s'; not ESCAPE '\', 'C:\', 'D:\'). A text that is cut inside a literal, or in a quoted name, ends in ?.
//   - ? is an operator of jsonb where it stands between an operand and a value, ?| and ?& behind an operand; ?? is JDBC's spelling of it.
//
// Normalising a normalised text gives itself, and the same type, complexity and tables. Time is linear in the text and memory bounded by
// it; nothing recurses.
package sqltext
