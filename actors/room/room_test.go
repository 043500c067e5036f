package room

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"muster/actors/presence"
	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/store/bus"
	"muster/store/roomlog"
)

// noHub is the hub of a room that has none.
type noHub struct{}

func (noHub) MemberChanged(*Handle, bus.PresenceChange) {}
func (noHub) NoteNewerBuild(string)                     {}
func (noHub) IsContributor(string, time.Time) bool      { return false }
func (noHub) Signer(string) livelog.Signer              { return nil }
func (noHub) Epoch() int64                              { return 0 }

// nobody is a session without a socket.
type nobody struct{}

func (nobody) Ref() runtime.Ref     { return runtime.Ref{} }
func (nobody) Out() presence.Outbox { return nil }

func equal[T any](t testing.TB, what string, got, want T) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%s:\n got %v\nwant %v", what, got, want)
	}
}

// A member who entered a room while it was read, and was renamed meanwhile, was
// shown there with the old name.
func TestWS21RenamedWhileTheRoomIsRead(t *testing.T) {
	r := New(Config{Node: runtime.NewNode(time.Now, nil, nil, nil), Hub: noHub{}}, NewHandle("side"), presence.Remote{})
	r.enter(Enter{Session: nobody{}, Member: "id-ann", Name: "ann"})
	r.renamed(Renamed{Member: "id-ann", Before: "ann", After: "anna", SiteSeq: 1})
	equal(t, "name", r.joining[0].Name, "anna")
}

// Messages that come while a room is read again are kept, whether the read saw them or
// not, and what was read replaces the rest.
func TestReadAgainKeepsWhatCame(t *testing.T) {
	sent := func(seq int64, text string) roomlog.Event {
		return roomlog.Event{Room: "side", Seq: seq, Kind: roomlog.MessageSent, Message: &roomlog.Message{ID: fmt.Sprint("m", seq), Room: "side", Seq: seq, Text: text}}
	}
	r := New(Config{Node: runtime.NewNode(time.Now, nil, nil, nil), Hub: noHub{}}, NewHandle("side"), presence.Remote{})
	r.loaded, r.replay, r.recent = true, livelog.NewReplay(0, nil), livelog.NewRecent("side", nil)
	for i, text := range []string{"hi @ann", "two", "three"} {
		r.announced(livelog.Announce([]roomlog.Event{sent(int64(i+1), text)}))
	}
	read := []roomlog.Event{sent(1, "hi @erased"), sent(2, "two")}
	if !r.replaceMemory(reread{roomlog.RoomState{Head: 2, Tail: []roomlog.Message{*read[0].Message, *read[1].Message}}, livelog.Announce(read), nil}) {
		t.Fatal("what was read was not taken")
	}
	history := string(r.recent.History(nil).Payload())
	events, ok := r.replay.After(0)
	if !ok || len(events) != 3 || events[0].Event.Message.Text != "hi @erased" || events[2].Event.Message.Text != "three" {
		t.Errorf("%v %+v", ok, events)
	}
	if strings.Contains(history, "@ann") || !strings.Contains(history, "three") {
		t.Error(history)
	}
}

// In a room of 5,000 each update of who types was 33,000 writes a second.
func TestTypingIsSentLessOftenInLargeRooms(t *testing.T) {
	for sockets, want := range map[int]time.Duration{
		0: TypingTick, 100: TypingTick, 200: 2 * TypingTick, 5000: typingTickMax,
	} {
		equal(t, fmt.Sprint(sockets), typingInterval(sockets), want)
	}
}

func TestQuotaCountsBytes(t *testing.T) {
	var q Quota
	if !q.Reserve(maxPendingBytes-10) || q.Reserve(11) || !q.Reserve(10) || q.Reserve(1) {
		t.Fatal("bytes are not bounded")
	}
	q.Release(10)
	if !q.Reserve(10) || q.appends.Load() != 2 || q.bytes.Load() != maxPendingBytes {
		t.Fatalf("acts %d, bytes %d", q.appends.Load(), q.bytes.Load())
	}
}
