package actors

import (
	"testing"
	"time"

	"muster/actors/poller"
	"muster/actors/session"
	"muster/actors/wire"
	"muster/store"
)

// A recheck that the database did not answer is still under way until it is repeated: nothing
// is shown to the member before. In the second between two tries the session counted as
// checked, so a node that came back from an outage showed a banned member what was said
// meanwhile.
func TestP7RecheckThatFailedIsAwaited(t *testing.T) {
	cutOff(t, func(ann, bob, cyd *browser, here *harness, there *unreachableStore) {
		here.admission.set(func(l *memAdmission) { l.down = errCut })
		here.change("bob", func(c *store.Caller) { c.Member.Status.ChatEnabled = false })
		here.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-bob"})
		after(session.RecheckRetry / 4)
		bob.node.hub.poller.Trigger() // from now on it polls a quarter of a second after each try; the next poll comes first
		after(0)
		there.set(true, nil)
		after(2*poller.CurrentFor - session.RecheckRetry/8)
		ann.say("after the ban")
		bob.take()
		cyd.take()
		here.admission.set(func(l *memAdmission) { l.down = nil })
		there.set(false, nil)
		after(2 * time.Second)
		equal(t, "shown to somebody banned", len(only(bob.take(), "message")), 0)
		equal(t, "closed", bob.closed(), wire.CloseBanned)
		equal(t, "shown to the others", len(only(cyd.take(), "message")), 1)
	})
}
