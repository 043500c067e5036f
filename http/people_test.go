package http

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"muster/actors"
	"muster/store"
	"muster/store/money"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// The people of a room come by name, a hundred a page, with their roles there; a page
// is stable while others come and leave.
func TestPeopleOfARoom(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx := context.Background()
	s.must(s.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	chief, admin := s.signedInAdmin("chief")
	ann, member, _ := s.signedInMember("ann")
	mod, boss, bob := s.member("mo_the_m", false), s.member("bosslady", false), s.member("bob", false)
	creator, err := s.AddMember(ctx, store.NewMember{Email: "creator@example.org", Username: "zoe", IsAdmin: true, IsCreator: true})
	s.must(err)
	for id, role := range map[string]roomlog.RoomRole{member.ID: roomlog.RoomMember, mod.ID: roomlog.RoomModerator, boss.ID: roomlog.RoomAdmin, bob.ID: roomlog.RoomMember} {
		s.must(s.GrantRoom(ctx, "den", id, role, admin.ID))
	}
	stranger, _, _ := s.signedInMember("stranger")
	_, err = storetest.Pay(s.DB, money.Contribution{MemberID: bob.ID, Purpose: money.ForCommunity, Amount: 500})
	s.must(err)
	people := []actors.RoomPerson{{ID: admin.ID, Name: "admiral"}, {ID: member.ID, Name: "ann"}, {ID: bob.ID, Name: "bob"}, {ID: boss.ID, Name: "bosslady"},
		{ID: mod.ID, Name: "mo_the_m"}, {ID: creator.ID, Name: "zoe"}}
	s.hub.people = map[string][]actors.RoomPerson{"den": people}
	a := ann.get("/api/chat/room/den/people").want(t, 200)
	var got []string
	for _, one := range a.body["people"].([]any) {
		p := one.(fields)
		got = append(got, fmt.Sprintf("%s %s %v", p["username"], p["role"], p["contributor"]))
	}
	want := []string{"admiral admin false", "ann member false", "bob member true", "bosslady admin false", "mo_the_m moderator false", "zoe creator false"}
	if !slices.Equal(got, want) || a.body["total"] != 6.0 || a.body["nextCursor"] != nil {
		t.Errorf("%s", a.raw)
	}
	stranger.get("/api/chat/room/den/people").want(t, 403).says(t, roomlog.NoRoomAccess)
	chief.get("/api/chat/room/absent/people").want(t, 403)
	for _, cursor := range []string{"x", "!!", "YQ", "\x00"} {
		ann.get("/api/chat/room/den/people?cursor="+strings.ReplaceAll(cursor, "\x00", "%00")).want(t, 400)
	}

	for limit, rows := range map[string]int{"2": 2, "0": 1, "-3": 1, "500": 6} {
		a := ann.get("/api/chat/room/den/people?limit="+limit).want(t, 200)
		if got := len(a.body["people"].([]any)); got != rows || (a.body["nextCursor"] == nil) != (rows == 6) {
			t.Errorf("limit %s: %d people, next %v", limit, got, a.body["nextCursor"])
		}
	}
	ann.get("/api/chat/room/den/people?limit=x").want(t, 400)

	many := []actors.RoomPerson{}
	for i := range 250 {
		many = append(many, actors.RoomPerson{ID: fmt.Sprintf("00000000-0000-7000-8000-%012d", i), Name: fmt.Sprintf("person_%03d", i)})
	}
	s.exec(`insert into members (id, name, email) select ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 'Person', 'person' || i || '@example.org' from generate_series(0, 249) i`)
	s.hub.people["general"] = many
	var names []string
	cursor := ""
	for page := range 3 {
		a := ann.get("/api/chat/room/general/people?cursor="+cursor).want(t, 200)
		for _, one := range a.body["people"].([]any) {
			names = append(names, one.(fields)["username"].(string))
		}
		cursor, _ = a.body["nextCursor"].(string)
		if (cursor == "") != (page == 2) || a.body["total"] == 0.0 {
			t.Fatalf("page %d: cursor %q", page, cursor)
		}
		// The last one of the page leaves, and somebody comes before it.
		s.hub.people["general"] = append([]actors.RoomPerson{{ID: unknownID, Name: "aaron"}}, slices.DeleteFunc(slices.Clone(many), func(p actors.RoomPerson) bool {
			return p.Name == names[len(names)-1]
		})...)
	}
	if len(names) != 250 || !slices.IsSorted(names) || len(slices.Compact(names)) != 250 {
		t.Errorf("%d names", len(names))
	}
}
