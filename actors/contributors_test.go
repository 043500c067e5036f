package actors

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	livemoney "muster/actors/money"
	"muster/store"
	"muster/store/money"
)

// memContributors are the recent contributors in memory.
type memContributors struct {
	mu   sync.Mutex
	all  []money.Contributor
	down error
	late time.Duration // a read answers so long after it read
}

func (c *memContributors) Contributors(context.Context) ([]money.Contributor, error) {
	c.mu.Lock()
	all, down, late := c.all, c.down, c.late
	c.mu.Unlock()
	time.Sleep(late)
	return all, down
}

// are makes these the recent contributors.
func (c *memContributors) are(all ...money.Contributor) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = all
}

func marked(t *testing.T, seq int64, name string, is bool) store.Broadcast {
	t.Helper()
	b, err := store.NewContributorChanged(store.ContributorChanged{UserID: "id-" + name, Username: name, IsRecentContributor: is})
	if err != nil {
		t.Fatal(err)
	}
	b.Seq = seq
	return b
}

// Who comes into a room is shown with the mark that holds now, on every node, and the
// list of people agrees.
func TestContributorsAreMarked_CHAT37(t *testing.T) {
	contributors := &memContributors{}
	bubble(t, func(c *Config) { c.Contributors = contributors }, func(r *harness) {
		ann := money.Contributor{MemberID: "id-ann", Username: "ann", Until: time.Now().Add(40 * time.Minute)}
		contributors.are(ann)
		after(livemoney.ContributorsEvery)
		watcher := r.inside("watcher")
		mark := func(name string) string {
			t.Helper()
			watcher.take()
			b := r.join(name, `,"roomId":"general"`)
			after(2 * time.Second)
			frames := only(watcher.take(), "user_joined_room")
			equal(t, "arrivals of "+name, len(frames), 1)
			people, err := r.hub.RoomPeople(context.Background(), "general")
			if err != nil {
				t.Fatal(err)
			}
			listed := false
			for _, p := range people {
				listed = listed || p.Name == name && p.Contributor
			}
			b.sess.Gone()
			after(2 * time.Minute)
			return fmt.Sprint(frames[0]["isRecentContributor"], " ", listed)
		}
		equal(t, "a contributor", mark("ann"), "true true")
		equal(t, "somebody else", mark("bob"), "false false")
		contributors.are(ann, money.Contributor{MemberID: "id-bob", Username: "bob", Until: time.Now().Add(time.Hour)})
		r.hub.Broadcast(marked(t, 1, "bob", true))
		synctest.Wait()
		equal(t, "a new one", mark("bob"), "true true")
		contributors.are(ann)
		r.hub.Broadcast(marked(t, 2, "bob", false))
		synctest.Wait()
		equal(t, "no longer", mark("bob"), "false false")
	})
}

// When a contributor's time is over, the screens of the node receive it once.
func TestContributorMarkEnds_CHAT37(t *testing.T) {
	contributors := &memContributors{}
	bubble(t, func(c *Config) { c.Contributors = contributors }, func(r *harness) {
		bob := money.Contributor{MemberID: "id-bob", Username: "bob", Until: time.Now().Add(time.Hour)}
		contributors.are(money.Contributor{MemberID: "id-ann", Username: "ann", Until: time.Now().Add(livemoney.ContributorsEvery + 90*time.Second)}, bob)
		after(livemoney.ContributorsEvery)
		watcher := r.inside("watcher")
		after(89 * time.Second)
		equal(t, "before", len(only(watcher.take(), "contributor_changed")), 0)
		contributors.are(bob)
		after(2 * time.Second)
		equal(t, "at its end", only(watcher.take(), "contributor_changed"), []frame{
			{"type": "contributor_changed", "userId": "id-ann", "username": "ann", "isRecentContributor": false, "position": 0.0},
		})
		after(livemoney.ContributorsEvery)
		equal(t, "once", len(only(watcher.take(), "contributor_changed")), 0)
		contributors.mu.Lock()
		contributors.down = store.NewError(store.Unavailable, "no")
		contributors.mu.Unlock()
		after(livemoney.ContributorsEvery)
		equal(t, "an outage takes no mark", r.hub.contributors.Has("id-bob", time.Now()), true)
	})
}

// A contributor was erased, and the end of the mark brought the name to every screen once
// more, up to ten minutes later.
func TestContributorMarkEndsUnderThePresentName_CHAT37(t *testing.T) {
	contributors := &memContributors{}
	bubble(t, func(c *Config) { c.Contributors = contributors }, func(r *harness) {
		r.member("ann")
		contributors.are(money.Contributor{MemberID: "id-ann", Username: "ann", Until: time.Now().Add(time.Hour)})
		after(livemoney.ContributorsEvery)
		watcher := r.inside("watcher")
		contributors.are()
		r.site(store.SiteEvent{Kind: store.Renamed, MemberID: "id-ann", OldUsername: "ann", NewUsername: "erased_1", Erased: true})
		after(livemoney.ContributorsEvery)
		equal(t, "at its end", only(watcher.take(), "contributor_changed"), []frame{
			{"type": "contributor_changed", "userId": "id-ann", "username": "erased_1", "isRecentContributor": false, "position": 0.0},
		})
	})
}

// A read that began before somebody contributed takes no mark away: neither from who comes
// into a room, nor from the screens that were sent it.
func TestLateReadTakesNoMark_CHAT37(t *testing.T) {
	contributors := &memContributors{}
	bubble(t, func(c *Config) { c.Contributors = contributors }, func(r *harness) {
		watcher := r.inside("watcher")
		contributors.mu.Lock()
		contributors.late = time.Second
		contributors.mu.Unlock()
		ann := money.Contributor{MemberID: "id-ann", Username: "ann", Until: time.Now().Add(time.Hour)}
		contributors.are(ann)
		r.hub.Broadcast(marked(t, 1, "ann", true))
		after(time.Second / 2) // the read has begun
		contributors.are(ann, money.Contributor{MemberID: "id-bob", Username: "bob", Until: time.Now().Add(time.Hour)})
		r.hub.Broadcast(marked(t, 2, "bob", true))
		after(time.Second)
		equal(t, "after the first read", r.hub.contributors.Has("id-bob", time.Now()), true)
		after(5 * time.Second)
		for _, f := range only(watcher.take(), "contributor_changed") {
			equal(t, fmt.Sprint("the mark of ", f["username"]), f["isRecentContributor"], true)
		}
		equal(t, "after the second read", r.hub.contributors.Has("id-bob", time.Now()), true)
	})
}
