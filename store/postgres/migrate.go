// Bringing a database's tables up to this version.

package postgres

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// Migrations are the numbered SQL files, forward only.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// Migrate brings the database at url up to this version. Several may run it at
// once: an advisory lock lets one work while the others wait, up to 5 minutes.
func Migrate(ctx context.Context, url string) error {
	_, err := migrate(ctx, url, newTimeline())
	return err
}

// Migrate is Migrate of this database at the address of its owner's role, and gives the number
// of its last migration before: KnownSchema where there was nothing to do, 0 of an empty
// database. No server is migrated that another one has replaced.
func (db *DB) Migrate(ctx context.Context, url string) (before int64, err error) {
	return migrate(ctx, url, db.timeline)
}

func migrate(ctx context.Context, url string, line *timeline) (before int64, err error) {
	config, err := line.configOf(url)
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	conns := stdlib.OpenDB(*config) // goose speaks database/sql
	defer conns.Close()
	one, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300), lock.WithUnlockTimeout(1, 10))
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	files, err := fs.Sub(Migrations, "migrations")
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, conns, files, goose.WithSessionLocker(one))
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	if before, err = refuseNewer(ctx, provider); err != nil {
		return 0, err
	}
	done, err := provider.Up(ctx)
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	if len(done) == 0 { // perhaps another process has migrated meanwhile
		before = KnownSchema()
	}
	return before, nil
}
