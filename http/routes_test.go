package http

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/http/body"
	"muster/store"
	"muster/store/roomlog"
)

// role is a kind of caller in the matrix.
type role struct {
	name string
	// token opens a new session each time, because some calls end it; a dead one stays dead.
	token func() string
	alive bool // has a live session
	kind  store.SessionKind
	admin bool
	// banned from chat.
	banned bool
	// sends a body that no route takes where the caller is refused, which comes first.
	sendsText bool
}

// closedToBanned are the routes that refuse a banned member.
var closedToBanned = map[string]bool{
	"GET /api/chat/rooms": true, "GET /api/chat/messages": true,
	"GET /api/chat/room/:roomId/media": true, "GET /api/chat/room/:roomId/access": true, "GET /api/chat/room/:roomId/messages": true,
	"GET /api/chat/mentions": true, "POST /api/chat/room/:roomId/read": true, "PUT /api/chat/room/:roomId/notifications": true,
	"GET /api/chat/room/:roomId/people": true, "GET /api/chat/room/:roomId/pins": true,
}

// Every route accepts and refuses exactly the roles that the table declares, also
// administrators who are banned from chat, moderators, and those whose right has ended.
func TestEveryRouteForEveryRole_ROLE1to5_ROLE8_ADM3(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	plain, banned, admin := s.member("plain", false), s.member("barred", false), s.member("chief", true)
	applicant, err := s.AddApplicant(context.Background(), "apply@example.org", "")
	s.must(err)
	until := time.Now().Add(time.Hour)
	s.must(s.SetChatAccess(context.Background(), banned.ID, true, &until))
	shut, late, former := s.member("shut", false), s.member("late", true), s.member("former", true)
	s.must(s.SetChatAccess(context.Background(), shut.ID, false, nil))
	s.must(s.SetChatAccess(context.Background(), late.ID, true, &until))
	s.must(s.AddRoom(context.Background(), roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	inRoom := func(name string, as roomlog.RoomRole) string {
		m := s.member(name, false)
		s.must(s.GrantRoom(context.Background(), "den", m.ID, as, ""))
		return m.ID
	}
	moderator, roomAdmin := inRoom("wendy", roomlog.RoomModerator), inRoom("xavier", roomlog.RoomAdmin)
	nameless, err := s.AddMember(context.Background(), store.NewMember{Email: "nameless@example.org"})
	s.must(err)
	open := func(kind store.SessionKind, person string) func() string {
		return func() string { token, _ := s.session(kind, person); return token }
	}
	step := func() string { return s.faceStep(plain.ID) }
	ended := func(set string) func() string {
		return func() string {
			token, id := s.session(store.MemberSession, plain.ID)
			s.exec(set, id)
			return token
		}
	}
	roles := []role{
		{name: "none", token: func() string { return "" }, sendsText: true},
		{name: "malformed", token: func() string { return "not a token" }},
		{name: "unknown", token: store.NewToken},
		{name: "expired", token: sync.OnceValue(ended(`update sessions set expires_max = muster_now() where id = $1`))},
		{name: "idle", token: sync.OnceValue(ended(`update session_seen set last_seen_at = muster_now() - interval '169 hours' where session_id = $1`))},
		{name: "revoked", token: sync.OnceValue(ended(`update sessions set revoked_at = muster_now() where id = $1`))},
		{name: "face step", token: step},
		{name: "applicant", token: open(store.ApplicantSession, applicant.ID), alive: true, kind: store.ApplicantSession, sendsText: true},
		{name: "member", token: open(store.MemberSession, plain.ID), alive: true, kind: store.MemberSession, sendsText: true},
		{name: "banned", token: open(store.MemberSession, banned.ID), alive: true, kind: store.MemberSession, banned: true},
		{name: "chat off", token: open(store.MemberSession, shut.ID), alive: true, kind: store.MemberSession, banned: true},
		{name: "without username", token: open(store.MemberSession, nameless.ID), alive: true, kind: store.MemberSession},
		{name: "room moderator", token: open(store.MemberSession, moderator), alive: true, kind: store.MemberSession},
		{name: "room admin", token: open(store.MemberSession, roomAdmin), alive: true, kind: store.MemberSession},
		{name: "former admin", token: func() string { // the right ends while the session is open
			s.must(s.SetAdmin(context.Background(), former.ID, true))
			token, _ := s.session(store.MemberSession, former.ID)
			s.must(s.SetAdmin(context.Background(), former.ID, false))
			return token
		}, alive: true, kind: store.MemberSession},
		{name: "banned admin", token: open(store.MemberSession, late.ID), alive: true, kind: store.MemberSession, admin: true, banned: true},
		{name: "admin", token: open(store.MemberSession, admin.ID), alive: true, kind: store.MemberSession, admin: true},
	}
	params := strings.NewReplacer(":roomId", "general", ":id", "00000000-0000-7000-8000-000000000000", ":username", "zulu")
	for _, r := range s.edge.routes() {
		for _, who := range roles {
			name := r.method + " " + r.path
			want, known := r.wantStatus(who, closedToBanned[name])
			if !known {
				t.Fatalf("%s: this test knows no role for the credential %q", name, r.who.name)
			}
			v := s.with(who.token())
			var a response
			kind := "application/json"
			switch {
			case want != 0 && who.sendsText:
				kind = "text/plain"
			case r.body.kind == uploadBodyKind:
				kind = r.body.types[0] + "; boundary=x"
			}
			if r.method == "GET" || r.method == "DELETE" && !who.sendsText {
				a = v.send(r.method, params.Replace(r.path), nil)
			} else {
				a = v.send(r.method, params.Replace(r.path), strings.NewReader("{}"), "Content-Type", kind)
			}
			refused := a.status
			if refused != 401 && refused != 403 {
				refused = 0
			}
			if refused != want || a.status >= 500 {
				t.Errorf("%s as %s: %d, want %d: %s", name, who.name, a.status, want, a.raw)
			}
			if refused != 0 {
				a.want(t, refused)
			}
		}
	}
}

// wantStatus is the status with which the table refuses a role, 0 for none. It is not
// known for a credential that has no rule here.
func (r route) wantStatus(who role, banned bool) (status int, known bool) {
	switch r.who.name {
	case mediaViewer.name:
		return 403, true // nobody has been given this link
	case "face picture link":
		return 403, true // nobody has been given this link
	case "face step": // the body names no token, which is as good as a dead one
		if who.name != "face step" || !strings.HasSuffix(r.path, "/skip") {
			return 401, true
		}
		return 0, true
	case "applicant", "applicant or administrator": // without a proof there is no application
		return 0, true
	case anyone.name, "payment provider", signedIn.name, member.name, chatAdmin.name, admin.name:
	default:
		return 0, false
	}
	switch {
	case r.who.name == anyone.name || r.who.name == "payment provider": // a wrong signature is 400
		return 0, true
	case !who.alive:
		return 401, true
	case strings.HasPrefix(r.path, "/api/admin/face/") && r.method == "GET": // no role opens the viewer without its password
		return 403, true
	case r.who.name != signedIn.name && who.kind != store.MemberSession, (r.who.name == admin.name || r.who.name == chatAdmin.name) && !who.admin, banned && who.banned:
		return 403, true
	}
	return 0, true
}

// The router refuses a route that does not say who may call it, or what it receives
// and sends.
func TestRouteWithoutPolicyIsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	whole := route{method: "POST", path: "/api/whole", who: admin, handle: s.edge.health, body: jsonBody(body.Verify{}), reply: jsonReply(body.Health{})}
	if err := whole.check(); err != nil {
		t.Fatal(err)
	}
	for missing, change := range map[string]func(*route){
		"caller":          func(r *route) { r.who = credential{} },
		"handler":         func(r *route) { r.handle = nil },
		"body":            func(r *route) { r.body = bodyPolicy{} },
		"reply":           func(r *route) { r.reply = replyPolicy{} },
		"cache rule":      func(r *route) { r.reply.cache = "" },
		"body's type":     func(r *route) { r.body.value = nil },
		"reply's type":    func(r *route) { r.reply.value = nil },
		"media type":      func(r *route) { r.reply, r.timeout = streamReply("", noStore), time.Minute },
		"time limit":      func(r *route) { r.body = uploadBody(1 << 20) },
		"body for a GET":  func(r *route) { r.method = "GET" },
		"cacheable reply": func(r *route) { r.reply.cache = "public, max-age=60" },
	} {
		r := whole
		change(&r)
		if err := s.edge.mount([]route{r}); err == nil || !strings.Contains(err.Error(), missing) {
			t.Errorf("without its %s: %v", missing, err)
		}
	}
}

// A route for administrators refuses everybody else.
func TestAdministratorsDoor(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.must(s.edge.mount([]route{jsonRoute("/api/only-admins", admin, s.edge.health, body.Health{})}))
	plain, _ := s.session(store.MemberSession, s.member("plain", false).ID)
	s.with(plain).get("/api/only-admins").want(t, 403).says(t, store.ErrAdminsOnly().Message)
	chief, _ := s.session(store.MemberSession, s.member("chief", true).ID)
	s.with(chief).get("/api/only-admins").want(t, 200)
	s.visitor().get("/api/only-admins").want(t, 401)
}
