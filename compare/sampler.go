package compare

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// samplePause is the time between two looks at what sessions wait for.
const samplePause = 50 * time.Millisecond

// sampler looks at pg_stat_activity in fixed intervals, over a connection of its
// own, and counts what the loading and indexing back-ends wait for.
type sampler struct {
	conn *pgx.Conn
	name string // application_name of the sessions that are watched

	mu        sync.Mutex
	counts    map[Wait]int
	snapshots int

	stop chan struct{}
	done sync.WaitGroup
}

// begin starts the sampling; end stops it.
func (s *sampler) begin(ctx context.Context) {
	ctx = context.WithoutCancel(ctx) // pgx closes a connection whose context ends in a query
	s.stop = make(chan struct{})
	s.counts, s.snapshots = map[Wait]int{}, 0
	s.done.Go(func() {
		tick := time.NewTicker(samplePause)
		defer tick.Stop()
		for {
			select {
			case <-s.stop:
				return
			case <-tick.C:
				s.look(ctx)
			}
		}
	})
}

// look takes one snapshot. Parallel workers of a watched session count with it.
// A look that fails is no snapshot.
func (s *sampler) look(ctx context.Context) {
	rows, err := s.conn.Query(ctx, `select coalesce(wait_event_type, 'CPU'), coalesce(wait_event, 'CPU') from pg_stat_activity
		where application_name = $1 and pid <> pg_backend_pid() and (state = 'active' or backend_type = 'parallel worker' or wait_event_type = 'Client' and state = 'idle in transaction')`, s.name)
	if err != nil {
		return
	}
	seen, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (w Wait, err error) {
		err = row.Scan(&w.Type, &w.Event)
		return w, err
	})
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.snapshots++
	for _, w := range seen {
		s.counts[w]++
	}
}

// sofar returns the average active sessions by wait event, most first.
func (s *sampler) sofar() []Wait {
	s.mu.Lock()
	defer s.mu.Unlock()
	waits := []Wait{}
	for w, n := range s.counts {
		w.AAS = float64(n) / float64(s.snapshots)
		waits = append(waits, w)
	}
	slices.SortFunc(waits, func(a, b Wait) int {
		return cmp.Or(cmp.Compare(b.AAS, a.AAS), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Event, b.Event))
	})
	return waits
}

// end stops the sampling and returns what was found.
func (s *sampler) end() []Wait {
	close(s.stop)
	s.done.Wait()
	return s.sofar()
}
