// Databases of older versions.

package storetest

import (
	"context"
	"database/sql"
	"io/fs"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"

	"muster/store/postgres"
)

// EmptyDatabase makes a database without tables beside the one at url.
func EmptyDatabase(t *testing.T, at string) string {
	t.Helper()
	ctx := context.Background()
	at = OwnerURL(at)
	conn, err := pgx.Connect(ctx, at)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	name := "empty_" + strings.ReplaceAll(NewID(), "-", "")
	if _, err := conn.Exec(ctx, `create database `+name+` template template0`); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		conn, err := pgx.Connect(ctx, at)
		if err != nil {
			return // the database went away with its cluster
		}
		defer conn.Close(ctx)
		if _, err := conn.Exec(ctx, `drop database if exists `+name+` with (force)`); err != nil {
			t.Error(err)
		}
	})
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

// MigrateTo brings a database up to an older version.
func MigrateTo(t *testing.T, at string, version int64) {
	t.Helper()
	db, err := sql.Open("pgx", at)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	files, err := fs.Sub(postgres.Migrations, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(context.Background(), version); err != nil {
		t.Fatal(err)
	}
}
