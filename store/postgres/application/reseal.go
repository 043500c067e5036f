package application

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres"
)

// wrappedKeys are the wrapped keys of applications.
var wrappedKeys = postgres.WrappedKeys{Table: "applications", ID: "id"}

// SealedUnderOthers implements postgres.Resealer.
func (s *Applications) SealedUnderOthers(ctx context.Context) (int, error) {
	return wrappedKeys.Count(ctx, s.db, s.keys.Version())
}

// Reseal implements postgres.Resealer: the keys of applications are wrapped anew, what they
// seal stays as it is. An application whose key is lost goes on with another and without
// birth date, signature and photo.
func (s *Applications) Reseal(ctx context.Context, after string, lost bool) (postgres.Resealed, error) {
	var end func(context.Context, pgx.Tx, string) error
	if lost {
		end = func(ctx context.Context, tx pgx.Tx, id string) error {
			_, wrapped := s.keys.NewDataKey(id)
			if _, err := tx.Exec(ctx, `update applications set data_key = $2, key_version = $3, sealed_birth = null, sealed_signature = null where id = $1`,
				ids(id)[0], wrapped, s.keys.Version()); err != nil {
				return err
			}
			return s.endPhotos(ctx, tx, id, "true")
		}
	}
	return wrappedKeys.Rewrap(ctx, s.db, s.keys.KeyWrapper, after, end)
}
