package http

import (
	"log/slog"
	"net/http"
	"time"

	"muster/http/body"
	"muster/store"
	"muster/store/face"
)

// The cookies of the sign-in: the attempt cookie marks the browser that requested a
// code, the device cookie a browser that has signed in before. Neither is a
// credential.
const (
	attemptCookie = "muster_attempt"
	deviceCookie  = "muster_device"
	attemptMaxAge = time.Hour
	deviceMaxAge  = 400 * 24 * time.Hour
)

// sendVerification sends a sign-in code. The reply is the same whether or not the
// identifier belongs to anybody.
func (s *Server) sendVerification(c *call) (any, error) {
	var request body.SendVerification
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	id, err := parseIdentifier(request)
	if err != nil {
		return nil, err
	}
	attempt := s.cookieToken(c, attemptCookie)
	if attempt == "" {
		attempt = store.NewToken()
	}
	err = s.config.Logins.RequestCode(c.Request.Context(), store.LoginCodeRequest{
		Identifier: id, Attempt: attempt, Device: s.cookieToken(c, deviceCookie), Address: s.clientAddress(c),
	})
	if err != nil {
		return nil, err
	}
	s.setCookie(c, attemptCookie, attempt, attemptMaxAge)
	return body.MessageReply{OK: body.Done, Message: store.CodeOnItsWay}, nil
}

// parseIdentifier returns the e-mail address or the phone number of a request;
// exactly one must be set.
func parseIdentifier(request body.SendVerification) (store.Identifier, error) {
	switch {
	case request.Phone == "":
		return store.ParseEmail(request.Email)
	case request.Email == "":
		return store.ParsePhone(request.Phone)
	}
	return store.Identifier{}, store.NewErrorReason(store.Invalid, "email_invalid", store.InvalidEmail)
}

// verify checks a sign-in code and replies with a session.
func (s *Server) verify(c *call) (any, error) {
	var request body.Verify
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	id, err := store.ParseIdentifier(request.Identifier)
	if err != nil {
		return nil, err
	}
	in, err := s.config.Logins.SignIn(c.Request.Context(), store.LoginAttempt{
		Identifier: id, Code: request.Code, Attempt: s.cookieToken(c, attemptCookie), Device: s.cookieToken(c, deviceCookie),
		Address: s.clientAddress(c), UserAgent: c.Request.UserAgent(), Former: s.mediaCookieSession(c),
	})
	if err != nil {
		return nil, err
	}
	s.setCookie(c, attemptCookie, "", -1)
	s.setCookie(c, deviceCookie, in.Device, deviceMaxAge)
	if in.Face.Step != "" {
		return faceStepBody(in), nil
	}
	s.signedIn(c, in.Session, in.Ended)
	return s.verifiedBody(in), nil
}

// signedIn notes a session that was opened, and the browser's session before that it
// ended, "" for none.
func (s *Server) signedIn(c *call, session store.Session, ended string) {
	// One that failed is a refused request in the log.
	s.log.LogAttrs(c.Request.Context(), slog.LevelInfo, "signed in", slog.String("kind", string(session.Kind)),
		slog.String("person", session.PersonID), slog.String("session", session.ID), slog.String("ended", ended))
	if ended != "" {
		s.config.Hub.SiteChanged()
	}
	s.setMediaCookie(c, session)
}

// faceStepBody is the reply to a right code that a face step follows.
func faceStepBody(in store.SignedIn) body.Verified {
	return body.Verified{
		OK: body.Done, RequiresFaceEnrollment: in.Face.Step == string(face.Enrollment), RequiresFaceVerification: in.Face.Step == string(face.Verification),
		TempToken: &in.Face.Token, UserID: in.Member.ID, PreviouslySkipped: in.Face.PreviouslySkipped, IsAdmin: in.Member.IsAdmin,
		UserType: "member", NextStep: "face_" + in.Face.Step,
	}
}

// verifiedBody is the reply to a right code that nothing else follows.
func (s *Server) verifiedBody(in store.SignedIn) body.Verified {
	reply := body.Verified{OK: body.Done, Session: &body.LoginSession{Token: in.Token}}
	if in.Session.Kind == store.ApplicantSession {
		a := in.Applicant
		reply.Session.User = body.NewUser(store.Member{ID: a.ID, Email: a.Email, Phone: a.Phone}, false)
		reply.UserID, reply.UserType, reply.NextStep = a.ID, "application", "application_status"
		return reply
	}
	reply.Session.User = body.NewUser(in.Member, s.config.Face.On())
	reply.UserID, reply.UserType, reply.NextStep = in.Member.ID, "member", "dashboard"
	reply.IsAdmin = in.Member.IsAdmin
	return reply
}

// nullable is null in JSON for "", else s.
func nullable(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// moment is nil for the zero time.
func moment(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

func (s *Server) clientAddress(c *call) string {
	return ClientAddress(s.config.TrustedProxies)(c.Request)
}

// cookieToken returns the value of a cookie when it has the form of a token, else "".
func (s *Server) cookieToken(c *call, name string) string {
	cookie, err := c.Request.Cookie(s.cookieName(name))
	if err != nil {
		return ""
	}
	if _, ok := store.TokenHash(cookie.Value); !ok {
		return ""
	}
	return cookie.Value
}

// cookieName is the name of a cookie. Over https its prefix has browsers take it from
// this host alone, and for every path.
func (s *Server) cookieName(name string) string {
	if s.config.Secure {
		return "__Host-" + name
	}
	return name
}

// formerPath is where earlier versions set a cookie.
var formerPath = map[string]string{attemptCookie: "/api/auth", deviceCookie: "/api/auth", mediaCookie: "/media"}

// setCookie sets a cookie that scripts cannot read; a negative life deletes it. Browsers
// send one of a longer path first, so one that an earlier version set under the same name
// is deleted: it would be read instead.
func (s *Server) setCookie(c *call, name, value string, life time.Duration) {
	seconds := int(life / time.Second)
	if life < 0 {
		seconds = -1
	}
	cookie := http.Cookie{
		Name: s.cookieName(name), Value: value, Path: "/", MaxAge: seconds,
		HttpOnly: true, Secure: s.config.Secure, SameSite: http.SameSiteStrictMode,
	}
	if path, ok := formerPath[name]; ok && cookie.Name == name {
		former := cookie
		former.Value, former.Path, former.MaxAge = "", path, -1
		http.SetCookie(c.Writer, &former)
	}
	http.SetCookie(c.Writer, &cookie)
}
