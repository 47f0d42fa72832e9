// Package parse says what a record is: it cuts files into events, takes
// envelopes off, reads the formats and joins what belongs together.
//
//	bytes ─► Splitter ─► Parser ×N ─► Fold (per file, in order) ─► Finisher
//	          Batch       parts        records                      bound SQL
//
// One Batch goes the whole way; who holds it owns it. The package starts no
// goroutine. However a file is cut into batches, the records are the same.
package parse
