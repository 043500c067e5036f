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
	"github.com/jackc/pgx/v5/pgconn"

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

// scratchDatabase begins the names of scratch databases on servers of others.
const scratchDatabase = "muster_check_"

// scratchLock is held while a scratch database is made: until its check is connected to it,
// another one would take it for one that was left.
const scratchLock = 0x6d75737465726368

// scratchOn makes a scratch database beside others, which it does not touch. Those that killed
// checks have left are removed.
func scratchOn(ctx context.Context, server string) (scratch, error) {
	u, err := url.Parse(server)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return scratch{}, errors.New("--server must be postgres://user:password@host:5432/database")
	}
	name := scratchDatabase + strings.ToLower(rand.Text())
	command := func(ctx context.Context, do func(conn *pgx.Conn) error) error {
		conn, err := connect(ctx, server)
		if err != nil {
			return fmt.Errorf("--server cannot be reached: %s", cannotReach(err))
		}
		return errors.Join(do(conn), conn.Close(context.WithoutCancel(ctx)))
	}
	drop := func(ctx context.Context) error {
		return command(ctx, func(conn *pgx.Conn) error {
			_, err := conn.Exec(ctx, "drop database "+name+" with (force)")
			return err
		})
	}
	u.Path = "/" + name
	var held *pgx.Conn // as long as somebody is connected, no other check removes it
	if err := command(ctx, func(conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, `select pg_advisory_lock($1)`, int64(scratchLock)); err != nil {
			return err
		}
		if err := sweepDatabases(ctx, conn); err != nil {
			return err
		}
		if _, err := conn.Exec(ctx, "create database "+name+" template template0"); err != nil {
			return mayNotCreate(err)
		}
		var err error
		if held, err = connect(ctx, u.String()); err != nil {
			return errors.Join(fmt.Errorf("the database cannot be reached: %s", cannotReach(err)), drop(context.WithoutCancel(ctx)))
		}
		return nil
	}); err != nil {
		return scratch{}, err
	}
	return scratch{url: u.String(), remove: func() error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), scratchEnd)
		defer cancel()
		_ = held.Close(ctx) // its database goes
		return drop(ctx)
	}}, nil
}

// mayNotCreate says what a role lacks that may not make the scratch database.
func mayNotCreate(err error) error {
	var answer *pgconn.PgError
	if !errors.As(err, &answer) {
		return err
	}
	switch answer.Code {
	case "42501":
		return errors.New("the role of --server may not create databases")
	case "25006":
		return errors.New("--server leads to a standby, which takes no writes")
	}
	return err
}

// sweepDatabases removes the scratch databases that killed checks have left: those to which
// nobody is connected. What may not be removed is left.
func sweepDatabases(ctx context.Context, conn *pgx.Conn) error {
	rows, err := conn.Query(ctx, `select datname from pg_database d where datname ~ ('^' || $1 || '[a-z2-7]{26}$')
		and not exists (select from pg_stat_activity a where a.datid = d.oid)`, scratchDatabase)
	if err != nil {
		return err
	}
	left, err := pgx.CollectRows(rows, pgx.RowTo[string])
	for _, name := range left {
		_, _ = conn.Exec(ctx, "drop database if exists "+name) // another role's
	}
	return err
}
