package http

import (
	"bytes"
	"encoding/json"
	"testing"
)

// delete makes a DELETE call with a JSON body.
func (v *visitor) delete(path string, body any) response {
	v.t.Helper()
	raw, err := json.Marshal(body)
	v.must(err)
	return v.send("DELETE", path, bytes.NewReader(raw), "Content-Type", "application/json")
}

// A member ignores others and never itself; nobody else learns of it.
func TestIgnoreCalls(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, ann, _ := s.signedInMember("ann")
	other, bob, _ := s.signedInMember("bob")
	v.post("/api/chat/ignored", map[string]string{"userId": bob.ID}).want(t, 200)
	list := v.get("/api/chat/ignored").want(t, 200).body["ignored"].([]any)
	if len(list) != 1 || list[0].(map[string]any)["userId"] != bob.ID || list[0].(map[string]any)["username"] != "bob" {
		t.Errorf("%v", list)
	}
	if a := other.get("/api/chat/ignored").want(t, 200); len(a.body["ignored"].([]any)) != 0 {
		t.Errorf("the ignored one sees %s", a.raw)
	}
	if a := v.post("/api/chat/ignored", map[string]string{"userId": ann.ID}).want(t, 400); a.body["code"] != "ignore_self" {
		t.Errorf("%s", a.raw)
	}
	v.post("/api/chat/ignored", map[string]string{"userId": "00000000-0000-7000-8000-000000000000"}).want(t, 404)
	v.post("/api/chat/ignored", map[string]string{"userId": "bob"}).want(t, 400)
	v.post("/api/chat/ignored", map[string]any{"userId": 7}).want(t, 400)
	v.post("/api/chat/ignored", map[string]string{}).want(t, 400)
	v.delete("/api/chat/ignored", map[string]string{}).want(t, 400)
	v.delete("/api/chat/ignored", map[string]string{"userId": bob.ID}).want(t, 200)
	v.post("/api/chat/ignored", map[string]string{"userId": bob.ID}).want(t, 200)
	v.send("DELETE", "/api/chat/ignored?userId="+bob.ID, nil).want(t, 200)
	if a := v.get("/api/chat/ignored").want(t, 200); len(a.body["ignored"].([]any)) != 0 {
		t.Errorf("%s", a.raw)
	}
}
