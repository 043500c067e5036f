package desk

import (
	"testing"

	"muster/actors/wire"
	"muster/store/desk"
)

// Who has no username is shown by the name, whether somebody did something or had it done.
func TestActivityNamesWhoHasNoUsername(t *testing.T) {
	bob := desk.ActivityPerson{ID: "1", Name: "Bob Smith"}
	frame := ActivityBody(desk.Activity{Kind: desk.ActivityBan, Actor: bob, Detail: desk.ActivityDetail{Member: &bob}})
	want := wire.ActivityPerson{ID: "1", Name: "Bob Smith"}
	if frame.Actor != want || frame.Detail.Member == nil || *frame.Detail.Member != want {
		t.Errorf("%+v, to whom it was done %+v", frame.Actor, frame.Detail.Member)
	}
	if frame = ActivityBody(desk.Activity{Actor: bob}); frame.Detail.Member != nil {
		t.Errorf("to nobody: %+v", frame.Detail.Member)
	}
}
