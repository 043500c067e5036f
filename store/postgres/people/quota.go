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
	return pe.spend(ctx, "profile_view", memberID, ProfileViewsPerMinute, postgres.TooManyRequests)
}

// SpendProfileBatch counts one batch; Limited past ProfileBatchesPerMinute.
func (pe *People) SpendProfileBatch(ctx context.Context, memberID string) error {
	return pe.spend(ctx, "profile_batch", memberID, ProfileBatchesPerMinute, postgres.TooManyRequests)
}

// How often one member may change its profile and send pictures: open screens follow
// each change, and a picture is decoded.
const (
	profileChangesPerMinute = 120
	picturesPerMinute       = 60
)

// SpendProfileChange counts one change of a profile; Limited past
// profileChangesPerMinute.
func (pe *People) SpendProfileChange(ctx context.Context, memberID string) error {
	return pe.spend(ctx, "profile_change", memberID, profileChangesPerMinute, postgres.TooManyRequests)
}

// SpendPicture counts one profile picture; Limited past picturesPerMinute.
func (pe *People) SpendPicture(ctx context.Context, memberID string) error {
	return pe.spend(ctx, "picture", memberID, picturesPerMinute, postgres.TooManyRequests)
}

// usernameChecksPerMinute bounds how often one member may ask whether a
// username is free.
const usernameChecksPerMinute = 60

// SpendUsernameCheck counts one question for a free username; Limited past
// usernameChecksPerMinute.
func (pe *People) SpendUsernameCheck(ctx context.Context, memberID string) error {
	return pe.spend(ctx, "check_username", memberID, usernameChecksPerMinute, postgres.RateLimited)
}

// spend counts one use of a scope by a member; Limited with the sentence past so many a minute.
func (pe *People) spend(ctx context.Context, scope, memberID string, perMinute int, sentence string) error {
	q := postgres.Quota{Scope: scope, Key: []byte(memberID), Most: perMinute, Window: time.Minute}
	return pe.db.UseQuota(ctx, q, sentence)
}
