// Package report says what an application asked of its database: it adds up
// records in one pass and fixed memory, and shows the sums.
//
//	pipeline ─► Collector ─┐
//	tables ──► Database ───┼─► State ─► Report ─► text, JSON, CSV, Markdown, HTML
//	state files ► Merge ───┘     └─► state file
//
// A State is what is kept of any number of records. States of different files
// merge into the state that reading all of them at once gives: all sums are
// integers, quantiles come of a sketch whose bins add up, and what is kept of
// many (samples, the busiest names) is chosen by its value alone, never by the
// order in which it came. That holds as long as no bound is reached; beyond, the
// totals stay exact and the rest is summed up under "other".
//
// What depends on the order of records (transactions, repeats) is watched for
// each connection within one file: a file's order is the log's.
package report
