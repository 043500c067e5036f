package http

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"muster/http/body"
)

// Every list that lives has the number at which it was read as a text that grows. It was a
// number, and a program that compares texts as its contract says could not read it.
func TestLiveListsSayWhenTheyWereRead(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	s.signedInMember("ann")
	chief.postKey("/api/notifications/send", uuid.NewString(), fields{"recipientGroup": "all", "notificationType": "email", "subject": "a", "message": "b"}).want(t, 200)
	answer := func(path string) fields { return chief.get(path).want(t, 200).body }
	for name, read := range map[string]func() fields{
		"messages":  func() fields { return answer("/api/chat/room/general/messages") },
		"pins":      func() fields { return answer("/api/chat/room/general/pins") },
		"rooms":     func() fields { return answer("/api/chat/rooms") },
		"people":    func() fields { return answer("/api/chat/room/general/people") },
		"ignored":   func() fields { return answer("/api/chat/ignored") },
		"profile":   func() fields { return answer("/api/profile/public/ann") },
		"cost":      func() fields { return answer("/api/server-cost")["serverCost"].(fields) },
		"campaigns": func() fields { return answer("/api/notifications/history")["campaigns"].([]any)[0].(fields) },
		"pictures": func() fields {
			return chief.post("/api/profile/public/batch", fields{"usernames": []string{"ann"}}).want(t, 200).body
		},
	} {
		got := read()
		for _, field := range []string{"asOf", "siteAsOf"} {
			value, there := got[field]
			if text, _ := value.(string); (there || field == "asOf") && (len(text) != 19 || strings.Trim(text, "0123456789") != "") {
				t.Errorf("%s: %s is %#v", name, field, value)
			}
		}
	}
	if body.AsOf(9) >= body.AsOf(10) || body.AsOf(0) >= body.AsOf(1) {
		t.Error("the texts do not grow with the number")
	}
}
