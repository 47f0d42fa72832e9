package sink

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"jdbclog/schema"
)

// Outcome is how a run ended.
type Outcome struct {
	Status string // done, rejects, failed, interrupted
	Counts any    // as JSON
	Phases any    // as JSON
	Err    error
}

// End enters how the run ended.
func (s *Sink) End(ctx context.Context, o Outcome) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	counts, err := json.Marshal(o.Counts)
	if err != nil {
		return err
	}
	phases, err := json.Marshal(o.Phases)
	if err != nil {
		return err
	}
	var text *string
	if o.Err != nil {
		e := clean(o.Err.Error())
		text = &e
	}
	_, err = s.ctl.Exec(ctx, "update "+s.ledger.run+" set ended = clock_timestamp(), status = $2, counts = $3, phases = $4, error = $5 where run_id = $1",
		s.run.ID, o.Status, string(counts), string(phases), text)
	return said("ledger", err)
}

// SetLogged makes unlogged tables safe, the ledger's chunks with them: the
// server writes all of them to its log.
func (s *Sink) SetLogged(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := pgx.BeginFunc(ctx, s.ctl, func(tx pgx.Tx) error {
		for _, t := range []*schema.Table{s.content, s.record} {
			if _, err := tx.Exec(ctx, "alter table "+t.In(s.schema)+" set logged"); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, "alter table "+s.ledger.chunk+" set logged")
		return err
	})
	return said("set logged", err)
}
