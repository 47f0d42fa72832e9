// Package parse says what a record is: it cuts files into events, takes
// envelopes off, reads the formats and joins what belongs together.
//
//	bytes ─► Splitter ─► Parser ×N ─► Fold (per file, in order) ─► Finisher
//	          Batch       parts        records                      bound SQL
//
// Around the message that a Format reads lie up to three layers: what a container
// or shipper puts around each line (Wrapper), the encoding of its bytes
// (Encoding), and the envelope of the logging framework (Layout). Detect finds
// out all of them by a file's first bytes; a Source says how a file is read.
//
// One Batch goes the whole way; who holds it owns it. The package starts no
// goroutine. However a file is cut into batches, the records are the same.
package parse
