package roomlog

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muster/store"
	"muster/store/roomlog"
)

func edited(seq int64, id, text string) roomlog.Event {
	return roomlog.Event{Room: "r", Seq: seq, Kind: roomlog.MessageEdited, MessageID: id, ActorID: "1", At: time.Unix(seq, 0), Edit: &roomlog.Edit{Text: text}}
}

// An edit reaches the message, replies to it and earlier edits of it; a deletion
// takes all of that away.
func TestChangesReachEverythingInMemory(t *testing.T) {
	first := sent(1, "one")
	reply := sent(2, "reply")
	reply.Message.ReplyTo, reply.Message.ReplyText = "m1", "one"
	preview := roomlog.Event{Room: "r", Seq: 3, Kind: roomlog.MessagePreview, MessageID: "m1", Preview: &roomlog.LinkPreview{URL: "u", Title: "of one"}}
	long := strings.Repeat("é", roomlog.ReplyTextLength+5)
	recent, replay := NewRecent("r", nil), NewReplay(0, nil)
	all := func() string {
		s := string(recent.History(nil).Payload())
		for i := range replay.count {
			s += string(replay.at(i).Frame.Payload())
		}
		return s
	}
	apply := func(e roomlog.Event) {
		recent.Apply(e)
		replay.Change(e)
		replay.Append(Announce([]roomlog.Event{e})[0])
	}
	apply(first)
	apply(reply)
	apply(preview)
	if strings.Count(all(), "of one") != 3 {
		t.Fatal(all())
	}
	apply(edited(4, "m1", "two"))
	if s := all(); strings.Contains(s, "one") || strings.Count(s, `"two"`) != 5 || strings.Count(s, `"edited_at":"1970-01-01T00:00:04Z"`) != 2 {
		t.Fatal(s)
	}
	apply(edited(5, "m1", long))
	if s := all(); strings.Contains(s, "two") || strings.Count(s, `"`+roomlog.ReplyQuote(long)+`"`) != 2 || strings.Count(s, `"`+long+`"`) != 4 {
		t.Fatal(s)
	}
	apply(roomlog.Event{Room: "r", Seq: 6, Kind: roomlog.MessageDeleted, MessageID: "m1", At: time.Unix(6, 0)})
	recent.Apply(edited(4, "m1", "never")) // as if the message had been read after its deletion
	recent.Apply(preview)
	if s := all(); strings.Contains(s, "é") || strings.Contains(s, "of one") || strings.Contains(s, "never") {
		t.Fatal(s)
	}
	if first.Message.Text != "one" || reply.Message.ReplyText != "one" || preview.Preview.Title != "of one" {
		t.Fatal("what others hold was changed")
	}
	sum := 0
	for i := range replay.count {
		sum += replay.at(i).Frame.Len()
	}
	equal(t, "bytes", replay.bytes, sum)
}

// Other words of media reach the message and earlier events about it; a deletion takes all of
// them away.
func TestWordsOfMediaReachEverythingInMemory(t *testing.T) {
	first := sent(1, "")
	first.Message.Kind, first.Message.Upload = roomlog.VoiceMessage, &store.Upload{ID: "u", Metadata: store.MediaMetadata{Duration: 2}}
	words := func(seq int64, transcript string) roomlog.Event {
		return roomlog.Event{Room: "r", Seq: seq, Kind: roomlog.MessageMedia, MessageID: "m1", ActorID: "1", At: time.Unix(seq, 0),
			Upload: &store.Upload{ID: "u", Metadata: store.MediaMetadata{Duration: 2, Transcript: transcript}}}
	}
	recent, replay := NewRecent("r", nil), NewReplay(0, nil)
	apply := func(e roomlog.Event) {
		recent.Apply(e)
		replay.Change(e)
		replay.Append(Announce([]roomlog.Event{e})[0])
	}
	all := func() string {
		s := recentOf(recent)
		for i := range replay.count {
			s += string(replay.at(i).Frame.Payload())
		}
		return s
	}
	apply(first)
	apply(sent(2, "other"))
	apply(words(3, "first words"))
	apply(words(4, "new words"))
	if s := all(); strings.Contains(s, "first words") || strings.Count(s, `"transcript":"new words"`) != 4 || strings.Count(s, `"type":"message_media"`) != 2 {
		t.Fatal(s)
	}
	apply(roomlog.Event{Room: "r", Seq: 5, Kind: roomlog.MessageDeleted, MessageID: "m1", At: time.Unix(5, 0)})
	recent.Apply(words(4, "never")) // as if the message had been read after its deletion
	if s := all(); strings.Contains(s, "words") || strings.Contains(s, "never") || !strings.Contains(s, `{"type":"message_media","roomId":"r","seq":3}`) {
		t.Fatal(s)
	}
	if first.Message.Upload.Metadata.Transcript != "" {
		t.Fatal("what others hold was changed")
	}
}

func recentOf(r *Recent) string { return string(r.History(nil).Payload()) }

// After any changes the recent messages are those of a room that is read anew, and no
// frame in the replay buffer has a text that was replaced or deleted.
func TestChangesKeepOnlyTheNewestText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		recent, replay := NewRecent("r", nil), NewReplay(0, nil)
		standing := map[string]string{} // text by message id; "" once deleted
		var ids, gone []string
		for seq := range int64(rapid.IntRange(1, 40).Draw(t, "events")) {
			seq++
			e := sent(seq, fmt.Sprintf("<text %d>", seq))
			kind := rapid.IntRange(0, 3).Draw(t, "kind")
			if kind <= 1 && len(ids) > 0 {
				id := rapid.SampledFrom(ids).Draw(t, "message")
				if standing[id] == "" {
					continue
				}
				gone = append(gone, standing[id])
				if kind == 0 {
					e = edited(seq, id, e.Message.Text)
					standing[id] = e.Edit.Text
				} else {
					e = roomlog.Event{Room: "r", Seq: seq, Kind: roomlog.MessageDeleted, MessageID: id}
					standing[id] = ""
				}
			} else {
				ids = append(ids, e.Message.ID)
				standing[e.Message.ID] = e.Message.Text
				if to := rapid.SampledFrom(ids).Draw(t, "reply"); kind == 2 && standing[to] != "" && to != e.Message.ID {
					e.Message.ReplyTo, e.Message.ReplyText = to, standing[to]
				}
			}
			recent.Apply(e)
			replay.Change(e)
			replay.Append(Announcement{Seq: replay.last + 1, Frame: EventFrame(e, nil), Event: e})
		}
		all := recentOf(recent)
		for i := range replay.count {
			all += string(replay.at(i).Frame.Payload())
		}
		for _, text := range gone {
			if strings.Contains(all, text) {
				t.Fatalf("%s is still there: %s", text, all)
			}
		}
		for _, text := range standing {
			if text != "" && strings.Count(all, `"message":"`+text+`"`) < 2 {
				t.Fatalf("%s is missing: %s", text, all)
			}
		}
	})
}
