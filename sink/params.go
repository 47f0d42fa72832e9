package sink

import (
	"encoding/binary"

	"jdbclog/schema"
)

// params collects fields as parameters in binary form. What values returns is
// good until the next reset.
type params struct {
	buf    []byte
	starts []int
	list   [][]byte
}

var binaryFormat = []int16{1}

func (p *params) reset() { p.buf, p.starts = p.buf[:0], p.starts[:0] }

// row adds the fields of the encoder's record in t.
func (p *params) row(e *schema.Encoder, t *schema.Table) {
	for i := range t.Columns {
		p.starts = append(p.starts, len(p.buf))
		p.buf = e.AppendField(p.buf, &t.Columns[i])
	}
}

func (p *params) values() [][]byte {
	p.list = p.list[:0]
	for _, at := range p.starts {
		n, at := int32(binary.BigEndian.Uint32(p.buf[at:])), at+4
		if n < 0 {
			p.list = append(p.list, nil)
		} else {
			p.list = append(p.list, p.buf[at:at+int(n)])
		}
	}
	return p.list
}
