package roomlog

import (
	"testing"
	"time"

	"muster/store/roomlog"
)

func TestCHAT25RecentKeepsTheNewest(t *testing.T) {
	tl := NewRecent("r", nil)
	for i := range int64(roomlog.HistoryPage + 10) {
		tl.Apply(sent(i+1, "x"))
	}
	equal(t, "count", len(tl.messages), roomlog.HistoryPage)
	equal(t, "first", tl.messages[0].Seq, 11)
	before := tl.History(nil)
	if &before.Payload()[0] != &tl.History(nil).Payload()[0] {
		t.Fatal("encoded again though nothing changed")
	}
	on := roomlog.Event{Kind: roomlog.ReactionAdded, MessageID: "m20", ActorID: "2", ActorName: "bob", Reaction: "🔥"}
	off := on
	off.Kind = roomlog.ReactionRemoved
	tl.Apply(on)
	tl.Apply(on)
	equal(t, "once", len(tl.messages[9].Reactions), 1)
	if string(before.Payload()) == string(tl.History(nil).Payload()) {
		t.Fatal("the encoding is old")
	}
	tl.Apply(off)
	equal(t, "off", string(tl.History(nil).Payload()), string(before.Payload()))
	tl.Apply(roomlog.Event{Kind: roomlog.MessageDeleted, MessageID: "m20", At: time.Unix(9, 0)})
	tl.Apply(on)
	equal(t, "none on a deleted message", len(tl.messages[9].Reactions), 0)
	equal(t, "deleted", []any{tl.messages[9].Text, tl.messages[9].DeletedAt.Unix()}, []any{"", int64(9)})
}

func TestMessageBodyOfADeletedMessage(t *testing.T) {
	m := roomlog.Message{ID: "1", Text: "secret", MediaURL: "secret", ThumbnailURL: "secret", ReplyTo: "2", ReplyText: "secret", ReplyName: "secret",
		Flagged: true, CreatedAt: time.Unix(1, 999_999_999).In(time.FixedZone("x", 3600)), DeletedAt: time.Unix(2, 0), Reactions: []roomlog.Reaction{{Emoji: "secret"}}}
	b := MessageBody(m, nil)
	if b.Text != "" || b.MediaURL != nil || b.MediaThumbnailURL != nil || b.ReplyToText != nil || b.ReplyToUsername != nil || len(b.Reactions) != 0 || b.IsFlagged {
		t.Fatalf("%+v", b)
	}
	equal(t, "time", b.CreatedAt.Format(time.RFC3339Nano), "1970-01-01T00:00:01.999999Z")
}
