package rank_test

import (
	"context"
	"fmt"
	"testing"

	"muster/store"
	"muster/store/postgres/storetest"
)

// oneSearch is what one search gave, of all members.
type oneSearch struct {
	given     int
	announced int
	more      bool
}

func (w *world) search() (s oneSearch) {
	w.T.Helper()
	count := func() int { return storetest.One[int](w.World, `select count(*) from earned_badges`) }
	before := count()
	var broadcasts []store.Broadcast
	var err error
	broadcasts, s.more, _, err = w.badges().SearchEarned(context.Background())
	w.Must(err)
	s.given, s.announced = count()-before, len(broadcasts)
	return s
}

// An import's founders are given their badge a thousand in each transaction, and nobody's
// screen is sent them one by one: two frames to every socket for each of them kept chat
// from answering for minutes.
func TestBadgesOfAnImport(t *testing.T) {
	w := newWorld(t)
	w.searched()
	w.Crowd(2300)
	for _, want := range []oneSearch{{1000, 0, true}, {1000, 0, true}, {300, 600, false}, {0, 0, false}} {
		if got := w.search(); got != want {
			t.Errorf("a search: %+v, want %+v", got, want)
		}
	}
	if unseen := storetest.One[int](w.World, `select count(*) from earned_badges where seen_at is null`); unseen < 2300 {
		t.Errorf("%d members are shown the moment when they come", unseen)
	}
}

// A search looks at no more than so many events of all rooms together, and leaves no room
// out for ever.
func TestBadgesAfterALongPause(t *testing.T) {
	w := newWorld(t)
	w.late()
	ann := w.Join("ann")
	storetest.AddRooms(t, w.Owner(), 12)
	for i := range 12 {
		w.Fill(fmt.Sprint("room-", i+1), ann, 1000)
	}
	looked := func() int {
		return storetest.One[int](w.World, `select count(*) from badge_cursors where room_id like 'room-%'`)
	}
	if s := w.search(); !s.more || looked() != 10 {
		t.Errorf("%+v, %d rooms were looked at", s, looked())
	}
	if s := w.search(); s.more || looked() != 12 {
		t.Errorf("%+v, %d rooms were looked at", s, looked())
	}
	w.has(ann, "first_message")
}
