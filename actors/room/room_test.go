package room

import (
	"fmt"
	"testing"
	"time"

	"muster/actors/presence"
	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/store/bus"
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
	r.renamed(Renamed{"id-ann", "ann", "anna", 1})
	equal(t, "name", r.joining[0].Name, "anna")
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
