// Revalidation: when the log has not answered for a while, this node may have
// missed that somebody lost a right. Before anybody on the node is sent more,
// the sessions concerned are checked. The cause may be the node itself: it was
// suspended, or cut off.
package actors

import (
	"muster/actors/runtime"
	"muster/actors/session"
)

// hubRevalidate: release wait when every session that is being rechecked now has its
// answer.
type hubRevalidate struct{ wait *runtime.Barrier }

// revalidate sends the barrier to every session that has joined or watches.
func (a *hubActor) revalidate(wait *runtime.Barrier) {
	for so := range a.presence.everySocket() {
		wait.Add()
		runtime.Tell(so.session.Ref(), session.Revalidate{Wait: wait})
	}
	wait.Release()
}
