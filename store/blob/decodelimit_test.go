package blob

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"

	"muster/store"
)

// Two pictures are decoded at once, a large one alone, and who gives up waiting takes
// no room.
func TestPicturesDecodedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limit := newDecodeLimit()
		most := func(count int, pixels int64) int {
			var running, most int
			var all sync.WaitGroup
			var mu sync.Mutex
			release := make(chan struct{})
			for range count {
				all.Go(func() {
					err := limit.run(t.Context(), pixels, func() error {
						mu.Lock()
						running++
						most = max(most, running)
						mu.Unlock()
						<-release
						mu.Lock()
						running--
						mu.Unlock()
						return nil
					})
					if err != nil {
						t.Error(err)
					}
				})
			}
			synctest.Wait()
			close(release)
			all.Wait()
			return most
		}
		for pixels, want := range map[int64]int{1: 2, 12_000_000: 2, store.MaxPixels/2 + 1: 1, store.MaxPixels: 1} {
			if got := most(6, pixels); got != want {
				t.Errorf("%d at once of %d pixels, want %d", got, pixels, want)
			}
		}
		gone, leave := context.WithCancel(t.Context())
		hold := make(chan struct{})
		go limit.run(t.Context(), store.MaxPixels, func() error { <-hold; return nil })
		synctest.Wait()
		leave()
		if err := limit.run(gone, 1, func() error { return nil }); err == nil {
			t.Error("who had gone was served")
		}
		close(hold)
		if got := most(4, 1); got != 2 {
			t.Errorf("%d at once afterwards", got)
		}
	})
}
