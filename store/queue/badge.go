// Badges that members earn: a search that follows the rooms' logs gives them.

package queue

import (
	"context"

	"muster/store"
	ranks "muster/store/postgres/rank"
)

// computeRest is how long a computation of all badges rests after each page, as part of
// the page's time: chat is served meanwhile.
const computeRest = 1

// SearchEarned gives members the badges that they have earned, once a second until the
// queue stops, and hands announce the broadcasts for their screens. It computes all badges
// when that is due and no other node does.
func (q *Queue) SearchEarned(badges *ranks.Badges, announce func(...store.Broadcast)) {
	q.eachSecond("badges", func(ctx context.Context) (bool, error) {
		broadcasts, more, due, err := badges.SearchEarned(ctx)
		if err != nil {
			return false, err
		}
		announce(broadcasts...)
		if !due {
			return more, nil
		}
		given, err := badges.Recompute(ctx, computeRest)
		if store.CodeOf(err) == store.Conflict {
			return false, nil // another node is at it
		}
		if err == nil && given > 0 {
			q.log.Info("badges: computed from the ledgers and logs", "given", given)
		}
		return true, err
	})
}
