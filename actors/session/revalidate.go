// Revalidation: when the log has not answered for a while, this node may have
// missed that somebody lost a right. Before anybody on the node is sent more,
// the sessions concerned are checked. The cause may be the node itself: it was
// suspended, or cut off.
package session

import (
	"muster/actors/runtime"
)

// revalidate releases the barrier at once, or at the end of the recheck under
// way.
func (s *actor) revalidate(wait *runtime.Barrier) {
	if s.rechecking {
		s.barriers = append(s.barriers, wait)
	} else {
		wait.Release()
	}
}

// releaseBarriers releases the barriers that wait for this session.
func (s *actor) releaseBarriers() {
	for _, wait := range s.barriers {
		wait.Release()
	}
	s.barriers = nil
}
