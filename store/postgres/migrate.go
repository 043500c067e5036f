// Bringing a database's tables up to this version.

package postgres

import (
	"bytes"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
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
	patient, err := newProvider(conns)
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	if before, err = refuseNewer(ctx, patient); err != nil {
		return 0, err
	}
	if before == 0 { // nobody uses it yet
		results, err := patient.Up(ctx)
		return migratedFrom(before, len(results), err)
	}
	brief := config.Copy()
	brief.RuntimeParams["lock_timeout"] = strconv.FormatInt(migrateLockTimeout.Milliseconds(), 10)
	briefConns := stdlib.OpenDB(*brief)
	defer briefConns.Close()
	impatient, err := newProvider(briefConns)
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	done, err := up(ctx, patient, impatient)
	return migratedFrom(before, done, err)
}

func migratedFrom(before int64, done int, err error) (int64, error) {
	switch {
	case err != nil:
		return 0, fmt.Errorf("migrate: %w", err)
	case done == 0: // perhaps another process has migrated meanwhile
		return KnownSchema(), nil
	}
	return before, nil
}

func newProvider(conns *sql.DB) (*goose.Provider, error) {
	one, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300), lock.WithUnlockTimeout(1, 10))
	if err != nil {
		return nil, err
	}
	files, err := fs.Sub(Migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, conns, files, goose.WithSessionLocker(one))
}

// A migration that changes a table waits for everybody who has read it to end their transactions,
// as a backup is for as long as it takes, and whoever comes after it waits for the migration. So it
// gives up before those do, and is tried again.
const migrateLockTimeout = 300 * time.Millisecond // less than liveLockTimeout

var (
	migratePause    = 2 * time.Second // between two tries
	migratePatience = 5 * time.Minute // with one migration
)

// errTableInUse says that a migration has not got its table.
var errTableInUse = errors.New("a transaction, as that of a backup, has kept a table for minutes: nothing was changed, do it again once it has ended")

// up runs the missing migrations one by one and gives how many. Those outside of a transaction,
// which build indexes while others write, hold nobody up and wait as long as they must.
func up(ctx context.Context, patient, impatient *goose.Provider) (done int, err error) {
	for began := time.Now(); ; {
		provider := impatient
		if beside, err := nextIsBeside(ctx, patient); err != nil {
			return done, err
		} else if beside {
			provider = patient
		}
		_, err := provider.UpByOne(ctx)
		var answer *pgconn.PgError
		switch {
		case errors.Is(err, goose.ErrNoNextVersion):
			return done, nil
		case err == nil:
			done, began = done+1, time.Now()
		case !errors.As(err, &answer) || answer.Code != "55P03":
			return done, err
		case time.Since(began) >= migratePatience:
			return done, errTableInUse
		default:
			select {
			case <-ctx.Done():
				return done, ctx.Err()
			case <-time.After(migratePause):
			}
		}
	}
}

// nextIsBeside says whether the next migration runs outside of a transaction.
func nextIsBeside(ctx context.Context, provider *goose.Provider) (bool, error) {
	current, _, err := provider.GetVersions(ctx)
	if err != nil {
		return false, err
	}
	for _, source := range provider.ListSources() { // in their order
		if source.Version > current {
			text, err := Migrations.ReadFile(path.Join("migrations", path.Base(source.Path)))
			return bytes.Contains(text, []byte("-- +goose NO TRANSACTION")), err
		}
	}
	return false, nil
}
