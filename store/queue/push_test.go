package queue_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/chat"
	logs "muster/store/postgres/roomlog"
	"muster/store/postgres/storetest"
	"muster/store/queue"
	"muster/store/roomlog"
)

// Every browser of a member who is not in the room is notified, with the text only where
// the member wants it. A member who reads the room now is not. Nothing of a text is
// stored with the jobs or logged.
func TestPushNotifiesMembersOutsideTheRoom(t *testing.T) {
	p := newPushHarness(t)
	e := p.says("a canary for @bob")
	got := p.next(2)
	want := chat.PushPayload{
		Title: "General", Body: "ann mentioned you", RoomID: "general", MessageID: e.Message.ID, Seq: 1, Mention: true, Count: 1, Tag: "room:general",
	}
	if got["phone"] != want || got["desk"] != want {
		t.Errorf("pushed %+v, want %+v", got, want)
	}
	p.wants(p.bob.Member.ID, chat.PushSettings{TimeZone: "UTC", Preview: true})
	p.set(func() { p.reading[p.bob.Member.ID] = true })
	p.says("he reads this canary")
	p.searched()
	p.set(func() { p.reading = map[string]bool{} })
	p.says("another canary") // he was there, so this is a first one
	if got := p.next(2)["phone"]; got.Body != "ann: another canary" || got.Mention || got.Seq != 3 {
		t.Errorf("with preview: %+v", got)
	}
	p.searched()
	if one[bool](p.harness, `select exists (select from river_job where args::text like '%canary%' or errors::text like '%canary%')`) {
		t.Error("a job holds a text")
	}
	if strings.Contains(p.log.String(), "canary") {
		t.Errorf("the log holds a text: %s", p.log.String())
	}
	if len(p.pushed) != 0 {
		t.Errorf("%d more were pushed", len(p.pushed))
	}
}

// The first message of a room is pushed at once, and those that follow within the pause
// as one. A message that names or answers the member does not wait. Another node goes on
// where the node died that pushed.
func TestPushGathersWhatFollows(t *testing.T) {
	p := newPushHarness(t)
	ctx := context.Background()
	own := p.saysBy(p.bob, "who is there?", "").Message
	first := p.says("one").Message
	want := chat.PushPayload{Title: "General", Body: "New message from ann", RoomID: "general", MessageID: first.ID, Seq: 2, Count: 1, Tag: "room:general"}
	if got := p.next(2); got["phone"] != want || got["desk"] != want {
		t.Errorf("the first: %+v, want %+v", got, want)
	}
	p.hold()
	p.says("two")
	p.noMore("during the pause")
	if got := func() chat.PushPayload { p.saysBy(p.ann, "I am", own.ID); return p.next(2)["desk"] }(); got.Body != "ann replied to you" || !got.Reply || got.Mention || got.Count != 1 {
		t.Errorf("an answer: %+v", got)
	}
	if got := func() chat.PushPayload { p.says("and @bob"); return p.next(2)["desk"] }(); got.Body != "ann mentioned you" || !got.Mention || got.Reply {
		t.Errorf("a mention: %+v", got)
	}
	p.says("three")
	p.noMore("still during the pause")

	// The node dies; another one knows the pause and what waits.
	p.stop()
	other, err := queue.New(p.DB, slog.New(slog.DiscardHandler))
	p.must(err)
	pushes := other.AddPush(p.playedPusher)
	p.must(other.Start(ctx))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		p.must(other.Stop(ctx))
	})
	pushes.Search(p.readers)
	p.says("four")
	p.noMore("on another node")
	p.passPause()
	want = chat.PushPayload{Title: "General", Body: "5 new messages, the last from ann", RoomID: "general", MessageID: p.newest(), Seq: 7, Count: 5, Tag: "room:general"}
	if got := p.next(2); got["phone"] != want || got["desk"] != want {
		t.Errorf("after the pause: %+v, want %+v", got, want)
	}
	// It has begun anew, and ends without a word when nothing waits.
	p.hold()
	p.wants(p.bob.Member.ID, chat.PushSettings{TimeZone: "UTC", Preview: true})
	p.says("five")
	p.says("six")
	p.noMore("during the next pause")
	p.passPause()
	if got := p.next(2)["phone"]; got.Body != "ann: six (2 new messages)" {
		t.Errorf("with the text: %+v", got)
	}
	p.hold()
	p.says("seven")
	_, _, err = logs.New(p.DB).MarkRead(ctx, p.bob.Member.ID, "general", 10)
	p.must(err)
	p.passPause()
	p.waitFor(`select not exists (select from push_pauses)`)
	p.noMore("what was read meanwhile")
	p.says("eight")
	if got := p.next(2)["phone"]; got.Body != "ann: eight" {
		t.Errorf("after all pauses: %+v", got)
	}
	p.wants(p.bob.Member.ID, chat.PushSettings{TimeZone: "UTC"})
	p.must(p.SetLanguage(ctx, p.bob.Member.ID, "es"))
	p.says("and once more @bob")
	if got := p.next(2)["phone"]; got.Body != "ann te ha mencionado" {
		t.Errorf("in Spanish: %+v", got)
	}
}

// edits replaces a text of ann's.
func (p *pushHarness) edits(message, text string) {
	p.t.Helper()
	results, err := logs.New(p.DB).Append(context.Background(), []roomlog.Command{{
		Kind: roomlog.MessageEdited, Room: "general", Member: p.ann.Member.ID, Session: p.ann.Session.ID, MessageID: message,
		Draft: roomlog.Draft{Kind: roomlog.TextMessage, Text: text},
	}})
	p.must(err)
	p.must(results[0].Err)
}

// An edit is pushed to whom it names anew, once, also when the message was read
// before; nobody else hears of it.
func TestPushOfAnEdit(t *testing.T) {
	p := newPushHarness(t)
	said := p.says("hello there").Message
	p.next(2)
	p.searched()
	_, _, err := logs.New(p.DB).MarkRead(context.Background(), p.bob.Member.ID, "general", 1)
	p.must(err)
	edit := func(text string) { p.edits(said.ID, text) }
	edit("hello everybody")
	p.searched()
	if len(p.pushed) > 0 {
		t.Fatalf("an edit that names nobody: %+v", <-p.pushed)
	}
	edit("hello @bob")
	want := chat.PushPayload{Title: "General", Body: "ann mentioned you", RoomID: "general", MessageID: said.ID, Seq: 1, Mention: true, Count: 1, Tag: "room:general"}
	if got := p.next(2); got["phone"] != want || got["desk"] != want {
		t.Errorf("pushed %+v, want %+v", got, want)
	}
	for _, text := range []string{"hello, @bob", "hello", "hello again @bob"} {
		edit(text)
		p.searched()
	}
	if len(p.pushed) > 0 {
		t.Errorf("pushed again: %+v", <-p.pushed)
	}
}

// What a member chose, read, left or lost counts at the moment of the push.
func TestPushRespectsTheMember(t *testing.T) {
	p := newPushHarness(t)
	ctx := context.Background()
	quiet := func(name string, before func(), text string) {
		t.Helper()
		before()
		p.says(text)
		p.searched()
		if len(p.pushed) > 0 {
			t.Fatalf("%s: pushed %+v", name, <-p.pushed)
		}
	}
	level := func(level string, muted *string) func() {
		return func() {
			t.Helper()
			_, err := p.SetRoomNotifications(ctx, p.bob.Member.ID, "general", level, muted)
			p.must(err)
		}
	}
	hour := time.Now().Add(time.Hour).Format(time.RFC3339)
	quiet("mentions only", level("mentions", nil), "plain")
	quiet("nothing", level("none", nil), "hey @bob")
	quiet("muted", level("all", &hour), "hey @bob")
	level("all", nil)()
	now := time.Now().UTC()
	quiet("quiet hours", func() {
		p.wants(p.bob.Member.ID, chat.PushSettings{
			QuietFrom: now.Add(-time.Hour).Format("15:04"), QuietTo: now.Add(time.Hour).Format("15:04"), TimeZone: "UTC"})
	}, "hey @bob")
	p.wants(p.bob.Member.ID, chat.DefaultPushSettings)
	quiet("an ignored sender", func() {
		_, err := p.Ignore(ctx, p.bob.Member.ID, p.ann.Member.ID)
		p.must(err)
	}, "hey @bob")
	_, err := p.Unignore(ctx, p.bob.Member.ID, p.ann.Member.ID)
	p.must(err)
	p.says("at last")
	p.next(2)
	quiet("signed out", func() { p.must(p.EndSession(ctx, p.bob.Session.ID, p.bob.Member.ID)) }, "hey @bob")
	p.must(p.SweepPushSubscriptions(ctx))
	if n := one[int](p.harness, `select count(*) from push_subscriptions`); n != 0 {
		t.Errorf("%d browsers are left", n)
	}
}

// A browser that its service does not know is removed. When the service of one asks to
// wait, that one alone is notified later.
func TestPushIsTriedAgain(t *testing.T) {
	p := newPushHarness(t)
	// So long that the job cannot run again before the test has seen it wait.
	busy := &store.Error{Code: store.Limited, Message: "push: the service refused with 429", RetryAfter: time.Hour}
	p.subscribe(p.bob, "tablet")
	p.set(func() {
		p.answers["desk"] = store.NewError(store.NotFound, "push: the service refused with 410")
		p.answers["phone"] = busy
	})
	p.says("hello")
	if got := p.next(1); got["tablet"].Seq != 1 {
		t.Errorf("pushed %+v", got)
	}
	p.waitFor(`select count(*) = 1 from river_job where kind = 'push' and state = 'scheduled' and args->>'try' = '1' and jsonb_array_length(args->'to') = 1`)
	if n := one[int](p.harness, `select count(*) from push_subscriptions where endpoint = 'desk'`); n != 0 {
		t.Error("the browser that is gone is still there")
	}
	p.exec(`update river_job set scheduled_at = now() where kind = 'push' and state = 'scheduled'`)
	if got := p.next(1); got["phone"].Seq != 1 {
		t.Errorf("pushed later: %+v", got)
	}
}

// What a member chose while a notification waited counts too, and what has become old
// meanwhile is not pushed.
func TestPushTriedAgainRespectsTheMember(t *testing.T) {
	p := newPushHarness(t)
	ctx := context.Background()
	bob := p.bob.Member.ID
	level := func(level string, muted *string) func() {
		return func() {
			_, err := p.SetRoomNotifications(ctx, bob, "general", level, muted)
			p.must(err)
		}
	}
	settings := func(s chat.PushSettings) func() { return func() { p.wants(bob, s) } }
	now := time.Now().UTC()
	hour, all := now.Add(time.Hour).Format(time.RFC3339), level("all", nil)
	night := chat.PushSettings{QuietFrom: now.Add(-time.Hour).Format("15:04"), QuietTo: now.Add(time.Hour).Format("15:04"), TimeZone: "UTC"}
	busy := &store.Error{Code: store.Limited, Message: "push: the service refused with 429", RetryAfter: time.Hour}
	var said string
	for _, x := range []struct {
		name          string
		before, after func()
		pushed        int
	}{
		{"nothing chosen", func() {}, func() {}, 2},
		{"mentions only", level("mentions", nil), all, 2},
		{"nothing", level("none", nil), all, 0},
		{"muted", level("all", &hour), all, 0},
		{"quiet hours", settings(night), settings(chat.DefaultPushSettings), 0},
		{"an ignored sender", func() { p.must(storetest.Second(p.Ignore(ctx, bob, p.ann.Member.ID))) },
			func() { p.must(storetest.Second(p.Unignore(ctx, bob, p.ann.Member.ID))) }, 0},
		{"mentions only, and no longer named", func() { level("mentions", nil)(); p.edits(said, "hey") }, all, 0},
		{"old", func() { storetest.MoveClock(t, p.url, chat.PushAge+time.Minute) }, func() {}, 0},
	} {
		p.set(func() { p.answers["phone"], p.answers["desk"] = busy, busy })
		said = p.says("hey @bob").Message.ID
		p.waitFor(`select count(*) = 1 from river_job where kind = 'push' and state = 'scheduled'`)
		x.before()
		p.exec(`update river_job set scheduled_at = now() where kind = 'push' and state = 'scheduled'`)
		p.waitFor(`select not exists (select from river_job where kind = 'push' and state in ('available', 'scheduled', 'running'))`)
		if len(p.pushed) != x.pushed {
			t.Errorf("%s: %d browsers were notified", x.name, len(p.pushed))
		}
		for len(p.pushed) > 0 {
			<-p.pushed
		}
		x.after()
	}
}

// A job calls fifty browsers, ten at once, and waits up to five seconds for each. It lasts
// for as long as none of them answers: one that was cut off would notify again those whom
// it had reached.
func TestPushJobOutlastsItsCalls(t *testing.T) {
	p := newPushHarness(t)
	p.says("hello")
	p.next(2)
	p.set(func() {
		if p.left < 26*time.Second {
			t.Errorf("a job has %v", p.left)
		}
	})
}

// Two nodes search at once: each message is pushed once. What the search of a node
// that failed did not queue, the next one queues.
func TestPushSearchesOnceOnManyNodes(t *testing.T) {
	p := newPushHarness(t)
	other, err := queue.New(p.DB, slog.New(slog.DiscardHandler))
	p.must(err)
	pushes := other.AddPush(p.playedPusher)
	p.must(other.Start(context.Background()))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		p.must(other.Stop(ctx))
	})
	failed := false
	pushes.Search(func(ctx context.Context, room string) (map[string]bool, error) {
		if !failed {
			failed = true
			return nil, fmt.Errorf("not known")
		}
		return p.readers(ctx, room)
	})
	seen := map[int64]int{}
	for i := range 5 {
		p.says(fmt.Sprint("number ", i))
		p.searched()
		p.passPause()
	}
	for len(p.pushed) > 0 {
		if one := <-p.pushed; one.endpoint == "phone" {
			seen[one.Seq]++
		}
	}
	for seq := range int64(5) {
		if seen[seq+1] != 1 {
			t.Errorf("message %d was pushed %d times", seq+1, seen[seq+1])
		}
	}
}

// A member has a bounded number of browsers; an endpoint belongs to who signed in
// there last.
func TestPushSubscriptionsAreBounded(t *testing.T) {
	p := newPushHarness(t)
	for i := range chat.MaxPushSubscriptions + 3 {
		p.subscribe(p.bob, fmt.Sprint("browser ", i))
	}
	if n := one[int](p.harness, `select count(*) from push_subscriptions`); n != chat.MaxPushSubscriptions {
		t.Errorf("%d browsers", n)
	}
	last := fmt.Sprint("browser ", chat.MaxPushSubscriptions+2)
	p.subscribe(p.ann, last)
	if owner := one[string](p.harness, `select member_id::text from push_subscriptions where endpoint = $1`, last); owner != p.ann.Member.ID {
		t.Errorf("it belongs to %s", owner)
	}
	p.must(p.RemovePushSubscription(context.Background(), p.bob.Member.ID, last))
	if n := one[int](p.harness, `select count(*) from push_subscriptions where endpoint = $1`, last); n != 1 {
		t.Error("somebody else removed it")
	}
}
