package presence

import (
	"testing"
	"time"
)

// Typing is sent to the other nodes once a TypingPublished, however often a member
// repeats, and at once when a member begins anew.
func TestWS19RepeatsArePublished(t *testing.T) {
	now := time.Unix(1000, 0)
	ty := NewTyping()
	published := 0
	for range 100 {
		if ty.Start("1", "ann", nil, now) {
			published++
		}
		now = now.Add(TypingPublished / 10)
	}
	equal(t, "published", published, 10)
	ty.Start("1", "ann", nil, now)
	ty.Stop("1")
	equal(t, "anew", ty.Start("1", "ann", nil, now), true)
	now = now.Add(TypingLife)
	ty.Expire(now)
	equal(t, "nothing is left", len(ty.published), 0)
}

// The plain state, without an actor.
func TestTypingState(t *testing.T) {
	now := time.Unix(1000, 0)
	ty := NewTyping()
	ty.Start("2", "bob", nil, now)
	ty.Start("1", "ann", nil, now.Add(time.Second))
	began, ended := ty.Announce()
	equal(t, "began", began, []Typer{{"1", "ann"}, {"2", "bob"}})
	equal(t, "ended", len(ended), 0)
	equal(t, "changed", ty.Changed(), false)
	equal(t, "next", ty.Next(), now.Add(TypingLife))
	ty.Expire(now.Add(TypingLife))
	equal(t, "changed", ty.Changed(), true)
	_, ended = ty.Announce()
	equal(t, "ended", ended, []Typer{{"2", "bob"}})
	ty.Stop("1")
	ty.Announce()
	if !ty.Next().IsZero() || len(ty.names) != 0 || len(ty.List()) != 0 {
		t.Fatalf("something is left: %+v", ty)
	}
}

// Who stops before the room was sent that they type leaves nothing behind. A room kept the
// name of everybody who had once sent a message within a moment of the first key.
func TestTypingForgetsWhoWasNeverAnnounced(t *testing.T) {
	typing, now := NewTyping(), time.Unix(0, 0)
	typing.Start("id-ann", "ann", nil, now)
	typing.Stop("id-ann")
	typing.Start("id-bob", "bob", nil, now)
	typing.Announce()
	typing.Stop("id-bob")
	if _, ended := typing.Announce(); len(ended) != 1 || ended[0].Name != "bob" {
		t.Errorf("ended: %v", ended)
	}
	if len(typing.names) != 0 {
		t.Errorf("still kept: %v", typing.names)
	}
}
