// Deleting who looked at profiles.

package people

import (
	"context"
	"muster/store/postgres"
	"time"
)

// profileViewsAge is longer than a day lasts in any zone.
const profileViewsAge = 72 * time.Hour

const trimViews = `
	delete from profile_views where day < muster_now() - $1::interval and (day, member_id, viewer_id) in
		(select day, member_id, viewer_id from profile_views order by day limit $2)`

// TrimViews deletes who looked at profiles days ago, until nothing is left or ctx ends;
// the next run goes on. It gives the number of rows deleted.
func (pe *People) TrimViews(ctx context.Context) (deleted int64, err error) {
	err = pe.db.TrimRows(ctx, &deleted, trimViews, profileViewsAge, postgres.TrimBatch)
	return deleted, err
}
