package postgres

import (
	"context"

	"muster/store"
)

// IsRow fails with Invalid unless the statement finds the row that a cursor names: a
// cursor of another list is refused, and is not the end of this one.
func IsRow(ctx context.Context, on Querier, statement string, args ...any) error {
	var found bool
	if err := on.QueryRow(ctx, `select exists (`+statement+`)`, args...).Scan(&found); err != nil {
		return err
	}
	if !found {
		return store.ErrCursor()
	}
	return nil
}
