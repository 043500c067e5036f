package http

import (
	"context"
	"testing"

	"muster/store/roomlog"
)

// The earlier texts are for moderators of the room and administrators; the author is
// refused too.
func TestEarlierTexts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx := context.Background()
	chief, _ := s.signedInAdmin("chief")
	ann, member, session := s.signedInMember("ann")
	mod, moderator, _ := s.signedInMember("mo_the_m")
	bob, _, _ := s.signedInMember("bob")
	s.addDen(map[string]roomlog.RoomRole{member.ID: roomlog.RoomMember, moderator.ID: roomlog.RoomModerator})
	id := s.storeMessage(member, session, "den", "first")
	path := "/api/chat/message/" + id + "/edits"
	if a := mod.get(path).want(t, 200); a.body["messageId"] != id || len(a.body["edits"].([]any)) != 0 {
		t.Errorf("%s", a.raw)
	}
	for _, text := range []string{"second", "third"} {
		results, err := s.Append(ctx, []roomlog.Command{{Kind: roomlog.MessageEdited, Room: "den", Member: member.ID, Session: session, MessageID: id, Draft: roomlog.Draft{Text: text}}})
		s.must(err)
		s.must(results[0].Err)
	}
	for _, v := range []*visitor{mod, chief} {
		edits := v.get(path).want(t, 200).body["edits"].([]any)
		if len(edits) != 2 || edits[0].(fields)["message"] != "first" || edits[1].(fields)["message"] != "second" || edits[1].(fields)["editedAt"] == nil {
			t.Errorf("%v", edits)
		}
	}
	ann.get(path).want(t, 403).says(t, roomlog.ModeratorsOnly)
	bob.get(path).want(t, 403)
	for _, id := range []string{unknownID, "7", "%00"} {
		chief.get("/api/chat/message/"+id+"/edits").want(t, 404)
	}
	m := ann.get("/api/chat/room/den/messages").want(t, 200).body["messages"].([]any)[0].(fields)
	if m["message"] != "third" || m["edited_at"] == nil {
		t.Errorf("%v", m)
	}
	_, err := s.Append(ctx, []roomlog.Command{{Kind: roomlog.MessageDeleted, Room: "den", Member: member.ID, Session: session, MessageID: id}})
	s.must(err)
	if a := chief.get(path).want(t, 200); len(a.body["edits"].([]any)) != 0 {
		t.Errorf("after the deletion: %s", a.raw)
	}
}

// Flags are shown to moderators of the room and to administrators only.
func TestCHAT42FlagsAreForModerators(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	ann, member, session := s.signedInMember("ann")
	mod, moderator, _ := s.signedInMember("mo_the_m")
	s.addDen(map[string]roomlog.RoomRole{member.ID: roomlog.RoomMember, moderator.ID: roomlog.RoomModerator})
	den, general := s.storeMessage(member, session, "den", "x"), s.storeMessage(member, session, "general", "x")
	s.exec(`update messages set flagged = true`)
	for _, x := range []struct {
		who     *visitor
		room    string
		message string
		want    bool
	}{{chief, "den", den, true}, {chief, "general", general, true}, {mod, "den", den, true}, {mod, "general", general, false}, {ann, "den", den, false}, {ann, "general", general, false}} {
		for _, query := range []string{"", "?around=" + x.message} {
			m := x.who.get("/api/chat/room/"+x.room+"/messages"+query).want(t, 200).body["messages"].([]any)[0].(fields)
			if m["is_flagged"] != x.want {
				t.Errorf("%s %s: %v", x.room, query, m)
			}
		}
	}
}
