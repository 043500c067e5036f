package http

import (
	"net/http"
	"time"

	"muster/http/body"
	"muster/store"
)

// The sign-in's cookies: which browser asked for a code, and which browser has
// signed in before (S15). Neither signs anybody in.
const (
	attemptCookie = "muster_attempt"
	deviceCookie  = "muster_device"
	attemptLife   = time.Hour
	deviceLife    = 400 * 24 * time.Hour
)

// sendVerification sends a code to whom it may concern; the answer never says
// whether anybody is concerned (AUTH-5 to AUTH-12).
func (s *Server) sendVerification(c *call) (any, error) {
	var asked body.SendVerification
	if err := s.read(c, &asked); err != nil {
		return nil, err
	}
	id, err := wanted(asked)
	if err != nil {
		return nil, err
	}
	attempt := c.token(attemptCookie)
	if attempt == "" {
		attempt = store.NewToken()
	}
	err = s.config.Logins.Ask(c.Request.Context(), store.LoginAsk{
		Identifier: id, Attempt: attempt, Device: c.token(deviceCookie), Address: s.address(c),
	})
	if err != nil {
		return nil, err
	}
	s.keep(c, attemptCookie, attempt, attemptLife)
	return body.Said{OK: body.Done, Message: store.CodeOnItsWay}, nil
}

// wanted reads the one identifier of a body: an e-mail or a phone (AUTH-7).
func wanted(asked body.SendVerification) (store.Identifier, error) {
	switch {
	case asked.Phone == "":
		return store.ParseEmail(asked.Email)
	case asked.Email == "":
		return store.ParsePhone(asked.Phone)
	}
	return store.Identifier{}, store.NewErrorReason(store.Invalid, "email_invalid", store.InvalidEmail)
}

// verify hands a code in and answers with a session (AUTH-15 to AUTH-22).
func (s *Server) verify(c *call) (any, error) {
	var given body.Verify
	if err := s.read(c, &given); err != nil {
		return nil, err
	}
	id, err := store.ParseIdentifier(given.Identifier)
	if err != nil {
		return nil, err
	}
	in, err := s.config.Logins.Finish(c.Request.Context(), store.LoginProof{
		Identifier: id, Code: given.Code, Attempt: c.token(attemptCookie), Device: c.token(deviceCookie),
		Address: s.address(c), UserAgent: c.Request.UserAgent(),
	})
	if err != nil {
		return nil, err
	}
	s.keep(c, attemptCookie, "", -1)
	s.keep(c, deviceCookie, in.Device, deviceLife)
	return verified(in), nil
}

// verified is the answer to a right code. No face engine runs, so no face step
// follows.
func verified(in store.SignedIn) body.Verified {
	reply := body.Verified{OK: body.Done, Session: &body.LoginSession{Token: in.Token}}
	if in.Session.Kind == store.ApplicantSession {
		a := in.Applicant
		reply.Session.User = user(store.Member{ID: a.ID, Email: a.Email, Phone: a.Phone})
		reply.UserID, reply.UserType, reply.NextStep = a.ID, "application", "application_status"
		return reply
	}
	reply.Session.User = user(in.Member)
	reply.UserID, reply.UserType, reply.NextStep = in.Member.ID, "member", "dashboard"
	reply.IsAdmin = in.Member.IsAdmin
	return reply
}

// faceNone is the face_recognition_status of somebody without an enrolled face.
const faceNone = "not_enrolled"

func user(m store.Member) body.User {
	return body.User{
		ID: m.ID, Name: m.Name, Email: given(m.Email), Phone: given(m.Phone), Username: given(m.Username),
		FaceRecognitionStatus: faceNone,
	}
}

// given is s, or null for "".
func given(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func (s *Server) address(c *call) string { return Address(s.config.TrustedProxies)(c.Request) }

// token is a cookie that holds a token of ours, "" for none.
func (c *call) token(name string) string {
	cookie, err := c.Request.Cookie(name)
	if err != nil {
		return ""
	}
	if _, ok := store.TokenHash(cookie.Value); !ok {
		return ""
	}
	return cookie.Value
}

// keep sets a cookie that only the sign-in's calls see; a negative life
// removes it.
func (s *Server) keep(c *call, name, value string, life time.Duration) {
	seconds := int(life / time.Second)
	if life < 0 {
		seconds = -1
	}
	http.SetCookie(c.Writer, &http.Cookie{
		Name: name, Value: value, Path: "/api/auth", MaxAge: seconds,
		HttpOnly: true, Secure: s.config.Secure, SameSite: http.SameSiteStrictMode,
	})
}
