package emergency_test

import (
	"context"
	"testing"
	"time"

	"muster/store"
	emergencies "muster/store/postgres/emergency"
	"muster/store/postgres/storetest"
)

// Who had sent an emergency message when the clock went back by five hours was let send the next
// one after six hours. The page, which offers no message before, had it so too.
func TestEmergencyIsFreeInTimeWhenTheClockWentBack_EMRG7(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	const hour = time.Hour
	messages := emergencies.New(w.DB, nil)
	ann, bob := w.Join("ann"), w.Join("bob")
	send := func(ahead time.Duration, who storetest.Person, want store.Code) {
		t.Helper()
		storetest.MoveClock(t, w.URL, ahead)
		_, err := messages.Send(ctx, who.ID, "the coffee is cold", "", "")
		if store.CodeOf(err) != want {
			t.Errorf("clock %v ahead: %v", ahead, err)
		}
	}
	quota := func(ahead time.Duration, want int) {
		t.Helper()
		storetest.MoveClock(t, w.URL, ahead)
		got, err := messages.Quota(ctx, bob.ID)
		w.Must(err)
		if now := storetest.One[time.Time](w, `select muster_now()`); got.Hour != want || got.NextAllowed.After(now.Add(hour)) {
			t.Errorf("clock %v ahead: %+v at %v", ahead, got, now)
		}
	}

	send(6*hour, ann, "")
	send(6*hour, bob, "")
	send(hour, ann, store.Limited)
	quota(hour, 1)
	send(2*hour-time.Minute, ann, store.Limited)
	quota(2*hour-time.Minute, 1)
	quota(2*hour+time.Minute, 0)
	send(2*hour+time.Minute, bob, "")
	send(2*hour+time.Minute, ann, "")
}
