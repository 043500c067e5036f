package postgres

import (
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
)

// Config says where the database is and what the community decided.
type Config struct {
	URL      string
	MaxConns int32 // connections of all pools; 0 means 16
	// SessionLimits bound sessions; zero fields mean 168 h idle and 720 h at most.
	SessionLimits store.SessionLimits
	// AdminSecondFactor has administrators need a second factor.
	AdminSecondFactor bool
	// ReservedUsernames are the community's reserved terms.
	ReservedUsernames []string
	// Zone is where the community's days begin and end; nil means UTC.
	Zone *time.Location
	// ContributorWindow is how long a contribution makes a recent contributor; 0
	// means store.DefaultContributorWindow.
	ContributorWindow time.Duration
	Tracer            pgx.QueryTracer // nil: statements are not traced

	LockTimeout time.Duration // how long a statement waits for a locked row; 0: liveLockTimeout of appends, callLockTimeout of calls
}
