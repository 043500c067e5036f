package roomlog

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"muster/store/roomlog"
)

func equal[T any](t testing.TB, what string, got, want T) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%s:\n got %v\nwant %v", what, got, want)
	}
}

func sent(seq int64, text string) roomlog.Event {
	id := fmt.Sprint("m", seq)
	return roomlog.Event{Room: "r", Seq: seq, Kind: roomlog.MessageSent, ActorID: "1", Message: &roomlog.Message{
		ID: id, Room: "r", Seq: seq, Kind: roomlog.TextMessage, Text: text, SenderID: "1", SenderName: "ann",
	}}
}

func TestReplayIsBounded(t *testing.T) {
	r := NewReplay(10, nil)
	if _, ok := r.After(9); ok {
		t.Fatal("knows what it never saw")
	}
	for i := range int64(3 * replayEvents) {
		r.Append(Announce([]roomlog.Event{sent(11+i, "x")})[0])
	}
	last := int64(10 + 3*replayEvents)
	equal(t, "count", r.count, replayEvents)
	got, ok := r.After(last - 5)
	equal(t, "after", []any{len(got), ok, got[0].Seq}, []any{5, true, last - 4})
	if _, ok := r.After(last - replayEvents - 1); ok {
		t.Fatal("reaches too far back")
	}
	if got, ok := r.After(last - replayEvents); !ok || len(got) != replayEvents {
		t.Fatal("does not reach back to its first event")
	}
	if got, ok := r.After(last); !ok || len(got) != 0 {
		t.Fatal("nothing was missed")
	}
	if _, ok := r.After(last + 1); ok {
		t.Fatal("knows the future")
	}
	oldest := r.at(1)
	before := oldest.Seq
	r.Append(Announce([]roomlog.Event{sent(last+1, "x")})[0])
	if last++; oldest.Seq != before {
		t.Error("an event that leaves moves the others")
	}
	for i := range int64(400) {
		r.Append(Announce([]roomlog.Event{sent(last+1+i, strings.Repeat("y", 2000))})[0])
	}
	sum := 0
	for i := range r.count {
		sum += r.at(i).Frame.Len()
	}
	if sum != r.bytes || sum > replayBytes || r.count < 100 {
		t.Fatalf("%d events, %d bytes, counted %d", r.count, sum, r.bytes)
	}
}

// A room that was just opened reads nothing for those who resume: its buffer
// begins with what the log had.
func TestReplayBeginsFilled(t *testing.T) {
	r := NewReplay(9, Announce([]roomlog.Event{sent(8, "x"), sent(9, "y")}))
	got, ok := r.After(7)
	equal(t, "all", []any{len(got), ok, r.Reaches(6)}, []any{2, true, false})
	r.Append(Announce([]roomlog.Event{sent(10, "z")})[0])
	got, ok = r.After(8)
	equal(t, "then", []any{len(got), ok, got[1].Seq}, []any{2, true, int64(10)})
}

func TestReplayRewritesCopies(t *testing.T) {
	r := NewReplay(0, nil)
	e := sent(1, "secret")
	r.Append(Announce([]roomlog.Event{e})[0])
	r.Append(Announce([]roomlog.Event{{Room: "r", Seq: 2, Kind: roomlog.ReactionAdded, ActorID: "1", ActorName: "ann", MessageID: "m1", Reaction: "🔥"}})[0])
	r.Change(roomlog.Event{Kind: roomlog.MessageDeleted, MessageID: "m1", At: time.Unix(5, 0)})
	r.Rename("1", "ann", "eve")
	all := string(r.at(0).Frame.Payload()) + string(r.at(1).Frame.Payload())
	if strings.Contains(all, "secret") || strings.Contains(all, "ann") || strings.Count(all, "eve") != 2 {
		t.Fatal(all)
	}
	equal(t, "held by others", []string{e.Message.Text, e.Message.SenderName}, []string{"secret", "ann"})
	e = sent(3, "cheered")
	e.Message.Reactions = []roomlog.Reaction{{MessageID: "m3", MemberID: "2", Username: "bob", Emoji: "🔥"}}
	r.Append(Announce([]roomlog.Event{e})[0])
	r.Rename("2", "bob", "rob")
	equal(t, "reactions held by others", e.Message.Reactions[0].Username, "bob")
	equal(t, "bytes", r.bytes, r.at(0).Frame.Len()+r.at(1).Frame.Len()+r.at(2).Frame.Len())
}
