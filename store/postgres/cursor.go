package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
)

// After gives the columns of a position, both null for nil.
func After(p *store.Position) (at *time.Time, id pgtype.UUID) {
	if p == nil {
		return nil, id
	}
	id, _ = ParseID(p.ID)
	return &p.At, id
}

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
