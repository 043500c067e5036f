package http

import (
	"fmt"
	"slices"
	"testing"

	"muster/store/roomlog"
)

// A jump to a message brings as many before as after, and pages go on from both ends.
func TestHistoryAround(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, ann, session := s.signedInMember("ann")
	s.addDen(map[string]roomlog.RoomRole{ann.ID: roomlog.RoomMember})
	other, _, _ := s.signedInMember("bob")
	var said []string
	for i := range 20 {
		said = append(said, s.storeMessage(ann, session, "general", fmt.Sprint("line ", i)))
	}
	hidden := s.storeMessage(ann, session, "den", "hidden")
	for _, x := range []struct {
		query        string
		from, to     int
		older, newer bool
	}{
		{"around=" + said[10] + "&limit=5", 8, 12, true, true},
		{"around=" + said[10] + "&limit=6", 8, 12, true, true},
		{"around=" + said[10] + "&limit=1", 10, 10, true, true},
		{"around=" + said[0] + "&limit=5", 0, 2, false, true},
		{"around=" + said[1] + "&limit=5", 0, 3, false, true},
		{"around=" + said[2] + "&limit=5", 0, 4, false, true},
		{"around=" + said[19] + "&limit=5", 17, 19, true, false},
		{"around=" + said[17] + "&limit=5", 15, 19, true, false},
		{"around=" + said[10], 0, 19, false, false},
		{"around=11&limit=5", 8, 12, true, true}, // the numbers begin with 1
		{"around=1", 0, 19, false, false},
		{"around=21&limit=5", 18, 19, true, false},
		{"after=" + said[10] + "&limit=5", 11, 15, true, true},
		{"after=" + said[14] + "&limit=5", 15, 19, true, false},
		{"after=" + said[15], 16, 19, true, false},
		{"after=" + said[19], 20, 19, true, false},
		{"before=" + said[10] + "&limit=5", 5, 9, true, true},
	} {
		a := v.get("/api/chat/room/general/messages?"+x.query).want(t, 200)
		newer, _ := a.body["hasNewer"].(bool)
		if !slices.Equal(ids(a), said[x.from:x.to+1]) || a.body["hasMore"] != x.older || newer != x.newer {
			t.Errorf("%s: %d messages, hasMore %v, hasNewer %v", x.query, len(ids(a)), a.body["hasMore"], newer)
		}
	}
	for _, mark := range []string{"nothing", unknownID, "%00", hidden} {
		v.get("/api/chat/room/general/messages?around="+mark).want(t, 404)
		v.get("/api/chat/room/general/messages?after="+mark).want(t, 404)
	}
	other.get("/api/chat/room/den/messages?around="+hidden).want(t, 403)
	other.get("/api/chat/room/den/messages?after="+hidden).want(t, 403)
	v.get("/api/chat/room/general/messages?around="+said[1]+"&before="+said[2]).want(t, 400)
	v.get("/api/chat/room/general/messages?after="+said[1]+"&before="+said[2]).want(t, 400)
}
