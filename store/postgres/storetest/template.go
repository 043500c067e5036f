// The template: a migrated database that fresh ones are copied from.

package storetest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres"
	"muster/store/postgres/embedded"
)

// ready are the templates this process has seen complete.
var ready sync.Map

// ensureTemplate returns the name of the template of the present migrations,
// making it when it is missing. An advisory lock lets one process do so; the
// database gets its name only when it is complete.
func ensureTemplate(ctx context.Context, server string) (string, error) {
	name, err := templateName(postgres.Migrations)
	if err != nil {
		return "", err
	}
	if _, seen := ready.Load(name); seen {
		return name, nil
	}
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return "", err
	}
	defer conn.Close(context.WithoutCancel(ctx)) // frees the lock too
	if _, err := conn.Exec(ctx, "select pg_advisory_lock(hashtext($1))", name); err != nil {
		return "", err
	}
	var exists bool
	const find = "select exists (select from pg_database where datname = $1)"
	if err := conn.QueryRow(ctx, find, name).Scan(&exists); err != nil {
		return "", err
	}
	if !exists {
		draft := randomName("draft_")
		if _, err := conn.Exec(ctx, "create database "+draft); err != nil {
			return "", err
		}
		if err := migrate(ctx, withDatabase(server, draft)); err != nil {
			return "", fmt.Errorf("migrate: %w", err)
		}
		if _, err := conn.Exec(ctx, "alter database "+draft+" rename to "+name); err != nil {
			return "", err
		}
	}
	ready.Store(name, true)
	return name, nil
}

// Filled gives the URL of databases that begin with what fill has stored, for what takes
// long to store. It is called once in this process and has to close its connections; the
// database that it fills stays until the shared cluster ends.
func Filled(fill func(url string) error) func(t testing.TB) string {
	filled := sync.OnceValues(func() (string, error) {
		member, err := join()
		if err != nil {
			return "", err
		}
		ctx, cancel := context.WithTimeout(context.Background(), queryLimit)
		defer cancel()
		template, err := ensureTemplate(ctx, member.server)
		if err != nil {
			return "", err
		}
		name := randomName("filled_")
		if err := copyDatabase(ctx, member.server, name, template); err != nil {
			return "", err
		}
		return name, fill(asRole(withDatabase(member.server, name), embedded.ServerRole))
	})
	return func(t testing.TB) string {
		t.Helper()
		name, err := filled()
		if err != nil {
			t.Fatalf("storetest: fill a database: %v", err)
		}
		return copied(t, sharedServer(t), name)
	}
}

// migrate makes the tables as the owner and gives the server's role its rights.
func migrate(ctx context.Context, owner string) error {
	if err := postgres.Migrate(ctx, owner); err != nil {
		return err
	}
	return postgres.Prepare(ctx, owner, embedded.ServerRole, nil)
}

// templateName names the template after the content of every migration, so that
// a changed file means a new one.
func templateName(migrations fs.FS) (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(migrations, "migrations", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(migrations, path)
		fmt.Fprintf(sum, "%s %d\n%s", path, len(text), text)
		return err
	})
	if err != nil {
		return "", err
	}
	return "template_" + hex.EncodeToString(sum.Sum(nil))[:16], nil
}
