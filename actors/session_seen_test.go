package actors

import (
	"errors"
	"slices"
	"testing"

	"muster/actors/admission"
)

// A member who joins is noted as seen a little later, all such members in one call. What a
// silent database does not take is sent again, and what is left is sent when the node ends.
func TestWhoJoinsIsNotedAsSeen_AUTH37(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		noted := func(want ...string) {
			t.Helper()
			r.admission.mu.Lock()
			defer r.admission.mu.Unlock()
			got := slices.Clone(r.admission.noted)
			slices.Sort(got)
			equal(t, "noted", got, want)
		}
		r.inside("ann")
		after(2 * admission.SeenDelay)
		noted() // was seen within the minute
		r.admission.set(func(l *memAdmission) { l.unnoted = true })
		bob, cyd := r.inside("bob"), r.inside("cyd")
		noted()
		r.admission.set(func(l *memAdmission) { l.down = errors.New("away") })
		after(admission.SeenDelay)
		r.admission.set(func(l *memAdmission) { l.down = nil })
		noted()
		after(admission.SeenDelay)
		noted("session-bob", "session-cyd")
		after(2 * admission.SeenDelay)
		noted("session-bob", "session-cyd")
		bob.sess.Gone()
		cyd.sess.Gone()
		r.inside("dan")
		r.stop()
		noted("session-bob", "session-cyd", "session-dan")
	})
}
