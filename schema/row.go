package schema

import (
	"bytes"
	"encoding/binary"
	"time"

	"jdbclog/parse"
)

// Run is what all rows of a run share.
type Run struct {
	ID    string // 32 hex digits
	Group string
	Zone  *time.Location // of the wall clock in dt_zxsj; nil is UTC
}

// File is what all rows of a file share.
type File struct {
	ID   string // 16 hex digits
	Path string

	System   string
	IP, Port string // "" where the JDBC url is to tell them
}

// Row is one record on its way into both tables.
type Row struct {
	run  *Run
	file *File
	rec  *parse.Record

	id      [32]byte
	zone    parse.Zone
	time    int64 // whose wall clock is clock
	clock   int64
	url     place
	scratch []byte
}

const (
	second = 1_000_000
	day    = 24 * 3600 * second

	// PostgreSQL counts time stamps in microseconds from 2000-01-01, and knows
	// none before 4713 BC or from 294277 on (datatype/timestamp.h).
	epoch   = 946684800 * second
	firstTS = -211813488000 * second
	endTS   = 9223371331200 * second
)

// fiveMinutes is the slot of the day, 0 to 287.
func fiveMinutes(wall int64) int64 {
	if wall < firstTS || wall >= endTS {
		return null
	}
	ofDay := wall % day
	if ofDay < 0 {
		ofDay += day
	}
	return ofDay / (300 * second)
}

// setFile begins the ids of the file's records.
func (r *Row) setFile(f *File) {
	r.file = f
	copy(r.id[:16], f.ID)
}

// setID ends the id of the record at offset.
func (r *Row) setID(offset int64) {
	binary.BigEndian.PutUint64(r.id[16:], hexDigits(uint32(uint64(offset)>>32)))
	binary.BigEndian.PutUint64(r.id[24:], hexDigits(uint32(offset)))
}

// hexDigits is the eight digits of n, the first in the highest byte. All are
// made at once.
func hexDigits(n uint32) uint64 {
	x := uint64(n)
	x = (x | x<<16) & 0x0000FFFF0000FFFF
	x = (x | x<<8) & 0x00FF00FF00FF00FF
	x = (x | x<<4) & 0x0F0F0F0F0F0F0F0F
	letters := (x + 0x0606060606060606) >> 4 & 0x0101010101010101
	return x + 0x3030303030303030 + letters*('a'-'0'-10)
}

// wall is the record's time in microseconds since 2000-01-01, as the zone's
// clock shows them, or null.
func (r *Row) wall() int64 {
	if t := r.rec.Time; t != r.time {
		r.time, r.clock = t, r.wallClock(t)
	}
	return r.clock
}

// wallClock is the wall clock of t, microseconds since 1970 UTC. What no zone
// could move into PostgreSQL's range stays out of it.
func (r *Row) wallClock(t int64) int64 {
	switch {
	case t == parse.NoTime:
		return null
	case t < firstTS+epoch-2*day:
		return firstTS - 1
	case t > endTS-2*day:
		return endTS
	}
	return r.zone.Wall(t) - epoch
}

// ip is what is known for the file, else what the JDBC url tells.
func (r *Row) ip() []byte {
	if r.file.IP != "" {
		r.scratch = append(r.scratch[:0], r.file.IP...)
		return r.scratch
	}
	host, _ := r.url.of(r.rec.URL)
	return host
}

func (r *Row) port() []byte {
	if r.file.Port != "" {
		r.scratch = append(r.scratch[:0], r.file.Port...)
		return r.scratch
	}
	_, port := r.url.of(r.rec.URL)
	return port
}

// sql is never null: a commit has no text, which is an empty one.
func (r *Row) sql() []byte {
	if r.rec.SQL == nil {
		return r.scratch[:0]
	}
	return r.rec.SQL
}

func (r *Row) prepared() []byte {
	if r.rec.Prepared != nil {
		return r.rec.Prepared
	}
	r.scratch = append(r.scratch[:0], r.rec.Stmt.Normalized...)
	return r.scratch
}

func (r *Row) flags() []byte {
	if r.rec.Flags == 0 {
		return nil
	}
	r.scratch = r.scratch[:0]
	for i, name := range parse.FlagNames {
		if r.rec.Flags&(1<<i) != 0 {
			if len(r.scratch) > 0 {
				r.scratch = append(r.scratch, ',')
			}
			r.scratch = append(r.scratch, name...)
		}
	}
	return r.scratch
}

// place remembers the host and port of the JDBC url seen last: a log has few.
type place struct {
	url, host, port []byte
}

func (p *place) of(url []byte) (host, port []byte) {
	if !bytes.Equal(url, p.url) {
		p.url = append(p.url[:0], url...)
		p.host, p.port = HostPort(p.url)
	}
	return p.host, p.port
}
