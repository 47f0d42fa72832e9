package schema

import (
	"bytes"
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

	id       [32]byte
	wall     int64 // microseconds since 2000-01-01, as the zone's clock shows them, or null
	ip, port []byte
	scratch  []byte
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
	return (wall%day + day) % day / (300 * second)
}

// setID makes the id of the record at offset.
func (r *Row) setID(offset int64) {
	copy(r.id[:16], r.file.ID)
	const digits = "0123456789abcdef"
	for i, n := 31, uint64(offset); i >= 16; i, n = i-1, n>>4 {
		r.id[i] = digits[n&15]
	}
}

// setTime makes the wall clock of t, microseconds since 1970 UTC. What no zone
// could move into PostgreSQL's range stays out of it.
func (r *Row) setTime(t int64, zone *parse.Zone) {
	switch {
	case t == parse.NoTime:
		r.wall = null
	case t < firstTS+epoch-2*day:
		r.wall = firstTS - 1
	case t > endTS-2*day:
		r.wall = endTS
	default:
		r.wall = zone.Wall(t) - epoch
	}
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
