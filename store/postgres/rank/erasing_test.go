package rank_test

import (
	"context"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres"
	ranks "muster/store/postgres/rank"
	"muster/store/postgres/storetest"
	"muster/store/rank"
)

// twoWait is true while two connections wait for locks.
const twoWait = `select count(*) >= 2 from pg_stat_activity
	where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`

// Whoever checks in while its member is erased leaves no points, whichever comes first. A row of
// sums that was made while the erasure was under way stayed.
func TestCheckInWhileItsMemberIsErased_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	p := w.points(rank.DefaultPointsRules)
	w.DB.Join(p)
	erase := func() <-chan error {
		done := make(chan error, 1)
		go func() {
			n, err := w.EraseDue(ctx)
			if err == nil && n != 1 {
				t.Errorf("%d were erased", n)
			}
			done <- err
		}()
		w.AwaitBlocked()
		return done
	}
	for _, checkedInBefore := range []bool{false, true} {
		names := map[bool][]string{false: {"ann", "bob"}, true: {"cleo", "dora"}}[checkedInBefore]
		ann, bob := w.Join(names[0]), w.Join(names[1])
		if checkedInBefore {
			for _, m := range []storetest.Person{ann, bob} {
				w.Must(p.CheckInAt(ctx, m.ID, time.Now().Add(-48*time.Hour)))
			}
		}

		storetest.DueForErasure(t, w.Owner(), ann.ID)
		holder := w.Begin()
		_, err := holder.Exec(ctx, `select from sessions where person_id = $1 for update`, ann.ID) // the erasure needs it last
		w.Must(err)
		erased := erase()
		checkedIn := make(chan error, 1)
		go func() {
			_, err := p.CheckIn(ctx, ann.ID)
			checkedIn <- err
		}()
		storetest.WaitFor(t, w.World, twoWait)
		w.Must(holder.Rollback(ctx))
		w.Must(<-erased)
		if err := <-checkedIn; store.CodeOf(err) != store.NotFound {
			t.Errorf("the check-in of a member who was erased meanwhile: %v", err)
		}

		storetest.DueForErasure(t, w.Owner(), bob.ID)
		id, _ := postgres.ParseID(bob.ID)
		tx := w.Begin()
		before, now, err := ranks.LockAccount(ctx, tx, id)
		w.Must(err)
		erased = erase()
		_, err = ranks.WriteLines(ctx, tx, id, before, before, ranks.LedgerLine{PointsLine: rank.PointsLine{Action: rank.AdminAdjustAction, Points: 100, At: now}})
		w.Must(err)
		w.Must(tx.Commit(ctx))
		w.Must(<-erased)
		for _, m := range []storetest.Person{ann, bob} {
			if n := storetest.CountRankRows(t, w.Owner(), m.ID); n != 0 {
				t.Errorf("%s: %d rows of points and badges", m.Username, n)
			}
		}
	}
}
