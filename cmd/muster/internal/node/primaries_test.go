package node

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres/storetest"
)

// Two hosts of the address take writes: the one that was promoted last is migrated and
// prepared, also when the other is asked first, and the other never. The owner's connections
// took whichever host answered.
func TestReplacedPrimaryIsNotMigrated(t *testing.T) {
	primary := storetest.Private(t)
	standby := primary.LateStandby()
	standby.Promote()
	open := func(owner string, kept time.Duration) error {
		db, err := OpenDatabase(t.Context(), DatabaseConfig{URL: storetest.Either(primary, standby), OwnerURL: owner, MaxConns: 4, AuditKept: &kept},
			slog.New(slog.DiscardHandler), nil)
		if err == nil {
			err = db.Close(context.WithoutCancel(t.Context()))
		}
		return err
	}
	day := 24 * time.Hour
	if err := open(storetest.OwnerURL(storetest.Either(primary, standby)), day); err != nil {
		t.Fatal(err)
	}
	if was, is := auditKept(t, primary), auditKept(t, standby); was != 0 || is != day {
		t.Errorf("the old primary notes %v, the new one %v", was, is)
	}
	// The owner's address was not changed at the fail-over.
	if err := open(storetest.OwnerURL(primary.URL()), 2*day); err == nil || !strings.Contains(err.Error(), "DATABASE_OWNER_URL: Postgres cannot be reached: two primaries") {
		t.Errorf("started: %v", err)
	}
	if was := auditKept(t, primary); was != 0 {
		t.Errorf("the old primary notes %v", was)
	}
}

// An owner's address that leads to a standby is named, with what is missing in it. The start
// failed with Postgres's own line about read-only transactions.
func TestOwnersAddressOfAStandbyIsNamed(t *testing.T) {
	primary := storetest.Private(t)
	standby := primary.Standby()
	day := 24 * time.Hour
	_, err := OpenDatabase(t.Context(), DatabaseConfig{URL: primary.URL(), OwnerURL: storetest.OwnerURL(standby.URL()), MaxConns: 4, AuditKept: &day},
		slog.New(slog.DiscardHandler), nil)
	if want := "DATABASE_OWNER_URL leads to a standby, which takes no writes: name both hosts in it, and target_session_attrs=read-write"; err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

func auditKept(t *testing.T, of *storetest.Cluster) (kept time.Duration) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), of.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	if err := conn.QueryRow(t.Context(), `select kept from audit_retention`).Scan(&kept); err != nil {
		t.Fatal(err)
	}
	return kept
}
