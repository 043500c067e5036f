package emergency_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/emergency"
	desks "muster/store/postgres/desk"
	emergencies "muster/store/postgres/emergency"
	"muster/store/postgres/storetest"
)

// brokenQueue takes nothing.
type brokenQueue struct{}

func (brokenQueue) QueueEmergency(context.Context, pgx.Tx, emergency.Emergency) error {
	return errors.New("no job was queued")
}

// A message whose alerts cannot be queued is not stored and does not count.
func TestEmergencyWithoutItsJobs_EMRG10_EMRG15(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	if _, err := emergencies.New(w.DB, brokenQueue{}).Send(ctx, ann.ID, "There is a threat at the gate", "", ""); err == nil {
		t.Error("it is sent")
	}
	emergencies := emergencies.New(w.DB, nil)
	history, _, err := emergencies.History(ctx, ann.ID, 50, nil)
	w.Must(err)
	quota, err := emergencies.Quota(ctx, ann.ID)
	w.Must(err)
	if len(history) != 0 || quota != (emergency.Quota{}) {
		t.Errorf("%+v, %+v", history, quota)
	}
	if _, err := emergencies.Send(ctx, storetest.NewID(), "There is a threat at the gate", "", ""); store.CodeOf(err) != store.NotFound {
		t.Errorf("a member who is not there: %v", err)
	}
}

// Of two hundred sends at once on two nodes one is stored, one more an hour later, and
// no fourth one in a day, by the moved clock; after the day the first one is free again.
func TestEmergenciesAtOnce_EMRG7_EMRG8(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	nodes := []*emergencies.Messages{
		emergencies.New(w.OpenNode(8).DB, nil), emergencies.New(w.OpenNode(8).DB, nil),
	}
	const hour = time.Hour
	for _, burst := range []struct {
		after  time.Duration
		calls  int
		stored int
		hour   int // what counts then
		day    int
	}{
		{0, 200, 1, 1, 1}, {hour - 20*time.Second, 20, 0, 1, 1}, {hour + time.Second, 200, 1, 1, 2}, {3 * hour, 200, 1, 1, 3},
		{5 * hour, 200, 0, 0, 3}, {24*hour - 20*time.Second, 20, 0, 0, 3}, {24*hour + time.Second, 20, 1, 1, 3},
	} {
		storetest.MoveClock(t, w.URL, burst.after)
		var ended storetest.Outcomes
		var all sync.WaitGroup
		for i := range burst.calls {
			all.Go(func() {
				ended.Add(storetest.Patiently(func() error {
					_, err := nodes[i%2].Send(ctx, ann.ID, "the coffee is cold", "", "")
					return err
				}))
			})
		}
		all.Wait()
		if ended.By[""] != burst.stored || ended.By["emergency_limit"] != burst.calls-burst.stored {
			t.Errorf("after %v: %v, want %d stored", burst.after, ended.By, burst.stored)
		}
		quota, err := nodes[0].Quota(ctx, ann.ID)
		w.Must(err)
		if quota.Hour != burst.hour || quota.Day != burst.day {
			t.Errorf("after %v: %+v", burst.after, quota)
		}
	}
}

// The answer to a message was lost: it is sent again under its key, twice at once on two
// nodes, and was refused by the limit that it had used up itself.
func TestEmergencySentAgain_EMRG7(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	nodes := []*emergencies.Messages{
		emergencies.New(w.OpenNode(8).DB, nil), emergencies.New(w.OpenNode(8).DB, nil),
	}
	key := storetest.NewID()
	answered := make(chan string, 20)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			if err := storetest.Patiently(func() error {
				e, err := nodes[i%2].Send(ctx, ann.ID, " the coffee is cold", "", key)
				if err == nil {
					answered <- e.ID
				}
				return err
			}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	close(answered)
	history, _, err := nodes[0].History(ctx, ann.ID, 50, nil)
	w.Must(err)
	if len(history) != 1 {
		t.Fatalf("%d messages are stored", len(history))
	}
	for id := range answered {
		if id != history[0].ID {
			t.Errorf("%s is answered, %s is stored", id, history[0].ID)
		}
	}
	storetest.MoveClock(t, w.URL, 48*time.Hour)
	if e, err := nodes[0].Send(ctx, ann.ID, "the coffee is cold", "", key); err != nil || e.ID != history[0].ID {
		t.Errorf("two days later: %+v, %v", e, err)
	}
	if _, err := nodes[0].Send(ctx, ann.ID, "the tea is cold too", "", key); store.AsError(err).Reason != "idempotency_key_used" || store.CodeOf(err) != store.Conflict {
		t.Errorf("for another message: %v", err)
	}
	if e, err := nodes[0].Send(ctx, bob.ID, "the coffee is cold", "", key); err != nil || e.MemberID != bob.ID {
		t.Errorf("of another member: %+v, %v", e, err)
	}
}

// Whoever resolves a message that another administrator has resolved changes nothing: the
// audit log names the first alone.
func TestResolvedTwiceIsAuditedOnce_EMRG16_ADM16(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	first, _ := w.Chief("first")
	second, _ := w.Chief("second")
	emergencies := emergencies.New(w.DB, nil)
	sent, err := emergencies.Send(ctx, ann.ID, "There is a threat at the gate", "", "")
	w.Must(err)
	for _, by := range []store.Caller{first, second} {
		w.Must(storetest.Second(emergencies.Acknowledge(ctx, by, sent.ID)))
	}
	for i, by := range []store.Caller{first, second} {
		e, err := emergencies.Resolve(ctx, by, sent.ID, []string{"guards sent", "mine"}[i])
		if w.Must(err); e.Note != "guards sent" {
			t.Errorf("the note is %q", e.Note)
		}
	}
	log, _, err := desks.New(w.DB).Audit(ctx, store.AuditQuery{Subject: sent.ID, Limit: 10})
	w.Must(err)
	var done []string
	for _, e := range log {
		done = append(done, e.Action+" by "+e.Actor.Username)
	}
	if got := strings.Join(done, ", "); got != "emergency_resolved by first, emergency_acknowledged by first" {
		t.Errorf("%s", got)
	}
}
