package face

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres"
	members "muster/store/postgres/people"
)

// enrolments are the wrapped keys of faces.
var enrolments = postgres.WrappedKeys{Table: "face_enrolments", ID: "member_id"}

// SealedUnderOthers implements postgres.Resealer.
func (f *Faces) SealedUnderOthers(ctx context.Context) (int, error) {
	return enrolments.Count(ctx, f.db, f.keys.Version())
}

// Reseal implements postgres.Resealer: the keys of members are wrapped anew, what they seal
// stays as it is. A lost face is removed, so that its member is asked to enrol.
func (f *Faces) Reseal(ctx context.Context, after string, lost bool) (postgres.Resealed, error) {
	var end func(context.Context, pgx.Tx, string) error
	if lost {
		end = func(ctx context.Context, tx pgx.Tx, member string) error {
			if _, err := removeIn(ctx, tx, member); err != nil {
				return err
			}
			return members.ForgetFaceIn(ctx, tx, member)
		}
	}
	return enrolments.Rewrap(ctx, f.db, f.keys.KeyWrapper, after, end)
}
