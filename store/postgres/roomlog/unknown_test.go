package roomlog_test

import (
	"context"
	"reflect"
	"testing"
	"time"

	"muster/store"
)

// What a newer build writes into the logs is read by this one with its number
// and its kind. A field of another type failed the whole page, so a node beside
// it read its site log no further and, after four seconds, showed nothing.
func TestEventsOfANewerBuildAreRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.Join("ann")
	w.Stored(ann.Says("general", "one"))
	w.Exec(`alter table room_events drop constraint room_events_kind_known, alter column message_id drop not null`)
	w.Exec(`insert into room_events (room_id, seq, kind, actor_id, at) values ('general', 2, 'poll_closed', $1, now())`, ann.ID)
	w.Exec(`update room_heads set seq = 2 where room_id = 'general'`)
	w.Stored(ann.Says("general", "three"))
	all := w.Dense("general")
	if e := all[1]; len(all) != 3 || e.Kind != "poll_closed" || e.ActorID != ann.ID || e.Message != nil || e.MessageID != "" {
		t.Errorf("%+v", all)
	}
	state, err := w.OpenRoom(context.Background(), "general")
	w.Must(err)
	if state.Head != 3 || len(state.Tail) != 2 {
		t.Errorf("%+v", state)
	}

	_, before, err := w.Heads(context.Background(), nil)
	w.Must(err)
	w.Exec(`insert into site_events (seq, kind, body, at) values
		($1, 'membership_lapsed', '{"memberId": "m", "room": {"id": "general"}, "newUsername": 7}', now()),
		($1 + 1, 'room_changed', '{"room": "general", "colour": "red"}', now()),
		($1 + 2, 'tide_turned', '[]', now())`, before+1)
	got, err := w.SiteEvents(context.Background(), before, 10)
	w.Must(err)
	for i := range got {
		got[i].At = time.Time{}
	}
	want := []store.SiteEvent{
		{Seq: before + 1, Kind: "membership_lapsed", MemberID: "m"},
		{Seq: before + 2, Kind: store.RoomChanged, Room: "general"},
		{Seq: before + 3, Kind: "tide_turned"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}
