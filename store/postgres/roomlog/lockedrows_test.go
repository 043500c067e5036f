// Rows that somebody else holds locked: they hold up their own commands only.

package roomlog_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"muster/store"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// lockTimeouts counts statements that waited for a lock in vain.
type lockTimeouts struct{ n atomic.Int64 }

func (*lockTimeouts) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}

func (*lockTimeouts) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (*lockTimeouts) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return ctx
}

func (*lockTimeouts) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

func (l *lockTimeouts) TraceBatchEnd(_ context.Context, _ *pgx.Conn, data pgx.TraceBatchEndData) {
	var pg *pgconn.PgError
	if errors.As(data.Err, &pg) && pg.Code == "55P03" {
		l.n.Add(1)
	}
}

// One locked row failed the commands of every room of the same log writer, each
// time after the whole time of a call.
func TestLockedRowHoldsUpItsOwnCommandsOnly(t *testing.T) {
	for name, lock := range map[string]string{
		"the head of a room": `select 1 from room_heads where room_id = 'stuck' for update`,
		"a room":             `select 1 from rooms where id = 'stuck' for update`,
		"a member":           `select 1 from member_standing where member_id = (select id from members where username = 'held') for update`,
		"a session":          `select 1 from sessions where person_id = (select id from members where username = 'held') for update`,
		"a grant":            `select 1 from room_access where member_id = (select id from members where username = 'held') for update`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			ctx := context.Background()
			w.Must(w.AddRoom(ctx, roomlog.Room{ID: "stuck", DisplayName: "Stuck", AccessLevel: roomlog.AdminAccess}))
			ann, held := w.Join("ann"), w.Join("held")
			w.Must(w.GrantRoom(ctx, "stuck", held.ID, roomlog.RoomMember, ""))
			waits := &lockTimeouts{}
			db, err := postgres.Open(ctx, postgres.Config{URL: w.URL, Tracer: waits})
			w.Must(err)
			t.Cleanup(db.Close)

			tx := w.Begin()
			_, err = tx.Exec(ctx, lock)
			w.Must(err)

			log := logs.New(db)
			both := func() (free, stuck roomlog.Result) {
				results, err := log.Append(ctx, []roomlog.Command{held.Says("stuck", "x"), ann.Says("general", "y")})
				w.Must(err)
				return results[1], results[0]
			}
			for range 5 {
				free, stuck := both()
				if free.Err != nil || !free.Stored {
					t.Fatalf("the other room: %s", storetest.Show(free))
				}
				if e := store.AsError(stuck.Err); e == nil || e.Code != store.Unavailable || e.Reason != "busy" {
					t.Fatalf("the locked one: %s", storetest.Show(stuck))
				}
			}
			if n := waits.n.Load(); n != 1 {
				t.Errorf("%d appends waited for the lock, want only the first", n)
			}
			w.Must(tx.Rollback(ctx))
			if _, stuck := both(); stuck.Err != nil || !stuck.Stored {
				t.Fatalf("after the lock: %s", storetest.Show(stuck))
			}
			w.Dense("stuck")
			w.Dense("general")
		})
	}
}
