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
func Migrate(ctx context.Context, url string) error { return migrate(ctx, url, newTimeline()) }

// Migrate is Migrate of this database at the address of its owner's role. No server is
// migrated that another one has replaced.
func (db *DB) Migrate(ctx context.Context, url string) error { return migrate(ctx, url, db.timeline) }

func migrate(ctx context.Context, url string, line *timeline) error {
	config, err := line.configOf(url)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	conns := stdlib.OpenDB(*config) // goose speaks database/sql
	defer conns.Close()
	one, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300), lock.WithUnlockTimeout(1, 10))
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	files, err := fs.Sub(Migrations, "migrations")
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, conns, files, goose.WithSessionLocker(one))
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if err := refuseNewer(ctx, provider); err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}
