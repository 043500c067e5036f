package community

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/application"
	"muster/store/community"
	"muster/store/postgres"
)

const (
	readAge  = time.Second            // how old the settings of an answer may be
	readTime = 300 * time.Millisecond // for which an answer waits for newer ones
)

// Community is what administrators decided, over what this node was started with.
type Community struct {
	db         *postgres.DB
	configured community.Configured

	mu     sync.Mutex
	read   time.Time // by the clock of this process
	latest community.Settings
}

// New returns the settings of db.
func New(db *postgres.DB, configured community.Configured) *Community {
	return &Community{db: db, configured: configured, latest: configured.Settings}
}

// Configured is what this node was started with.
func (c *Community) Configured() community.Configured { return c.configured }

// Settings are those in force, at most a second old. Without the database they are those
// that were read last. One caller a second reads; the others do not wait for it.
func (c *Community) Settings(ctx context.Context) community.Settings {
	c.mu.Lock()
	latest := c.latest
	fresh := time.Since(c.read) < readAge
	if !fresh {
		c.read = time.Now()
	}
	c.mu.Unlock()
	if fresh {
		return latest
	}
	ctx, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	if err := c.Refresh(ctx); err != nil {
		return latest
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.latest
}

// Refresh reads the settings. A node calls it before it serves.
func (c *Community) Refresh(ctx context.Context) error {
	var decided community.Decided
	err := c.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		decided, err = scan(conn.QueryRow(ctx, selectDecided))
		return err
	})
	if err == nil {
		c.keep(decided.Over(c.configured))
	}
	return err
}

func (c *Community) keep(s community.Settings) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.latest, c.read = s, time.Now()
}

// CurrentBrand is the brand in force (store.BrandSource).
func (c *Community) CurrentBrand(ctx context.Context) store.Brand { return c.Settings(ctx).Brand }

// Intake says who may begin an application.
func (c *Community) Intake(ctx context.Context) application.IntakeRules {
	return c.Settings(ctx).Intake
}

const selectDecided = `select name, support_email, intake, intake_text, set_up_at from community`

func scan(row pgx.Row) (d community.Decided, err error) {
	var at *time.Time
	err = row.Scan(&d.Name, &d.SupportEmail, &d.Intake, &d.IntakeText, &at)
	if at != nil {
		d.SetUpAt = *at
	}
	return d, err
}

// record is what the audit log keeps of the settings.
type record struct {
	Name         string             `json:"name"`
	SupportEmail string             `json:"supportEmail"`
	Intake       application.Intake `json:"intake"`
	IntakeText   string             `json:"intakeText"`
	SetUp        bool               `json:"setUp"`
}

func recordOf(s community.Settings) record {
	return record{s.Brand.Community, s.Brand.SupportEmail, s.Intake.Intake, s.Intake.Text, !s.SetUpAt.IsZero()}
}

// announce appends the broadcast of settings, which the nodes read within a second.
func announce(ctx context.Context, tx pgx.Tx, s community.Settings) error {
	b, err := community.NewChanged(s)
	if err != nil {
		return err
	}
	_, err = postgres.AppendBroadcasts(ctx, tx, b)
	return err
}

// Change decides for the community and gives the settings in force. What is in force already is
// not decided. Of two administrators the second changes what the first has left, each setting by
// itself. It fails as community.Change does.
func (c *Community) Change(ctx context.Context, by store.Caller, change community.Change) (community.Settings, error) {
	change, err := change.Check(c.configured)
	if err != nil {
		return community.Settings{}, err
	}
	var after community.Settings
	err = c.db.AdminService(by).Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (none postgres.AdminChange, err error) {
		decided, err := scan(tx.QueryRow(ctx, selectDecided+` for update`))
		if err != nil {
			return none, err
		}
		var now time.Time
		if err := tx.QueryRow(ctx, `select muster_now()`).Scan(&now); err != nil {
			return none, err
		}
		before := decided.Over(c.configured)
		decided = change.Without(before).Onto(decided, now)
		after = decided.Over(c.configured)
		done := postgres.AdminChange{Action: "community_changed", Subject: "community", Before: recordOf(before), After: recordOf(after)}
		if done.Before == done.After {
			return none, nil
		}
		var at *time.Time
		if !decided.SetUpAt.IsZero() {
			at = &decided.SetUpAt
		}
		_, err = tx.Exec(ctx, `update community set name = $1, support_email = $2, intake = $3, intake_text = $4, set_up_at = $5`,
			decided.Name, decided.SupportEmail, decided.Intake, decided.IntakeText, at)
		if err == nil && after.Brand != before.Brand {
			err = announce(ctx, tx, after)
		}
		return done, err
	})
	if err != nil {
		return community.Settings{}, err
	}
	c.keep(after)
	return after, nil
}
