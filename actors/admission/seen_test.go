package admission

import (
	"testing"
	"testing/synctest"

	"muster/store/roomlog"
)

// A session that is seen while the node ends is taken without a wait, although nobody reads
// any more that the first of some waits: the admission would hold the node's end up for ever.
func TestSeenWhileTheNodeEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := seenSessions{first: make(chan struct{}, 1)}
		one := []roomlog.SeenSession{{SessionID: "one"}}
		s.add(one)
		s.take() // at the end, before the first was read
		taken := make(chan struct{})
		go func() {
			s.add(one)
			close(taken)
		}()
		synctest.Wait()
		select {
		case <-taken:
		default:
			<-s.first
			t.Error("it waits")
		}
	})
}
