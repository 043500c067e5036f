package encrypted_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"muster/store"
	"muster/store/encrypted"
	"muster/store/postgres/storetest"
)

// Calls of one attempt make one message, whichever node they come to, and also once the opening
// that they ask for is over.
func TestMessageIsMadeOncePerAttempt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	nodes, admin := w.messages(2), w.boss()
	hours, opens := 48.0, time.Now().Add(time.Hour)
	draft := encrypted.Draft{Kind: encrypted.Text, Content: "the gate code", Hours: &hours, OpensAt: opens, Attempt: uuid.NewString()}
	made := make([]encrypted.Message, 8)
	var all errgroup.Group
	for i := range made {
		all.Go(func() (err error) {
			made[i], err = nodes[i%2].Create(ctx, admin, draft)
			return err
		})
	}
	w.must(all.Wait())
	storetest.MoveClock(t, w.url, 2*time.Hour)
	late, err := nodes[1].Create(ctx, admin, draft)
	w.must(err)
	for _, m := range append(made, late) {
		if m.ID != made[0].ID || m.Code != made[0].Code || m.Content != draft.Content {
			t.Errorf("%+v, want %+v", m, made[0])
		}
	}
	if n := one[int](w, `select count(*)::int from decrypt_messages`); n != 1 {
		t.Errorf("%d messages", n)
	}
	draft.Attempt = uuid.NewString()
	if _, err := nodes[0].Create(ctx, admin, draft); store.AsError(err).Reason != "opens_at" {
		t.Errorf("opens in the past: %v", err)
	}
}
