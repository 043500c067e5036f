package community

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
)

// Tables is the table of the settings.
func (*Community) Tables() map[string]string { return map[string]string{"community": ""} }

// Erase does nothing: the settings are about nobody.
func (*Community) Erase(context.Context, pgx.Tx, store.Member) error { return nil }

// Export gives nothing.
func (*Community) Export(context.Context, pgx.Tx, store.Member) ([]postgres.ExportFile, error) {
	return nil, nil
}

// ActivityQuery is none.
func (*Community) ActivityQuery() string { return "" }

// BackupPart is empty: one row stands alone.
func (*Community) BackupPart() (none postgres.BackupPart) { return none }
