package actors

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muster/store"
)

func sent(seq int64, text string) store.Event {
	id := fmt.Sprint("m", seq)
	return store.Event{Room: "r", Seq: seq, Kind: store.MessageSent, ActorID: "1", Message: &store.Message{
		ID: id, Room: "r", Seq: seq, Kind: store.TextMessage, Text: text, SenderID: "1", SenderName: "ann",
	}}
}

func TestRingIsBounded(t *testing.T) {
	r := NewReplay(10)
	if _, ok := r.After(9); ok {
		t.Fatal("knows what it never saw")
	}
	for i := range int64(3 * ReplayEvents) {
		r.Append(Announce([]store.Event{sent(11+i, "x")})[0])
	}
	last := int64(10 + 3*ReplayEvents)
	equal(t, "count", len(r.events), ReplayEvents)
	got, ok := r.After(last - 5)
	equal(t, "after", []any{len(got), ok, got[0].Seq}, []any{5, true, last - 4})
	if _, ok := r.After(last - ReplayEvents - 1); ok {
		t.Fatal("reaches too far back")
	}
	if got, ok := r.After(last - ReplayEvents); !ok || len(got) != ReplayEvents {
		t.Fatal("does not reach back to its first event")
	}
	if got, ok := r.After(last); !ok || len(got) != 0 {
		t.Fatal("nothing was missed")
	}
	if _, ok := r.After(last + 1); ok {
		t.Fatal("knows the future")
	}
	for i := range int64(400) {
		r.Append(Announce([]store.Event{sent(last+1+i, strings.Repeat("y", 2000))})[0])
	}
	sum := 0
	for _, a := range r.events {
		sum += a.Frame.Len()
	}
	if sum != r.bytes || sum > ReplayBytes || len(r.events) < 100 {
		t.Fatalf("%d events, %d bytes, counted %d", len(r.events), sum, r.bytes)
	}
}

func TestRingRewritesCopies(t *testing.T) {
	r := NewReplay(0)
	e := sent(1, "secret")
	r.Append(Announce([]store.Event{e})[0])
	r.Append(Announce([]store.Event{{Room: "r", Seq: 2, Kind: store.ReactionAdded, ActorID: "1", ActorName: "ann", MessageID: "m1", Reaction: "🔥"}})[0])
	r.Purge("m1", time.Unix(5, 0))
	r.Rename("1", "ann", "eve")
	all := string(r.events[0].Frame.Payload()) + string(r.events[1].Frame.Payload())
	if strings.Contains(all, "secret") || strings.Contains(all, "ann") || strings.Count(all, "eve") != 2 {
		t.Fatal(all)
	}
	equal(t, "in other hands", []string{e.Message.Text, e.Message.SenderName}, []string{"secret", "ann"})
	equal(t, "bytes", r.bytes, r.events[0].Frame.Len()+r.events[1].Frame.Len())
}

func TestTailKeepsTheNewest(t *testing.T) {
	tl := NewRecent("r", nil)
	for i := range int64(store.HistoryPage + 10) {
		tl.Apply(sent(i+1, "x"))
	}
	equal(t, "count", len(tl.messages), store.HistoryPage)
	equal(t, "first", tl.messages[0].Seq, 11)
	before := tl.History()
	if &before.Payload()[0] != &tl.History().Payload()[0] {
		t.Fatal("encoded again though nothing changed")
	}
	on := store.Event{Kind: store.ReactionAdded, MessageID: "m20", ActorID: "2", ActorName: "bob", Reaction: "🔥"}
	off := on
	off.Kind = store.ReactionRemoved
	tl.Apply(on)
	tl.Apply(on)
	equal(t, "once", len(tl.messages[9].Reactions), 1)
	if string(before.Payload()) == string(tl.History().Payload()) {
		t.Fatal("the frame is stale")
	}
	tl.Apply(off)
	equal(t, "off", string(tl.History().Payload()), string(before.Payload()))
	tl.Apply(store.Event{Kind: store.MessageDeleted, MessageID: "m20", At: time.Unix(9, 0)})
	tl.Apply(on)
	equal(t, "CHAT-25 none on a deleted message", len(tl.messages[9].Reactions), 0)
	equal(t, "deleted", []any{tl.messages[9].Text, tl.messages[9].DeletedAt.Unix()}, []any{"", int64(9)})
}

func TestMessageBodyOfADeletedMessage(t *testing.T) {
	m := store.Message{ID: "1", Text: "secret", MediaURL: "secret", ThumbnailURL: "secret", ReplyTo: "2", ReplyText: "secret", ReplyName: "secret",
		Flagged: true, CreatedAt: time.Unix(1, 999_999_999).In(time.FixedZone("x", 3600)), DeletedAt: time.Unix(2, 0), Reactions: []store.Reaction{{Emoji: "secret"}}}
	b := MessageBody(m)
	if b.Text != "" || b.MediaURL != nil || b.MediaThumbnailURL != nil || b.ReplyToText != nil || b.ReplyToUsername != nil || len(b.Reactions) != 0 || b.IsFlagged {
		t.Fatalf("%+v", b)
	}
	equal(t, "time", b.CreatedAt.Format(time.RFC3339Nano), "1970-01-01T00:00:01.999999Z")
}

// The roster counts people whatever comes and goes.
func TestRosterModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r, now := NewMembers(), time.Unix(1000, 0)
		sessions := make([]*Session, 12)
		for i := range sessions {
			sessions[i] = &Session{}
		}
		in := map[int]bool{}
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			i := rapid.IntRange(0, len(sessions)-1).Draw(rt, "socket")
			now = now.Add(time.Duration(rapid.IntRange(0, 2000).Draw(rt, "ms")) * time.Millisecond)
			if in[i] {
				r.Leave(sessions[i], now)
			} else {
				r.Enter(sessions[i], nil, fmt.Sprint(i%4), "n", i%2 == 0, now)
			}
			in[i] = !in[i]
			r.Due(now)
			r.Forget(now)
			people, sockets := map[int]bool{}, 0
			for j, on := range in {
				if on {
					people[j%4] = true
					sockets++
				}
			}
			if r.Count() != len(people) || len(r.Subscriptions) != sockets || len(r.bySession) != sockets {
				rt.Fatalf("%d people, %d seats; want %d, %d", r.Count(), len(r.Subscriptions), len(people), sockets)
			}
			for at, st := range r.Subscriptions {
				if st.index != at || r.bySession[st.Session] != st {
					rt.Fatal("a seat lost its place")
				}
			}
			for _, p := range r.waiting {
				if r.People[p.ID] != p || p.Announced || p.due.Before(r.Next()) {
					rt.Fatal("somebody waits who is gone, told or due before the first")
				}
			}
		}
	})
}

// WS-24: the bucket lets burst at once and then rate a second, however it is
// asked.
func TestBucket(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rate, burst := float64(rapid.IntRange(1, 20).Draw(rt, "rate")), rapid.IntRange(1, 20).Draw(rt, "burst")
		var b bucket
		start := time.Unix(1000, 0)
		now, taken := start, 0
		for range 200 {
			now = now.Add(time.Duration(rapid.IntRange(0, 300).Draw(rt, "ms")) * time.Millisecond)
			wait, ok := b.take(now, rate, burst)
			if ok {
				taken++
			} else if _, ok := b.take(now.Add(wait), rate, burst); !ok {
				rt.Fatal("the wait was too short")
			} else {
				now, taken = now.Add(wait), taken+1
			}
			if limit := now.Sub(start).Seconds()*rate + float64(burst) + 1e-6; float64(taken) > limit {
				rt.Fatalf("%d taken, at most %.2f", taken, limit)
			}
		}
	})
}

func TestReopenPauseGrows(t *testing.T) {
	equal(t, "pauses", []time.Duration{reopenPause(1), reopenPause(2), reopenPause(50)}, []time.Duration{200 * time.Millisecond, 400 * time.Millisecond, 30 * time.Second})
}
