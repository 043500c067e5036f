// Badges that members earn: a search that follows the rooms' logs gives them.

package queue

import (
	"context"
	"time"

	"muster/store"
	ranks "muster/store/postgres/rank"
)

const (
	earnedSearch = time.Second // between two searches
	// computeRest is how long a computation of all badges rests after each page, as part of
	// the page's time: chat is served meanwhile.
	computeRest = 1
)

// SearchEarned gives members the badges that they have earned, once a second until the
// queue stops, and hands announce what their screens are told of it.
func (q *Queue) SearchEarned(badges *ranks.Badges, announce func(...store.Broadcast)) {
	q.background(func(ctx context.Context) {
		tick := time.NewTicker(earnedSearch)
		defer tick.Stop()
		failed := false
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			err := q.searchEarned(ctx, badges, announce)
			if err != nil && !failed && ctx.Err() == nil {
				q.log.Warn("badges: the search failed, trying again every second", "error", err)
			}
			failed = err != nil
		}
	})
}

// searchEarned searches until there is nothing more, and computes all badges when that is
// due and no other node does.
func (q *Queue) searchEarned(ctx context.Context, badges *ranks.Badges, announce func(...store.Broadcast)) error {
	for more := true; more && ctx.Err() == nil; {
		var values []store.Broadcast
		var due bool
		var err error
		values, more, due, err = badges.SearchEarned(ctx)
		if err != nil {
			return err
		}
		announce(values...)
		if due {
			given, err := badges.Recompute(ctx, computeRest)
			if store.CodeOf(err) == store.Conflict {
				return nil
			}
			if err != nil {
				return err
			}
			if given > 0 {
				q.log.Info("badges: computed from the ledgers and logs", "given", given)
			}
			more = true
		}
	}
	return nil
}
