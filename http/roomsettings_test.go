package http

import (
	"fmt"
	"testing"

	"muster/store"
	"muster/store/roomlog"
)

// Administrators change settings, every call that shows the room shows them, and they
// are announced to the chat once.
func TestRoomSettings(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	ann, member, session := s.signedInMember("ann")
	path := "/api/admin/rooms/general"
	ann.call("PATCH", path, fields{"read_only": true}).want(t, 403)
	for _, bad := range []string{`{"slow_mode_seconds":-1}`, `{"slow_mode_seconds":3601}`, `{"slow_mode_seconds":1.5}`, `{"slow_mode_seconds":"30"}`, `{"read_only":"yes"}`,
		`{"display_name":""}`, `{"display_name":"\u200b"}`, `{"description":"a\u0000"}`, `[]`, ``} {
		chief.call("PATCH", path, bad).want(t, 400)
	}
	for _, id := range []string{"absent", "..x", "%00"} {
		chief.call("PATCH", "/api/admin/rooms/"+id, fields{"read_only": true}).want(t, 404)
	}
	chief.call("PATCH", path, fields{}).want(t, 200)
	if len(s.hub.announced) != 0 {
		t.Fatalf("%+v", s.hub.announced)
	}
	want := fields{"id": "general", "display_name": "The Hall", "description": "quiet", "slow_mode_seconds": 60, "read_only": true, "is_default": true}
	a := chief.call("PATCH", path, fields{"display_name": " The Hall ", "description": "quiet", "slow_mode_seconds": 60, "read_only": true}).want(t, 200)
	a.wantFields(t, "room", want)
	ann.get("/api/chat/room/general/access").want(t, 200).wantFields(t, "room", want)
	listed := ann.get("/api/chat/rooms").want(t, 200).body["rooms"].([]any)[0].(fields)
	inOffice := chief.get("/api/admin/rooms").want(t, 200).body["rooms"].([]any)[0].(fields)
	for name, value := range want {
		if fmt.Sprint(listed[name]) != fmt.Sprint(value) || fmt.Sprint(inOffice[name]) != fmt.Sprint(value) {
			t.Errorf("%s is %v and %v, want %v", name, listed[name], inOffice[name], value)
		}
	}
	if len(s.hub.announced) != 1 || s.hub.announced[0].Kind != roomlog.SettingsChanged || s.hub.announced[0].Settings.DisplayName != "The Hall" {
		t.Errorf("%+v", s.hub.announced)
	}
	results, err := s.Append(t.Context(), []roomlog.Command{{Kind: roomlog.MessageSent, Room: "general", Member: member.ID, Session: session,
		MessageID: unknownID, Draft: roomlog.Draft{Kind: roomlog.TextMessage, Text: "x"}}})
	s.must(err)
	if store.AsError(results[0].Err).Reason != "read_only" {
		t.Error(results[0].Err)
	}
}

// Slow mode holds over sockets on two nodes, and both announce the change.
func TestSlowModeOverTwoNodes(t *testing.T) {
	t.Parallel()
	l := newLiveSite(t, 2)
	chief, _ := l.signedInAdmin("chief")
	_, member, _ := l.signedInMember("ann")
	var tabs []*socketClient
	for node := range 2 {
		token, _ := l.session(store.MemberSession, member.ID)
		b := l.dial(node, token, "general")
		b.waitJoined("general")
		tabs = append(tabs, b)
	}
	chief.call("PATCH", "/api/admin/rooms/general", fields{"slow_mode_seconds": 600}).want(t, 200)
	for _, b := range tabs {
		b.waitFrame("room_changed", func(f frame) bool { return f.Seq == 1 })
	}
	for i := range 6 {
		tabs[i%2].sendText("general", "x")
	}
	refused := 0
	for _, b := range tabs {
		b.waitFrame("message", func(f frame) bool { return f.Seq == 2 })
		if err := b.await("the refusals", func(frames []frame, _ bool) bool {
			n := 0
			for _, f := range frames {
				if f.Code == "slow_mode" {
					n++
				}
			}
			if n >= 2 {
				refused += n
			}
			return n >= 2
		}); err != nil {
			t.Fatal(err)
		}
	}
	var stored int
	l.must(l.Pool().QueryRow(t.Context(), `select count(*) from messages`).Scan(&stored))
	if stored != 1 {
		t.Errorf("%d stored, %d refused", stored, refused)
	}
}
