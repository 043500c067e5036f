// The search for texts with a name, in windows of time: each is short, and a search that was stopped
// goes on with the next.

package roomlog

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store/postgres"
	"muster/store/roomlog"
)

// How many mentions or messages one window has, and how many texts one transaction changes.
const (
	mentionWindow = 5000
	messageWindow = 50_000
	nameBatch     = 500
)

const editLimit = roomlog.EditWindow

// endOfMessages gives the end of a window of $2 messages after $1.
const endOfMessages = `select created_at from messages where created_at > $1 order by created_at offset $2 limit 1`

// SearchProgress is how far searches have come that were stopped.
type SearchProgress struct {
	// Done says of each search up to when its texts are done, and Save keeps that.
	Done map[string]time.Time
	Save func(ctx context.Context, search string, until time.Time) error
}

// from is where a search begins or goes on.
func (p SearchProgress) from(s nameSearch) time.Time {
	if done := p.Done[s.key]; done.After(s.from) {
		return done
	}
	return s.from
}

// saveDone keeps that a window of a search is done; the last one, whose end is zero, ends the search.
func (p SearchProgress) saveDone(ctx context.Context, s nameSearch, until time.Time) error {
	if until.IsZero() {
		return nil
	}
	return p.Save(ctx, s.key, until)
}

// Renaming writes a new name in texts that have another.
type Renaming struct {
	DB       *postgres.DB
	Username string // the new name
	SearchProgress
	// Announce runs in each transaction that changes some.
	Announce func(ctx context.Context, tx pgx.Tx) error
}

// nameSearch is a search for texts with a pattern.
type nameSearch struct {
	key, pattern string
	from, until  time.Time // texts after from and before until; zero: all
	size         int       // of a window
	end          string    // gives the end of a window: of, its beginning and how many rows to pass
	of           []any
	found        string // gives the messages of a window: args, its beginning, its end, more
	args, more   []any
}

// run treats what the search finds, from where an earlier run has ended.
func (r Renaming) run(ctx context.Context, s nameSearch) error {
	return s.each(ctx, r.DB, r.from(s), func(found []pgtype.UUID, until time.Time) error {
		for len(found) > 0 {
			some := found[:min(len(found), nameBatch)]
			err := r.DB.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
				if err := rename(ctx, tx, some, s.pattern, r.Username); err != nil {
					return err
				}
				return r.Announce(ctx, tx)
			})
			if err != nil {
				return err
			}
			found = found[len(some):]
		}
		return r.saveDone(ctx, s, until)
	})
}

// each hands over what the windows have, one after the other, with their ends: zero for the last.
func (s nameSearch) each(ctx context.Context, db *postgres.DB, from time.Time, do func(found []pgtype.UUID, until time.Time) error) error {
	for {
		var found []pgtype.UUID
		var until time.Time
		err := db.Analyze(ctx, EraseSearchTime, func(ctx context.Context, tx pgx.Tx) (err error) {
			// The index of words, however many messages the planner expects to have a name.
			if _, err := tx.Exec(ctx, `set local enable_seqscan = off`); err != nil {
				return err
			}
			err = tx.QueryRow(ctx, s.end, append(s.of, from, s.size-1)...).Scan(&until)
			if err != nil && !postgres.NoRow(err) {
				return err
			}
			last := pgtype.Timestamptz{Time: until, Valid: true}
			switch {
			case !s.until.IsZero() && (until.IsZero() || !until.Before(s.until)):
				last.Time, until = s.until.Add(-time.Microsecond), time.Time{}
			case until.IsZero():
				last.InfinityModifier = pgtype.Infinity
			}
			found, err = collectIDs(tx.Query(ctx, s.found, append(append(s.args[:len(s.args):len(s.args)], from, last), s.more...)...))
			return err
		})
		if err != nil {
			return err
		}
		if err := do(found, until); err != nil || until.IsZero() {
			return err
		}
		from = until
	}
}

// rename writes username for the pattern in messages and their earlier texts. Whoever edits one of
// them waits for one batch at most.
func rename(ctx context.Context, tx pgx.Tx, ids []pgtype.UUID, pattern, username string) error {
	for _, statement := range []string{
		`update messages set body = regexp_replace(body, $2, '@' || $3, 'gi') where id = any($1) and body ~* $2`,
		`update message_edits set body = regexp_replace(body, $2, '@' || $3, 'gi') where message_id = any($1) and body ~* $2`,
	} {
		if _, err := tx.Exec(ctx, statement, ids, pattern, username); err != nil {
			return err
		}
	}
	return nil
}
