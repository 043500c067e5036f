package http

import (
	"context"
	"strings"
	"testing"
	"time"

	"muster/store"
)

// role is a kind of caller in the matrix.
type role struct {
	name string
	// token opens a new session each time, because some calls end it.
	token func() string
	alive bool // has a live session
	kind  store.SessionKind
	admin bool
	// banned from chat.
	banned bool
}

// closedToBanned are the routes that refuse a banned member.
var closedToBanned = map[string]bool{
	"GET /api/chat/rooms": true, "GET /api/chat/messages": true,
	"GET /api/chat/room/:roomId/access": true, "GET /api/chat/room/:roomId/messages": true,
}

// Every route accepts and refuses exactly the roles that the table declares.
func TestEveryRouteForEveryRole(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	plain, banned, admin := s.member("plain", false), s.member("barred", false), s.member("chief", true)
	applicant, err := s.AddApplicant(context.Background(), "apply@example.org", "")
	s.must(err)
	until := time.Now().Add(time.Hour)
	s.must(s.SetChatAccess(context.Background(), banned.ID, true, &until))
	open := func(kind store.SessionKind, person string) func() string {
		return func() string { token, _ := s.session(kind, person); return token }
	}
	ended := func(set string) func() string {
		return func() string {
			token, id := s.session(store.MemberSession, plain.ID)
			s.exec(set, id)
			return token
		}
	}
	roles := []role{
		{name: "none", token: func() string { return "" }},
		{name: "malformed", token: func() string { return "not a token" }},
		{name: "unknown", token: store.NewToken},
		{name: "expired", token: ended(`update sessions set expires_max = muster_now() where id = $1`)},
		{name: "idle", token: ended(`update session_seen set last_seen_at = muster_now() - interval '169 hours' where session_id = $1`)},
		{name: "revoked", token: ended(`update sessions set revoked_at = muster_now() where id = $1`)},
		{name: "applicant", token: open(store.ApplicantSession, applicant.ID), alive: true, kind: store.ApplicantSession},
		{name: "member", token: open(store.MemberSession, plain.ID), alive: true, kind: store.MemberSession},
		{name: "banned", token: open(store.MemberSession, banned.ID), alive: true, kind: store.MemberSession, banned: true},
		{name: "admin", token: open(store.MemberSession, admin.ID), alive: true, kind: store.MemberSession, admin: true},
	}
	params := strings.NewReplacer(":roomId", "general", ":id", "00000000-0000-7000-8000-000000000000", ":username", "zulu")
	for _, r := range s.edge.routes() {
		for _, who := range roles {
			v := s.with(who.token())
			var a response
			if r.method == "GET" || r.method == "DELETE" {
				a = v.send(r.method, params.Replace(r.path), nil)
			} else {
				a = v.send(r.method, params.Replace(r.path), strings.NewReader("{}"), "Content-Type", "application/json")
			}
			name := r.method + " " + r.path
			refused := a.status
			if refused != 401 && refused != 403 {
				refused = 0
			}
			if want := r.wantStatus(who, closedToBanned[name]); refused != want || a.status >= 500 {
				t.Errorf("%s as %s: %d, want %d: %s", name, who.name, a.status, want, a.raw)
			}
			if refused != 0 {
				a.want(t, refused)
			}
		}
	}
}

// wantStatus is the status with which the table refuses a role, 0 for none.
func (r route) wantStatus(who role, barred bool) int {
	switch {
	case r.who == public:
		return 0
	case !who.alive:
		return 401
	case r.who >= member && who.kind != store.MemberSession, r.who == admin && !who.admin, barred && who.banned:
		return 403
	}
	return 0
}

// The router refuses a route without a declared caller.
func TestRouteWithoutCallerIsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, r := range []route{
		{method: "GET", path: "/api/forgotten", handle: s.edge.health},
		{method: "GET", path: "/api/unanswered", who: admin},
	} {
		if err := s.edge.mount([]route{r}); err == nil {
			t.Errorf("%s was mounted", r.path)
		}
	}
}

// A route for administrators refuses everybody else.
func TestAdministratorsDoor(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.must(s.edge.mount([]route{{"GET", "/api/only-admins", admin, s.edge.health}}))
	plain, _ := s.session(store.MemberSession, s.member("plain", false).ID)
	s.with(plain).get("/api/only-admins").want(t, 403).says(t, store.ErrAdminsOnly().Message)
	chief, _ := s.session(store.MemberSession, s.member("chief", true).ID)
	s.with(chief).get("/api/only-admins").want(t, 200)
	s.visitor().get("/api/only-admins").want(t, 401)
}
