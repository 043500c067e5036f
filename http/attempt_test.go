package http

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"muster/store/blob/blobtest"
)

// The answer was lost, and the administrator pressed again: there were two invitations, two
// encrypted messages, or a room that "already exists". A key in capitals made another one.
func TestWhatAnAdministratorMakesIsMadeOncePerKey(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	other, _ := s.signedInAdmin("other")
	items := chief.decryptFiles("a.png", blobtest.PNG(40, 30), "b.png", blobtest.PNG(40, 30)).want(t, 200).body["items"].([]any)
	file := func(i int) fields { return fields{"id": items[i].(fields)["id"]} }
	for name, call := range map[string]struct {
		path    string
		body    fields
		change  fields                  // of another call
		made    string                  // counts
		unmakes func(a response) string // the path that deletes it
	}{
		"invitation": {
			path: "/api/admin/invitations", body: fields{"uses": 3, "note": " for the fair ", "expiresAt": "2099-01-01T10:00:00.5Z"},
			change: fields{"uses": 4}, made: `select count(*)::text from application_invitations where note = 'for the fair'`,
			unmakes: func(a response) string {
				return "/api/admin/invitations/" + a.body["invitation"].(fields)["id"].(string)
			},
		},
		"encrypted text": {
			path: "/api/decrypt/admin/create", body: fields{"type": "text", "content": " the gate code ", "expiresIn": 2, "maxViews": 3},
			change: fields{"content": "another"}, made: `select count(*)::text from decrypt_messages where kind = 'text' and max_views = 3`,
			unmakes: func(a response) string { return "/api/decrypt/admin/delete/" + a.body["id"].(string) },
		},
		"encrypted gallery": {
			path: "/api/decrypt/admin/create-gallery", body: fields{"type": "gallery", "code": "mill-1904", "galleryItems": []any{file(1), file(0)}},
			change: fields{"galleryItems": []any{file(0)}}, made: `select count(*)::text from decrypt_messages where kind = 'gallery'`,
			unmakes: func(a response) string { return "/api/decrypt/admin/delete/" + a.body["id"].(string) },
		},
		"room": {
			path: "/api/admin/rooms", body: fields{"name": "den", "display_name": "The Den"},
			change: fields{"display_name": "A Den"}, made: `select count(*)::text from rooms where id like 'den%' and deleted_at is null`,
			unmakes: func(a response) string { return "/api/admin/rooms/" + a.body["room"].(fields)["id"].(string) },
		},
	} {
		key := uuid.NewString()
		chief.postKey(call.path, "again", call.body).want(t, 400).says(t, "The Idempotency-Key must be a UUID")
		answers := make([]response, 6)
		var all sync.WaitGroup
		for i := range answers {
			spelt := key
			if i%2 == 1 {
				spelt = strings.ToUpper(key)
			}
			all.Go(func() { answers[i] = chief.postKey(call.path, spelt, call.body) })
		}
		all.Wait()
		first := answers[0].want(t, 200)
		for _, a := range answers[1:] {
			if string(a.want(t, 200).raw) != string(first.raw) {
				t.Errorf("%s: answered %s, and %s", name, first.raw, a.raw)
			}
		}
		if n := s.text(call.made); n != "1" {
			t.Errorf("%s: made %s times", name, n)
		}
		changed := fields{}
		for k, v := range call.body {
			changed[k] = v
		}
		for k, v := range call.change {
			changed[k] = v
		}
		chief.postKey(call.path, key, changed).want(t, 409).says(t, "This Idempotency-Key was used for another change")
		if name == "invitation" { // a key is its administrator's own
			if a := other.postKey(call.path, key, call.body).want(t, 200); string(a.raw) == string(first.raw) {
				t.Errorf("%s: given to another administrator", name)
			}
		}
		chief.send("DELETE", call.unmakes(first), nil).want(t, 200)
		chief.postKey(call.path, key, call.body).want(t, 409).says(t, "This Idempotency-Key was used for another change")
	}
}
