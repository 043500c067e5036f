package http

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"muster/store/roomlog"
)

// found are the texts that a search found.
func found(a response) string {
	var all []string
	for _, one := range a.body["results"].([]any) {
		all = append(all, one.(map[string]any)["message"].(map[string]any)["message"].(string))
	}
	return strings.Join(all, "|")
}

// A search finds messages page by page, newest first, with their room and a snippet.
func TestSearchCall(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, ann, session := s.signedInMember("ann")
	_, bob, bobs := s.signedInMember("bob")
	for _, text := range []string{"first tent", "second Tent", "no such word", "third tent here"} {
		s.storeMessage(ann, session, "general", text)
	}
	s.storeMessage(bob, bobs, "general", "a tent of bob's")
	search := func(query ...string) response {
		values := url.Values{}
		for i := 0; i < len(query); i += 2 {
			values.Set(query[i], query[i+1])
		}
		return v.get("/api/chat/search?" + values.Encode())
	}
	page := search("q", "tent", "limit", "3").want(t, 200)
	if found(page) != "a tent of bob's|third tent here|second Tent" {
		t.Errorf("%s", page.raw)
	}
	first := page.body["results"].([]any)[0].(map[string]any)
	if first["roomId"] != "general" || first["roomName"] != "General" || first["snippet"] != "a tent of bob's" {
		t.Errorf("%v", first)
	}
	rest := search("q", "tent", "limit", "3", "cursor", page.body["nextCursor"].(string)).want(t, 200)
	if found(rest) != "first tent" || rest.body["nextCursor"] != nil {
		t.Errorf("%s", rest.raw)
	}
	if a := search("q", "tent", "from", "BOB", "roomId", "general", "after", "2020-01-01T00:00:00Z").want(t, 200); found(a) != "a tent of bob's" {
		t.Errorf("%s", a.raw)
	}
	tomorrow := time.Now().Add(24 * time.Hour).Format(time.RFC3339)
	if a := search("before", tomorrow, "limit", "1").want(t, 200); found(a) != "a tent of bob's" || a.body["nextCursor"] == nil {
		t.Errorf("days alone: %s", a.raw)
	}
	search("after", tomorrow, "q", "a").want(t, 400)
	_, err := s.Ignore(context.Background(), ann.ID, bob.ID)
	s.must(err)
	if a := search("q", `"tent here" `).want(t, 200); found(a) != "third tent here" {
		t.Errorf("%s", a.raw)
	}
	if a := search("q", "bob").want(t, 200); found(a) != "" {
		t.Errorf("an ignored member is found: %s", a.raw)
	}
	s.must(s.AddRoom(context.Background(), roomlog.Room{ID: "private", DisplayName: "Private", AccessLevel: roomlog.AdminAccess}))
	search("q", "tent", "roomId", "private").want(t, 403)
	search("q", "tent", "roomId", "absent").want(t, 403)
	for _, bad := range [][]string{
		{}, {"q", "a"}, {"q", strings.Repeat("a", 101)}, {"q", "a\x00b"}, {"q", "tent", "has", "everything"}, {"q", "tent", "before", "yesterday"},
		{"q", "tent", "limit", "many"}, {"q", "tent", "cursor", "x"}, {"q", "\xff\xfe"},
	} {
		if a := search(bad...).want(t, 400); a.body["message"] == "" {
			t.Errorf("%v: %s", bad, a.raw)
		}
	}
	future := time.Now().Add(1000 * time.Hour).Format(time.RFC3339)
	for _, odd := range []string{`" AND 1=1; --`, `%' or true`, `{"$ne":null}`, `../../etc`, `\`, `a:b`, "\"\"\"", "\u202e\u200b\u2060"} {
		if a := search("q", odd+"  zz", "before", future).want(t, 200); found(a) != "" {
			t.Errorf("%q finds %s", odd, a.raw)
		}
	}
	search("q", "tent", "limit", "-3", "before", "9999-12-31T23:59:59Z").want(t, 200)
}
