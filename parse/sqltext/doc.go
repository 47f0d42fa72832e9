// Package sqltext normalises SQL texts: one digest for one statement, whatever its literals, parameters and layout.
//
//	text ─► lexer ─► scanner ─► normalised text ─► Stmt {Normalized, Digest, Type, Complexity, Tables, Tags}
//
// The rules, of all dialects at once, for a log does not tell which one it holds:
//
//   - Every value becomes ?: strings ('…', N'…', E'…', B'…', X'…', U&'…', _utf8'…', q'[…]', $tag$…$tag$), numbers with their sign,
//     placeholders (?, $1, :1, :name, @p1), TRUE, FALSE and NULL where a value stands. IS [NOT] NULL, IS TRUE, NOT NULL and
//     SET NULL stay. So do DATE '…', TIME '…', TIMESTAMP '…', {d '…'}, {ts '…'}, and the UUIDs and dates without quotes and <Blob of
//     size 9> by which log4jdbc stands for values.
//   - A cast of a value (?::int4) and parentheses around a lone value go: drivers write a bound 1 as ('1'::int4).
//   - A list of values becomes one: in (?), values (?), f(?), select ?. A parenthesis with nothing but values, outside IN, VALUES and
//     calls, is a value: (a, b) = ?. A row of VALUES that equals the row before it goes.
//   - Words outside quotes are in lower case (ASCII letters only), quoted names ("x", `x`, [x]) stay as they are. "…" is a string of
//     MySQL where a name is impossible: as an element of VALUES, or behind an operator in a text with backquotes before.
//   - Layout does not count: one blank between tokens, none inside parentheses, before a comma, around a dot and before the parenthesis
//     of a call; comments go (--, /* */ nested or not, # only at the start of a line), as do semicolons at the end.
//   - A backslash escapes in E'…'. In '…' it does where what follows the quote shows that the literal goes on ('It\'s'), else not
//     (ESCAPE '\'). A text that is cut inside a literal, or in a quoted name, ends in ?.
//
// Normalising a normalised text gives itself. Time is linear in the text and memory bounded by it; nothing recurses.
package sqltext
