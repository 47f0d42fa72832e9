package sink

import "jdbclog/pipeline"

// FileID is the id that f gets in a target that does not know it yet: 16 hex
// digits of the hash of its head.
func FileID(f *pipeline.File) string { return headHash(headOf(f))[:16] }
