package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
	"muster/store/postgres/embedded"
)

// awayPatience is how long a node that starts waits for its database.
const awayPatience = 30 * time.Second

// database is the store a command works on, and the Postgres this process
// brought for it, if it did.
type database struct {
	*postgres.DB
	url    string
	own    *embedded.Server // nil: DATABASE_URL
	tracer pgx.QueryTracer  // nil: statements are not traced
	log    *slog.Logger
}

// openDatabase opens the settings' database, migrated and safe. Without
// DATABASE_URL it runs the embedded Postgres, or with share uses the one that a
// node is running.
func (s settings) openDatabase(ctx context.Context, logger *slog.Logger, share bool, tracer pgx.QueryTracer) (*database, error) {
	d := &database{url: s.DatabaseURL, tracer: tracer, log: logger}
	if d.url == "" {
		begin := embedded.Start
		if share {
			begin = embedded.Attach
		}
		own, err := begin(ctx, embedded.Config{DataDir: s.DataDir, Log: logger})
		if err != nil {
			return nil, err
		}
		d.own, d.url = own, own.URL()
	}
	err := d.open(ctx, s)
	if err != nil {
		return nil, errors.Join(err, d.close(context.WithoutCancel(ctx)))
	}
	return d, nil
}

func (d *database) open(ctx context.Context, s settings) error {
	reserved := s.Reserved
	if len(reserved) == 0 {
		reserved = defaultReserved
	}
	db, err := postgres.Open(ctx, postgres.Config{
		URL: d.url, MaxConns: s.DatabaseConns, ReservedUsernames: reserved,
		SessionLimits: store.SessionLimits{Idle: s.SessionIdle, Max: s.SessionMax}, Tracer: d.tracer,
	})
	if err != nil {
		return err
	}
	d.DB = db
	waiting, cancel := context.WithTimeout(ctx, awayPatience)
	defer cancel()
	for db.Ping(waiting) != nil {
		select {
		case <-waiting.Done():
			return errors.New("the database does not answer")
		case <-time.After(250 * time.Millisecond):
		}
	}
	if err := db.CheckDurability(ctx); err != nil && !s.AllowUnsafe {
		return fmt.Errorf("%s; MUSTER_ALLOW_UNSAFE_POSTGRES=true starts nevertheless", store.AsError(err).Message)
	}
	return postgres.Migrate(ctx, d.url)
}

// openDefaultRoom makes sure of the room everybody enters. A room that was
// closed to everybody or to most is not opened by a setting: the node does not
// start.
func (d *database) openDefaultRoom(ctx context.Context, id string) error {
	err := d.EnsureDefaultRoom(ctx, id, "General")
	if err == nil {
		return nil
	}
	switch store.AsError(err).Reason {
	case "room_deleted":
		return refused([]string{"DEFAULT_ROOM must not be the id of a deleted room: " + id + " was deleted for ever"})
	case "room_private":
		return refused([]string{"DEFAULT_ROOM must be a room open to everyone, or a new one: " + id + " is private"})
	}
	return err
}

// How long a database that does not answer is waited for.
const (
	drainConnections = 2 * time.Second
	drainPostgres    = 5 * time.Second // then it is ended by force
)

// close ends the connections, then the Postgres this process brought. Neither
// is waited for when ctx has ended.
func (d *database) close(ctx context.Context) error {
	if d.DB != nil {
		d.endConnections(ctx)
	}
	if d.own == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, drainPostgres)
	defer cancel()
	return d.own.Stop(ctx)
}

// endConnections says goodbye to the database. One that is frozen takes no
// goodbye, which the driver waits for 15 s: that makes no good stop a failed
// one, for whoever waits for an answer has his by now, and the connections go
// with the process.
func (d *database) endConnections(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, drainConnections)
	defer cancel()
	closed := make(chan struct{})
	go func() {
		d.DB.Close()
		close(closed)
	}()
	select {
	case <-closed:
	case <-ctx.Done():
		d.log.Warn("postgres did not let its connections go")
	}
}
