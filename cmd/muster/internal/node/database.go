package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"muster/store"
	"muster/store/postgres"
	chats "muster/store/postgres/chat"
	"muster/store/postgres/embedded"
)

// awayPatience is how long a node that starts waits for a database that cannot be
// reached; it may be starting too.
const (
	awayPatience = 10 * time.Second
	pingEvery    = 250 * time.Millisecond
)

// quietMigration is how long a migration may take before a line says what is waited for.
const quietMigration = 2 * time.Second

// Database is the store a command works on, and the Postgres this process
// brought for it, if it did.
type Database struct {
	*postgres.DB
	URL          string
	OwnerURL     string // of the role that owns the tables; "" where URL has to do
	Sessions     store.SessionLimits
	own          *embedded.Server // nil: DATABASE_URL
	migratedFrom *int64           // the last migration before this process migrated; nil: it did not
	audits       bool             // the role of URL could change the audit log
	log          *slog.Logger
	compare      func() // ends what compares the hosts of the address; nil: nothing does
}

// DatabaseConfig says which database, and how it is used.
type DatabaseConfig struct {
	URL         string // "" is the embedded Postgres of DataDir
	OwnerURL    string // of the role that migrates; "": the role of URL does, or somebody has done it
	DataDir     string
	MaxConns    int32
	AllowUnsafe bool // start although the database may lose what it acknowledged
	Reserved    []string
	Sessions    store.SessionLimits
	// AdminSecondFactor has administrators need a second factor.
	AdminSecondFactor bool

	Zone        *time.Location // the community's; nil is UTC
	AuditKept   *time.Duration // how long the audit log is kept; 0: for ever; nil: as the database says
	Contributor time.Duration  // the contributor window; 0 is the usual one
}

// OpenDatabase opens a database, migrated and safe. Without a URL it runs the
// embedded Postgres. tracer may be nil.
func OpenDatabase(ctx context.Context, c DatabaseConfig, logger *slog.Logger, tracer pgx.QueryTracer) (*Database, error) {
	d, err := openDatabase(ctx, c, logger, tracer, embedded.Start)
	if err == nil && d.audits {
		logger.Warn("exposed", "what", "audit log: the role of DATABASE_URL could change it; "+
			"give the nodes a role of their own and DATABASE_OWNER_URL to muster migrate (operator's guide, Two database roles)")
	}
	if err == nil {
		if from, to, did := d.Migrated(); did {
			logger.Info("the database was migrated", "from", from, "to", to)
		}
		d.warnOfAuditKept(ctx, c.AuditKept)
		d.warnOfConnections(ctx, c.MaxConns)
		d.keepComparing()
	}
	return d, err
}

// warnOfAuditKept warns of a setting that does nothing: the audit log is kept for as long as
// the owner's role has noted, which this node may have no right to.
func (d *Database) warnOfAuditKept(ctx context.Context, kept *time.Duration) {
	if kept == nil {
		return
	}
	switch noted, err := d.DB.AuditKept(ctx); {
	case err != nil:
		d.log.Warn("off", "what", "AUDIT_KEPT: the time that the database has noted cannot be read; run muster migrate with DATABASE_OWNER_URL", "error", err)
	case *kept > 0 && noted != *kept:
		d.log.Warn("off", "what", "AUDIT_KEPT: the database has another time noted; give it to muster migrate too")
	}
}

// warnOfConnections warns of more connections than Postgres gives to all together: the last
// ones are refused when the node needs them most. A pooler before it may have enough.
func (d *Database) warnOfConnections(ctx context.Context, wanted int32) {
	var most int32
	err := d.Pool().QueryRow(ctx, `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int`).Scan(&most)
	if err == nil && wanted > most {
		d.log.Warn("DATABASE_CONNECTIONS is more than Postgres gives to all nodes together: lower it, or raise max_connections", "wanted", wanted, "given", most)
	}
}

// ShareDatabase opens a database for an operator's command. Without a URL it
// uses the embedded Postgres that a node is running, or runs it.
func ShareDatabase(ctx context.Context, c DatabaseConfig, logger *slog.Logger) (*Database, error) {
	return openDatabase(ctx, c, logger, nil, embedded.Attach)
}

func openDatabase(ctx context.Context, c DatabaseConfig, logger *slog.Logger, tracer pgx.QueryTracer,
	begin func(context.Context, embedded.Config) (*embedded.Server, error)) (*Database, error) {
	d := &Database{URL: c.URL, OwnerURL: c.OwnerURL, Sessions: c.Sessions, log: logger}
	if d.URL == "" {
		own, err := begin(ctx, embedded.Config{DataDir: c.DataDir, Log: logger})
		if err != nil {
			return nil, err
		}
		d.own, d.URL, d.OwnerURL = own, own.URL(), own.OwnerURL()
	}
	if err := d.open(ctx, c, tracer); err != nil {
		return nil, errors.Join(err, d.Close(context.WithoutCancel(ctx)))
	}
	return d, nil
}

func (d *Database) open(ctx context.Context, c DatabaseConfig, tracer pgx.QueryTracer) error {
	db, err := postgres.Open(ctx, postgres.Config{
		URL: d.URL, MaxConns: c.MaxConns, ReservedUsernames: c.Reserved, SessionLimits: c.Sessions, Tracer: tracer,
		AdminSecondFactor: c.AdminSecondFactor, Zone: c.Zone, ContributorWindow: c.Contributor,
	})
	if err != nil {
		return err
	}
	d.DB = db
	if err := d.awaitAnswer(ctx, awayPatience); err != nil {
		return err
	}
	if err := db.CheckVersion(ctx); err != nil {
		return errors.New(store.AsError(err).Message)
	}
	d.comparePrimaries(ctx)
	if err := db.CheckDurability(ctx); err != nil {
		unsafe := store.AsError(err)
		if !c.AllowUnsafe || unsafe.Reason != "unsafe_postgres" {
			return fmt.Errorf("%s; MUSTER_ALLOW_UNSAFE_POSTGRES=true starts nevertheless", unsafe.Message)
		}
		d.log.Warn(unsafe.Message + ", as MUSTER_ALLOW_UNSAFE_POSTGRES allows")
	}
	err = d.migrate(ctx, c.AuditKept)
	if known := store.AsError(err); err != nil && known.Code != store.Internal {
		return errors.New(known.Message)
	}
	return err
}

// migrate brings the tables up to this version and gives the role of URL its rights,
// where this process has the owner's role; else somebody must have done so.
func (d *Database) migrate(ctx context.Context, auditKept *time.Duration) error {
	role, err := d.Role(ctx)
	if err != nil {
		return err
	}
	owner, setting := d.OwnerURL, "DATABASE_OWNER_URL"
	if owner == "" && role.Migrates {
		owner, setting = d.URL, "DATABASE_URL"
	}
	if owner != "" {
		said := time.AfterFunc(quietMigration, func() {
			d.log.Warn("the database is being migrated, by this process or by another one that is waited for")
		})
		before, err := d.Migrate(ctx, owner)
		said.Stop()
		if err == nil && before < postgres.KnownSchema() {
			d.migratedFrom = &before
		}
		if err == nil {
			err = d.Prepare(ctx, owner, role.Name, auditKept)
		}
		if reason := postgres.RefusalOf(setting, err); reason != "" {
			return errors.New(reason)
		}
		var away *pgconn.ConnectError
		if errors.As(err, &away) && ctx.Err() == nil {
			return fmt.Errorf("%s: Postgres cannot be reached: %s", setting, postgres.Unreached(err))
		}
		if err != nil {
			return err
		}
	}
	if err := d.CheckSchema(ctx); err != nil {
		return err
	}
	role, err = d.Role(ctx)
	d.audits = role.Audits
	return err
}

// Migrated gives the numbers of the last migration before this process opened the database, 0
// of an empty one, and since; did is false where it had nothing to migrate.
func (d *Database) Migrated() (from, to int64, did bool) {
	if d.migratedFrom == nil {
		return 0, 0, false
	}
	return *d.migratedFrom, postgres.KnownSchema(), true
}

// AsOwner runs a statement with the rights of the tables' owner.
func (d *Database) AsOwner(ctx context.Context, sql string, args ...any) error {
	conn, err := d.OwnerConn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	_, err = conn.Exec(ctx, sql, args...)
	return err
}

// OwnerConn connects with the rights of the tables' owner.
func (d *Database) OwnerConn(ctx context.Context) (*pgx.Conn, error) {
	url := d.OwnerURL
	if url == "" {
		url = d.URL
	}
	return d.Connect(ctx, url)
}

// awaitAnswer waits for a database that is being started as well, and not for
// one that answers that it will never let this program in.
func (d *Database) awaitAnswer(ctx context.Context, patience time.Duration) error {
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	said := false
	var why error // what the last try met that was not cut short
	for {
		err := d.Ping(waiting)
		if err == nil {
			return nil
		}
		if reason := postgres.Refusal(err); reason != "" {
			return errors.New(reason)
		}
		if why == nil || waiting.Err() == nil {
			why = err
		}
		if !said && waiting.Err() == nil {
			d.log.Warn("postgres: no connection, trying again", "reason", postgres.Unreached(err), "for", patience)
			said = true
		}
		select {
		case <-waiting.Done():
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("DATABASE_URL: Postgres cannot be reached: %s", postgres.Unreached(why))
		case <-tick.C:
		}
	}
}

// unanswered names the database where a node that starts has no answer of it. It has answered
// before, so it went away meanwhile, or has to do more than it can.
func unanswered(err error) error {
	if store.CodeOf(err) != store.Unavailable || errors.Is(err, context.Canceled) {
		return err
	}
	if reason := postgres.Refusal(err); reason != "" {
		return errors.New(reason)
	}
	return fmt.Errorf("DATABASE_URL: Postgres does not answer any more: %s", postgres.Unreached(err))
}

// OpenDefaultRoom makes sure of the room everybody enters. A room that was
// closed to everybody or to most is not opened by a setting: the node does not
// start.
func (d *Database) OpenDefaultRoom(ctx context.Context, id string) error {
	err := chats.New(d.DB).EnsureDefaultRoom(ctx, id, "General")
	if err == nil {
		return nil
	}
	switch store.AsError(err).Reason {
	case "room_deleted":
		return CannotStart([]string{"DEFAULT_ROOM must not be the id of a deleted room: " + id + " was deleted for ever"})
	case "room_private":
		return CannotStart([]string{"DEFAULT_ROOM must be a room open to everyone, or a new one: " + id + " is private"})
	}
	return err
}

// How long a database that does not answer is waited for.
const (
	drainConnections = 2 * time.Second
	drainPostgres    = 5 * time.Second // then it is ended by force
)

// Close ends the connections, then the Postgres this process brought. Neither
// is waited for when ctx has ended.
func (d *Database) Close(ctx context.Context) error {
	if d.compare != nil {
		d.compare()
	}
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
func (d *Database) endConnections(ctx context.Context) {
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
