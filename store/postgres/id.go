// Ids of rows.

package postgres

import (
	"bytes"
	"slices"

	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
)

// ParseID reads a UUID in its written form: pgtype's own reading takes any byte
// where a dash belongs.
func ParseID(s string) (pgtype.UUID, bool) {
	var id pgtype.UUID
	if !store.ValidID(s) || id.Scan(s) != nil {
		return pgtype.UUID{}, false
	}
	return id, true
}

// CompareID orders ids as Postgres does.
func CompareID(a, b pgtype.UUID) int { return bytes.Compare(a.Bytes[:], b.Bytes[:]) }

// Distinct sorts values and drops those that are there twice.
func Distinct[T comparable](all []T, compare func(a, b T) int) []T {
	slices.SortFunc(all, compare)
	return slices.Compact(all)
}
