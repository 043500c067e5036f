package backup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres/embedded"
)

// scratchEnd is how long removing a scratch database may take.
const scratchEnd = 30 * time.Second

// scratch is an empty database that nobody else uses, and what removes it.
type scratch struct {
	url    string
	remove func() error
}

// newScratch makes a scratch database on a server that the role of its URL may create
// databases on, or, without one, on a Postgres of its own in a temporary folder.
func newScratch(ctx context.Context, server string, logger *slog.Logger) (scratch, error) {
	if server != "" {
		return scratchOn(ctx, server)
	}
	dir, err := os.MkdirTemp("", scratchPrefix)
	if err != nil {
		return scratch{}, err
	}
	held, err := os.Open(dir)
	if err != nil {
		return scratch{}, errors.Join(err, os.RemoveAll(dir))
	}
	lock(held)
	remove := func() error { return errors.Join(os.RemoveAll(dir), held.Close()) }
	// The account that Postgres runs as passes through when root checks.
	if err := os.Chmod(dir, 0o711); err != nil {
		return scratch{}, errors.Join(err, remove())
	}
	own, err := embedded.Start(ctx, embedded.Config{DataDir: dir, Log: logger, Settings: map[string]string{
		"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_wal_size": "4GB", "maintenance_work_mem": "256MB",
	}})
	if err != nil {
		return scratch{}, errors.Join(err, remove())
	}
	return scratch{url: own.OwnerURL(), remove: func() error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), scratchEnd)
		defer cancel()
		return errors.Join(own.StopImmediate(ctx), remove())
	}}, nil
}

// scratchOn makes a scratch database beside others, which it does not touch.
func scratchOn(ctx context.Context, server string) (scratch, error) {
	u, err := url.Parse(server)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return scratch{}, errors.New("--server must be postgres://user:password@host:5432/database")
	}
	name := "muster_check_" + strings.ToLower(rand.Text())
	command := func(ctx context.Context, sql string) error {
		conn, err := pgx.Connect(ctx, server)
		if err != nil {
			return fmt.Errorf("--server cannot be reached: %s", cannotReach(err))
		}
		_, err = conn.Exec(ctx, sql)
		return errors.Join(err, conn.Close(context.WithoutCancel(ctx)))
	}
	if err := command(ctx, "create database "+name+" template template0"); err != nil {
		return scratch{}, err
	}
	u.Path = "/" + name
	return scratch{url: u.String(), remove: func() error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), scratchEnd)
		defer cancel()
		return command(ctx, "drop database "+name+" with (force)")
	}}, nil
}
