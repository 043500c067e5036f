package actors

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"muster/actors/presence"
	"muster/actors/ratelimit"
	"muster/actors/wire"
)

// A member who comes and goes all the time costs the others a few frames a
// second, in a small chat too, and in the end they know whether the member is
// in chat.
func TestOneWhoComesAndGoesIsAnnouncedSeldom(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		ann := r.inside("ann")
		after(time.Minute)
		ann.take()
		const rounds = 30
		for range rounds {
			r.inside("bob").sess.Gone()
			synctest.Wait()
		}
		r.inside("bob")
		after(3 * time.Second)
		received := only(ann.take(), "user_joined", "user_left")
		if len(received) < 2 || len(received) > presence.SmallRoomBurst+3 {
			t.Errorf("%d frames for %d comings and goings", len(received), 2*rounds+1)
		}
		last := received[len(received)-1]
		equal(t, "last", []any{last["type"], last["userId"]}, []any{"user_joined", "id-bob"})
		equal(t, "count", last.num("onlineCount"), 2)
	})
}

// A small chat receives each person who comes, and many at once in one
// batch.
func TestWS9AStormInASmallChat(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		ann := r.inside("ann")
		after(time.Minute)
		ann.take()
		for i := range 40 {
			r.inside(fmt.Sprint("soldier", i))
		}
		equal(t, "at once", len(only(ann.take(), "user_joined")), presence.SmallRoomBurst)
		after(presence.Window)
		rest := only(ann.take(), "user_joined")
		equal(t, "together", len(rest), 40-presence.SmallRoomBurst)
		for i, f := range rest {
			equal(t, "in order", f["userId"], any(fmt.Sprint("id-soldier", presence.SmallRoomBurst+i)))
			equal(t, "count", f.num("onlineCount"), 41)
		}
	})
}

// A member who joins the chat more often than any number of tabs would must try again
// later, and may join again after a while.
func TestWhoComesTooOftenIsTurnedAway(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		for i := range 3 * ratelimit.SocketsPerMember {
			b := r.join("bob", "")
			synctest.Wait()
			equal(t, fmt.Sprint("let in ", i), len(only(b.take(), "joined")), 1)
			b.sess.Gone()
			synctest.Wait()
		}
		late := r.join("bob", "")
		synctest.Wait()
		equal(t, "closed", late.closed(), wire.CloseTryLater)
		equal(t, "why", only(late.take(), "error")[0]["code"], any("rate_limited"))
		after(10 * time.Second)
		equal(t, "later", len(only(r.join("bob", "").take(), "joined")), 1)
	})
}
