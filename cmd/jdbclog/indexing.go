package main

import (
	"sync"

	"jdbclog/sink"
)

// indexProgress sums up how far the builds of all indexes are.
type indexProgress struct {
	mu    sync.Mutex
	parts map[string]sink.IndexProgress
}

// set takes what is known of one index.
func (p *indexProgress) set(x sink.IndexProgress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.parts == nil {
		p.parts = map[string]sink.IndexProgress{}
	}
	if x.Built {
		x.Total = max(1, p.parts[x.Index].Total)
		x.Done = x.Total
	}
	p.parts[x.Index] = x
}

// read is the sum, in the server's units.
func (p *indexProgress) read() reading {
	p.mu.Lock()
	defer p.mu.Unlock()
	var sum reading
	for _, x := range p.parts {
		sum.done += x.Done
		sum.total += max(x.Total, x.Done)
	}
	return sum
}
