// How often one member may ask for, change and send what is shown of members.

package people

import (
	"context"
	"time"

	"muster/store/postgres"
)

// How often one member may look at profiles and ask for batches of pictures.
const (
	ProfileViewsPerMinute   = 120
	ProfileBatchesPerMinute = 120
)

// SpendProfileView counts one look at a profile; Limited past ProfileViewsPerMinute.
func (pe *People) SpendProfileView(ctx context.Context, memberID string) error {
	q := postgres.Quota{Scope: "profile_view", Key: []byte(memberID), Most: ProfileViewsPerMinute, Window: time.Minute}
	return postgres.Fault(q.Use(ctx, pe.db.Pool(), postgres.TooManyRequests))
}

// SpendProfileBatch counts one batch; Limited past ProfileBatchesPerMinute.
func (pe *People) SpendProfileBatch(ctx context.Context, memberID string) error {
	q := postgres.Quota{Scope: "profile_batch", Key: []byte(memberID), Most: ProfileBatchesPerMinute, Window: time.Minute}
	return postgres.Fault(q.Use(ctx, pe.db.Pool(), postgres.TooManyRequests))
}

// How often one member may change its profile and send pictures: open screens follow
// each change, and a picture is decoded.
const (
	ProfileChangesPerMinute = 120
	PicturesPerMinute       = 60
)

// SpendProfileChange counts one change of a profile; Limited past
// ProfileChangesPerMinute.
func (pe *People) SpendProfileChange(ctx context.Context, memberID string) error {
	q := postgres.Quota{Scope: "profile_change", Key: []byte(memberID), Most: ProfileChangesPerMinute, Window: time.Minute}
	return postgres.Fault(q.Use(ctx, pe.db.Pool(), postgres.TooManyRequests))
}

// SpendPicture counts one profile picture; Limited past PicturesPerMinute.
func (pe *People) SpendPicture(ctx context.Context, memberID string) error {
	q := postgres.Quota{Scope: "picture", Key: []byte(memberID), Most: PicturesPerMinute, Window: time.Minute}
	return postgres.Fault(q.Use(ctx, pe.db.Pool(), postgres.TooManyRequests))
}

// UsernameChecksPerMinute bounds how often one member may ask whether a
// username is free.
const UsernameChecksPerMinute = 60

// SpendUsernameCheck counts one question for a free username; Limited past
// UsernameChecksPerMinute.
func (pe *People) SpendUsernameCheck(ctx context.Context, memberID string) error {
	q := postgres.Quota{Scope: "check_username", Key: []byte(memberID), Most: UsernameChecksPerMinute, Window: time.Minute}
	return postgres.Fault(q.Use(ctx, pe.db.Pool(), postgres.RateLimited))
}
