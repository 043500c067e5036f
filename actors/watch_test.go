package actors

import (
	"testing"
	"testing/synctest"
	"time"

	"muster/actors/poller"
	"muster/actors/ratelimit"
	"muster/actors/session"
	"muster/store"
)

// watcher connects a page of somebody that only watches and discards the answer.
func (r *harness) watcher(name string) *browser {
	r.t.Helper()
	r.admission.mu.Lock()
	_, known := r.admission.callers["token-"+name]
	r.admission.mu.Unlock()
	if !known {
		r.member(name)
	}
	b := r.connect()
	b.send(`{"type":"watch","token":"token-%s"}`, name)
	equal(r.t, "answer", len(only(b.take(), "watching")), 1)
	return b
}

// A page that only watches receives what concerns its member, on whatever node, and
// its member does not count as a person in chat.
func TestWatchingReceivesAndIsNotPresent(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		page := w.nodes[1].watcher("ann")
		other := w.nodes[1].watcher("cyd")
		bob := w.nodes[0].inside("bob")
		after(settled)
		for _, s := range []*browser{page, other, bob} {
			s.take()
		}
		equal(t, "people in chat", []int{w.nodes[0].hub.OnlineCount(), w.nodes[1].hub.OnlineCount()}, []int{1, 1})
		own := costs(store.MemberSubject("id-ann", "points"), 1, 5)
		all := costs("server_cost", 2, 7)
		w.nodes[0].log.committed(own)
		w.nodes[0].log.committed(all)
		w.nodes[0].hub.Broadcast(own, all)
		after(3 * poller.Every)
		equal(t, "ann's page", len(only(page.take(), "server_cost")), 2)
		equal(t, "another member's page", len(only(other.take(), "server_cost")), 1)
		bob.say("hello")
		after(settled)
		equal(t, "what is said in rooms", len(page.take()), 0)
		page.say("hello")
		equal(t, "a send", page.take()[0]["code"], any("no_room"))
		page.send(`{"type":"join_chat","token":"token-ann"}`)
		equal(t, "a second beginning", page.take()[0]["code"], any("already_joined"))
		page.send(`{"type":"watch","token":"token-ann"}`)
		equal(t, "still watching", page.take()[0]["type"], any("watching"))
		page.sess.Gone()
		other.sess.Gone()
		after(settled)
		equal(t, "people in chat", w.nodes[0].hub.OnlineCount(), 1)
		equal(t, "nobody left", len(only(bob.take(), "user_left")), 0)
	})
}

// The end of the session closes a page that watches. A ban from chat does not, and is
// sent to it, like the administrator's right.
func TestWatchingFollowsRights(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		page := r.watcher("ann")
		until := time.Now().Add(time.Hour)
		r.change("ann", func(c *store.Caller) { c.Member.Status.BannedUntil = until })
		r.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-ann"})
		frames := only(page.take(), "standing_changed")
		equal(t, "frames of the ban", len(frames), 1)
		equal(t, "chat is on", frames[0]["chatEnabled"], any(true))
		equal(t, "until", frames[0]["bannedUntil"] != nil, true)
		equal(t, "open", int(page.closed()), 0)
		again := r.watcher("ann") // also while banned
		r.change("ann", func(c *store.Caller) { c.Member.Status.BannedUntil, c.Member.IsAdmin = time.Time{}, true })
		r.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-ann"})
		for _, b := range []*browser{page, again} {
			frames := only(b.take(), "standing_changed")
			equal(t, "frame of both", []any{len(frames), frames[0]["isAdmin"], frames[0]["bannedUntil"]}, []any{1, true, nil})
		}
		r.site(store.SiteEvent{Kind: store.Renamed, MemberID: "id-ann", OldUsername: "ann", NewUsername: "anna"})
		equal(t, "the new name", len(only(page.take(), "username_changed")), 1)
		r.site(store.SiteEvent{Kind: store.SessionEnded, MemberID: "id-ann", SessionID: "session-ann"})
		equal(t, "closed", []int{int(page.closed()), int(again.closed())}, []int{4401, 4401})
	})
}

// Tabs that watch count among the sockets a member may have open.
func TestWatchingIsBounded(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		for range ratelimit.SocketsPerMember {
			r.watcher("ann")
		}
		more := r.connect()
		more.send(`{"type":"watch","token":"token-ann"}`)
		equal(t, "one more", int(more.closed()), 1013)
		stranger := r.connect()
		stranger.send(`{"type":"watch","token":"nobody's"}`)
		equal(t, "without a session", int(stranger.closed()), 4401)
		silent := r.connect()
		after(2 * session.JoinDeadline)
		equal(t, "neither joins nor watches", int(silent.closed()), 4408)
		synctest.Wait()
	})
}
