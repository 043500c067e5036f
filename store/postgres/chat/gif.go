// How often one member may ask for GIFs.

package chat

import (
	"context"
	"time"

	"muster/store/postgres"
)

// GIFCallsPerMinute bounds how often one member may ask for GIFs.
const GIFCallsPerMinute = 60

// SpendGIFCall counts one call for GIFs; Limited past GIFCallsPerMinute.
func (ch *Chat) SpendGIFCall(ctx context.Context, memberID string) error {
	q := postgres.Quota{Scope: "gif", Key: []byte(memberID), Most: GIFCallsPerMinute, Window: time.Minute}
	return ch.db.UseQuota(ctx, q, postgres.RateLimited)
}
