package http

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"muster/store"
)

// No body makes a call fail with a 5xx, and every reply is JSON in one of the two
// forms.
func FuzzBodies(f *testing.F) {
	s := newSite(f, withFaces(&fakeEngine{}))
	m, _ := s.session(store.MemberSession, s.member("fuzzy", true).ID)
	for _, seed := range []string{
		`{"email":"ann@muster.test"}`, `{"phone":"+1 (555) 123-4567"}`, `{"identifier":"ann@muster.test","code":"123456"}`, `{"username":"zulu"}`,
		`{"email":"\u0000@b.c"}`, `{"identifier":"\ud800","code":"١٢٣٤٥٦"}`, `{"username":"\u202e\u200b"}`, `{"code":1e999}`, `[[[[[[[[[[[[[[[[[[`, `{"email":{"a":[]}}`, "\xff\xfe", ``, `null`,
		`{"phone":"` + strings.Repeat("5", 70) + `"}`, `{"identifier":"5551234567","code":"000000"}`, `{"EMAIL":"a@b.co","email":"c@d.co"}`,
		`{"enabled":false,"bannedUntil":"9999-12-31T23:59:59-23:59"}`, `{"isAdmin":true}`, `{"name":"Night Watch","display_name":"\u0000"}`,
		`{"user_email":"@fuzzy","room_id":"\u0000","access_level":"member"}`, `{"user_id":"x","room_id":"general"}`,
	} {
		f.Add(seed)
	}
	var calls []route
	for _, r := range s.edge.routes() {
		// A step of the face checks has a token of its own, and refuses a session's.
		if r.method != http.MethodGet && r.path != "/api/auth/logout" && r.who.name != "face step" {
			r.path = strings.ReplaceAll(r.path, ":id", unknownID)
			calls = append(calls, r)
		}
	}
	f.Fuzz(func(t *testing.T, raw string) {
		for _, r := range calls {
			request := httptest.NewRequest(r.method, r.path, strings.NewReader(raw))
			request.Header.Set("Content-Type", jsonType)
			request.Header.Set("Authorization", "Bearer "+m)
			reply := httptest.NewRecorder()
			s.edge.ServeHTTP(reply, request)
			if r.reply.kind == streamReplyKind && strings.HasPrefix(reply.Body.String(), "<!doctype html>") { // a page for a person
				if reply.Code >= 500 || reply.Code == 401 {
					t.Fatalf("%s: %d %s", r.path, reply.Code, reply.Body)
				}
				continue
			}
			var shape struct {
				Success *bool  `json:"success"`
				Message string `json:"message"`
				Error   string `json:"error"`
			}
			if err := json.Unmarshal(reply.Body.Bytes(), &shape); err != nil || shape.Success == nil {
				t.Fatalf("%s answered %q", r.path, reply.Body)
			}
			if reply.Code >= 500 || reply.Code == 401 || *shape.Success != (reply.Code < 300) || (reply.Code >= 300 && shape.Message != shape.Error) {
				t.Fatalf("%s: %d %s", r.path, reply.Code, reply.Body)
			}
		}
	})
}

// tooDeep finds all nesting that the parser would see, and never panics.
func FuzzDepth(f *testing.F) {
	for _, seed := range []string{`{"a":"[[[["}`, `[[[["\""]]]]`, `"\\"[[`, strings.Repeat("[", 40)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		var value any
		if json.Unmarshal([]byte(raw), &value) != nil {
			tooDeep([]byte(raw)) // must not panic
			return
		}
		// The parser keeps only the last value of a repeated key, so the reverse
		// does not hold for every text.
		if nestingDepth(value) > maxDepth && !tooDeep([]byte(raw)) {
			t.Fatalf("%q passes", raw)
		}
	})
}

// nestingDepth returns the depth of a parsed value.
func nestingDepth(value any) int {
	deepest := 0
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			deepest = max(deepest, nestingDepth(one))
		}
		return deepest + 1
	case map[string]any:
		for _, one := range v {
			deepest = max(deepest, nestingDepth(one))
		}
		return deepest + 1
	}
	return 0
}
