package compare

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"jdbclog/sink"
)

// Run compares: a warm-up that does not count, then the rounds, in each of which
// every scheme runs once, in an order that the seed shuffles. What was measured
// is in the result even when an error, or the end of ctx, stopped it.
func Run(ctx context.Context, o Options) (*Result, error) {
	l := &lab{Options: o, dsn: o.DSN, name: prefix + sink.NewRun()[20:], result: o.Resume}
	if l.result == nil {
		l.result = &Result{Version: o.Version, Started: time.Now().UTC(), Machine: machine(),
			Options: Settings{o.Rounds, o.Seed, o.Loaders, string(o.Columns), "", o.TimeLimit.Seconds()}}
	}
	l.result.Options.Rounds = max(o.Rounds, l.result.Options.Rounds)
	levels := o.Levels
	if len(levels) == 0 {
		levels = []string{""}
	}
	for range levels {
		l.runs += len(o.Schemes)*o.Rounds + 1
	}
	var err error
	for _, level := range levels {
		if err = l.block(ctx, level); err != nil {
			break
		}
	}
	l.result.Partial = err != nil
	judge(l.result)
	if l.Save != nil {
		err = errors.Join(err, l.Save(l.result))
	}
	return l.result, err
}

// block is all rounds at one wal_level; "" takes the server as it is.
func (l *lab) block(ctx context.Context, level string) (err error) {
	if level != "" && l.Restart != nil {
		settings := map[string]string{"wal_level": level}
		if level == "minimal" {
			settings["max_wal_senders"] = "0" // the server refuses to start otherwise
		}
		if l.dsn, err = l.Restart(ctx, settings); err != nil {
			return err
		}
	}
	if l.ctl, err = l.connect(ctx, "jdbclog-compare"); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	defer func() { err = errors.Join(err, l.leave(ctx)) }()
	if err := l.survey(ctx); err != nil {
		return err
	}
	schemes := l.able(level)
	c := &ceiling{}
	defer c.close()
	c.prepare(ctx, l)
	if len(schemes) == 0 {
		return nil
	}
	// The warm-up fills caches, counts the records, and finds out early what is wrong.
	warm, _ := sink.Lookup("copy-unlogged-index-after")
	if r := l.turn(ctx, warm, 0, 0); r.Failure != nil {
		return errors.New(*r.Failure)
	}
	for round := 1; round <= l.Rounds; round++ {
		order := rand.New(rand.NewPCG(l.Seed, uint64(round))).Perm(len(schemes))
		c.measure(ctx, l)
		for place, i := range order {
			at := l.find(schemes[i])
			if has(l.result.Schemes[at].Rounds, round) {
				l.ran++
				continue
			}
			r := l.turn(ctx, schemes[i], round, place+1)
			if err := context.Cause(ctx); err != nil {
				return err
			}
			l.result.Schemes[at].Rounds = append(l.result.Schemes[at].Rounds, r)
			if l.Keep && round == l.Rounds && r.Failure == nil {
				if err := l.keepAs(ctx, schemes[i].Name); err != nil {
					return err
				}
			}
			if l.ctl.IsClosed() {
				return fmt.Errorf("the connection was lost in a run of scheme %s", schemes[i].Name)
			}
		}
		if x := c.result(); x.Why == "" || l.result.Ceiling == nil {
			l.result.Ceiling = x
		}
		judge(l.result)
		if l.Save != nil {
			if err := l.Save(l.result); err != nil {
				return err
			}
		}
	}
	return nil
}

// leave drops what the laboratory has made, and lets the database go.
func (l *lab) leave(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	if l.ctl.IsClosed() { // its context may have ended in a statement
		if again, err := l.connect(ctx, "jdbclog-compare"); err == nil {
			l.ctl = again
		}
	}
	return errors.Join(l.drop(ctx, l.name), l.ctl.Close(ctx))
}

// survey finds out what server this is, and clears what is left of others.
func (l *lab) survey(ctx context.Context) error {
	s, err := describe(ctx, l.ctl)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	l.level = s.Settings["wal_level"]
	l.main = postmaster(int(l.ctl.PgConn().PID()))
	s.Local = l.main != 0
	if s.Local {
		_ = l.ctl.QueryRow(ctx, "show data_directory").Scan(&l.data) // who may not know does without figures of the disk
	}
	l.result.Server = s
	if l.result.Options.WALLevel == "" {
		l.result.Options.WALLevel = l.level
	}
	if err := l.hold(ctx); err != nil {
		return err
	}
	return l.clean(ctx)
}

// able enters the schemes into the result and returns those that this server
// can do, the others with the reason.
func (l *lab) able(level string) (can []sink.Scheme) {
	for _, s := range l.Schemes {
		if s.Loaders == 0 && !s.Whole {
			s.Loaders = l.Loaders
		}
		switch {
		case s.Whole && l.level != "minimal" && level != "", !s.Whole && level == "minimal" && l.MinimalOnlyWhole:
			l.ran += l.Rounds // it has a block of its own
		case s.Whole && l.level != "minimal":
			why := "wal_level is " + l.level + "; the server skips WAL only at minimal"
			l.result.Schemes[l.find(s)].Skipped = &why
		default:
			l.find(s)
			can = append(can, s)
		}
	}
	return can
}

// find returns the place of a scheme, at the level in force, in the result.
func (l *lab) find(s sink.Scheme) int {
	for i, r := range l.result.Schemes {
		if r.Name == s.Name && r.WALLevel == l.level {
			return i
		}
	}
	l.result.Schemes = append(l.result.Schemes, SchemeResult{ID: s.ID, Name: s.Name, WALLevel: l.level, Insert: s.Insert, Commit: s.Commit,
		Tables: s.Tables, Indexes: s.Indexes, Durability: durability(s), Rounds: []Round{}})
	return len(l.result.Schemes) - 1
}

func durability(s sink.Scheme) string {
	if s.Loses() == "nothing" {
		return "nothing lost"
	}
	return "loses " + s.Loses()
}

func has(rounds []Round, n int) bool {
	for _, r := range rounds {
		if r.Round == n && r.Failure == nil {
			return true
		}
	}
	return false
}

// turn runs a scheme and tells of it.
func (l *lab) turn(ctx context.Context, s sink.Scheme, round, place int) Round {
	l.ran++
	e := Event{Scheme: s.Name, WALLevel: l.level, Round: round, Run: l.ran, Runs: l.runs}
	if l.On != nil {
		l.On(e)
	}
	start := time.Now()
	r := l.one(ctx, s)
	r.Round, r.Order = round, place
	if r.Extrapolated && r.Records == 0 {
		text := fmt.Sprintf("no chunk was loaded within %s", l.TimeLimit)
		r.Failure = &text
	}
	if l.On != nil {
		e.Done, e.Wall = true, time.Since(start)
		if r.Failure != nil {
			e.Failure = strings.TrimSpace(*r.Failure)
		}
		l.On(e)
	}
	return r
}
