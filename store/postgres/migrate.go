// Bringing a database's tables up to this version.

package postgres

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	_ "github.com/jackc/pgx/v5/stdlib" // goose speaks database/sql
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
	conns, err := sql.Open("pgx", url)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
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
